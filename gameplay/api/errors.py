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
    "idempotency_key_reused": Kind(
        422,
        CODES["idempotency_key_reused"],
        "One key belongs to one command with one body. Use a fresh key for a new command.",
    ),
    "idempotency_in_progress": Kind(
        409, "The first request with this Idempotency-Key is still running.", "Wait for `retry_after` seconds and send it again."
    ),
    # Games: lists and rows
    "game_not_found": Kind(404, CODES["game_not_found"], "Check the id. A private game does not exist for whoever is not in it."),
    "seat_not_found": Kind(404, CODES["seat_not_found"], "Seats are numbered from 0; `seats` of the game lists them."),
    "event_not_found": Kind(404, CODES["event_not_found"], "Events are numbered from 1 to `version` of the game."),
    "unknown_rules": Kind(422, CODES["unknown_rules"], "`rules` lists the games; `GET /api/v1/rules` describes them."),
    "unknown_edition": Kind(422, CODES["unknown_edition"], "`editions` lists those there are."),
    "unknown_bot": Kind(422, CODES["unknown_bot"], "`bots` lists those there are."),
    "unknown_standing": Kind(422, CODES["unknown_standing"], "`standing` lists those there are."),
    "bad_seats": Kind(422, CODES["bad_seats"], "Ask for `least` to `most` seats."),
    "bad_options": Kind(422, CODES["bad_options"], "Compare with `options_schema` of the rules."),
    # Games: seats and life
    "seat_taken": Kind(409, CODES["seat_taken"], "Take another seat, or leave `seat` out to get the first free one."),
    "already_seated": Kind(409, CODES["already_seated"], "One account has one seat in a game."),
    "seat_of_another": Kind(409, CODES["seat_of_another"], "You know what that seat knows. `seat` is the one you can come back to."),
    "game_full": Kind(409, CODES["game_full"], "Look for another game."),
    "game_not_open": Kind(409, CODES["game_not_open"], "This is possible before the start only."),
    "game_not_playing": Kind(409, CODES["game_not_playing"], "Wait for its start."),
    "game_not_finished": Kind(409, CODES["game_not_finished"], "The record is open to all when the game is over."),
    "game_over": Kind(409, CODES["game_over"], "Read its result."),
    "seats_not_filled": Kind(409, CODES["seats_not_filled"], "`free` lists the free seats: wait for people or seat bots."),
    "not_creator": Kind(403, CODES["not_creator"], "Ask the game's creator."),
    "not_seated": Kind(403, CODES["not_seated"], "Take one, or watch as a spectator."),
    "not_your_seat": Kind(403, CODES["not_your_seat"], "`viewer.seat` of the game is yours."),
    "game_faulty": Kind(409, CODES["game_faulty"], "It can be read as of its last good event."),
    "game_busy": Kind(409, CODES["game_busy"], "Send the same command again after `retry_after` seconds."),
    "game_paused": Kind(409, CODES["game_paused"], "Wait for `game.resumed` in the feed; the decisions stay open."),
    # Rulings
    "game_not_paused": Kind(409, CODES["game_not_paused"], "Only a paused game can be resumed."),
    "not_referee": Kind(403, CODES["not_referee"], "It needs staff and the scope `referee:act`."),
    "referee_is_seated": Kind(403, CODES["referee_is_seated"], "Ask another referee."),
    "reason_required": Kind(422, CODES["reason_required"], "Say why, for everybody who reads the record."),
    "stale_version": Kind(412, CODES["stale_version"], "`version` is the newest: look at the game again, then decide."),
    "rewind_to_future": Kind(422, CODES["rewind_to_future"], "Name an earlier event."),
    "rewind_not_at_decision": Kind(422, CODES["rewind_not_at_decision"], "Name an event after which a seat was asked."),
    "fresh_draws_required": Kind(422, CODES["fresh_draws_required"], "Send `draws` as `fresh`."),
    "version_required": Kind(
        428,
        "A ruling names the version of the game that it was made on.",
        "Send `expected_version`, or `If-Match` with the `ETag` of the game as you see it.",
    ),
    "no_clock": Kind(409, CODES["no_clock"], "There is nothing to correct."),
    "referee_has_seen": Kind(403, CODES["referee_has_seen"], "You know what its seats may not know: play in another one."),
    "unknown_rules_version": Kind(422, CODES["unknown_rules_version"], "Versions are numbered from 1 to `version` of the rules."),
    # Disputes
    "dispute_not_found": Kind(404, CODES["dispute_not_found"], "A dispute exists for the seats that opened it and for referees."),
    "dispute_too_late": Kind(409, CODES["dispute_too_late"], "Events can be disputed until some days after the end of the game."),
    "dispute_moved_on": Kind(409, CODES["dispute_moved_on"], "Read the dispute again: its `status` says what comes next."),
    "too_many_disputes": Kind(409, CODES["too_many_disputes"], "Wait for the decision on those that are open."),
    "not_your_dispute": Kind(403, CODES["not_your_dispute"], "`referee` of the dispute says who."),
    "conflict_of_interest": Kind(403, CODES["conflict_of_interest"], "You decided it before: leave the appeal to somebody else."),
    "appeal_used": Kind(409, CODES["appeal_used"], "The decision on an appeal stands."),
    "unknown_ruling": Kind(422, CODES["unknown_ruling"], "Name a ruling of the game, or none."),
    # Take-backs
    "nothing_to_take_back": Kind(409, CODES["nothing_to_take_back"], "Only the last choice that you made yourself can be taken back."),
    "information_revealed": Kind(409, CODES["information_revealed"], "It stands. A referee may rewind the game if there is a reason."),
    "take_back_refused": Kind(409, CODES["take_back_refused"], "The choice stands."),
    "take_back_not_asked": Kind(409, CODES["take_back_not_asked"], "Read the take-backs of the game."),
    "bad_result": Kind(422, CODES["bad_result"], "Compare with the `result` of a game that is over."),
    # Choices
    "decision_closed": Kind(
        409,
        CODES["decision_closed"],
        "`decisions` is what you are asked now. Was it answered by your own retry? Then use the same Idempotency-Key.",
    ),
    "not_your_decision": Kind(409, CODES["not_your_decision"], "`decisions` is what you are asked now."),
    "choice_malformed": Kind(422, CODES["choice_malformed"], "`type` and the other members must be those of one of the game's choices."),
    "choice_not_offered": Kind(
        422, "This choice is not offered now.", "Choose one of `choices`, or build one by `forms`, of the decision."
    ),
}
"""code -> what it is. A code is never renamed and never changes its status."""
