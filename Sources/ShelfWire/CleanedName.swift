/// A person's name as it is shown: on one line, and not longer than the limit (W1).
public func cleanedName(_ name: String, limit: Int = Limits().nameCharacters) -> String {
    var name = name
    return name.withUTF8 { Text.cleaned($0, limit: limit) }
}
