"""How is each operation of the document called once, well?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from api_docs.pages import routes
from gameplay.api.operations import Key, Operation

ABSENT = UUID(int=0)
RULING = {"reason": "So be it.", "expected_version": 1}
"""A referee's act on a version that is long past: whoever may rule at all is told so."""
QUERIES = {
    "events_next": "wait=0",
    "games_difference": "old=1&new=2&reason=why",
    "audit_position": "reason=why",
    "audit_case_file": "reason=why",
}


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
            "dispute_id": ABSENT,
            "query_id": ABSENT,
            "saved_id": ABSENT,
            "seat": 0,
            "seq": 1,
            "name": "spooky_bar",
            "edition": "house-1",
            "report": "games_by_rules",
            "path": "events/rules=ghostel/month=2026-11/part-0.parquet",
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
            case "standing_set":
                return {"until": "next_round"}
            case "games_rewind":
                return {"to": 5, **RULING}
            case "games_adjudicate":
                return {"scores": [1, 0], "winners": [0], **RULING}
            case "games_vacate":
                return {"seat": 0, **RULING}
            case "games_clock":
                return {"seat": 0, "seconds": 60, **RULING}
            case "games_pause" | "games_resume" | "games_void":
                return RULING
            case "takebacks_consent":
                return {"takeback": str(ABSENT), "agree": True}
            case "disputes_open":
                return {"event": 1, "category": "rules", "reason": "It is against the rules."}
            case "saved_put":
                return {"title": "How many games are there?", "sql": "SELECT count(*) FROM games"}
            case "queries_ask":
                return {"sql": "SELECT count(*) FROM games"}
            case "disputes_decide":
                return {"outcome": "upheld", "explanation": "So it is."}
            case "disputes_ask" | "disputes_answer" | "disputes_appeal":
                return {"text": "What there is to say."}
            case _:
                return {} if self.operation.body else None

    def headers(self) -> dict[str, str]:
        return {} if self.operation.key is Key.NONE else {"Idempotency_Key": str(uuid4())}

    def call(self, api: Any, game: UUID = ABSENT, **given: Any) -> Any:
        import json

        body = self.body()
        query = QUERIES.get(self.operation.id, "")
        raw = b"" if body is None else json.dumps(body).encode()
        return api.send(self.method, self.at(game, **given), raw, query=query, **self.headers())


ROUTES = [Route(*found) for found in routes()]
BY_ID = {route.operation.id: route for route in ROUTES}
