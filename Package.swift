// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  // A program that is linked with the module of regular expressions starts later.
  .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
]
let c: [CSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Gazetteer",
  products: [
    .executable(name: "gaz", targets: ["gaz"]),
    .executable(name: "gaz-bench", targets: ["gaz-bench"]),
    .executable(name: "gaz-pack", targets: ["gaz-pack"]),
  ],
  targets: [
    .target(name: "CBaseMap", exclude: ["data"], cSettings: c + [.unsafeFlags(["-std=c23"])]),
    .target(name: "CCityNames", exclude: ["data"], cSettings: c + [.unsafeFlags(["-std=c23"])]),
    .target(name: "CCrypt", cSettings: c),
    .target(name: "CCurl", cSettings: c),
    .target(name: "CEditline", cSettings: c, linkerSettings: [.linkedLibrary("edit"), .linkedLibrary("tinfo")]),
    .target(name: "CExpat", cSettings: c),
    .target(name: "CFiles", cSettings: c),
    .target(name: "CLeaflet", exclude: ["data"], cSettings: c + [.unsafeFlags(["-std=c23"])]),
    .target(name: "CPrefetch", cSettings: c),
    .target(name: "CProj", cSettings: c),
    .target(name: "CProtozero", cxxSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "CQREncode", cSettings: c),
    .target(name: "CRegionNames", exclude: ["data"], cSettings: c + [.unsafeFlags(["-std=c23"])]),
    .target(name: "CShapelib", cSettings: c),
    .target(name: "CSixel", cSettings: c),
    .target(name: "CSQLite", cSettings: c, linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CStart", cSettings: c),
    .target(name: "CTerminal", cSettings: c),
    .target(name: "CWorld", exclude: ["data"], cSettings: c + [.unsafeFlags(["-std=c23"])]),
    .target(name: "CZipCodes", exclude: ["data"], cSettings: c + [.unsafeFlags(["-std=c23"])]),
    .target(name: "CZlib", cSettings: c),
    // Optimised in debug builds too, because the tests search and scan hundreds of thousands of places. Assertions stay.
    .target(
      name: "GazetteerIndex",
      dependencies: ["CCityNames", "CPrefetch", "CRegionNames"],
      swiftSettings: swift + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]),
    .target(name: "GazetteerSession", dependencies: ["CBaseMap", "GazetteerIndex"], swiftSettings: swift),
    .target(
      name: "GazetteerServices",
      dependencies: [
        "CCrypt", "CCurl", "CExpat", "CFiles", "CProj", "CProtozero", "CQREncode", "CShapelib", "CSixel", "CSQLite",
        "CZlib", "GazetteerIndex",
      ],
      swiftSettings: swift),
    .target(
      name: "GazetteerShell",
      dependencies: ["CEditline", "CTerminal", "GazetteerIndex", "GazetteerSession", "GazetteerServices"],
      swiftSettings: swift),
    // In Swift 6, the code of its main file would run on the main actor, and all of Swift's concurrency would be linked.
    .executableTarget(
      name: "gaz", dependencies: ["CLeaflet", "CStart", "CWorld", "CZipCodes", "GazetteerShell"],
      swiftSettings: swift + [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "gaz-bench", dependencies: ["CWorld", "GazetteerIndex", "GazetteerServices", "GazetteerSession"],
      swiftSettings: swift),
    .executableTarget(
      name: "gaz-pack", dependencies: ["GazetteerIndex", "GazetteerServices"], swiftSettings: swift),
    .testTarget(
      name: "GazetteerTests",
      dependencies: [
        "CCurl", "CLeaflet", "CSixel", "CWorld", "CZipCodes", "CZlib", "GazetteerIndex", "GazetteerSession",
        "GazetteerServices", "GazetteerShell",
      ],
      exclude: ["Emulator", "Servers", "Transcripts", "Tables"], swiftSettings: [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
