"""What is measured: each function takes the bench and tells its rows."""
import json, os, shutil, signal, socket, statistics, subprocess, sys, tempfile, time

from servers import HERE, PROGRAM, ROOT, Backspin, Nchan, Server, pinned

median = statistics.median


def load_command(server, shelf, *options):
    return pinned(1) + [PROGRAM, "load", f"{server.url}/s/{shelf}", "--server-pid", str(server.pid), "--json", "-", *map(str, options)]


def load(server, shelf, *options, good=True):
    done = subprocess.run(load_command(server, shelf, *options), capture_output=True, text=True)
    if not done.stdout:
        sys.exit(done.stderr)
    report = json.loads(done.stdout)
    if good and not report["good"]:
        sys.exit(f"the verdict is bad: {done.stdout}")
    return report


def begin(server, shelf, *options):
    return subprocess.Popen(load_command(server, shelf, *options), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def end(process):
    process.send_signal(signal.SIGINT)
    process.communicate()


def per_request(report):
    """Microseconds of the server's loop a request."""
    return report["server_loop_cpu_us"] / report["requests"]


def wait_for(condition):
    deadline = time.monotonic() + 60
    while not condition():
        if time.monotonic() > deadline:
            sys.exit("waited for a minute in vain")
        time.sleep(0.1)


# MARK: Deliveries

FAN = ["--clients", 1, "--watchers", 1000, "--mix", "edit=1"]


def one_at_a_time(bench):
    costs = {"backspin": [], "bare": [], "synced": [], "node-ws": [], "nchan": []}
    log = os.path.join(bench.folder, "synced.tmp")
    with Backspin(bench.folder) as ours, Server([bench.tools["bare-epoll"]]) as bare, Server([bench.tools["bare-epoll"], log]) as synced:
        # They differ by less than a processor that others share wanders from one run to the next: so more rounds, and the order is turned.
        for turn in range(3 * bench.rounds):
            for name, server in (("backspin", ours), ("bare", bare), ("synced", synced))[::-1 if turn % 2 else 1]:
                report = load(server, "fan", "--window", 1, *FAN, "--for", bench.seconds, good=server is ours)
                costs[name].append(report["server_loop_cpu_us"] / report["deliveries"])
                size = report["received_bytes"] // max(1, report["deliveries"])
            if turn < bench.rounds: others(bench, costs, min(size, 400))
    def beside_bare(name):
        return median(a / b for a, b in zip(costs[name], costs["bare"]))

    ratio, own, limit = beside_bare("backspin"), median(costs["backspin"]), median(costs["bare"])
    bench.row("server CPU a delivery, 1,000 watchers, one event at a time", "at most 1.2 × a bare epoll loop that sends the same bytes", f"{ratio:.2f} ×",
              f"{own:.2f} us, bare {limit:.2f} us (the loop's thread; the median of the ratios of {len(costs['bare'])} rounds)", met=ratio <= 1.2)
    bench.row("the same of the bare loop when it has each event synced before it sends it", "", f"{beside_bare('synced'):.2f} ×",
              f"{median(costs['synced']):.2f} us; it keeps nothing: what is left is what Backspin adds")
    for name, product in (("node-ws", "Debian's node-ws"), ("nchan", "nginx with Debian's nchan")):
        other = median(costs[name]) if costs[name] else None
        bench.row(f"the same beside {product}", "less", f"{own / other:.2f} ×" if other else "not measured",
                  f"{other:.2f} us; it stores nothing" if other else "not installed: `deploy/setup bench`", met=other and own < other)


def others(bench, costs, size):
    """Those that Debian has, each on its own after the other."""
    if "node-ws" in bench.found:
        with Server(["node", os.path.join(HERE, "node-ws.js")]) as server:
            report = load(server, "fan", "--window", 1, *FAN, "--for", bench.seconds, good=False)
            costs["node-ws"].append(report["server_loop_cpu_us"] / report["deliveries"])
    if "nchan" in bench.found:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with Nchan(bench.folder, port) as server:
            done = subprocess.run([*pinned(1), sys.executable, os.path.join(HERE, "nchan.py"), str(port), server.worker, "1000", bench.seconds[:-1], str(size)],
                                  capture_output=True, text=True, check=True)
            costs["nchan"].append(float(done.stdout))


def in_flight(bench):
    clock, loop, limits = [], [], []
    with Backspin(bench.folder) as ours, Server([bench.tools["bare-epoll"]]) as bare:
        for _ in range(bench.rounds):
            report = load(ours, "fan", "--window", 64, *FAN, "--for", bench.seconds)
            clock.append(report["deliveries_per_second"])
            loop.append(report["deliveries"] / report["server_loop_cpu_us"] * 1e6)
            limits.append(load(bare, "fan", "--window", 64, *FAN, "--for", bench.seconds, good=False)["deliveries_per_second"])
    bench.row("deliveries a second, 1,000 watchers, 64 requests in flight, durable", "at least 3,000,000", f"{median(clock):,.0f}",
              f"by the clock; bare, nothing stored: {median(limits):,.0f}", met=median(clock) >= 3e6)
    bench.row("the same, a second of the loop's CPU time", "", f"{median(loop):,.0f}", "what the loop could do if neither disk nor clients held it up")


# MARK: Requests

def requests(bench):
    one, many = [], []
    with Backspin(bench.folder) as server:
        for turn in range(bench.rounds):
            one.append(load(server, f"one{turn}", "--clients", 100, "--window", 16, "--mix", "edit=1", "--for", bench.seconds))
            many.append(load(server, f"many{turn}", "--clients", 1000, "--shelves", 1000, "--albums", 10, "--window", 4, "--mix", "edit=1", "--for", bench.seconds))
    for what, reports, note in (("durable requests a second, 100 clients on one shelf", one, "each told to all 100"),
                                ("durable requests a second, 1,000 shelves together", many, "one client each, 4 requests in flight")):
        rate = median(report["requests_per_second"] for report in reports)
        bench.row(what, "at least 25,000", f"{rate:,.0f}", f"{note}; {median(map(per_request, reports)):.0f} us of the loop's CPU a request", met=rate >= 25_000)


def at_rest(bench):
    def tool(name, pin):
        return float(subprocess.run([*pin, bench.tools[name], os.path.join(bench.folder, f"{name}.tmp")], capture_output=True, text=True, check=True).stdout)

    ours, shape, disk = [], [], []
    with Backspin(bench.folder) as server:
        for _ in range(4 * bench.rounds):
            # In short turns: the disk's own time changes from second to second.
            disk.append(tool("bare-fsync", pinned(0)))
            ours.append(load(server, "rest", "--clients", 1, "--window", 1, "--mix", "edit=1", "--for", "1s")["acknowledgement_us"]["p50"])
            shape.append(tool("bare-rest", []))
    over, bare = [o - d for o, d in zip(ours, disk)], [s - d for s, d in zip(shape, disk)]
    bench.row("request at rest: sent to own event back, durable, p50", "at most one fsync + 150 us", f"fsync + {median(over):.0f} us",
              f"{median(ours):.0f} us; bare fsync {median(disk):.0f} us; {len(over)} turns, their differences from {min(over):.0f} to {max(over):.0f} us", met=median(over) <= 150)
    bench.row("the same of a bare server, with the same two threads, writes and sync", "", f"fsync + {median(bare):.0f} us",
              "it decodes, orders, encodes and keeps nothing; the difference is what Backspin adds")


def idle(bench):
    with Backspin(bench.folder) as server:
        def cost():
            return median(per_request(load(server, "busy", "--clients", 1, "--window", 1, "--mix", "edit=1", "--for", bench.seconds)) for _ in range(bench.rounds))
        ten = begin(server, "idle", "--clients", 0, "--watchers", 10, "--rate", 0, "--for", "600s")
        wait_for(lambda: server.metric("sessions") >= 10)
        few, before = cost(), server.memory()
        crowd = begin(server, "idle", "--clients", 0, "--watchers", 4990, "--rate", 0, "--for", "600s")
        wait_for(lambda: server.metric("sessions") >= 5000)
        time.sleep(1.5)
        memory = (server.memory() - before) / 4990
        many = cost()
        end(crowd)
        end(ten)
    bench.row("memory of an idle connection", "at most 8 KiB", f"{memory / 1024:.1f} KiB", met=memory <= 8192)
    bench.row("a request among 5,000 idle connections", "at most 1.2 × one among 10", f"{many / few:.2f} ×", f"{many:.0f} us of CPU, {few:.0f} us", met=many / few <= 1.2)


def growth(bench):
    def cost(albums, clients, steps):
        with Backspin(bench.folder, data=bench.seeded("--albums", albums, "--clients", clients, "--steps", steps, "--snapshots")) as server:
            return median(per_request(load(server, "seed", "--clients", 1, "--window", 1, "--albums", 1, "--mix", "edit=2,undo=1", "--for", bench.seconds))
                          for _ in range(bench.rounds))
    small, large = cost(1_000, 1, 0), cost(1_000_000, 1_000, 200)
    bench.row("a request or undo and its `you`: 1,000,000 albums, 1,000 clients of 200 steps", "at most 1.5 × the cost at 1,000 albums and 1 client",
              f"{large / small:.2f} ×", f"{large:.0f} us of CPU, {small:.0f} us", met=large / small <= 1.5)


# MARK: Joining and starting

def joining(bench):
    slowest, costs, alone, told = [], [], [], []
    for _ in range(bench.rounds):
        with Backspin(bench.folder, data=bench.seeded("--albums", 10_000)) as server:
            def spent():
                return server.cpu()[0], server.metric("writes_total")

            def join(others):
                """CPU and writes a join, and CPU a write while those who have joined are told what goes on."""
                cpu, writes = spent()
                joined = begin(server, "seed", "--clients", 0, "--watchers", 1000, "--rate", 0, "--for", "600s")
                wait_for(lambda: server.metric("sessions") >= 1000 + others)
                # Those who came last have their snapshots.
                time.sleep(0.5)
                then = spent()
                time.sleep(2)
                after = spent()
                end(joined)
                wait_for(lambda: server.metric("sessions") <= others)
                return (then[0] - cpu) / 1000, (then[1] - writes) / 1000, (after[0] - then[0]) / (after[1] - then[1]) if after[1] > then[1] else 0
            load(server, "seed", "--clients", 1, "--rate", 1, "--for", "100ms")
            cost, parts, _ = join(0)
            alone.append(cost)
            editing = begin(server, "seed", "--clients", 10, "--rate", 100, "--for", "12s", "--mix", "edit=1")
            time.sleep(2)
            cost, writes, delivery = join(10)
            told.append(writes - parts)
            costs.append(cost - told[-1] * delivery)
            report = json.loads(editing.communicate()[0])
            slowest.append(report["acknowledgement_us"]["p99"] / 1000)
            encoded = server.metric("snapshots_encoded_total")
    bench.row("1,000 clients join a shelf of 10,000 albums, 100 requests a second go on: acknowledgement p99", "at most 50 ms", f"{median(slowest):.1f} ms",
              "clients share one core with the joining ones", met=median(slowest) <= 50)
    bench.row("the same: server CPU a join, while the requests go on", "at most 1 ms", f"{median(costs) / 1000:.2f} ms",
              f"beside the {median(told):.0f} writes a joiner by which they were told of the requests until all had joined; {encoded} snapshot encoded in all", met=median(costs) <= 1000)
    bench.row("the same while nothing else goes on", "", f"{median(alone) / 1000:.2f} ms", "a megabyte and a third is sent to each")


def start(bench):
    data = bench.seeded("--shelves", 100, "--albums", 100, "--clients", 10, "--steps", 1_000, "--snapshots")
    ready, first = [], []
    for _ in range(bench.rounds):
        with Backspin(bench.folder, data=data) as server:
            ready.append(server.ready)
            begun = time.monotonic()
            server.get("/api/shelves/seed-7")
            first.append(time.monotonic() - begun)
    bench.row("start on a journal of 1,000,000 requests on 100 shelves", "ready within 2 s", f"{median(ready) * 1000:.0f} ms", met=median(ready) <= 2)
    bench.row("the same: first shelf served", "within 100 ms", f"{median(first) * 1000:.0f} ms", met=median(first) <= 0.1)


def memory(bench):
    """A shelf that was replayed from requests, and one that was read from a snapshot."""
    for how, options, pause in (("replayed from requests", [], 65), ("read from a stored snapshot", ["--snapshots"], 0)):
        with Backspin(bench.folder, data=bench.seeded("--albums", 100_000, *options)) as server:
            before = server.memory()
            watcher = begin(server, "seed", "--clients", 0, "--watchers", 1, "--rate", 0, "--for", "600s")
            wait_for(lambda: server.metric("sessions") >= 1 and server.metric("snapshots_encoded_total") >= 1)
            time.sleep(3)
            fresh = server.memory() - before
            time.sleep(pause)
            held = server.memory() - before
            end(watcher)
            albums = json.loads(server.get("/api/shelves/seed"))["albums"]
        text = sum(len(str(value)) for album in albums for value in album.values())
        per = [(bytes - text) / len(albums) for bytes in (held, fresh)]
        if pause:
            bench.row(f"memory of 100,000 albums with five fields, {how}, beyond their text", "at most 300 bytes an album", f"{per[0]:.0f} bytes",
                      f"a minute after somebody joined; {text / len(albums):.0f} bytes of text", met=per[0] <= 300)
        bench.row(f"the same, {how}, right after somebody joined", "", f"{per[1]:.0f} bytes", "with the encoded snapshot, which is kept for half a minute behind the last join")


def page(bench):
    python = os.path.join(ROOT, ".build", "python", "bin", "python")
    if not (os.path.exists(python) and shutil.which("chromium")):
        return bench.row("page with 28,000 albums shown on loopback", "within 1 s", "not measured", "no browser: `deploy/setup test`", met=False)
    with Backspin(bench.folder, data=bench.seeded("--albums", 28_000, "--snapshots")) as server:
        done = subprocess.run([*pinned(1), python, os.path.join(HERE, "page.py"), server.url + "/s/seed", "28000", str(bench.rounds)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    told = json.loads(done.stdout)
    shown, files, wire, socket = median(told["ms"]), told["files"], told["wire"], told["socket"]
    bench.row("page with 28,000 albums shown on loopback", "within 1 s of opening", f"{shown:.0f} ms", "Chromium without cache, all its processes on one core", met=shown <= 1000)
    bench.row("the same: compressed on the wire", "the list and the files", f"{(wire + socket) / (files + socket):.0%} of its size",
              f"{wire / 1024:.0f} KiB for {files / 1024:.0f}; over the WebSocket as they are {socket / 1024:.1f} KiB", met=socket <= 64 * 1024)


ROWS = [one_at_a_time, in_flight, requests, at_rest, idle, growth, joining, start, memory, page]
