private let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

/// `bytes` in base64url without padding.
func base64URL(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var held: UInt32 = 0
    var heldBits = 0
    for byte in bytes {
        held = held << 8 | UInt32(byte)
        heldBits += 8
        while heldBits >= 6 {
            heldBits -= 6
            text.append(alphabet[Int(held >> heldBits & 63)])
        }
    }
    if heldBits > 0 { text.append(alphabet[Int(held << (6 - heldBits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
}

/// The bytes that `text` spells; nil for anything that `base64URL` would not write.
func base64URLDecoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var held: UInt32 = 0
    var heldBits = 0
    for character in text.utf8 {
        guard let value = alphabet.firstIndex(of: character) else { return nil }
        held = held << 6 | UInt32(value)
        heldBits += 6
        guard heldBits >= 8 else { continue }
        heldBits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> heldBits))
    }
    // What is left over is less than a character's worth of zeros.
    guard heldBits < 6, held & (1 << heldBits - 1) == 0 else { return nil }
    return bytes
}
