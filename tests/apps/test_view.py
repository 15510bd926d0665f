"""supple view as a user, a browser and a stranger meet it.

usage: test_view.py PROGRAM EXAMPLES fast|sanitized
"""

import http.client
import json
import os
import pathlib
import re
import resource
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, EXAMPLES = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
PATIENCE = 10 if sys.argv[3] == "fast" else 60
CATHETER = EXAMPLES / "catheter.yaml"
ELEMENT = re.compile(r'<script[^>]* id="supple-run" type="application/json">(.*?)</script>', re.DOTALL)


class View(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.file = pathlib.Path(shutil.copy(CATHETER, self.folder))

    def start(self, *arguments, file=None, environment=None):
        """The program once it has printed its address."""
        program = subprocess.Popen([PROGRAM, "view", file or self.file, "--no-open", *arguments], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=environment)
        self.addCleanup(self.end, program)
        line = program.stdout.readline()
        program.port, program.token = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})$", line.strip()).groups()
        program.port = int(program.port)
        return program

    @staticmethod
    def end(program):
        if program.poll() is None:
            program.kill()
        program.communicate()

    @staticmethod
    def raw(program, request, timeout=PATIENCE):
        """All that is answered to these bytes."""
        with socket.create_connection(("127.0.0.1", program.port), timeout=timeout) as line:
            try:
                line.sendall(request)
            except (BrokenPipeError, ConnectionResetError):
                pass
            answer = b""
            try:
                while piece := line.recv(1 << 16):
                    answer += piece
            except ConnectionResetError:
                pass
        return answer

    def get(self, program, path, *, method="GET", host=None, token=True, **headers):
        """Status, headers and text of an answer."""
        if token:
            path += f"{'&' if '?' in path else '?'}token={program.token}"
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{program.port}'}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        head, _, body = self.raw(program, ("\r\n".join(lines) + "\r\n\r\n").encode()).partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        return int(first.split()[1]), dict(line.split(": ", 1) for line in rest), body.decode()

    def data(self, program):
        status, _, page = self.get(program, "/")
        self.assertEqual(status, 200)
        (found,) = ELEMENT.findall(page)
        return json.loads(found)

    def assert_serves(self, program):
        """The file as it is; a change is seen some tenths of a second later."""
        end = time.monotonic() + PATIENCE
        while self.data(program)["yaml"] != self.file.read_text() and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(self.data(program)["yaml"], self.file.read_text())


