import Glibc
@testable import ShelfWire
import Testing

/// A frame of `Tests/Golden/frames.json`, which the page's codec is tested against, too.
struct GoldenFrame: CustomTestStringConvertible {
    let name: String
    let isFromServer: Bool
    let text: String

    var testDescription: String { name }

    static let all: [GoldenFrame] = read(named: "frames.json")
    static let fromClients = all.filter { !$0.isFromServer }
    static let fromServer = all.filter(\.isFromServer)

    private static func read(named name: String) -> [GoldenFrame] {
        let here = #filePath.split(separator: "/").dropLast(3)
        let bytes = contents("/" + here.joined(separator: "/") + "/Golden/" + name)
        return bytes.withUnsafeBytes { bytes in
            try! JSON.parse(bytes) { $0.elements.map(GoldenFrame.init) }
        }
    }

    private init(_ object: JSON) {
        name = object["name"]!.string!
        isFromServer = object["from"]!.string! == "server"
        text = object["text"]!.string!
    }
}

private func contents(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { fatalError("cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
}
