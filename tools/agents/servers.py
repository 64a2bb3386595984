"""Servers of a run: the model server, which ends with its block, and a recording proxy."""

import http.client
import json
import os
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HOP = {"connection", "keep-alive", "transfer-encoding", "host", "content-length", "accept-encoding"}


class Recorder:
    """Passes everything on to `port` and keeps method, path, headers, body and status."""

    def __init__(self, port):
        self.target = port
        self.seen = []
        self.lock = threading.Lock()
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                recorder.pass_on(self)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = pass_on

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def take(self):
        """Requests seen since the last call."""
        with self.lock:
            seen, self.seen = self.seen, []
        return seen

    def pass_on(self, request):
        body = self.body(request)
        headers = {k: v for k, v in request.headers.items() if k.lower() not in HOP}
        entry = {
            "method": request.command,
            "path": request.path,
            "headers": {k.lower(): v for k, v in headers.items()},
            "status": None,
            "answer": "",
        }
        try:
            entry["body"] = json.loads(body) if body else None
        except ValueError:
            entry["body"] = body.decode("utf-8", "replace")
        with self.lock:
            self.seen.append(entry)
        upstream = http.client.HTTPConnection("127.0.0.1", self.target, timeout=600)
        try:
            upstream.request(request.command, request.path, body, headers)
            answer = upstream.getresponse()
            entry["status"] = answer.status
            request.send_response(answer.status)
            for key, value in answer.getheaders():
                if key.lower() not in HOP:
                    request.send_header(key, value)
            request.send_header("Connection", "close")
            request.end_headers()
            request.close_connection = True
            while piece := answer.read1(65536):
                entry["answer"] += piece.decode("utf-8", "replace")
                request.wfile.write(piece)
                request.wfile.flush()
        except OSError as e:
            # Clients may leave a stream; the entry then keeps what had come.
            entry["left"] = str(e)
        finally:
            upstream.close()

    @staticmethod
    def body(request):
        if "chunked" in request.headers.get("Transfer-Encoding", ""):
            data = b""
            while size := int(request.rfile.readline().split(b";")[0], 16):
                data += request.rfile.read(size)
                request.rfile.readline()
            request.rfile.readline()
            return data
        return request.rfile.read(int(request.headers.get("Content-Length") or 0))


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
