"""Servers that end with the block they are used in."""

import os
import subprocess
import threading


class Served:
    """A server process; it prints its address when it is ready."""

    def __init__(self, command, log):
        self.log = open(log, "w")
        env = {**os.environ, "RUST_LOG": "info"}
        self.child = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=env
        )
        for line in self.child.stdout:
            if "http://" in line:
                address = line.split("http://")[1].split()[0].rstrip("/")
                self.port = int(address.rsplit(":", 1)[1])
                break
        else:
            raise RuntimeError(f"{command[0]} ended before it was ready; see {log}")
        threading.Thread(target=self.child.stdout.read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.child.terminate()
        try:
            self.child.wait(10)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        self.child.stdout.close()
        self.log.close()
