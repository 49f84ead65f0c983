"""Serves web/ with the real page's headers, and this folder under /dev/: `python3 Tests/Browser/dev_server.py [port]`."""

import http.server
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
WEB = HERE.parent.parent / "web"
CSP = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:"


class Handler(http.server.SimpleHTTPRequestHandler):
    def translate_path(self, path):
        path = path.split("?")[0]
        if path.startswith("/dev/"):
            return str(HERE / path.removeprefix("/dev/"))
        return str(WEB / path.lstrip("/"))

    def end_headers(self):
        self.send_header("Content-Security-Policy", CSP)
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
    print(f"http://127.0.0.1:{server.server_address[1]}/dev/dev.html", flush=True)
    server.serve_forever()
