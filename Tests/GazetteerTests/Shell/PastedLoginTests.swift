import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerShell

/// A login that was pasted together with its password.
struct PastedLoginTests {
  @Test(
    arguments: [
      ("login campus --user ada\nhunter 2", "login campus --user ada", "hunter 2", ""),
      ("login --user ada\r\n\r\n \"'; x \r\nlocations\nmore", "login --user ada", " \"'; x ", "locations\nmore"),
      ("stations; login --user ada # my account\nhunter2", "stations; login --user ada # my account", "hunter2", ""),
      ("search rome\nlogin --user ada\nLocations", "search rome\nlogin --user ada", "Locations", ""),
      ("login --guest\nlogin --user ada\nhunter2", "login --guest\nlogin --user ada", "hunter2", ""),
      // A password may be what a command is, or a comment.
      ("login --user ada\nopen sesame\nwhoami", "login --user ada", "open sesame", "whoami"),
      ("login --user ada\nlocations", "login --user ada", "locations", ""),
      ("login --user ada\n# now the list", "login --user ada", "# now the list", ""),
      ("login --user ada; locations\nhunter2\nmore", "login --user ada; locations", "hunter2", "more"),
    ]) func thePasswordIsFound(text: String, login: String, password: String, rest: String) throws
  {
    let pasted = try #require(PastedLogin(Untrusted(text)))
    #expect(pasted.login.text == login && pasted.passwords == [Secret(password.utf8)] && pasted.rest.text == rest)
  }

  /// `login --new` asks twice, so some paste the password twice.
  @Test func theSecondCopyAnswersTheSecondQuestion() throws {
    let text = "login --user ada --new\ntyped\n\ntyped\nwhoami"
    let pasted = try #require(PastedLogin(Untrusted(text)))
    #expect(pasted.passwords == [Secret("typed".utf8), Secret("typed".utf8)] && pasted.rest.text == "whoami")
    let student = Student(password: nil)
    let said = student.paste(text)
    #expect(said.contains("the same again: (pasted)") && said.contains("logged in to local as ada"), "\(said)")
    #expect(said.contains("until gaz ends") && !said.contains("typed") && student.prompts.isEmpty)
    // The control: another row is no second copy.
    #expect(PastedLogin(Untrusted("login --user ada --new\ntyped\ntype\nwhoami"))?.passwords.count == 1)
    // A copy that nobody asks for is not run either.
    #expect(!student.paste("logout\nlogin --user ada\ntyped\ntyped\nwhoami").contains("typed"))
  }

  /// A login may have a mistake, or a prompt before it. Then none of what follows is run: the name of the user may come
  /// before the password.
  @Test(
    arguments: [
      "logn --user ada\nhunter2", "lgoin --user ada\nhunter2", "Login --user ada --nwe\nhunter2",
      "> login --user ada\nhunter2",
      "world> login local --user ada\nhunter2", "$ gaz login --user ada\nhunter2", "gaz login --user ada\nhunter2",
      "log in --user ada\nhunter2", "login nowhere --user ada\nhunter2", "login local\nada\nhunter2",
      "login --token-stdin\nhunter2", "login local \\\n--user ada\nhunter2", "whoami; >login --user ada\n\nhunter2",
    ]) func nothingIsRunAfterALoginThatIsNone(text: String)
  {
    let student = Student()
    student.say("login --user ada --new; logout")
    let (asked, said) = (student.prompts.count, student.paste(text))
    #expect(!said.contains("hunter2") && said.contains("what follows login was not run"), "\(said)")
    #expect(student.prompts.count == asked)
  }

  /// The control: places may have names that are like the word.
  @Test(arguments: ["lorain\nhunter2", "search logn\nhunter2"])
  func otherRowsAreRun(text: String) { #expect(Student().paste(text).contains("hunter2")) }

  /// Not every login asks for a password.
  @Test(
    arguments: [
      "", "login --user ada", "login --user ada\n", "login --user ada\n \n", "login campus --guest\nhunter2",
      "search login\nhunter2", "search \"a\nlogin\nhunter2\"",
      "hunter2\nlogin --user ada",
    ]) func otherTextsAreRunAsTheyAre(text: String)
  {
    #expect(PastedLogin(Untrusted(text)) == nil)
  }

  /// It answers the question and is not run; what follows is.
  @Test func thePasswordAnswersTheQuestion() {
    let student = Student(password: "typed")
    let pasted = student.paste("login --user ada --new\ntyped\nwhoami")
    #expect(pasted.contains("password of ada at local: (pasted)") && pasted.contains("logged in to local as ada"))
    #expect(pasted.contains("until gaz ends"), "what follows is run: \(pasted)")
    #expect(student.prompts == ["the same again: "] && !pasted.contains("typed"))
    #expect(student.paste("logout\nlogin --user ada\nwrong").contains("the password is wrong"))
    #expect(student.prompts.count == 1)
    // The control: without a line after it, the login asks.
    #expect(student.paste("login --user ada").contains("logged in"))
    #expect(student.prompts.count == 2)
  }

  /// A password may begin with the name of a command.
  @Test func aPasswordThatCouldBeACommandIsNotRun() {
    let student = Student(password: "open sesame")
    student.say("login --user ada --new; logout")
    let asked = student.prompts.count
    let pasted = student.paste("login --user ada\nopen sesame\nwhoami")
    #expect(pasted.contains("logged in to local as ada") && pasted.contains("until gaz ends"), "\(pasted)")
    #expect(!pasted.contains("sesame") && student.prompts.count == asked)
    // The control: without the login, it is a command.
    #expect(student.paste("open sesame").contains("sesame"))
  }

  /// Without a question, nobody knows what the line is.
  @Test func aPasswordThatIsNotAskedForIsNotRun() {
    let student = Student(password: nil) { environment in
      environment.variable = { $0 == "GAZ_TOKEN" ? "open sesame" : nil }
    }
    #expect(student.paste("login --user ada --new").contains("logged in"))
    let pasted = student.paste("login --user ada\nhunter2\nwhoami")
    #expect(
      pasted.contains("what follows login was not run, because it may be a password, and none was asked for"))
    #expect(!pasted.contains("hunter2") && !pasted.contains("until gaz ends"))
    // The control: the same line in another place is a command, and is shown in its error.
    #expect(student.paste("whoami\nhunter2").contains("hunter2"))
  }

  /// A password that is typed, or pasted, where none is asked for.
  @Test func aPasswordOfTheSessionIsNotRun() {
    let student = Student(password: "open sesame")
    #expect(!student.interpreter.refusesPassword(Untrusted("open sesame")), "the control: it is no password yet")
    student.say("login --user ada --new")
    for line in ["open sesame", " open sesame  "] {
      #expect(student.interpreter.refusesPassword(Untrusted(line)))
    }
    #expect(student.say("whoami").contains("the line was not run"))
    #expect(!student.interpreter.refusesPassword(Untrusted("open sesame street")))
    // One that may be a place is searched for.
    let other = Student(password: "hoboken")
    other.say("login --user ada --new")
    #expect(!other.interpreter.refusesPassword(Untrusted("hoboken")))
  }
}