class Page(View):
    def test_it_holds_the_file_and_where_changes_are_told(self):
        program = self.start()
        data = self.data(program)
        self.assertEqual((data["version"], data["command"], data["file"]), (1, "view", "catheter.yaml"))
        self.assertEqual((data["yaml"], data["files"], data["result"]), (self.file.read_text(), {}, None))
        self.assertTrue(data["live"]["events"].startswith(f"/events?token={program.token}"))

    def test_it_holds_the_files_that_the_model_names(self):
        for name in ("whip_crack.yaml", "whip_handle.csv"):
            shutil.copy(EXAMPLES / name, self.folder)
        data = self.data(self.start(file=self.folder / "whip_crack.yaml"))
        self.assertEqual(data["files"], {"whip_handle.csv": (EXAMPLES / "whip_handle.csv").read_text()})

    def test_its_scripts_have_a_nonce_of_their_own_and_nothing_else_may_run(self):
        program = self.start()
        _, headers, page = self.get(program, "/")
        policy = headers["Content-Security-Policy"]
        (nonce,) = re.findall(r"'nonce-([0-9a-f]{32})'", policy)
        scripts = re.findall(r"<script[^>]*>", re.sub(r"(<script[^>]*>).*?</script>", r"\1", page, flags=re.DOTALL))
        self.assertEqual([script for script in scripts if f'nonce="{nonce}"' not in script], [])
        self.assertGreater(len(scripts), 1)
        for rule in ("default-src 'none'", "connect-src 'self'", "worker-src blob:", "base-uri 'none'", "form-action 'none'",
                     "frame-ancestors 'none'", "'wasm-unsafe-eval'"):
            self.assertIn(rule, policy)
        self.assertNotIn("unsafe-inline", policy.partition("script-src")[2].partition(";")[0])
        self.assertEqual((headers["X-Content-Type-Options"], headers["Referrer-Policy"], headers["Cache-Control"]),
                         ("nosniff", "no-referrer", "no-store"))
        self.assertNotIn(nonce, self.get(program, "/")[2])

    def test_a_cookie_opens_it_again(self):
        program = self.start()
        cookie = self.get(program, "/")[1]["Set-Cookie"]
        self.assertIn("HttpOnly", cookie)
        self.assertIn("SameSite=Strict", cookie)
        pair = cookie.partition(";")[0]
        self.assertEqual(self.get(program, "/", token=False, Cookie=f"other=1; {pair}")[0], 200)
        self.assertEqual(self.get(program, "/", token=False, Cookie=pair[:-1] + "x")[0], 403)

    def test_a_broken_file_is_shown_and_the_terminal_says_so(self):
        self.file.write_text(self.file.read_text() + "colour: red  # </script><script>alert(1)</script>\n")
        program = self.start()
        data = self.data(program)
        self.assertEqual(data["yaml"], self.file.read_text())
        self.assertIn("colour", data["text"])
        program.send_signal(signal.SIGINT)
        self.assertIn("catheter.yaml:", program.communicate(timeout=PATIENCE)[1])

    def test_what_cannot_be_viewed_is_refused(self):
        (self.folder / "large.yaml").write_text("#" * (1 << 20) + "\n" * 9)
        for arguments, code, words in (([self.folder / "none.yaml"], 3, "there is no such file"), (["-"], 2, "view watches a file"),
                                       ([self.folder], 3, "is a folder"), ([self.folder / "large.yaml"], 3, "is larger than"),
                                       ([self.file, "--json"], 2, "supple solve FILE --json"),
                                       ([self.file, "--port", "70000"], 2, "--port"), ([self.file, "--out", "a"], 2, "--out")):
            done = subprocess.run([PROGRAM, "view", *arguments], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn(words, done.stderr)


class Strangers(View):
    @classmethod
    def setUpClass(cls):
        cls.shared = subprocess.Popen([PROGRAM, "view", CATHETER, "--no-open"], stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(cls.end, cls.shared)
        line = cls.shared.stdout.readline()
        cls.shared.port, cls.shared.token = re.search(r":(\d+)/\?token=(\w+)", line).groups()
        cls.shared.port = int(cls.shared.port)

    def refused(self, status, path="/", **options):
        found, headers, text = self.get(self.shared, path, **options)
        self.assertEqual(found, status, path)
        self.assertNotIn("Set-Cookie", headers)
        self.assertNotIn("supple-run", text)

    def test_a_foreign_host_is_refused(self):
        port = self.shared.port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"127.0.0.1:{port}.evil.example",
                     f"localhost.evil.example:{port}", f"0.0.0.0:{port}", f"[::1]:{port}", f"user@127.0.0.1:{port}"):
            self.refused(403, host=host)
        self.assertEqual(self.get(self.shared, "/", host=f"LOCALHOST:{port}")[0], 200)

    def test_a_foreign_origin_is_refused(self):
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{self.shared.port}", f"http://127.0.0.1:{self.shared.port + 1}"):
            self.refused(403, Origin=origin)
            self.refused(403, "/events", Origin=origin)
        self.assertEqual(self.get(self.shared, "/", Origin=f"http://localhost:{self.shared.port}")[0], 200)

    def test_without_the_token_there_is_nothing(self):
        token = self.shared.token
        for path in ("/", "/events", "/?token=", f"/?token={token[:-1]}", f"/?token={token}0", f"/?token={token.upper()}0", "/?token=" + "0" * 32,
                     f"/?tokens={token}", f"/{token}", f"/?x=token={token[:-1]}", "/../../etc/passwd", "/anything"):
            self.refused(403, path, token=False)

    def test_no_path_is_a_file(self):
        for path in ("/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/catheter.yaml", "/page.html",
                     "/./", "/%2f", "/events/", "/events/..", "/favicon.ico", "http://127.0.0.1/", "*", "/\\..\\x"):
            self.refused(404, path)

    def test_only_get_is_answered(self):
        for method in ("POST", "PUT", "DELETE", "HEAD", "OPTIONS", "CONNECT", "get", "FOO"):
            self.refused(405, method=method)

    def test_no_body_is_taken(self):
        self.refused(413, Content_Length="5")
        self.refused(413, Transfer_Encoding="chunked")
        self.assertEqual(self.get(self.shared, "/", Content_Length="0")[0], 200)

    def test_a_body_of_100_mb_does_no_harm(self):
        memory = pathlib.Path(f"/proc/{self.shared.pid}/status")
        head = f"POST /?token={self.shared.token} HTTP/1.1\r\nHost: 127.0.0.1:{self.shared.port}\r\nContent-Length: 104857600\r\n\r\n".encode()
        before = int(re.search(r"VmRSS:\s+(\d+)", memory.read_text()).group(1))
        answer = self.raw(self.shared, head + bytes(104857600))
        self.assertTrue(answer == b"" or answer.startswith(b"HTTP/1.1 405 "), answer[:100])
        after = int(re.search(r"VmRSS:\s+(\d+)", memory.read_text()).group(1))
        self.assertLess(after - before, 20_000)
        self.assertEqual(self.get(self.shared, "/")[0], 200)

    def test_a_long_head_is_refused(self):
        self.refused(431, "/?" + "x" * 9000)
        self.refused(431, X="y" * 9000)
        self.assertTrue(self.raw(self.shared, b"G" * 10_000).startswith(b"HTTP/1.1 431 "))

    def test_what_is_no_request_is_refused(self):
        host = f"Host: 127.0.0.1:{self.shared.port}\r\n".encode()
        target = f"/?token={self.shared.token}".encode()
        for bad in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/2\r\n" + host + b"\r\n", b"GET " + target + b" HTTP/1.1\r\n\r\n",
                    b"GET " + target + b" HTTP/1.1\r\n" + host + host + b"\r\n", b"GET " + target + b" HTTP/1.1\r\n" + host + b" x: folded\r\n\r\n",
                    b"GET " + target + b" HTTP/1.1\r\n" + host + b"no colon\r\n\r\n", b"GET " + target + b"\0 HTTP/1.1\r\n" + host + b"\r\n",
                    b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"GET " + target + b" HTTP/1.1\r\n" + host + b"x: \x01\r\n\r\n"):
            self.assertTrue(self.raw(self.shared, bad).startswith(b"HTTP/1.1 400 "), bad)

    def test_it_listens_on_this_machine_only(self):
        table = pathlib.Path(f"/proc/{self.shared.pid}/net/tcp").read_text()
        listening = [line.split()[1] for line in table.splitlines()[1:] if line.split()[3] == "0A"]
        self.assertEqual([one for one in listening if one.endswith(f":{self.shared.port:04X}")], [f"0100007F:{self.shared.port:04X}"])


