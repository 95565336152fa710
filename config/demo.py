"""Does the whole service work from outside: can a client that knows no rules play every kind of game and read the statistics?

    make demo

Starts the server group on a free port over an empty folder, plays, exports, prints, and removes all it made.
Ends with 1 if any game does not come to its end or does not verify.
"""

import concurrent.futures
import itertools
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.bootstrap import ROOT
from config.demo_client import Client, Played, Refused, play
from config.demo_people import PLAYERS, STAFF

ENOUGH = 150.0  # seconds for everything; more is a failure
AT_ONCE = 8  # seats played at the same time
ROWS = 8  # printed of a report


class Failed(Exception):
    """What did not work, in one line."""


@dataclass(frozen=True)
class Plan:
    """A game to be played: these people on the first seats, bots on the others."""

    rules: str
    seats: int
    people: tuple[str, ...]
    bots: tuple[str, ...]


@contextmanager
def service(var: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The address and the tokens of a server group that lives as long as the block."""
    environment = os.environ | {"REVENANT_VAR": var, "PORT": "0", "HOST": "127.0.0.1"}
    environment.pop("CELERY_BROKER_URL", None)
    environment.pop("DATABASE_URL", None)
    group = subprocess.Popen([sys.executable, "-m", "config.serve"], cwd=ROOT, env=environment, stdout=subprocess.PIPE)
    try:
        printed = read_until(group, "Ctrl-C", 60.0)
        address = re.search(r"http://[\d.:]+", printed)
        tokens = dict(re.findall(r"(\w+)\s+(rv_pat_\w+)", printed))
        if address is None or not {STAFF, *PLAYERS} <= set(tokens):
            raise Failed("the service did not print its address and tokens.")
        yield address.group(), tokens
    finally:
        group.send_signal(signal.SIGTERM)
        group.wait(20)


def read_until(group: "subprocess.Popen[bytes]", word: str, within: float) -> str:
    """What the group has printed up to a word of its last line."""
    if group.stdout is None:
        raise Failed("the service has no output.")
    printed = b""
    give_up = time.monotonic() + within
    while word.encode() not in printed:
        if time.monotonic() > give_up or (group.poll() is not None and not select.select([group.stdout], [], [], 0)[0]):
            raise Failed(f"the service did not start:\n{printed.decode()}")
        if select.select([group.stdout], [], [], 0.2)[0]:
            printed += os.read(group.stdout.fileno(), 65536)
    return printed.decode()


def plans(rules: list[Any]) -> list[Plan]:
    """Every kind at every seat count: by turns one person among bots, and as many people as there are; the smallest both ways."""
    found: list[Plan] = []
    for game in rules:
        name, bots = game["name"], itertools.cycle(game["bots"])
        for seats in range(game["seats"]["least"], game["seats"]["most"] + 1):
            both = (1, min(len(PLAYERS), seats))
            counts = sorted(set(both)) if seats == game["seats"]["least"] else both[seats % 2 : seats % 2 + 1]
            found += [Plan(name, seats, PLAYERS[:people], tuple(itertools.islice(bots, seats - people))) for people in counts]
    return found


def begin(address: str, tokens: dict[str, str], plan: Plan) -> str:
    """Creates the game, fills its seats and starts it; gives its id."""
    creator = Client(address, tokens[plan.people[0]])
    game: str = creator.post("/games", {"rules": plan.rules, "seats": plan.seats})["id"]
    for name in plan.people:
        person = Client(address, tokens[name])
        person.post(f"/games/{game}/seats")
        person.close()
    for bot in plan.bots:
        creator.post(f"/games/{game}/seats", {"bot": bot})
    creator.post(f"/games/{game}/start")
    creator.close()
    return game


def play_all(address: str, tokens: dict[str, str], wanted: list[Plan], until: float) -> list[tuple[Plan, str, list[Played]]]:
    """Every seat of a person is a client of its own; AT_ONCE of them play at the same time, whole games together."""
    done = []

    def seat(game: str, name: str, seed: int) -> Played:
        client = Client(address, tokens[name])
        try:
            return play(client, game, seed=seed, until=until)
        finally:
            client.close()

    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        waiting = []
        for number, plan in enumerate(wanted):
            game = begin(address, tokens, plan)
            seats = [pool.submit(seat, game, name, 100 * number + index) for index, name in enumerate(plan.people)]
            waiting.append((plan, game, seats))
        for plan, game, seats in waiting:
            done.append((plan, game, [one.result() for one in seats]))
    return done


def check(client: Client, game: str, played: Played) -> None:
    """The record is whole and the log verifies, draws included; raises Failed."""
    record = client.lines(f"/games/{game}/record")
    if [line["seq"] for line in record] != list(range(1, played.game["version"] + 1)):
        raise Failed(f"the record of game {game} has gaps.")
    verdict = client.get(f"/games/{game}/verification")
    if not (verdict["ok"] and verdict["secret_revealed"]):
        raise Failed(f"game {game} does not verify: {verdict}")


def table(title: str, columns: list[str], rows: list[list[Any]]) -> str:
    def shown(value: object) -> str:
        return f"{value:.3f}" if isinstance(value, float) else "" if value is None else str(value)

    cells = [columns, *([shown(value) for value in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(columns))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    return "\n".join([title, *(f"  {line}" for line in lines), ""])


def export(var: str) -> None:
    command = [sys.executable, "manage.py", "export"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"REVENANT_VAR": var}, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(f"manage.py export ended with {done.returncode}: {done.stderr.strip().splitlines()[-1:]}")


def reports(client: Client, games: int) -> str:
    """The first rows of every report as tables; raises Failed if the games played are not all in them."""
    found = []
    for report in client.get("/analytics/reports")["items"]:
        shown = client.get(f"/analytics/reports/{report['name']}")
        columns = [column["name"] for column in report["columns"]]
        rows = [[row[name] for name in columns] for row in shown["rows"]]
        more = f" ({ROWS} of {len(rows)} rows)" if len(rows) > ROWS else ""
        found.append(table(f"{report['name']}: {report['question']}{more}", columns, rows[:ROWS]))
        if report["name"] == "games_by_rules" and (counted := sum(row["games_finished"] for row in shown["rows"])) != games:
            raise Failed(f"{games} games were played and {counted} are in the statistics.")
    return "\n".join(found)


def demo(var: str) -> None:
    started = time.monotonic()
    with service(var) as (address, tokens):
        print(f"The service is at {address}.", flush=True)
        client = Client(address, tokens[PLAYERS[0]])
        wanted = plans(client.get("/rules")["items"])
        done = play_all(address, tokens, wanted, started + ENOUGH)
        rows = []
        for plan, game, seats in done:
            check(client, game, seats[0])
            result = seats[0].game["result"]
            choices = sum(seat.choices for seat in seats)
            version = seats[0].game["version"]
            rows.append(
                [plan.rules, plan.seats, len(plan.people), ", ".join(plan.bots), choices, version, result["scores"], result["winners"]]
            )
        print(table(f"{len(done)} games", ["rules", "seats", "people", "bots", "choices", "events", "scores", "winners"], rows))
        export(var)
        print(reports(client, len(done)))
        client.close()
    print(f"All well after {time.monotonic() - started:.0f} s.")


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="revenant-demo-") as var:
        Path(var).chmod(0o700)
        try:
            demo(var)
        except (Failed, Refused, TimeoutError, OSError) as reason:
            print(f"revenant: the demo failed: {reason}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
