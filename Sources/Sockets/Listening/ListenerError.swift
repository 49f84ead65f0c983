import Glibc

/// Why a listener could not be made.
public struct ListenerError: Error, CustomStringConvertible {
    public let description: String

    static func badHost(_ host: String) -> ListenerError {
        ListenerError(description: "\"\(host)\" is no address to listen on: give an IPv4 or IPv6 address, or localhost.")
    }

    static func badProxy(_ host: String) -> ListenerError {
        ListenerError(description: "\"\(host)\" is no address that a proxy can have: give an IPv4 or IPv6 address, or localhost.")
    }

    static func cannotListen(_ host: String, _ port: UInt16, _ code: Int32) -> ListenerError {
        switch code {
        case EADDRINUSE:
            ListenerError(description: "Port \(port) of \(host) is in use by another process: stop it, or choose another port.")
        case EACCES:
            ListenerError(description: "Port \(port) of \(host) needs more rights than this process has: choose a port above 1023.")
        case EADDRNOTAVAIL:
            ListenerError(description: "\(host) is not an address of this machine.")
        default:
            ListenerError(description: "Cannot listen on port \(port) of \(host): \(String(cString: strerror(code))).")
        }
    }

    static func unreadable(_ path: String, _ code: Int32) -> ListenerError {
        ListenerError(description: "\(path) cannot be read: \(String(cString: strerror(code))).")
    }

    static func badCertificate(_ path: String) -> ListenerError {
        ListenerError(description: "\(path) cannot be read as a certificate: it must be a PEM file.")
    }

    static func badKey(_ path: String, _ certificate: String) -> ListenerError {
        ListenerError(description: "\(path) cannot be read as the key of the certificate \(certificate): it must be a PEM file, and belong to it.")
    }

    static let noService = ListenerError(description: "libwebsockets could not be set up on this loop: its libuv part is missing.")
}
