/// How the objects and arrays of a frame are nested, told from its bytes: what parsing would cost is judged before it is paid.
///
/// Of bytes that are not JSON it tells something or other; they are refused all the same.
struct Shape {
    /// Objects and arrays, all together.
    private(set) var containers = 0
    /// How many of them are inside one another at most.
    private(set) var depth = 0

    init(of bytes: UnsafeRawBufferPointer) {
        var open = 0
        var isInText = false
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInText.toggle()
            case UInt8(ascii: "\\"): isEscaped = isInText
            case UInt8(ascii: "{") where !isInText, UInt8(ascii: "[") where !isInText:
                containers += 1
                open += 1
                depth = max(depth, open)
            case UInt8(ascii: "}") where !isInText, UInt8(ascii: "]") where !isInText: open -= 1
            default: break
            }
        }
    }
}
