"""How does the service refuse a command or a question?"""

from __future__ import annotations

from typing import Any


class GameplayError(Exception):
    """A refusal with a stable code. `extra` holds what that code adds for the client, such as what is open now."""

    def __init__(self, code: str, detail: str, **extra: Any) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.extra = extra


CODES = {
    "game_not_found": "There is no such game for you.",
    "seat_not_found": "This game has no such seat.",
    "unknown_rules": "No game is called so.",
    "unknown_edition": "This game has no such deck edition.",
    "unknown_bot": "This game has no such bot.",
    "bad_seats": "This game is not played by so many seats.",
    "bad_options": "An option of the game is not allowed.",
    "seat_taken": "Somebody sits there already.",
    "already_seated": "You have a seat in this game already.",
    "game_full": "No seat is free.",
    "game_not_open": "The game has begun or is over.",
    "game_not_playing": "The game is not being played.",
    "game_not_finished": "The game is not over yet.",
    "game_over": "The game is over.",
    "seats_not_filled": "Not every seat is taken.",
    "not_creator": "Only who created the game may do this.",
    "not_seated": "You have no seat in this game.",
    "not_your_seat": "This seat is not yours.",
    "decision_closed": "This decision is no longer open.",
    "not_your_decision": "You have not been asked this.",
    "choice_malformed": "This is not a choice of this game.",
    "idempotency_key_reused": "This key was used for another request.",
    "game_faulty": "The log of this game can't be replayed; it waits for a referee.",
    "game_paused": "The game is paused by a referee.",
    "game_not_paused": "The game is not paused.",
    "not_referee": "Only a referee may do this.",
    "referee_is_seated": "You have a seat in this game and can't be its referee.",
    "reason_required": "A ruling needs a reason.",
    "stale_version": "The game has gone on since the version you name.",
    "rewind_to_future": "A rewind goes back to an event before the newest.",
    "rewind_not_at_decision": "No seat was asked anything as of this event.",
    "fresh_draws_required": "The secret of this game is out: it can only be rewound with fresh draws.",
    "bad_result": "A result names the points of every participant, and the winners in seat order.",
    "game_busy": "Too many commands at once in this game; try again.",
    "event_not_found": "This game has no such event.",
}
"""Every code that services and selectors use, with its sentence."""
