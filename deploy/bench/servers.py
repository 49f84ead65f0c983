"""The servers that are measured: each on the first core, its clients on the second."""
import os, re, shutil, signal, subprocess, tempfile, time, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAM = os.path.join(ROOT, ".build", "release", "backspin")


def pinned(core):
    return ["taskset", "-c", str(core)] if (os.cpu_count() or 1) > 1 and shutil.which("taskset") else []


class Server:
    """A program that prints its address, until the end of a `with`."""

    def __init__(self, command):
        self.command = command

    def __enter__(self):
        begun = time.monotonic()
        self.process = subprocess.Popen(pinned(0) + self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = re.search(r"http://\S+", self.process.stdout.readline()).group(0)
        self.ready = time.monotonic() - begun
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    @property
    def pid(self):
        return self.process.pid

    def cpu(self):
        """Microseconds of CPU of all threads, and of the first, which runs the loop."""
        tasks = f"/proc/{self.pid}/task"
        spent = {t: int(open(f"{tasks}/{t}/schedstat").read().split()[0]) / 1000 for t in os.listdir(tasks)}
        return sum(spent.values()), spent[str(self.pid)]

    def memory(self):
        return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{self.pid}/status").read()).group(1)) * 1024

    def get(self, path):
        with urllib.request.urlopen(self.url + path) as answer:
            return answer.read()

    def metric(self, name):
        return int(re.search(rf"^backspin_{name} (\d+)", self.get("/metrics").decode(), re.M).group(1))


class Backspin(Server):
    def __init__(self, folder, data=None):
        super().__init__([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", data or tempfile.mkdtemp(dir=folder), "--web", os.path.join(ROOT, "web"),
                          "--max-request-rate", "0", "--max-request-burst", "1000000"])


class Nchan(Server):
    """nginx with Debian's nchan: what is posted to /pub goes to all who are connected to /sub."""
    module = "/usr/lib/nginx/modules/ngx_nchan_module.so"

    def __init__(self, folder, port):
        self.folder, self.url = tempfile.mkdtemp(dir=folder), f"http://127.0.0.1:{port}"
        with open(os.path.join(self.folder, "conf"), "w") as file:
            file.write(f"""load_module {self.module}; daemon off; worker_processes 1; worker_rlimit_nofile 20000; pid {self.folder}/pid;
                user root; events {{ worker_connections 16000; }}
                http {{ access_log off; keepalive_requests 100000000; client_body_temp_path {self.folder}; proxy_temp_path {self.folder};
                  fastcgi_temp_path {self.folder}; uwsgi_temp_path {self.folder}; scgi_temp_path {self.folder};
                  server {{ listen 127.0.0.1:{port}; nchan_message_buffer_length 1;
                    location = /pub {{ nchan_publisher; nchan_channel_id shelf; }}
                    location = /sub {{ nchan_subscriber websocket; nchan_channel_id shelf; nchan_subscriber_first_message newest; }} }} }}""")

    def __enter__(self):
        self.process = subprocess.Popen(pinned(0) + ["nginx", "-p", self.folder, "-e", os.path.join(self.folder, "errors"), "-c", os.path.join(self.folder, "conf")],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.worker = None
        while self.worker is None:
            time.sleep(0.2)
            if self.process.poll() is not None:
                raise RuntimeError("nginx did not start: " + open(os.path.join(self.folder, "errors")).read())
            children = open(f"/proc/{self.pid}/task/{self.pid}/children").read().split()
            self.worker = children[0] if children else None
        time.sleep(0.5)
        return self

