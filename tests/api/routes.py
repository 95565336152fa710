"""How is each operation of the document called once, well?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from api_docs.pages import routes
from gameplay.api.operations import Key, Operation

ABSENT = UUID(int=0)


@dataclass(frozen=True)
class Route:
    method: str
    path: str
    operation: Operation

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def at(self, game: UUID = ABSENT, **given: Any) -> str:
        """The path with its parameters filled in."""
        values = {
            "game_id": game,
            "token_id": ABSENT,
            "seat": 0,
            "seq": 1,
            "name": "spooky_bar",
            "edition": "house-1",
            "report": "games_by_rules",
            **given,
        }
        return self.path.format(**values)

    def body(self) -> Any:
        """A body of the documented form."""
        match self.operation.id:
            case "games_create":
                return {"rules": "spooky_bar", "seats": 2}
            case "choices_make":
                return {"decision": "d1", "choice": {"type": "nothing"}}
            case "tokens_create":
                return {"name": "made", "scopes": ["games:read"]}
            case _:
                return {} if self.operation.body else None

    def headers(self) -> dict[str, str]:
        return {} if self.operation.key is Key.NONE else {"Idempotency_Key": str(uuid4())}

    def call(self, api: Any, game: UUID = ABSENT, **given: Any) -> Any:
        import json

        body = self.body()
        query = "wait=0" if self.operation.id == "events_next" else ""
        raw = b"" if body is None else json.dumps(body).encode()
        return api.send(self.method, self.at(game, **given), raw, query=query, **self.headers())


ROUTES = [Route(*found) for found in routes()]
BY_ID = {route.operation.id: route for route in ROUTES}
