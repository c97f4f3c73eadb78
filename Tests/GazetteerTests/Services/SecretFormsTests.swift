import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// In which texts of a server a secret is found.
@Suite struct SecretFormsTests {
  private static func forms(_ secret: String, user: String = "") -> SecretForms {
    SecretForms([Secret(secret.utf8)], user: Untrusted(user))
  }

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  /// Every form, at every position in base64.
  @Test(arguments: ["Zq7secretPW", "pass word/ü?%", "\u{7f}abcdef~", "12345678", #"say "\please\""#, "a<b>&c='1+1'"])
  func everyFormIsFound(secret: String) {
    let forms = Self.forms(secret)
    let upper = secret.map { $0.isASCII ? $0.uppercased() : String($0) }.joined()
    let hexadecimal = secret.utf8.map { String(format: "%02x", $0) }.joined()
    let percent = secret.utf8.map { String(format: "%%%02X", $0) }.joined()
    let json = (try? JSONEncoder().encode([secret])).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let encoded = ["", "a", "ab", "max:", "\0max\0"].flatMap { before in
      ["", "x", "yz"].map { Self.base64(before + secret + $0) }
    }
    let others = [
      upper, hexadecimal, percent, "http://x.org/?p=" + percent, json, "«\(secret)»", "a" + secret,
      percent.replacing("%20", with: "+"), percent.replacing("%", with: "%25"), percent.replacing("%", with: "+"),
      percent.replacing("%", with: "="), percent.replacing("%", with: "\\x"),
      secret.utf16.map { String(format: "\\u%04X", $0) }.joined(), json.replacing("\\", with: "\\\\"),
      secret.unicodeScalars.map { "&#\($0.value);" }.joined(),
      secret.unicodeScalars.map { "&amp;#x" + String($0.value, radix: 16) + ";" }.joined(),
      secret.unicodeScalars.map { String(format: "%%%02X", $0.value) }.joined(),
    ]
    for text in others + encoded + encoded.map({ $0.replacing("+", with: "-").replacing("/", with: "_") }) {
      #expect(forms.areRepeated(inError: Untrusted(text)), "\(text)")
      #expect(forms.areRepeated(inAnswer: Untrusted(text)), "\(text)")
    }
    // The control: texts without it.
    for text in [
      "", "a", "Ada Lovelace", "%", "%zz", "100 % of passwords", "\\", "\\u00", "&#;", "&#x;", "&amp", "=", "1+1=2",
      Self.base64("another long text"),
    ] {
      #expect(!forms.areRepeated(inError: Untrusted(text)) && !forms.areRepeated(inAnswer: Untrusted(text)), "\(text)")
    }
  }

  /// What was cut is found in an error; an answer has whole texts.
  @Test func aPartIsFoundInAnError() {
    let forms = Self.forms("Zq7secretPW")
    #expect(
      forms.areRepeated(inError: Untrusted("bad Zq7secre"))
        && forms.areRepeated(inError: Untrusted("…cretPW".replacing("…", with: "7se"))))
    #expect(!forms.areRepeated(inError: Untrusted("bad Zq7secr")))
    #expect(!forms.areRepeated(inAnswer: Untrusted("the secretPW of Zq7secre")))
  }

  /// Of a long reason only the beginning is kept, and nothing of a secret that stands where it is cut.
  @Test func aLongReasonIsCut() {
    let forms = Self.forms("Zq7secretPW")
    let long = Untrusted(String(repeating: "a", count: 100_000))
    #expect(long.hiding(forms).bytes.count <= 4100 && long.hiding(forms).text.hasPrefix("aaa"))
    let percent = "Zq7secretPW".utf8.map { String(format: "%%%02X", $0) }.joined()
    for secret in ["Zq7secretPW", percent] {
      for start in [0, 4080, 4090, 4095] {
        let text = Untrusted(String(repeating: "a", count: start) + secret + long.text)
        #expect(text.hiding(forms).text == "the reason is not shown, because it repeats a secret", "\(start)")
      }
    }
    #expect(Untrusted("short").hiding(forms).text == "short")
  }

  /// Short secrets stand in too many texts.
  @Test(
    arguments: [
      ("abc", "abc", false, false), ("ada1", "ada1", true, true), ("ada1", "Hello, ada1!", true, true),
      ("ada1", "Canada100", true, false), ("sesame", "sesames", true, false), ("rome", "Jérome", true, false),
      ("longpass", "alongpassword", true, true), ("ada1", "x YWRhMQ==", true, false),
    ]) func shortSecretsMustBeWords(secret: String, text: String, inError: Bool, inAnswer: Bool)
  {
    #expect(Self.forms(secret).areRepeated(inError: Untrusted(text)) == inError || text.contains("=="))
    #expect(Self.forms(secret).areRepeated(inAnswer: Untrusted(text)) == inAnswer)
  }

  /// The name of the user is shown anyway. With a password like it, the account would not be known again.
  @Test func theNameOfTheUserIsNoSecret() {
    let forms = Self.forms("lovelace", user: "ada.lovelace")
    #expect(!forms.areRepeated(inAnswer: Untrusted("account:Ada.Lovelace")))
    #expect(forms.areRepeated(inAnswer: Untrusted("Ada Lovelace")))
    #expect(forms.areRepeated(inAnswer: Untrusted("ada.lovelace has the password lovelace")))
    #expect(!Self.forms("lovelace", user: "lovelace").areRepeated(inAnswer: Untrusted("Ada Lovelace")))
    #expect(forms.areRepeated(inError: Untrusted("account:ada.lovelace")))
  }

  /// The name of the user is shown, but not a password that has more than it.
  @Test(
    arguments: [
      ("ada-secret", "ada"), ("Zq7samPW", "sam"), ("adaada12", "ada"), ("open sam", "sam"), ("ada1", "ada"),
    ]) func aPasswordWithTheNameOfTheUserIsFound(secret: String, user: String)
  {
    let forms = Self.forms(secret, user: user)
    for text in [secret, "the password of \(user) is \(secret)", "\(user) \(secret) \(user)"] {
      #expect(forms.areRepeated(inAnswer: Untrusted(text)), "\(text)")
    }
    // The control: the name alone.
    #expect(!forms.areRepeated(inAnswer: Untrusted("account:\(user)")))
  }

  /// What stands for other characters, and what does not.
  @Test(
    arguments: [
      ("a%2Fb=2fc+2F", "a/b/c/"), ("%2", "%2"), ("%2x", "%2x"), (#"\u0041\x41\/\"\\"#, #"AA/"\"#),
      (#"\ud83d\ude00"#, "😀"), (#"\ud83d"#, #"\ud83d"#), (#"\u12"#, #"\u12"#), ("\\", "\\"), (#"\n"#, "n"),
      ("&lt;&amp;&#65;&#x41;&quot;&apos;&gt;", "<&AA\"'>"), ("&nothing;", "&nothing;"), ("&", "&"),
      ("&#1114112;", "&#1114112;"), ("%2525", "%25"), ("&#99999999999999999999;", "&#99999999999999999999;"),
    ]) func escapesAreDecoded(text: String, meaning: String)
  {
    #expect(String(decoding: Array(text.utf8).decoded, as: UTF8.self) == meaning)
  }
}
