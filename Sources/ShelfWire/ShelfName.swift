/// Whether this names a shelf: 1 to 64 of `a-z 0-9 -`.
public func isShelfName(_ name: some StringProtocol) -> Bool {
    1...64 ~= name.utf8.count && name.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
    }
}

/// What is told of a name that is none.
public let shelfNameRule = "a shelf's name is 1 to 64 of a-z 0-9 -"