class Load(View):
    def test_slow_clients_are_given_up(self):
        program = self.start()
        start = time.monotonic()
        with socket.create_connection(("127.0.0.1", program.port), timeout=PATIENCE) as line:
            for letter in b"GET / HT":
                line.sendall(bytes([letter]))
                time.sleep(0.05)
            self.assertTrue(line.recv(1000).startswith(b"HTTP/1.1 408 "))
        self.assertGreater(time.monotonic() - start, 4.5)
        self.assert_serves(program)

    def test_slow_clients_do_not_keep_others_out(self):
        program = self.start()
        slow = [socket.create_connection(("127.0.0.1", program.port)) for _ in range(200)]
        try:
            start = time.monotonic()
            self.assert_serves(program)
            self.assertLess(time.monotonic() - start, PATIENCE / 2)
        finally:
            for line in slow:
                line.close()

    def test_a_thousand_clients_at_once(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard != resource.RLIM_INFINITY and hard < 2048:
            self.skipTest("this machine allows too few open files")
        resource.setrlimit(resource.RLIMIT_NOFILE, (2048, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        program = self.start()
        request = f"GET /?token={program.token} HTTP/1.1\r\nHost: 127.0.0.1:{program.port}\r\n\r\n".encode()
        lines = []
        for _ in range(1000):
            line = socket.socket()
            line.setblocking(False)
            line.connect_ex(("127.0.0.1", program.port))
            lines.append(line)
        answers = {line: b"" for line in lines}
        waiting, unsent, end = set(lines), set(lines), time.monotonic() + 4 * PATIENCE
        poll = select.epoll()
        by_number = {line.fileno(): line for line in lines}
        for line in lines:
            poll.register(line, select.EPOLLIN | select.EPOLLOUT)
        while waiting and time.monotonic() < end:
            for number, _ in poll.poll(0.2):
                line = by_number[number]
                try:
                    if line in unsent:
                        line.send(request)
                        unsent.remove(line)
                        poll.modify(line, select.EPOLLIN)
                        continue
                    piece = line.recv(1 << 18)
                except (BlockingIOError, InterruptedError):
                    continue
                except OSError:
                    piece = b""
                    unsent.discard(line)
                # The first bytes tell the answer; the rest would only be kept.
                answers[line] = (answers[line] + piece)[:15]
                if not piece:
                    poll.unregister(line)
                    waiting.discard(line)
        for line in lines:
            line.close()
        good = sum(answer == b"HTTP/1.1 200 OK" for answer in answers.values())
        self.assertEqual(len(waiting), 0)
        self.assertEqual(good, 1000)
        self.assert_serves(program)
        self.assertLessEqual(len(os.listdir(f"/proc/{program.pid}/fd")), 20)

    def test_clients_that_leave_do_no_harm(self):
        program = self.start()
        request = f"GET /?token={program.token} HTTP/1.1\r\nHost: 127.0.0.1:{program.port}\r\n\r\n".encode()
        for part in (b"", b"GET ", request[:-2], request):
            for _ in range(30):
                line = socket.create_connection(("127.0.0.1", program.port))
                line.sendall(part)
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")  # a reset
                line.close()
        self.assert_serves(program)


class Events(View):
    def listen(self, program, path=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE)
        connection.request("GET", path or self.data(program)["live"]["events"], headers=headers)
        answer = connection.getresponse()
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.getheader("Content-Type"), "text/event-stream")
        self.addCleanup(connection.close)
        return answer

    def next_event(self, answer):
        event = {}
        while True:
            line = answer.readline().decode()
            self.assertNotEqual(line, "", "the stream ended")
            if line == "\n" and "event" in event:
                return event | {"data": json.loads(event["data"])}
            name, _, value = line.rstrip("\n").partition(": ")
            event[name] = value

    def test_a_change_is_told(self):
        program = self.start()
        answer = self.listen(program)
        changed = self.file.read_text().replace("4 -2.5 2.5 mN", "3 0 0 mN") + "# <b>\n"
        self.file.write_text(changed)
        event = self.next_event(answer)
        self.assertEqual((event["event"], event["data"]), ("file", {"yaml": changed, "files": {}}))
        self.assertIn("3 0 0 mN", self.data(program)["yaml"])
        self.assert_serves(program)

    def test_a_file_that_is_replaced_and_one_that_is_broken_are_told(self):
        program = self.start()
        answer = self.listen(program)
        other = self.folder / "other"
        other.write_text("rod: [\n")
        other.replace(self.file)
        self.assertEqual(self.next_event(answer)["data"]["yaml"], "rod: [\n")
        self.file.unlink()
        time.sleep(0.8)
        self.assertEqual(self.data(program)["yaml"], "rod: [\n")
        self.file.write_text("supple: 1\n")
        self.assertEqual(self.next_event(answer)["data"]["yaml"], "supple: 1\n")
        program.send_signal(signal.SIGINT)
        errors = program.communicate(timeout=PATIENCE)[1]
        self.assertIn("there is no such file; check the path; the page keeps what was read last", errors)
        self.assertEqual(errors.count("error:"), 3)

    def test_a_change_of_what_the_model_names_is_told(self):
        for name in ("whip_crack.yaml", "whip_handle.csv"):
            shutil.copy(EXAMPLES / name, self.folder)
        answer = self.listen(self.start(file=self.folder / "whip_crack.yaml"))
        table = self.folder / "whip_handle.csv"
        table.write_text(table.read_text() + "\n")
        self.assertEqual(self.next_event(answer)["data"]["files"], {"whip_handle.csv": table.read_text()})

    def test_what_was_missed_is_told_and_what_was_seen_is_not(self):
        program = self.start()
        address = self.data(program)["live"]["events"]
        answer = self.listen(program, address)
        self.file.write_text("supple: 1\n")
        event = self.next_event(answer)
        self.assertEqual(self.next_event(self.listen(program, address))["data"], event["data"])
        later = self.listen(program, address, **{"Last-Event-ID": event["id"]})
        self.file.write_text("supple: 1\n# more\n")
        self.assertEqual(self.next_event(later)["data"]["yaml"], "supple: 1\n# more\n")

    def test_a_listener_that_leaves_is_forgotten(self):
        program = self.start()
        before = len(os.listdir(f"/proc/{program.pid}/fd"))
        for _ in range(40):
            self.listen(program).close()
        self.file.write_text("supple: 1\n")
        end = time.monotonic() + PATIENCE
        while len(os.listdir(f"/proc/{program.pid}/fd")) > before and time.monotonic() < end:
            time.sleep(0.05)
        self.assertLessEqual(len(os.listdir(f"/proc/{program.pid}/fd")), before)
        self.assert_serves(program)

    def test_too_many_listeners_are_refused_and_the_page_is_still_served(self):
        program = self.start()
        address = self.data(program)["live"]["events"]
        kept = [self.listen(program, address) for _ in range(32)]
        self.assertEqual(self.get(program, address, token=False)[0], 503)
        self.assert_serves(program)
        self.assertEqual(len(kept), 32)


class Ends(View):
    def test_interrupt_and_terminate_end_it_with_0(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            program = self.start()
            socket.create_connection(("127.0.0.1", program.port)).close()
            program.send_signal(number)
            output, errors = program.communicate(timeout=PATIENCE)
            self.assertEqual((program.returncode, errors), (0, ""))
            with self.assertRaises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", program.port))

    def test_a_port_in_use_is_named_and_free_again_at_once(self):
        program = self.start()
        done = subprocess.run([PROGRAM, "view", self.file, "--port", str(program.port)], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"port {program.port} is used by another program; choose another, or leave --port out", done.stderr)
        self.assert_serves(program)
        program.send_signal(signal.SIGINT)
        program.wait(timeout=PATIENCE)
        again = self.start("--port", str(program.port))
        self.assertEqual(again.port, program.port)
        self.assert_serves(again)

    def test_two_at_once_have_ports_and_tokens_of_their_own(self):
        first, second = self.start(), self.start()
        self.assertNotEqual(first.port, second.port)
        self.assertNotEqual(first.token, second.token)
        self.assertEqual(self.get(second, f"/?token={first.token}", token=False)[0], 403)
        cookie = self.get(first, "/")[1]["Set-Cookie"].partition(";")[0]
        self.assertEqual(self.get(second, "/", token=False, Cookie=cookie)[0], 403)

    def test_a_browser_is_given_an_address_that_opens_once(self):
        opened = self.folder / "opened"
        script = self.folder / "xdg-open"
        script.write_text(f'#!/bin/sh\necho "$1" > {opened}.part; mv {opened}.part {opened}\n')
        script.chmod(0o755)
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        environment["PATH"] = f"{self.folder}:{environment['PATH']}"
        for display, expected in (({}, False), ({"DISPLAY": ":0"}, True)):
            program = subprocess.Popen([PROGRAM, "view", self.file], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                       env=environment | display)
            self.addCleanup(self.end, program)
            line = program.stdout.readline()
            program.port, program.token = re.search(r":(\d+)/\?token=(\w+)", line).groups()
            program.port = int(program.port)
            end = time.monotonic() + (PATIENCE if expected else 0.5)
            while not opened.exists() and time.monotonic() < end:
                time.sleep(0.02)
            self.assertEqual(opened.exists(), expected)
        once = re.search(r"token=(\w+)", opened.read_text()).group(1)
        self.assertNotEqual(once, program.token)
        self.assertEqual(self.get(program, f"/events?token={once}", token=False)[0], 403)
        self.assertEqual(self.get(program, f"/?token={once}", token=False)[0], 200)
        self.assertEqual(self.get(program, f"/?token={once}", token=False)[0], 403)
        self.assert_serves(program)


unittest.main(argv=sys.argv[:1], verbosity=2)
