"""While the whole list of attacks runs, does anybody else notice, and does the server grow? (Promise 20.)"""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import pytest

from analytics.models import SLOTS
from analytics.sandbox import LIMITS
from tests.analytics.attacks import FILES, GIVEN, HEAVY, SECRET
from tests.api.asking import three_games
from tests.api.conftest import person
from tests.promises.serving import serving

READER = Path(__file__).parent / "reading.py"
PATHS = (
    "/api/v1/analytics/reports/game_length",
    "/api/v1/rules",
    "/api/v1/games",
    "/api/v1/analytics/reports/win_rate_by_seat",
    "/api/v1/analytics/saved",
    "/api/v1/me",
)
FORMS = ("application/json", "text/csv", "application/vnd.apache.arrow.stream", "application/x-ndjson", "application/vnd.apache.parquet")
REFUSALS = {400, 408, 413, 422}


@contextmanager
def reading(port: int, token: str) -> Iterator[list[tuple[int, float]]]:
    """What a reader in another process met within the block; filled when the block ends."""
    command = [sys.executable, READER, str(port), token, *PATHS]
    reader = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    met: list[tuple[int, float]] = []
    try:
        yield met
    finally:
        met.extend(tuple(each) for each in json.loads(reader.communicate("end\n", timeout=60)[0]))


def resident(pid: int) -> int:
    """Bytes of memory of a process."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def ask(port: int, token: str, body: dict[str, Any], media: str) -> tuple[int, bytes]:
    """One query, asked again while the account or the four slots are busy."""
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Accept": media}
        connection.request("POST", "/api/v1/analytics/queries", json.dumps(body), headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.status != 429:
            return answer.status, content
        time.sleep(0.2)


def attacks(folder: Path, port: int) -> list[dict[str, Any]]:
    """Every statement of the list, as a body; files and address are those of this test."""
    texts = [sql.format(folder=folder, port=port) for sql in (*FILES.values(), *HEAVY.values())]
    # NUL is refused before SQL begins; what is longer than a statement may be, too.
    bodies: list[dict[str, Any]] = [{"sql": sql} for sql in texts]
    for sql, given in GIVEN.values():
        values = {name: value.format(folder=folder, port=port) if isinstance(value, str) else value for name, value in given.items()}
        bodies.append({"sql": sql, "parameters": values})
    return [{**body, "limit": LIMITS.rows} for body in bodies]


@pytest.mark.own_server
@pytest.mark.timeout(400)
@pytest.mark.django_db(transaction=True)
def test_nobody_notices_a_siege_and_the_server_does_not_grow(tmp_path, settings, record_property):
    settings.STATISTICS_DIR = tmp_path / "statistics"
    folder = three_games(settings.STATISTICS_DIR)
    (folder / "secret.csv").write_text(f"secret\n{SECRET}\n")
    reader, attackers = person("reader").secret, [person(f"attacker{n}").secret for n in range(SLOTS)]
    more = {"REVENANT_STATISTICS": str(folder), "DJANGO_SETTINGS_MODULE": "tests.promises.siege_settings"}
    before_files = {path.name: path.read_bytes() for path in folder.iterdir()}
    with serving("uvicorn", tmp_path, **more) as web:
        assert web.process is not None
        assert ask(web.port, reader, {"sql": "SELECT count(*) FROM games"}, FORMS[0])[0] == 200
        with reading(web.port, reader) as quiet:
            time.sleep(4)
        left = list(enumerate(attacks(folder, web.port)))
        met: list[tuple[dict[str, Any], int, bytes]] = []
        before = largest = resident(web.process.pid)

        def attack(token: str) -> None:
            while left:
                try:
                    number, body = left.pop()
                except IndexError:
                    return
                met.append((body, *ask(web.port, token, body, FORMS[number % len(FORMS)])))

        threads = [threading.Thread(target=attack, args=(token,)) for token in attackers]
        with reading(web.port, reader) as besieged:
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                largest = max(largest, resident(web.process.pid))
                time.sleep(0.02)
        assert web.process.poll() is None
    assert len(met) == len(FILES) + len(HEAVY) + len(GIVEN)
    for body, status, content in met:
        assert status == 200 or status in REFUSALS, (body["sql"][:200], status, content[:300])
        assert SECRET.encode() not in content
        assert b"root:" not in content
        assert status == 200 or str(tmp_path).encode() not in content.replace(body["sql"].encode(), b"")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before_files
    assert {status for status, _ in (*quiet, *besieged)} == {200}
    was, now = [[spent for _, spent in each] for each in (quiet, besieged)]
    worst_was, worst_now = quantiles(was, n=100)[98], quantiles(now, n=100)[98]
    grown = largest - before
    record_property(
        "measured",
        f"{len(met)} attacks, {len(now)} reads beside them: median {median(was):.0f} → {median(now):.0f} ms,"
        f" p99 {worst_was:.0f} → {worst_now:.0f} ms; the server grew by {grown / 1e6:.0f} MB",
    )
    # Two cores, four attackers and whatever else this machine does; a query alone has a hundred times that.
    assert worst_now < max(20 * worst_was, 1000), (worst_was, worst_now)
    assert median(now) < max(10 * median(was), 200), (median(was), median(now))
    # Four answers at their largest, three times over: as they come, put together, and written.
    assert grown < SLOTS * 3 * LIMITS.bytes, grown
