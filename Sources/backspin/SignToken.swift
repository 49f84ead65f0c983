import Glibc
import ShelfWire
import Tokens

let token = Subcommand(
    name: "token", summary: "sign a token that says who may do what",
    usage: """
        Usage: backspin token --auth-key-file FILE --shelf SHELF --role ROLE [options]

        Prints a token for a server that runs with the same --auth-key-file. A client sends it in its hello, or over HTTP as
        "Authorization: Bearer TOKEN". Whoever has it may do what it says, so hand it on as you would a key. The token's id, by which
        it can be revoked, is told on standard error.

        \(TokenRequest.usage)
        """,
    run: { arguments in
        let wish = try TokenRequest(&arguments)
        try arguments.finish()
        print(wish.sign())
    })

let invite = Subcommand(
    name: "invite", summary: "print a link that lets somebody in",
    usage: """
        Usage: backspin invite URL --auth-key-file FILE --shelf SHELF --role ROLE [options]

        Prints a link to a shelf on the server at URL, as https://lists.example. The token stands behind its #, which browsers send to no
        server; the page takes it out of the address and remembers it. Whoever has the link may do what it says.

        \(TokenRequest.usage)
        """,
    run: { arguments in
        let wish = try TokenRequest(&arguments)
        var url = try arguments.operand("URL")[...]
        try arguments.finish()
        while url.hasSuffix("/") { url.removeLast() }
        guard url.hasPrefix("http://") || url.hasPrefix("https://"), !url.contains("#"), !url.contains("?") else {
            throw Failure("\(url): must be where the server is reached, as https://lists.example", status: 2)
        }
        guard isShelfName(wish.token.shelf.text) else { throw Failure("--shelf \(wish.token.shelf.text): a link leads to one shelf", status: 2) }
        print("\(url)/s/\(wish.token.shelf.text)#token=\(wish.sign())")
    })

/// What a token is to say, and the keys that sign it.
private struct TokenRequest {
    let token: Token
    private let keys: TokenKeys
    private let now: Int

    static let usage = """
          --auth-key-file FILE    the file of the key; make one with: (umask 077; openssl rand -base64 32 > FILE)
          --shelf SHELF           the shelf's name, the beginning of names as club-*, or * for all
          --role ROLE             view (looks on), edit (changes the list), admin (can undo everybody's steps)
          --name NAME             the name that its holder goes by, whatever it calls itself
          --days N                for how many days it is valid (for ever)
        """

    init(_ arguments: inout Arguments) throws {
        let shelf = try arguments.required("--shelf"), role = try arguments.required("--role")
        guard let pattern = ShelfPattern(shelf) else {
            throw Failure("--shelf \(shelf): must be 1 to 64 of a-z 0-9 -, or the beginning of a name with a * behind it", status: 2)
        }
        guard let role = Role(rawValue: role) else { throw Failure("--role \(role): must be view, edit or admin", status: 2) }
        now = time(nil)
        let days = try arguments.number("--days", in: 1...36_500)
        token = Token(shelf: pattern, role: role, name: try arguments.option("--name").map { cleanedName($0) }, expires: days.map { [now] in now + $0 * 86_400 })
        keys = try TokenKeys(file: try arguments.required("--auth-key-file"))
    }

    /// The token's text; its id goes to standard error.
    func sign() -> String {
        tell("this token is \(token.id)")
        return keys.sign(token, at: now)
    }
}
