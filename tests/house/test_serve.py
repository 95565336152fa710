"""Does the group of web server, worker and beat start, stay and end as promised?"""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.serve import ENDS_ALLOWED, FIRST_PAUSE, Part
from tests.house.test_layout import ROOT

READY = re.compile(r"Revenant is at\s+(http://127\.0\.0\.1:\d+)/api/v1")


def environment(var: Path, **more: str) -> dict[str, str]:
    dropped = {"REVENANT_VAR", "CELERY_BROKER_URL", "DATABASE_URL", "DJANGO_SETTINGS_MODULE", "HOST", "PORT"}
    return {name: value for name, value in os.environ.items() if name not in dropped} | {"REVENANT_VAR": str(var)} | more


class Service:
    """A running group, with what it has printed."""

    def __init__(self, var: Path, port: str = "0") -> None:
        self.started = time.monotonic()
        command = [sys.executable, "-m", "config.serve"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment(var, PORT=port), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.output = ""

    def read_until(self, pattern: str, within: float = 60.0) -> re.Match[str]:
        assert self.process.stdout is not None
        give_up = time.monotonic() + within
        while not (found := re.search(pattern, self.output)):
            assert time.monotonic() < give_up, f"{pattern!r} was not printed:\n{self.output}"
            if select.select([self.process.stdout], [], [], 0.2)[0]:
                piece = os.read(self.process.stdout.fileno(), 65536).decode()
                assert piece, f"ended with {self.process.wait()}:\n{self.output}"
                self.output += piece
        return found

    def address(self) -> str:
        return self.read_until(READY.pattern + r"[\s\S]*Ctrl-C")[1]

    def parts(self) -> dict[str, int]:
        """Process ids of the group's parts by name."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        commands = {int(pid): Path(f"/proc/{pid}/cmdline").read_text().split("\0") for pid in children}
        return {words[words.index("config.parts") + 1]: pid for pid, words in commands.items() if "config.parts" in words}


@contextmanager
def running(var: Path, port: str = "0") -> Iterator[Service]:
    service = Service(var, port)
    try:
        yield service
    finally:
        if service.process.poll() is None:
            service.process.send_signal(signal.SIGTERM)
            service.process.wait(15)
        if service.process.stdout is not None:
            service.process.stdout.close()


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until_gone(pids: list[int], within: float) -> list[int]:
    give_up = time.monotonic() + within
    while (left := [pid for pid in pids if is_alive(pid)]) and time.monotonic() < give_up:
        time.sleep(0.05)
    return left


def status_of(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for this file's services: the first start in it migrates, the others are second starts."""
    return tmp_path_factory.mktemp("house") / "var"


@pytest.fixture(scope="module")
def first_start(var: Path) -> str:
    """What the first start printed."""
    with running(var) as service:
        service.address()
        return service.output


@pytest.fixture(scope="module")
def served(var: Path, first_start: str) -> Iterator[str]:
    """The address of a service that is not disturbed by the tests that use it."""
    with running(var) as service:
        yield service.address()


def test_the_first_start_prints_addresses_tokens_and_a_transcript(first_start: str) -> None:
    assert READY.search(first_start)
    assert len(set(re.findall(r"rv_pat_\w+", first_start))) == 4
    assert "curl" in first_start


def test_the_second_start_prints_no_token_and_listens_within_five_seconds(
    var: Path, first_start: str, record_property: Callable[[str, object], None]
) -> None:
    calibration = time.monotonic()
    subprocess.run([sys.executable, "-c", "import django, celery, uvicorn"], check=True)
    calibration = time.monotonic() - calibration
    with running(var) as service:
        address = service.address()
        seconds = time.monotonic() - service.started
        assert status_of(f"{address}/api/v1/rules") == 200
    record_property("measured", f"second start: {seconds:.2f} s, {seconds / calibration:.1f} x the bare imports")
    assert not re.search(r"rv_pat_\w+", service.output)
    # Machines differ, and other tests run beside this one: the promise of 5 s is for a machine with a free core.
    assert seconds < max(5.0, 20 * calibration)


def test_only_the_owner_can_read_the_secret_key_and_the_database(var: Path, first_start: str) -> None:
    key = var / "secret_key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(key.read_text()) >= 50
    assert var.stat().st_mode & 0o777 == 0o700


def test_the_database_and_the_broker_lie_in_the_var_folder(var: Path, first_start: str) -> None:
    assert {"revenant.sqlite3", "broker", "secret_key"} <= {path.name for path in var.iterdir()}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_leaves_no_process(var: Path, first_start: str, number: signal.Signals) -> None:
    with running(var) as service:
        service.address()
        parts = service.parts()
        assert set(parts) == {"web", "worker", "beat"}
        service.process.send_signal(number)
        assert service.process.wait(15) == 0
        assert wait_until_gone(list(parts.values()), 0.5) == []


def test_a_killed_parent_leaves_no_process(var: Path, first_start: str) -> None:
    with running(var) as service:
        service.address()
        parts = service.parts()
        service.process.kill()
        service.process.wait()
        assert wait_until_gone(list(parts.values()), 10) == []


def token_of(var: Path, name: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "config.demo_people", name]
    return subprocess.run(command, cwd=ROOT, env=environment(var), capture_output=True, text=True)


def test_one_more_token_can_be_had_and_opens_the_door(var: Path, served: str) -> None:
    secret = token_of(var, "bram").stdout.strip()
    request = urllib.request.Request(f"{served}/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert "bram" in answer.read().decode()


def test_a_token_for_nobody_is_one_clear_line(var: Path, first_start: str) -> None:
    ended = token_of(var, "nobody")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("revenant: no such person: nobody.")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("request_bytes", [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nA: " + b"x" * 70_000 + b"\r\n\r\n", bytes(range(256))])
def test_bytes_that_are_no_request_get_a_problem_document(var: Path, served: str, request_bytes: bytes) -> None:
    with socket.create_connection(("127.0.0.1", int(served.rpartition(":")[2])), timeout=10) as wire:
        wire.sendall(request_bytes)
        answer = b"".join(iter(lambda: wire.recv(65536), b""))
    head, body = answer.split(b"\r\n\r\n", 1)
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in head
    assert json.loads(body)["code"] == "malformed_request"


def test_the_printed_transcript_plays_a_first_choice(served: str, first_start: str) -> None:
    """As pasted, but for the port, which changes with every start here."""
    pasted = re.sub(r"API=\S+", f"API={served}/api/v1", first_start[first_start.index("API=") : first_start.index("Ctrl-C")])
    shell = subprocess.run(["bash", "-euc", pasted], capture_output=True, text=True, timeout=60)
    assert shell.returncode == 0, shell.stderr
    assert "/docs/errors/" not in shell.stdout
    page = json.loads(shell.stdout[shell.stdout.rindex('{\n    "items"') :])
    kinds = [entry["kind"] for entry in page["items"]]
    assert kinds[:5] == ["game.created", "seat.taken", "seat.taken", "seat.taken", "game.started"]
    assert any(entry["kind"] == "choice.made" and entry["seat"] == 0 for entry in page["items"])


def test_a_killed_part_is_started_again(var: Path, first_start: str) -> None:
    with running(var) as service:
        address = service.address()
        web = service.parts()["web"]
        os.kill(web, signal.SIGKILL)
        service.read_until("web ended with exit code -9; starting it again")
        give_up = time.monotonic() + 20
        while service.parts().get("web") in (None, web) and time.monotonic() < give_up:
            time.sleep(0.05)
        # The parent holds the open port: this request waits for the new process instead of being refused.
        assert status_of(f"{address}/api/v1/rules") == 200


def test_pauses_between_restarts_double_and_ends_are_counted() -> None:
    class Ended:
        def poll(self) -> int:
            return 1

    part = Part("web")
    pauses = []
    for now in range(100, 100 + ENDS_ALLOWED):
        part.process = Ended()  # type: ignore[assignment]
        assert part.ended(float(now)) == 1
        pauses.append(part.start_at - now)
    assert pauses == [FIRST_PAUSE * 2**n for n in range(ENDS_ALLOWED)]
    part.process = Ended()  # type: ignore[assignment]
    part.ended(1000.0)
    assert part.ends == [1000.0]


def refused(var: Path, **settings: str) -> str:
    """The one line that a start which can't be had prints."""
    command = [sys.executable, "-m", "config.serve"]
    ended = subprocess.run(command, cwd=ROOT, env=environment(var, **settings), capture_output=True, text=True, timeout=30)
    assert ended.returncode == 1
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    return line


def test_a_busy_port_is_one_clear_line_before_anything_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = refused(tmp_path / "unmade", PORT=str(port))
    assert f"port {port} on 127.0.0.1 is busy" in line
    assert not (tmp_path / "unmade").exists()


@pytest.mark.parametrize("port", ["http", "70000", "-1", ""])
def test_a_port_that_is_none_is_one_clear_line(tmp_path: Path, port: str) -> None:
    assert f"PORT={port} is not a port number" in refused(tmp_path, PORT=port)


def test_an_address_of_another_machine_is_one_clear_line(tmp_path: Path) -> None:
    assert "cannot listen on 192.0.2.1" in refused(tmp_path, HOST="192.0.2.1")
