#!/usr/bin/env python3
"""Takes one defence out at a time and sees whether a test notices.

    Tests/Mutations/run.py             all of them, in a copy of the working tree (an hour; `make mutants`)
    Tests/Mutations/run.py WORD …      those whose title contains one of the words
    Tests/Mutations/run.py --check     only whether every mutation still fits its file and names tests that are there (`make test`)

`mutations.txt` holds them. A mutation that no test notices SURVIVED: a test is missing. One that no longer fits is an error, too. The
tests have to be green without any mutation, which is seen to first. Ends with status 1 unless all are red.
"""
import argparse, os, re, shutil, signal, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
COPY = os.path.join(ROOT, ".build", "mutants")
# Seconds that a build may take, and that a test may take beyond four times what it takes without a mutation.
PATIENCE = (900, 60)


class Mutation:
    """A block of `mutations.txt`: its title, what it defends, the file, the words that go (-) and that come (+), who should notice."""

    def __init__(self, block):
        lines = block.split("\n")
        self.title = lines[0].removeprefix("# ")
        keys = dict(re.match(r"(\w+): (.*)", line).groups() for line in lines[1:] if not line.startswith(("-", "+")))
        self.defends, self.file, self.tests = keys["defends"], keys["file"], keys["tests"]
        self.old = "\n".join(line[1:] for line in lines if line.startswith("-"))
        self.new = "\n".join(line[1:] for line in lines if line.startswith("+"))

    @property
    def is_swift(self):
        return self.file.endswith(".swift")

    def fault(self):
        """Why it cannot be carried out, or None."""
        text = read(os.path.join(ROOT, self.file))
        if text.count(self.old) != 1:
            return f"{self.file} has {text.count(self.old)} times:\n{self.old}"
        kind, names = self.tests.split(" ", 1)
        wanted = {"swift": re.findall(r"\b[A-Z]\w+Tests\b", names), "node": names.split(), "browser": [names + ".py"]}[kind]
        missing = [name for name in wanted if not any(is_test(name, path) for path in test_files())]
        return f"there are no tests {missing[0]}" if missing else None

    def apply(self, folder):
        path = os.path.join(folder, self.file)
        text = read(path)
        write(path, text.replace(self.old, self.new))
        return lambda: write(path, text)


def read(path):
    try:
        with open(path) as file:
            return file.read()
    except FileNotFoundError:
        return ""


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def test_files():
    return [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(ROOT, "Tests")) for name in names]


def is_test(name, path):
    """A file of tests, or in one a suite of that name, or the folder of a module."""
    return path.endswith("/" + name) or f"/{name}/" in path or (path.endswith(".swift") and f"struct {name} " in read(path))


def mutations():
    blocks = re.split(r"\n\n+", read(os.path.join(HERE, "mutations.txt")).strip())
    return [Mutation(block) for block in blocks if block.startswith("# ")]


