import Glibc
import Testing

/// The rules of the house, as tests: who may import what, that every rule of SPEC is proved by a test, and that files stay short.
@Suite struct HouseTests {
    private let house = House()

    @Test("Each door to C is opened by one module")
    func doors() {
        let doors = [
            "CLibwebsockets": ["Sockets"], "CUV": ["Sockets"], "CJansson": ["ShelfWire", "ShelfLoad"], "CUtf8proc": ["ShelfWire"],
            "CSQLite": ["ShelfJournal"], "CCrypto": ["Digest"], "CZlib": ["ShelfServer"], "CJWT": ["Tokens"],
        ]
        for file in house.files(in: "Sources", ending: ".swift") {
            for imported in file.imports where imported.hasPrefix("C") {
                #expect(doors[imported]?.contains(file.module) == true, "\(file.path) imports \(imported)")
            }
        }
    }

    @Test("The core imports nothing, and nobody imports Foundation")
    func imports() {
        for file in house.files(in: "Sources", ending: ".swift") {
            #expect(!file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.path)")
            if file.module == "ShelfCore" { #expect(file.imports.isEmpty, "\(file.path)") }
        }
    }

    @Test("Modules import one way: only what stands above them in Package.swift")
    func direction() {
        let order = ["Digest", "ShelfCore", "ShelfWire", "Tokens", "ShelfJournal", "Sockets", "ShelfServer", "ShelfLoad", "backspin"]
        for file in house.files(in: "Sources", ending: ".swift") {
            guard let own = order.firstIndex(of: file.module) else { continue }
            for imported in file.imports {
                if let other = order.firstIndex(of: imported) { #expect(other < own, "\(file.path) imports \(imported)") }
            }
        }
    }

    @Test("Every rule of SPEC opens the title of a test")
    func rules() {
        let spec = house.text("SPEC.md")
        let rules = spec.split(separator: "\n").compactMap { line -> Substring? in
            guard line.hasPrefix("- **") else { return nil }
            return line.dropFirst(4).prefix { $0 != "*" }
        }
        #expect(rules.count >= 49)
        let tests = (house.files(in: "Tests", ending: ".swift") + house.files(in: "Tests", ending: ".js")
            + house.files(in: "Tests", ending: ".py") + house.files(in: "Tests", ending: ".txt")).map(\.text).joined(separator: "\n")
        for rule in rules { #expect(tests.names(rule), "no test names \(rule)") }
    }

    @Test("Every test that SECURITY.md names is there")
    func security() {
        let titles = [(".swift", "@Test(\""), (".js", "test('"), (".py", "@test(\"")].flatMap { ending, opening in
            house.files(in: "Tests", ending: ending).flatMap { $0.text.split(separator: "\n") }
                .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(opening) }.map { $0.dropFirst(opening.count) }
        }
        let named = house.text("SECURITY.md").split(separator: "*", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 && $0.element.prefix { $0 != " " }.isRule(orArea: true) }
            .map { $0.element.prefix { $0 != "…" } }
        #expect(named.count > 120)
        for title in named { #expect(titles.contains { $0.hasPrefix(title) }, "no test \(title)") }
    }

    @Test("A container is built from every folder that Package.swift names")
    func container() {
        let named = house.text("Package.swift").matches(of: #/path: "([^"\/]+)/#).map(\.1) + ["Sources", "Tests"]
        let sent = house.text(".dockerignore").split(separator: "\n").filter { $0.hasPrefix("!") }.map { $0.dropFirst() }
        #expect(named.count > 3)
        for folder in named { #expect(sent.contains(folder), "\(folder)") }
    }

    @Test("No file has more than 400 lines")
    func lengths() {
        let files = house.files(in: "Sources", ending: ".swift") + house.files(in: "Tests", ending: ".swift")
            + house.files(in: "web", ending: ".js") + house.files(in: "web", ending: ".css")
        for file in files { #expect(file.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 401, "\(file.path)") }
    }
}

extension String {
    /// Whether a title opens with the rule: a quotation mark (or a scenario's `#`), perhaps other rules, then the rule as a whole word.
    fileprivate func names(_ rule: Substring) -> Bool {
        split(separator: "\n").contains { line in
            guard let quote = line.firstIndex(where: { $0 == "\"" || $0 == "'" || $0 == "`" || $0 == "#" }) else { return false }
            let words = line[line.index(after: quote)...].split { !($0.isLetter || $0.isNumber) }
            return words.prefix { $0.isRule }.contains(rule)
        }
    }
}

extension Substring {
    /// A capital letter and a number.
    fileprivate var isRule: Bool { isRule(orArea: false) }

    /// Or, where a test proves no single rule, the letter of its area alone.
    fileprivate func isRule(orArea: Bool) -> Bool {
        first?.isUppercase == true && (orArea || count > 1) && dropFirst().allSatisfy(\.isNumber)
    }
}
