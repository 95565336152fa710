"""How does a client play a game whose rules it does not know?

It looks, picks one of the offered choices at random, sends it, and waits for news. Nothing here names a card or an action:
whoever writes a client or a bot can begin with this file. Standard library only.
"""

import http.client
import json
import random
import time
import uuid
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

WAIT = 5  # seconds that one long poll waits
SPONTANEOUS = 0.1  # how often an answer is given that nothing waits for
PATIENCE = 30.0  # seconds for one answer


class Refused(Exception):
    """The service's answer was a problem document."""

    def __init__(self, status: int, problem: Any) -> None:
        super().__init__(f"{status} {problem}")
        self.status = status
        self.code = problem.get("code", "") if isinstance(problem, dict) else ""
        self.problem = problem


class Client:
    """One person's connection. Not for several threads at once."""

    def __init__(self, address: str, token: str) -> None:
        parts = urlsplit(address)
        self.headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
        self.connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)

    def get(self, path: str, **query: object) -> Any:
        return self.ask("GET", f"{path}?{urlencode(query)}" if query else path)

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """One command. The key makes it safe to send again when the answer was lost."""
        key = str(uuid.uuid4())
        return self.ask("POST", path, json.dumps(body or {}), {"Idempotency-Key": key, "Content-Type": "application/json"})

    def lines(self, path: str) -> list[Any]:
        """A document of one JSON value a line."""
        return self.ask("GET", path, headers={"Accept": "application/x-ndjson"}, lines=True)  # type: ignore[no-any-return]

    def ask(self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None, *, lines: bool = False) -> Any:
        while True:
            status, retry_after, content = self.send(method, path, body, self.headers | (headers or {}))
            if status == 429 or (status == 503 and retry_after):
                time.sleep(float(retry_after or 1))
                continue
            if status >= 400:
                raise Refused(status, read(content))
            if lines:
                return [json.loads(line) for line in content.splitlines()]
            return read(content)

    def send(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str | None, bytes]:
        """One request; sent once more if the server had closed the idle connection."""
        for attempt in (1, 2):
            try:
                self.connection.request(method, f"/api/v1{path}", body, headers)
                answer = self.connection.getresponse()
                return answer.status, answer.getheader("Retry-After"), answer.read()
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                self.connection.close()
                if attempt == 2:
                    raise
        raise AssertionError("unreachable")

    def close(self) -> None:
        self.connection.close()


def read(content: bytes) -> Any:
    try:
        return json.loads(content) if content else None
    except ValueError:
        return content.decode("utf-8", "replace")


@dataclass
class Played:
    """What one seat's client saw until the game was over."""

    choices: int
    crossed: int  # answers that came after the decision had closed, which is no mistake of anybody
    game: Any


def play(client: Client, game_id: str, *, seed: int, until: float) -> Played:
    """Plays the caller's seat to the end: any kind of what is offered, then any choice of that kind. What need not be answered is
    answered now and then.

    Raises TimeoutError at `until` (monotonic seconds) and Refused for any refusal but a decision that has closed meanwhile.
    """
    dice = random.Random(seed)  # noqa: S311  # a client's taste, not the dealer's fairness
    choices = crossed = 0
    path = f"/games/{game_id}"
    while True:
        game = client.get(path)
        if game["status"] == "finished":
            return Played(choices, crossed, game)
        if time.monotonic() > until:
            asked = [(seat["seat"], seat["bot"] or seat["name"]) for seat in game["seats"] if seat["awaiting"]]
            raise TimeoutError(f"game {game_id} is not over after {game['version']} events; asked now: {asked}")
        due = [decision for decision in game["decisions"] if decision["due"]]
        for decision in game["decisions"]:
            if not decision["due"] and dice.random() > SPONTANEOUS:
                continue
            choices_now = offered(client, path, decision)
            if not choices_now:
                crossed += 1
                continue
            try:
                client.post(f"{path}/choices", {"decision": decision["id"], "choice": any_of(choices_now, dice)})
                choices += 1
            except Refused as refused:
                if refused.code not in ("decision_closed", "game_over"):
                    raise
                crossed += 1
        if not due:
            client.get(f"{path}/events/next", after=game["version"], wait=WAIT)


def offered(client: Client, path: str, decision: Any) -> list[Any]:
    """The legal choices; large sets are not in the game's document and are asked for. Empty if the decision has closed meanwhile."""
    if decision["complete"]:
        return list(decision["choices"])
    listed = client.get(f"{path}/decisions", enumerate="true", limit=5000)["items"]
    found = next((item["choices"] for item in listed if item["id"] == decision["id"]), None)
    return list(found if found is not None else decision["choices"])


def any_of(choices: list[Any], dice: random.Random) -> Any:
    """A kind of choice first, so that a kind of a thousand forms does not drown the others."""
    kind = dice.choice(sorted({choice["type"] for choice in choices}))
    return dice.choice([choice for choice in choices if choice["type"] == kind])
