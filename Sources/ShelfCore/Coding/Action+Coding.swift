extension Action {
    func encoded() -> [UInt8] { [] }
}
