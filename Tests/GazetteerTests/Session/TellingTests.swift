import GazetteerIndex
import Testing

@testable import GazetteerSession

/// What friends are told, as a message and as a mail.
struct TellingTests {
  private typealias Fixture = TellingFixture

  @Test(
    arguments: [
      ([("address", "Platzl 9, Munich")], "1) Hofbräuhaus @ Platzl 9, Munich"),
      ([("Address", " Platzl 9 ")], "1) Hofbräuhaus @ Platzl 9"),
      (
        [("addr:street", "Platzl"), ("addr:housenumber", "9"), ("addr:city", "Munich")],
        "1) Hofbräuhaus @ Platzl 9, Munich"
      ),
      ([("addr:city", "Munich")], "1) Hofbräuhaus @ Munich"),
      ([("address", "  ")], "1) Hofbräuhaus @ Bavaria, Germany"),
      ([], "1) Hofbräuhaus @ Bavaria, Germany"),
    ] as [([(String, String)], String)])
  func theLineHasTheBestKnownAddress(attributes: [(String, String)], line: String) {
    let telling = Fixture.telling([Fixture.place("Hofbräuhaus", region: Fixture.bavaria, attributes)])
    #expect(telling.places.map(\.line) == [line])
  }

  @Test func aPlaceWithoutAnAddressHasItsCoordinatesAndOneWithoutEitherItsName() {
    let telling = Fixture.telling([Fixture.place("Bench"), Fixture.place("Nowhere", at: nil)])
    #expect(telling.places.map(\.line) == ["1) Bench @ 48.13743,11.57549", "2) Nowhere"])
    #expect(telling.places.map(\.geo) == ["geo:48.13743,11.57549", nil])
  }

