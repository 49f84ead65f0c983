import ShelfCore
import ShelfWire

/// A shelf's list for those who ask by HTTP (H1).
enum ListFormat: Sendable {
    case json
    case csv

    var type: String {
        switch self {
        case .json: "application/json"
        case .csv: "text/csv; charset=utf-8; header=present"
        }
    }
}

/// One list that somebody wants, as of one state of the shelf.
struct ListOrder: Hashable {
    let format: ListFormat
    let etag: String
}

/// `{"shelf":"main","epoch":"e1","seq":430,"albums":[…]}`: a client may start from it and say `at` in its `hello`.
public func listAsJSON(_ shelf: Shelf, name: String, epoch: String) -> [UInt8] {
    let writer = SnapshotWriter(of: shelf, limits: Limits())
    var bytes = Array("{\"shelf\":\"\(name)\",\"epoch\":\"\(epoch)\",\"seq\":\(shelf.seq),\"albums\":[".utf8)
    for (index, part) in writer.parts.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: part)
    }
    bytes.append(contentsOf: "]}\n".utf8)
    return bytes
}

/// RFC 4180 in UTF-8: the well-known fields, then every other field that an album has, by name.
func listAsCSV(_ shelf: Shelf) -> [UInt8] {
    var others: Set<String> = []
    for album in shelf.albums() { others.formUnion(album.fields.map(\.name)) }
    let known = ["title", "artist", "year", "genre", "cover", "note"]
    let columns = known + others.subtracting(known).sorted()
    var bytes: [UInt8] = []
    row(columns, into: &bytes)
    for album in shelf.albums() { row(columns.map { cell(album, $0) }, into: &bytes) }
    return bytes
}

private func row(_ cells: [String], into bytes: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(cell, to: &bytes)
    }
    bytes.append(contentsOf: [13, 10])
}

private func append(_ cell: String, to bytes: inout [UInt8]) {
    let needsQuotes = cell.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 == 10 || $0 == 13 }
    guard needsQuotes else { return bytes.append(contentsOf: cell.utf8) }
    bytes.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
        if byte == UInt8(ascii: "\"") { bytes.append(byte) }
        bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
}

private func cell(_ album: Album, _ column: String) -> String {
    switch album.fields.first(where: { $0.name == column })?.value {
    case .text(let text): text
    case .number(let number): String(number)
    case nil: ""
    }
}
