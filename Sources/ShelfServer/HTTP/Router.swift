import ShelfWire
import Sockets

/// What each path answers (H1). Only GET and HEAD get here.
final class Router {
    private let hub: Hub
    private let files: StaticFiles

    init(hub: Hub, files: StaticFiles) {
        self.hub = hub
        self.files = files
    }

    func respond(to request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
        switch request.path {
        case "/": answer(page(request))
        case "/livez": answer(.plain(200, "alive"))
        case "/readyz": answer(hub.unreadiness.map { HTTPResponse.plain(503, $0) } ?? .plain(200, "ready"))
        case "/metrics": answer(HTTPResponse(status: 200, headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")], body: hub.metrics()))
        case let path where path.hasPrefix("/s/"):
            answer(isShelfName(path.dropFirst(3)) ? page(request) : .plain(404, shelfNameRule))
        case let path where path.hasPrefix("/api/shelves/"): list(path.dropFirst(13), request, answer)
        case let path: answer(files.response(to: request, path: path) ?? .plain(404, "not found"))
        }
    }

    private func page(_ request: HTTPRequest) -> HTTPResponse {
        files.response(to: request, path: "/index.html") ?? .plain(404, "not found")
    }

    private func list(_ name: Substring, _ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
        let format: ListFormat = name.hasSuffix(".csv") ? .csv : .json
        let shelf = format == .csv ? name.dropLast(4) : name
        guard isShelfName(shelf) else { return answer(.plain(404, shelfNameRule)) }
        if let exclusion = hub.exclusion(of: request.bearer, from: String(shelf), by: request.address) { return answer(Self.refusal(exclusion)) }
        hub.list(String(shelf), as: format) { result in
            switch result {
            case .success(let body?): answer(body.response(to: request, headers: [("X-Content-Type-Options", "nosniff")]))
            case .success(nil): answer(.plain(404, "there is no shelf \"\(shelf)\"; it is born with its first album"))
            case .failure(let error): answer(.plain(503, error.sentence))
            }
        }
    }

    private static func refusal(_ exclusion: Exclusion) -> HTTPResponse {
        switch exclusion {
        case .elsewhere: return .plain(403, exclusion.reason)
        case .notSignedIn:
            var response = HTTPResponse.plain(401, exclusion.reason)
            response.headers.append(("WWW-Authenticate", "Bearer realm=\"backspin\""))
            return response
        }
    }
}

extension HTTPRequest {
    /// The token of `Authorization: Bearer …`.
    fileprivate var bearer: String? {
        guard let words = authorization?.split(separator: " "), words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return String(words[1])
    }
}
