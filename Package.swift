// swift-tools-version: 6.0
import PackageDescription

// Targets in dependency order: each may import only what stands above it.
let package = Package(
    name: "backspin",
    products: [.executable(name: "backspin", targets: ["backspin"])],
    targets: [
        // Doors to C: a module map and a shim with only what Swift cannot import.
        // (Without its pkg-config file, whose flags are for building the library itself.)
        .systemLibrary(name: "CUtf8proc", providers: [.apt(["libutf8proc-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // (Its pkg-config file adds nothing to the default.)
        .systemLibrary(name: "CJWT", providers: [.apt(["libjwt-dev"])]),
        .systemLibrary(name: "CUV", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
        .systemLibrary(name: "CLibwebsockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),

        // SHA-256 and random bytes, from OpenSSL.
        .target(name: "Digest", dependencies: ["CCrypto"]),
        // The list and its undo engine: pure Swift, imports nothing.
        .target(name: "ShelfCore"),
        // Stories as tables: what each client does, and what the list reads after it. For tests and for trying a live server.
        .target(name: "ShelfScenarios", dependencies: ["ShelfCore"]),
        // Messages to bytes and back.
        .target(name: "ShelfWire", dependencies: ["ShelfCore", "Digest", "CJansson", "CUtf8proc"]),
        // Signed tokens: who may do what on which shelf.
        .target(name: "Tokens", dependencies: ["ShelfWire", "CJWT"]),
        // The journal: append, commit, read, snapshot; SQLite and an in-memory twin.
        .target(name: "ShelfJournal", dependencies: ["Digest", "CSQLite"]),
        // libwebsockets on a libuv loop: listener, connections. Knows nothing of shelves.
        .target(name: "Sockets", dependencies: ["CLibwebsockets", "CUV"]),
        // Shelves, sessions, broadcasting, HTTP, limits.
        .target(name: "ShelfServer", dependencies: ["ShelfCore", "ShelfWire", "Tokens", "ShelfJournal", "Sockets", "Digest", "CZlib"]),
        // Scripted clients, and what they find out about a server: the load tool.
        .target(name: "ShelfLoad", dependencies: ["ShelfCore", "ShelfScenarios", "ShelfWire", "Sockets"]),
        .executableTarget(name: "two-clients", dependencies: ["ShelfLoad", "ShelfCore"], path: "Examples/TwoClients"),
        // The command: one file a subcommand.
        .executableTarget(
            name: "backspin",
            dependencies: ["ShelfServer", "ShelfCore", "ShelfWire", "Tokens", "ShelfJournal", "ShelfLoad", "ShelfScenarios"]),

        // The rules of the house: imports, rules without a test, long files.
        .testTarget(name: "HouseTests"),
        .target(name: "TestSupport", dependencies: ["ShelfCore", "ShelfScenarios"], path: "Tests/TestSupport"),
        // Endurance and abuse of a whole server: `make soak`, `make abuse`; their short forms are run by the tests.
        .executableTarget(name: "trials", dependencies: ["backspin", "ShelfLoad", "ShelfCore", "ShelfWire", "Sockets", "TestSupport"], path: "Tests/Trials"),
        .testTarget(name: "ShelfCoreTests", dependencies: ["ShelfCore", "TestSupport"]),
        .testTarget(name: "ShelfWireTests", dependencies: ["ShelfWire", "ShelfCore", "TestSupport"]),
        .testTarget(name: "TokensTests", dependencies: ["Tokens", "ShelfWire", "CJWT", "TestSupport"]),
        .testTarget(name: "ShelfJournalTests", dependencies: ["ShelfJournal", "CSQLite", "TestSupport"]),
        .testTarget(name: "SocketsTests", dependencies: ["Sockets", "ShelfJournal", "TestSupport"]),
        .testTarget(name: "ShelfServerTests", dependencies: ["ShelfServer", "ShelfCore", "ShelfWire", "Tokens", "ShelfJournal", "CZlib", "TestSupport"]),
        // These two run the command that is built beside them.
        .testTarget(name: "ShelfLoadTests", dependencies: ["backspin", "ShelfLoad", "ShelfCore", "ShelfWire", "TestSupport"]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["backspin", "trials", "ShelfServer", "ShelfCore", "ShelfJournal", "TestSupport"],
            // Loaded into the server by the tests that torture its disk.
            exclude: ["Torture/disk.c", "Support/clock.c"]),
    ],
    swiftLanguageModes: [.v6]
)

// Links a runtime that nothing else needs: only Tests/Fuzz/run builds it.
if Context.environment["BACKSPIN_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: ["ShelfCore", "ShelfWire", "Tokens", "CJWT", "Sockets", "TestSupport"], path: "Tests/Fuzz",
            exclude: ["run", "corpus"]))
}

// `make simulation` builds optimised, and only what its tests need: all else would take minutes.
if Context.environment["BACKSPIN_SIMULATION"] != nil {
    let others = ["ShelfLoad", "two-clients", "backspin", "trials"]
    package.products = []
    package.targets.removeAll { others.contains($0.name) || $0.type == .test && $0.name != "ShelfServerTests" }
}
