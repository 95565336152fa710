"""Which refusals can a client meet, with which status, and what should it do about each?

The one table of codes; what services refuse has their sentence. The rules of a game add their own codes; they are answered
with 422 and their clause.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from gameplay.errors import CODES


class FieldError(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One fault of the request: where it is, which kind it is and what is wrong."""

    pointer: str
    """A JSON Pointer into the body (`` for all of it), or `?name` for a query parameter."""
    code: str
    detail: str


@dataclass(frozen=True)
class Kind:
    """A row of the table: the status, the sentence that never changes, and advice for the author of a client."""

    status: int
    title: str
    advice: str


class Problem(Exception):
    """A refusal on its way to the client. Extra members are added to the answer as they are."""

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        errors: tuple[FieldError, ...] = (),
        headers: dict[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.errors = errors
        self.headers = headers or {}
        self.extra = extra


RULES_REFUSAL: Final = Kind(
    422,
    "The rules refuse this choice.",
    "Nothing was changed. `clause` names the rule. Choose one of the choices that the decision offers; they are all accepted.",
)

_OF_SERVICES: Final[dict[str, tuple[int, str]]] = {
    # Commands
    "idempotency_key_reused": (422, "One key belongs to one command with one body. Use a fresh key for a new command."),
    # Games: lists and rows
    "game_not_found": (404, "Check the id. A private game does not exist for whoever is not in it."),
    "seat_not_found": (404, "Seats are numbered from 0; `seats` of the game lists them."),
    "event_not_found": (404, "Events are numbered from 1 to `version` of the game."),
    "unknown_rules": (422, "`rules` lists the games; `GET /api/v1/rules` describes them."),
    "unknown_edition": (422, "`editions` lists those there are."),
    "unknown_bot": (422, "`bots` lists those there are."),
    "unknown_standing": (422, "`standing` lists those there are."),
    "bad_seats": (422, "Ask for `least` to `most` seats."),
    "bad_options": (422, "Compare with `options_schema` of the rules."),
    # Games: seats and life
    "seat_taken": (409, "Take another seat, or leave `seat` out to get the first free one."),
    "already_seated": (409, "One account has one seat in a game."),
    "seat_of_another": (409, "You know what that seat knows. `seat` is the one you can come back to."),
    "game_full": (409, "Look for another game."),
    "game_not_open": (409, "This is possible before the start only."),
    "game_not_playing": (409, "Wait for its start."),
    "game_not_finished": (409, "The record is open to all when the game is over."),
    "game_over": (409, "Read its result."),
    "seats_not_filled": (409, "`free` lists the free seats: wait for people or seat bots."),
    "not_creator": (403, "Ask the game's creator."),
    "not_seated": (403, "Take one, or watch as a spectator."),
    "not_your_seat": (403, "`viewer.seat` of the game is yours."),
    "game_faulty": (409, "It can be read as of its last good event."),
    "game_busy": (409, "Send the same command again after `retry_after` seconds."),
    "game_paused": (409, "Wait for `game.resumed` in the feed; the decisions stay open."),
    # Rulings
    "game_not_paused": (409, "Only a paused game can be resumed."),
    "not_referee": (403, "It needs staff and the scope `referee:act`."),
    "referee_is_seated": (403, "Ask another referee."),
    "reason_required": (422, "Say why, for everybody who reads the record."),
    "stale_version": (412, "`version` is the newest: look at the game again, then decide."),
    "rewind_to_future": (422, "Name an earlier event."),
    "rewind_not_at_decision": (422, "Name an event after which a seat was asked."),
    "fresh_draws_required": (422, "Send `draws` as `fresh`."),
    "no_clock": (409, "There is nothing to correct."),
    "referee_has_seen": (403, "You know what its seats may not know: play in another one."),
    "unknown_rules_version": (422, "Versions are numbered from 1 to `version` of the rules."),
    # Disputes
    "dispute_not_found": (404, "A dispute exists for the seats that opened it and for referees."),
    "dispute_too_late": (409, "Events can be disputed until some days after the end of the game."),
    "dispute_moved_on": (409, "Read the dispute again: its `status` says what comes next."),
    "too_many_disputes": (409, "Wait for the decision on those that are open."),
    "not_your_dispute": (403, "`referee` of the dispute says who."),
    "conflict_of_interest": (403, "You decided it before: leave the appeal to somebody else."),
    "appeal_used": (409, "The decision on an appeal stands."),
    "unknown_ruling": (422, "Name a ruling of the game, or none."),
    # Take-backs
    "nothing_to_take_back": (409, "Only the last choice that you made yourself can be taken back."),
    "information_revealed": (409, "It stands. A referee may rewind the game if there is a reason."),
    "take_back_refused": (409, "The choice stands."),
    "take_back_not_asked": (409, "Read the take-backs of the game."),
    "bad_result": (422, "Compare with the `result` of a game that is over."),
    # Choices
    "decision_closed": (
        409,
        "`decisions` is what you are asked now. Was it answered by your own retry? Then use the same Idempotency-Key.",
    ),
    "not_your_decision": (409, "`decisions` is what you are asked now."),
    "choice_malformed": (422, "`type` and the other members must be those of one of the game's choices."),
}
"""What services and selectors refuse: the status and the advice. The sentence is theirs."""

KINDS: Final[dict[str, Kind]] = {
    # The request itself
    "malformed_json": Kind(400, "The body is not JSON.", "Send one JSON document in UTF-8, without NaN, lone surrogates or NUL."),
    "malformed_request": Kind(
        400, "The request could not be understood.", "The request line, the host or a header is not what HTTP allows. Mend the client."
    ),
    "invalid_request": Kind(
        400,
        "The request does not have the form that is documented.",
        "`errors` lists each fault with a pointer to it. Compare the request with the OpenAPI document.",
    ),
    "invalid_cursor": Kind(
        400,
        "This cursor is not one of this list.",
        "Use `next_cursor` of the page before, with the same filters, or begin without a cursor.",
    ),
    "idempotency_key_required": Kind(
        400, "This command needs an Idempotency-Key.", "Send a fresh UUID with each new command and the same one with each retry of it."
    ),
    "idempotency_key_invalid": Kind(
        400, "This Idempotency-Key can't be used.", "A key is 1 to 200 printable ASCII characters without spaces."
    ),
    "not_authenticated": Kind(
        401, "This needs a token.", "Send `Authorization: Bearer rv_pat_…`. Make a token at `POST /api/v1/me/tokens`."
    ),
    "invalid_token": Kind(
        401, "This token is not valid.", "It is mistyped, expired or revoked, or its account is closed. Retrying with it is of no use."
    ),
    "insufficient_scope": Kind(403, "This token may not do that.", "`scope` names what it lacks. Make a token that has it."),
    "forbidden": Kind(
        403, "You may not do that.", "The account may see this, but the act belongs to somebody else, such as the game's creator."
    ),
    "not_found": Kind(404, "There is no such thing.", "Check the address. What you may not see is answered in the same way."),
    "method_not_allowed": Kind(405, "This address does not know that method.", "`Allow` lists the methods that it knows."),
    "not_acceptable": Kind(
        406, "It can't be sent in a form that you accept.", "Accept `application/json`, or what the document lists for this operation."
    ),
    "body_too_large": Kind(413, "The body is too large.", "A body may have 64 kB."),
    "unsupported_media_type": Kind(415, "The body must be JSON.", "Send `Content-Type: application/json`."),
    "rate_limited": Kind(
        429, "Too many requests.", "Wait for `retry_after` seconds. `RateLimit` tells what is left before it comes to this."
    ),
    "server_error": Kind(
        500,
        "The server failed.",
        "It is our fault and it is logged. Report the `request_id`. A retry with the same Idempotency-Key is safe.",
    ),
    "unavailable": Kind(
        503,
        "The server can't reach its database.",
        "Nothing was half done. Wait for `retry_after` seconds and send the same request again.",
    ),
    "statistics_unavailable": Kind(
        503,
        "No statistics are published yet.",
        "They are made from the log every few seconds. Wait for `retry_after` seconds and ask again.",
    ),
    "chart_unavailable": Kind(
        503,
        "The chart can't be drawn now.",
        "Its figures can be had: ask for JSON or CSV. Or wait for `retry_after` seconds and ask again.",
    ),
    "range_not_satisfiable": Kind(
        416, "The file has no such bytes.", "`Content-Range` says how many it has. Ask for a stretch that begins before its end."
    ),
    # Queries on the statistics
    "query_timeout": Kind(
        408,
        "The query takes too long.",
        "`most` is how many seconds a query has. Ask for less: fewer rows, or no join of everything with all.",
    ),
    "query_too_large": Kind(
        413, "The query or its answer is too large.", "`limit` says what it would need more of than `most`: `memory`, `bytes` or `columns`."
    ),
    "query_failed": Kind(422, "The database refuses this SQL.", "`detail` is what it says; `line` and `column` say where, if it knows."),
    "query_parameters": Kind(
        422,
        "The parameters are not those of the SQL.",
        "`errors` names each that has no value, and each that does not stand in the SQL. Send a list for `$1`, an object for `$name`.",
    ),
    "query_not_one_select": Kind(
        422,
        "A query is exactly one SELECT or EXPLAIN.",
        "Send one statement that reads. `WITH … SELECT`, `FROM …` and `DESCRIBE` are such.",
    ),
    "query_cancelled": Kind(409, "The query was cancelled.", "Somebody with your account asked for that while it ran."),
    "too_many_saved": Kind(409, "You keep too many queries.", "Delete one that you no longer need; `most` is how many an account keeps."),
    "queries_busy": Kind(
        429,
        "Too many queries are running.",
        "One runs for each account, and four in all. Wait for `retry_after` seconds, or cancel the one that is running.",
    ),
    # Commands
    "idempotency_in_progress": Kind(
        409, "The first request with this Idempotency-Key is still running.", "Wait for `retry_after` seconds and send it again."
    ),
    "version_required": Kind(
        428,
        "A ruling names the version of the game that it was made on.",
        "Send `expected_version`, or `If-Match` with the `ETag` of the game as you see it.",
    ),
    "choice_not_offered": Kind(
        422, "This choice is not offered now.", "Choose one of `choices`, or build one by `forms`, of the decision."
    ),
    **{code: Kind(status, CODES[code], advice) for code, (status, advice) in _OF_SERVICES.items()},
}
"""code -> what it is. A code is never renamed and never changes its status."""
