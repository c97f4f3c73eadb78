import Testing

@testable import GazetteerShell

/// What each command of vi does.
@Suite(.serialized) struct ViKeysTests {
  /// Keys in a new line, and the line that they make. After Esc, a character that is dropped is sent as well: so Esc never
  /// begins a sequence.
  @Test(arguments: [
    // What crashed with the commands of libedit: each of these wrote or read outside the line.
    ("\u{1b}$~\u{1b}$bix", "x"), ("a\u{1b}~", "A"), ("ab\u{1b}9bix", "xab"), ("\u{1b}$dd$D0C$", "$"),
    // Moves.
    ("abc\u{1b}hix", "axbc"), ("abc\u{1b}0lix", "axbc"), ("abc\u{1b}2hix", "xabc"), ("  ab\u{1b}^ix", "  xab"),
    ("one, two\u{1b}0wix", "onex, two"), ("one, two\u{1b}0Wix", "one, xtwo"), ("one two\u{1b}bix", "one xtwo"),
    ("one,two three\u{1b}2Bix", "xone,two three"), ("one two\u{1b}0eax", "onex two"),
    ("one two\u{1b}02eax", "one twox"),
    ("a.b c\u{1b}0Eax", "a.bx c"), ("abcdef\u{1b}3|ix", "abxcdef"), ("abc\u{1b}0$ax", "abcx"),
    ("abcabc\u{1b}0fcix", "abxcabc"), ("abcabc\u{1b}0fc;ix", "abcabxc"), ("abcabc\u{1b}Fa,ix", "abcxabc"),
    ("abcabc\u{1b}0tcix", "axbcabc"), ("abcabc\u{1b}0tc;ix", "abcaxbc"), ("abcabc\u{1b}Tbix", "abcabxc"),
    ("a(b[c]d)\u{1b}0%ix", "a(b[c]dx)"), ("a(b[c]d)\u{1b}%ix", "ax(b[c]d)"), ("abc\u{1b}0 ix", "axbc"),
    // Changes.
    ("abcd\u{1b}0x", "bcd"), ("abcd\u{1b}02x", "cd"), ("abcd\u{1b}X", "abd"), ("abcd\u{1b}09x", ""),
    ("abcd\u{1b}0r-", "-bcd"), ("abcd\u{1b}03r-", "---d"), ("abcd\u{1b}09r-", "abcd"), ("abC\u{1b}03~", "ABc"),
    ("abcd\u{1b}0sxy", "xybcd"), ("abcd\u{1b}Sxy", "xy"), ("one two\u{1b}0wC2", "one 2"), ("one two\u{1b}0wD", "one "),
    ("ab\u{1b}Ixy", "xyab"), ("ab\u{1b}0Axy", "abxy"), ("abcd\u{1b}0Rxy", "xycd"), ("ab\u{1b}3ix\u{1b}", "axxxb"),
    // Operators.
    ("one two three\u{1b}0dw", "two three"), ("one two three\u{1b}0d2w", "three"), ("one two three\u{1b}02dw", "three"),
    ("one two three\u{1b}0cwx", "x two three"), ("one two\u{1b}0wd0", "two"), ("one two\u{1b}0wd$", "one "),
    ("one two\u{1b}db", "one o"), ("one two\u{1b}0de", " two"), ("one two\u{1b}0dtw", "wo"), ("a(b)c\u{1b}0ld%", "ac"),
    ("one\u{1b}ddx", ""), ("one\u{1b}ccx", "x"), ("one two\u{1b}0dfq", "one two"), ("one\u{1b}dqx", "on"),
    ("one two\u{1b}0dhdl", "ne two"), ("one two\u{1b}Fnct ag", "oag two"),
    // What was cut or copied.
    ("ab\u{1b}0xp", "ba"), ("ab\u{1b}xP", "ba"), ("one \u{1b}0ywP", "one one "), ("ab\u{1b}yyP", "aabb"),
    ("ab\u{1b}0x3p", "baaa"), ("ab\u{1b}0Yp", "aabb"), ("ab cd\u{1b}0wy$P", "ab cdcd"), ("abc\u{1b}0xxp", "cb"),
    // Undo and repeat.
    ("one two\u{1b}u", ""), ("one two\u{1b}bdwxu", "one "), ("one two\u{1b}bdwxuu", "one two"),
    ("one two\u{1b}0xxxU", ""), ("abcd\u{1b}0x..", "d"), ("abcdef\u{1b}0x3.", "ef"),
    ("one two\u{1b}0cwx\u{1b}w.", "x x"), ("ab\u{1b}ix\u{1b}..", "axxxb"), ("a b c d\u{1b}0dw..", "d"),
    ("abcd\u{1b}0Rxy\u{1b}l.", "xyxy"), ("ab\u{1b}Ac\u{1b}0.", "abcc"), ("ab\u{1b}xu.", "a"),
    // Rows.
    ("one\u{1b}otwo", "one\ntwo"), ("one\u{1b}Otwo", "two\none"), ("one\u{1b}otwo\u{1b}kx", "on\ntwo"),
    ("one\u{1b}otwo\u{1b}dd", "one"), ("one\u{1b}otwo\u{1b}kdd", "two"), ("one\u{1b}otwo\u{1b}k$ax", "onex\ntwo"),
    // History.
    ("\u{1b}k", "newest"), ("\u{1b}3k", "oldest"), ("\u{1b}kkj", "newest"), ("mine\u{1b}kj", "mine"),
    ("\u{1b}/est\u{1b}n", "oldest"), ("\u{1b}/est\u{1b}nN", "newest"),
    // Characters of several code points, counts that are too large.
    ("e\u{301}x\u{1b}hx", "x"), ("čas\u{1b}0fsrš", "čaš"), ("👩‍👩‍👧b\u{1b}0~x", "👩‍👩‍👧"), ("ab\u{1b}99999999999999x", "a"),
  ])
  func commandsMakeALine(keys: String, line: String) throws {
    let editing = try Editing(lines: ["oldest", "middle", "newest"], mode: "vi")
    editing.terminal.send(keys.replacing("\u{1b}", with: "\u{1b}\u{80}"))
    editing.terminal.send("\r")
    #expect(editing.result() == .line(line))
    editing.end()
  }

