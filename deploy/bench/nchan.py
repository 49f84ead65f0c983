"""Publishes messages to nchan one at a time, and waits until every watcher has each; prints microseconds of the worker's CPU a delivery.

    nchan.py PORT WORKER WATCHERS SECONDS BYTES
"""
import select, socket, sys, time

port, worker, watchers, seconds, size = (int(word) for word in sys.argv[1:])


def cpu():
    return int(open(f"/proc/{worker}/schedstat").read().split()[0]) / 1000


def connect(head):
    one = socket.create_connection(("127.0.0.1", port))
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    one.sendall(head.encode())
    return one


poll, sockets = select.epoll(), {}
for _ in range(watchers):
    one = connect("GET /sub HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    answer = one.recv(65536)
    if not answer.startswith(b"HTTP/1.1 101"):
        sys.exit(f"no WebSocket: {answer[:200]}")
    one.setblocking(False)
    sockets[one.fileno()] = one
    poll.register(one.fileno(), select.EPOLLIN)

publisher = connect("")
request = (f"POST /pub HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n" + "m" * size).encode()
# With the frame's header, as the watchers read it.
frame, deliveries, before, end = size + (4 if size > 125 else 2), 0, cpu(), time.monotonic() + seconds
while time.monotonic() < end:
    publisher.sendall(request)
    missing = watchers * frame
    while missing > 0:
        ready = poll.poll(10)
        if not ready:
            sys.exit(f"{missing} bytes did not arrive")
        for descriptor, _ in ready:
            missing -= len(sockets[descriptor].recv(65536))
    publisher.recv(65536)
    deliveries += watchers
print((cpu() - before) / deliveries)
