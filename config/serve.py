"""How do web server, worker and beat live and die as one group, started by one command?

    make run                 http://127.0.0.1:8000, HOST and PORT change it

The group's parent opens the port, prepares the database and then only watches. A part that ends is started again after
0.5, 1, 2, 4 ... seconds; after five ends within a minute the whole group stops, because a part that cannot live
should be seen. SIGINT, SIGTERM and SIGHUP end all parts; if the parent is killed, each part sees its pipe close and ends.
"""

import contextlib
import errno
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from types import FrameType

PARTS = ("web", "worker", "beat")
FIRST_PAUSE = 0.5  # seconds before the first restart; doubles with each end within ENDS_WITHIN
ENDS_ALLOWED = 5
ENDS_WITHIN = 60.0
GRACE = 8.0  # seconds between the request to end and the kill
READY_WITHIN = 60.0
LOOK_EVERY = 0.1


class Unable(Exception):
    """Why the service cannot start, in one line for a person."""


def port_open(host: str, port: str) -> socket.socket:
    """The listening socket, opened before anything else starts; raises Unable if it cannot be had."""
    if not (port.isascii() and port.isdigit() and int(port) < 65536):
        raise Unable(f"PORT={port} is not a port number.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, int(port)), family=family, backlog=512)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Unable(f"port {port} on {host} is busy; choose another: make run PORT={(int(port) + 1) % 65536}") from None
        raise Unable(f"cannot listen on {host} port {port}: {error.strerror or error}.") from None


def address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@dataclass
class Part:
    """One process of the group."""

    name: str
    process: "subprocess.Popen[bytes] | None" = None
    ends: list[float] = field(default_factory=list)
    start_at: float = 0.0

    def start(self, listener: int, lifeline: int) -> None:
        command = [sys.executable, "-m", "config.parts", self.name, str(lifeline), str(listener)]
        # A session of its own: Ctrl-C reaches the parent alone, which ends its parts in order.
        self.process = subprocess.Popen(command, pass_fds=(listener, lifeline), stdin=subprocess.DEVNULL, start_new_session=True)

    def ended(self, now: float) -> int | None:
        """The exit code if the process has just ended; the next start is then due after a pause."""
        if self.process is None or (code := self.process.poll()) is None:
            return None
        self.process = None
        self.ends = [end for end in self.ends if now - end < ENDS_WITHIN] + [now]
        self.start_at = now + FIRST_PAUSE * 2 ** (len(self.ends) - 1)
        return code


class Group:
    """The parts, watched until somebody asks them to end."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.parts = [Part(name) for name in PARTS]
        # Nothing is ever written: every part holds the reading end and learns from its closing that the parent is gone.
        self.lifeline, self._own_end = os.pipe()
        self.asked_to_end = False

    def ask_to_end(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        self.asked_to_end = True

    def start(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.ask_to_end)
        for part in self.parts:
            part.start(self.listener.fileno(), self.lifeline)

    def look(self) -> None:
        """Starts again what has ended; raises Unable when a part ends again and again."""
        now = time.monotonic()
        for part in self.parts:
            if (code := part.ended(now)) is not None:
                if len(part.ends) >= ENDS_ALLOWED:
                    raise Unable(f"{part.name} ended {ENDS_ALLOWED} times within {ENDS_WITHIN:.0f} s (last exit code {code}); stopping.")
                say(f"{part.name} ended with exit code {code}; starting it again in {part.start_at - now:.1f} s")
            if part.process is None and now >= part.start_at and not self.asked_to_end:
                part.start(self.listener.fileno(), self.lifeline)

    def watch(self) -> None:
        while not self.asked_to_end:
            self.look()
            time.sleep(LOOK_EVERY)

    def wait_until_ready(self, address: str) -> bool:
        """True as soon as the web server answers anything, False if asked to end before."""
        give_up = time.monotonic() + READY_WITHIN
        while not self.asked_to_end:
            self.look()
            if answers(address):
                return True
            if time.monotonic() > give_up:
                raise Unable(f"the web server did not answer within {READY_WITHIN:.0f} s.")
            time.sleep(LOOK_EVERY / 2)
        return False

    def end(self) -> None:
        """Asks every part to end and waits for it; kills what has not ended after GRACE seconds."""
        living = [part.process for part in self.parts if part.process is not None]
        for process in living:
            process.terminate()
        give_up = time.monotonic() + GRACE
        for process in living:
            try:
                process.wait(max(0.0, give_up - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address + "/api/v1/rules", timeout=2):  # noqa: S310  # our own address
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def say(line: str) -> None:
    with contextlib.suppress(BrokenPipeError):
        print(f"revenant: {line}", file=sys.stderr, flush=True)


def main() -> int:
    try:
        listener = port_open(os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000"))
        from config import welcome

        tokens = welcome.prepare()
        group = Group(listener)
        try:
            group.start()
            if group.wait_until_ready(address_of(listener)):
                print(welcome.text(address_of(listener), tokens), flush=True)
                group.watch()
        finally:
            group.end()
    except Unable as reason:
        say(str(reason))
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
