"""What does each of the eight events change?

An event is a question that the rest of the rules ask, or a thing that follows. No other file decides anything by `s.event`.
"""

from __future__ import annotations

from gameplay.rules.contract import Seat, Tell

from .choices import Colour
from .facts import TokenTaken
from .state import State


def scare_threshold(s: State) -> int:
    """SB-6.1  Event 1: ghosts scare when there are four of them, not three."""
    return 4 if s.event == 1 else 3


def setup_ghosts(s: State) -> int:
    """SB-6.2  Event 2: two white ghosts above each bar at setup instead of one."""
    return 2 if s.event == 2 else 1


def ghost_after_goodbye(s: State) -> bool:
    """SB-6.3  Event 3: a white ghost arrives after each goodbye, when its favour has been used or declined."""
    return s.event == 3


def guest_was_scared(s: State, seat: Seat, tell: Tell) -> None:
    """SB-6.4  Event 4: whoever scares a guest takes the token, Tom too (SB-6.9)."""
    if s.event == 4:
        take_token(s, seat, tell)


def guest_was_bid_goodbye(s: State, seat: Seat, tell: Tell) -> None:
    """SB-6.5  Event 5: the second goodbye of a round takes the token; a third does not take it again."""
    s.goodbyes[seat] += 1
    if s.event == 5 and s.goodbyes[seat] == 2:
        take_token(s, seat, tell)


def graveyard_colour(s: State) -> Colour:
    """SB-6.6  Event 6: a ghost that a Move takes from the graveyard is pink."""
    return "pink" if s.event == 6 else "white"


def setup_drinks(s: State) -> int:
    """SB-6.7  Event 7: each seat places two drinks at setup instead of one."""
    return 2 if s.event == 7 else 1


def extra_card(s: State) -> bool:
    """SB-6.8  Event 8: one more card is shown each round, which nobody uses."""
    return s.event == 8


def take_token(s: State, seat: Seat, tell: Tell) -> None:
    """SB-6.9  Anyone, Tom included, takes the token from the supply or from its holder."""
    if s.token != seat:
        tell(TokenTaken(seat=seat, previous=s.token))
        s.token = seat
