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
    "unknown_standing": "This game has no such standing answer.",
    "bad_seats": "This game is not played by so many seats.",
    "bad_options": "An option of the game is not allowed.",
    "seat_taken": "Somebody sits there already.",
    "already_seated": "You have a seat in this game already.",
    "seat_of_another": "You have played another seat of this game, and can come back to that one only.",
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
    "idempotency_key_reused": "This Idempotency-Key was used for another command.",
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
    "no_clock": "This game has no clock.",
    "referee_has_seen": "You have looked at this game with a referee's eyes and can't play in it.",
    "unknown_rules_version": "These rules have no such version.",
    "dispute_not_found": "There is no such dispute for you.",
    "dispute_too_late": "The time in which events of this game can be disputed is over.",
    "dispute_moved_on": "This step is not possible in the state that the dispute is in.",
    "too_many_disputes": "You have disputed too many events of this game.",
    "not_your_dispute": "Another referee works on this dispute.",
    "conflict_of_interest": "An appeal is decided by another referee than the one who decided first.",
    "appeal_used": "This dispute was appealed before.",
    "unknown_ruling": "This game has no such ruling.",
    "nothing_to_take_back": "You have made no choice that could be taken back.",
    "information_revealed": "Something hidden was revealed by this choice or after it.",
    "take_back_refused": "Another seat did not agree to this take-back.",
    "take_back_not_asked": "Nobody waits for your consent to a take-back.",
    "game_busy": "Too many commands at once in this game; try again.",
    "event_not_found": "This game has no such event.",
}
"""Every code that services and selectors use, with its sentence: the title of the problem document and what a page shows."""