def copy_tree():
    """The working tree without what git ignores; what did not change keeps its time, so that little is built again."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    kept = {name for name in names.split("\0") if name and os.path.exists(os.path.join(ROOT, name))}
    for name in kept:
        old, new = os.path.join(ROOT, name), os.path.join(COPY, name)
        if os.path.isfile(new) and open(old, "rb").read() == open(new, "rb").read():
            continue
        os.makedirs(os.path.dirname(new), exist_ok=True)
        shutil.copy(old, new)
    for folder, folders, files in os.walk(COPY):
        folders[:] = [name for name in folders if name != ".build"]
        for name in files:
            path = os.path.join(folder, name)
            if os.path.relpath(path, COPY) not in kept:
                os.remove(path)
    os.makedirs(os.path.join(COPY, ".build"), exist_ok=True)
    python = os.path.join(COPY, ".build", "python")
    if not os.path.lexists(python):
        os.symlink(os.path.join(ROOT, ".build", "python"), python)


def run(command, patience):
    """How a command in the copy ended, and what it said; nothing that it started stays."""
    process = subprocess.Popen(["nice"] + command, cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    try:
        output = process.communicate(timeout=patience)[0]
        return process.returncode, output
    except subprocess.TimeoutExpired:
        end_session(process.pid)
        return "hung", process.communicate()[0]


def end_session(leader):
    """Ends all of its processes: a test that `swift test` starts has a process group of its own."""
    for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
        try:
            if os.getsid(pid) == leader:
                os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def build():
    status, output = run(["swift", "build", "--build-tests"], PATIENCE[0])
    return None if status == 0 else "\n".join(line for line in output.split("\n") if "error:" in line)[:600] or output[-600:]


def test(tests, patience=PATIENCE[0]):
    """Which tests are red: their titles, or what became of the run; none when all are green."""
    kind, names = tests.split(" ", 1)
    command = {
        "swift": ["swift", "test", "--skip-build", "--filter", names],
        "node": ["node", "--test"] + ["Tests/JavaScript/" + name for name in names.split()],
        "browser": [".build/python/bin/python", "Tests/Browser/run.py", names],
    }[kind]
    status, output = run(command, patience)
    if kind == "swift" and "No matching test cases" in output:
        return ["NO TEST WAS RUN"]
    if status == 0:
        return []
    red = re.findall({"swift": r"✘ Test \"(.+?)\" (?:recorded|failed)", "node": r"(?m)^\s*not ok \d+ - (.+)$|^✖ (.+?) \(", "browser": r"(?m)^FAIL .*? s  (.+)$"}[kind], output)
    titles = [title if isinstance(title, str) else next(filter(None, title)) for title in red]
    titles = [title for title in dict.fromkeys(titles) if not title.endswith(".test.js")]
    return titles or ["hung" if status == "hung" else f"crashed: {(re.findall(r'(?:Fatal error|Crash|💣).*', output) or [f'status {status}'])[0][:120]}"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("words", nargs="*")
    arguments = arguments.parse_args()
    chosen = [m for m in mutations() if not arguments.words or any(word in m.title for word in arguments.words)]
    faults = [f"{m.title}: {fault}" for m in chosen if (fault := m.fault())]
    if faults or not chosen:
        sys.exit("\n".join(faults) or "no mutation has such a title")
    if arguments.check:
        return print(f"{len(chosen)} mutations fit")
    sys.exit(0 if all([mutate(*each) for each in prepared(chosen)]) else 1)


def prepared(chosen):
    """The mutations, numbered, once the tests are seen to be green without any."""
    copy_tree()
    if any(m.is_swift or not m.tests.startswith("node") for m in chosen) and (error := build()):
        sys.exit(f"the copy cannot be built:\n{error}")
    patience = {}
    for tests in dict.fromkeys(m.tests for m in chosen):
        began = time.monotonic()
        if red := test(tests):
            sys.exit(f"{tests}: red without any mutation: {'; '.join(red)}")
        patience[tests] = 4 * (time.monotonic() - began) + PATIENCE[1]
    print("| # | taken out | of | noticed by |\n|---|---|---|---|", flush=True)
    return [(number, m, patience[m.tests]) for number, m in enumerate(chosen, 1)]


def mutate(number, mutation, patience):
    """Whether it was noticed; prints its line of the table."""
    undo = mutation.apply(COPY)
    began = time.monotonic()
    try:
        error = build() if mutation.is_swift else None
        red = [] if error else test(mutation.tests, patience)
    finally:
        undo()
    more = f" and {len(red) - 2} more" if len(red) > 2 else ""
    verdict = f"CANNOT BE BUILT: {error}" if error else "; ".join(f"*{title}*" for title in red[:2]) + more or "SURVIVED"
    print(f"| {number} | {mutation.title} | {mutation.defends} | {verdict} |", flush=True)
    print(f"{number}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return bool(red) and "NO TEST WAS RUN" not in red


main()