  @Test func aMessageHasALineWithALinkForEachPlace() {
    let telling = Fixture.telling(
      [Fixture.place("Munich", region: Fixture.bavaria), Fixture.place("Nowhere", at: nil)], note: "Join us?\nAt 8")
    #expect(
      telling.messageLines == [
        "Join us?", "At 8", "1) Munich @ Bavaria, Germany geo:48.13743,11.57549", "2) Nowhere",
        "Places: GeoNames, CC BY 4.0",
      ])
    #expect(telling.messageContent.hasPrefix("{\"title\":\"2 places: Munich and Nowhere\",\"text\":\"Join us?\\nAt 8"))
  }

  @Test func aLinkHasNoExponent() {
    let telling = Fixture.telling([Fixture.place("Null Island", at: (0.000001, -0.0000025))])
    #expect(telling.places[0].geo == "geo:0.000001,-0.0000025")
  }

  @Test(
    arguments: [
      (1, "1 place: A"), (2, "2 places: A and B"), (3, "3 places: A, B and C"), (5, "5 places: A, B, C and 2 more"),
    ]) func theSubjectNamesPlaces(count: Int, subject: String)
  {
    let telling = Fixture.telling(["A", "B", "C", "D", "E"].prefix(count).map { Fixture.place($0) })
    #expect(telling.subject.neutralised == subject)
  }

  @Test func removedPlacesLeaveNoGapInTheNumbers() {
    let telling = Fixture.telling(["A", "B", "C", "D"].map { Fixture.place($0) }).without([1, 3, 9])
    #expect(telling.places.map(\.line) == ["1) B @ 48.13743,11.57549", "2) D @ 48.13743,11.57549"])
    #expect(telling.subject.neutralised == "2 places: B and D")
  }

  @Test func aMailIsReadAsItWasMeant() throws {
    let telling = Fixture.telling(
      [
        Fixture.place("Café <b>Blå</b> & Söhne", region: Fixture.bavaria, [("url", "https://a.b/?x=1&y=2")]),
        Fixture.place("Nowhere", at: nil),
      ], note: "Kommst du? ✓\n.\nFrom here")
    let mail = try ReadMail(Fixture.mail(telling))
    #expect(mail.names == ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type"])
    #expect(mail.from == [["Max Muster", "max@example.org"]] && mail.to == [["Anna", "anna@example.net"]])
    #expect(mail.headers["Subject"] == "2 places: Café <b>Blå</b> & Söhne and Nowhere")
    #expect(mail.headers["Date"] == "Sat, 31 Jan 2026 12:00:00 +0000")
    #expect(mail.headers["Message-ID"] == "<0198-key@example.org>")
    #expect(mail.types == ["text/plain", "text/html"] && mail.defects == [])
    #expect(mail.bareEnds == 0 && mail.longest <= 76 && mail.isASCII)
    let map = "https://www.openstreetmap.org/?mlat=48.13743&mlon=11.57549#map=17/48.13743/11.57549"
    #expect(
      mail.texts[0].split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == [
        "Kommst du? ✓", ".", "From here", "", "1) Café <b>Blå</b> & Söhne @ Bavaria, Germany", "   48.13743,11.57549",
        "   geo:48.13743,11.57549", "   " + map, "   https://a.b/?x=1&y=2", "2) Nowhere", "",
        "Places: GeoNames, CC BY 4.0",
      ])
    let escaped = map.split(separator: "&").joined(separator: "&amp;")
    #expect(
      mail.texts[1].contains(
        "<tr><td>1) <a href=\"\(escaped)\">Café &lt;b&gt;Blå&lt;/b&gt; &amp; Söhne</a> @ Bavaria, Germany</td>"))
    #expect(mail.texts[1].contains("<a href=\"https://a.b/?x=1&amp;y=2\">https://a.b/?x=1&amp;y=2</a>"))
    #expect(mail.texts[1].contains("<tr><td>2) Nowhere</td><td></td><td></td></tr>"))
  }

  @Test(
    arguments: [
      "javascript:alert(1)", "data:text/html,x", "geo:1,2", "ftp://a.b/c", "https://a.b/\"onclick=x", "https://a.b/ x",
      "file:///etc/passwd", "JAVASCRIPT:x", "https:a.b", "//a.b",
    ]) func linksLeadOnlyToTheWeb(link: String) throws
  {
    let telling = Fixture.telling([Fixture.place("A", at: nil, [("url", link)])])
    #expect(!telling.mailPage.contains("href") && !telling.mailPage.contains("onclick"))
    let control = Fixture.telling([Fixture.place("A", at: nil, [("url", "http://a.b/c")])])
    #expect(control.mailPage.contains("<a href=\"http://a.b/c\">"))
  }

  @Test func noHostileTextReachesAFriend() throws {
    for text in ["a\u{202E}b", "a\u{1B}[31m", "a\u{0}b", "a\u{200B}b", "<script>alert(1)</script>", "\u{FEFF}x"] {
      let place = Fixture.place(text, [("address", text), ("url", "https://a.b/")])
      let telling = Fixture.telling([place], note: text, subject: "s")
      let mail = try ReadMail(Fixture.mail(telling))
      for content in mail.texts + telling.messageLines {
        #expect(hostileCodePoints(in: Array(content.utf8)) == [], "\(text.debugDescription)")
      }
      #expect(!telling.mailPage.contains("<script"))
    }
  }

  @Test func everyLengthOfTextIsReadBack() throws {
    for length in [1, 60, 70, 74, 75, 76, 77, 150, 800] {
      for letter in ["a", "=", ".", " ", "ü", "👩‍👩‍👧"] {
        let text = "F" + String(repeating: letter, count: length) + "e"
        let telling = Fixture.telling([Fixture.place("A")], note: text, subject: text)
        let mail = try ReadMail(Fixture.mail(telling))
        #expect(mail.texts[0].split(separator: "\n").first.map(String.init) == text)
        #expect(mail.headers["Subject"] == text, "\(length) × \(letter)")
        #expect(mail.longest <= 76 && mail.bareEnds == 0)
      }
    }
  }

  @Test(
    arguments: [
      (0, "Thu, 1 Jan 1970 00:00:00 +0000"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
      (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 +0000"), (-1, "Wed, 31 Dec 1969 23:59:59 +0000"),
    ] as [(Int64, String)]) func datesAreThoseOfMails(seconds: Int64, text: String)
  {
    #expect(MailDate.text(seconds) == text)
  }

  @Test(
    arguments: [
      "a@b", "anna@example.org", "a.b+c@x-y.example", "o'neil@example.org", "anna@localhost",
    ]) func anAddressIsAccepted(text: String)
  { #expect(MailAddress(Untrusted(text))?.text == text) }

  @Test(
    arguments: [
      "", "a", "@b", "a@", "a@b@c", "a b@c", "a@b c", "<a@b>", "a@b>", "a@b\r\nRCPT TO:<c@d>", "a@b\n", "\ra@b",
      "a\u{0}@b", "a@b\u{0}", "a@-b", "a@b-", "a@b..c", "a@.b", "a@b.", ".a@b", "a.@b", "a..b@c", "a@ü.de", "ü@b.de",
      "\"a b\"@c", "a@[1.2.3.4]", "a,b@c", "a;b@c", "a:b@c", "a@b,c@d", "a\t@b", "a\u{7F}@b",
    ]) func otherTextIsNoAddress(text: String)
  { #expect(MailAddress(Untrusted(text)) == nil) }

  @Test(
    arguments: [
      ("anna@b.c", "", "anna@b.c"), (" Anna <anna@b.c> ", "Anna", "anna@b.c"),
      ("\"Anna B.\" <anna@b.c>", "Anna B.", "anna@b.c"), ("<anna@b.c>", "", "anna@b.c"),
    ]) func aSenderIsRead(text: String, name: String, address: String)
  {
    let read = NamedMailAddress(written: Untrusted(text))
    #expect(read?.name == Untrusted(name) && read?.address.text == address)
  }
}
