import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc

/// The program from its arguments to its exit code.
package struct Program {
  private let environment: Environment
  private let output = DescriptorWriter(STDOUT_FILENO)
  private let errors = DescriptorWriter(STDERR_FILENO)

  package init(in environment: Environment) { self.environment = environment }

  /// Runs the program. `arguments` are the words after its name.
  package func run(_ arguments: [Untrusted]) -> Int32 {
    // A file that reached its size limit is an error to report; it must not kill the program.
    signal(SIGXFSZ, SIG_IGN)
    let invocation: Invocation
    do throws(Failure) {
      invocation = try Invocation(arguments, isFile: environment.isPlaceFile)
    } catch {
      let asJSON = arguments.contains { $0.bytes.starts(with: "--json".utf8) }
      errors.write(Origin.commandLine.text(of: error, asJSON: asJSON))
      return error.code.rawValue
    }
    if let moment = environment.variable("GAZ_NOW"), Moment(written: moment) == nil {
      return fail(.notAMoment(Untrusted(moment)))
    }
    switch invocation.action {
    case .run: return Run(invocation.settings, in: environment, output: output, errors: errors).code()
    case .replay(let path, let purpose): return replay(path, purpose, invocation.settings)
    case .help(let isShort): print(UsagePage.page(isShort: isShort), invocation.settings)
    case .describeJSON: print(JSONShape.page, invocation.settings)
    case .completions(let shell): output.write(shell.script(for: CompletedCommandLine()))
    case .manual: output.write(ManPage.text(now: environment.now()))
    case .version: output.write("gaz \(Environment.version)\n")
    }
    return ExitCode.success.rawValue
  }

  private func replay(_ path: Untrusted, _ purpose: ReplayPurpose, _ settings: Flags) -> Int32 {
    do throws(Failure) {
      return try Replay(of: path, settings, in: environment).run(
        purpose, show: output.write, tell: { if !settings.preferences.isQuiet { errors.write($0.neutralised + "\n") } }
      ).rawValue
    } catch {
      return fail(error)
    }
  }

  private func fail(_ failure: Failure) -> Int32 {
    errors.write(Origin.commandLine.text(of: failure, asJSON: false))
    return failure.code.rawValue
  }

  private func print(_ page: HelpPage, _ settings: Flags) {
    let isASCII = settings.preferences.drawsASCII(in: environment, intoFile: false)
    output.write(Reply(.help(page)).rendered(in: Style(width: environment.width ?? 100, isASCII: isASCII)))
  }
}

extension Failure {
  fileprivate static func notAMoment(_ text: Untrusted) -> Failure {
    Failure(
      "GAZ_NOW is \(quoted: text)", why: "this is not a valid time", try: "2026-01-01T12:00:00Z, or seconds since 1970",
      code: .usage)
  }
}