  @Test func theLineBeingTypedComesBackWhole() throws {
    let editing = try Editing(lines: ["old"])
    let long = String(repeating: "long ", count: 500)
    editing.terminal.send(Keys.paste(long) + "\u{10}\u{e}\r")
    #expect(editing.result() == .line(long))
    editing.end()
  }

  @Test func arrowsGoOnFromTheLineThatASearchFound() throws {
    let editing = try Editing(lines: ["first", "second", "third"])
    editing.terminal.send("\u{12}sec\u{10}\r")
    #expect(editing.result() == .line("first"))
    editing.end()
  }

  @Test(arguments: [
    ("bind -v\nbind -a x ed-move-to-beg\n", "abc\u{1b}\u{80}xia\r", "aabc"),
    ("bind -v\nbind -a $ ed-move-to-end\n", "\u{1b}\u{80}$$ia\r", "a"),
    ("bind -v\nbind ^E ed-move-to-end\n", "\u{5}\u{5}a\r", "a"),
    ("bind -v\nbind jj vi-command-mode\n", "abcjjx\r", "ab"),
    ("bind -v\nbind -a x vi-change-case\n", "abc\u{1b}\u{80}x\r", "ab"),
  ])
  func theUsersOwnCommandsOfViHold(file: String, keys: String, line: String) throws {
    let scratch = try ScratchDirectory()
    let editing = try Editing(startupFile: scratch.file("editrc", file.utf8))
    editing.terminal.send(keys)
    #expect(editing.result() == .line(line))
    editing.end()
  }
}
