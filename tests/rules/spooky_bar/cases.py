"""With which options does the contract suite play Spooky Bar, and what must hold in every state?"""

from __future__ import annotations

from collections import Counter
from typing import Any

from gameplay.rules.spooky_bar.choices import COLOURS, GUESTS
from gameplay.rules.spooky_bar.effects import MoveOneGhost
from gameplay.rules.spooky_bar.state import State

OPTIONS: list[dict[str, Any]] = [
    {},
    *({"event": event} for event in range(1, 9)),
    {"event": "random", "series": {"kind": "fixed", "games": 2}, "tom_scores": True},
    {"series": {"kind": "target", "coins": 30}},
]
MOST_ANSWERS = 3000
"""More than any game takes; a series of four games has about 500."""


def conserved(s: State) -> None:
    """SB-1.2 SB-1.3  No card, guest or place is lost or doubled, and nothing is below zero."""
    cards = [*s.pile, *s.discard, *(card for hand in s.hands for card in hand)]
    for played in (*s.showing, *s.turned):
        cards += played.trio or [played.card]
    if cards:
        assert sorted(cards) == list(range(1, 56))
    guests = Counter([*s.gone, *(guest for bar in s.bars for guest in (*bar.guests, *bar.beside.guests))])
    seated = sum(bool(bar.counter) for bar in s.bars)
    assert guests == Counter({guest: seated for guest in GUESTS if seated})
    for bar in s.bars:
        assert list(bar.guests) == [guest for guest in bar.counter if guest in bar.guests]
        assert min([0, *bar.guests.values(), *bar.ghosts.values(), *bar.handled.values(), *bar.beside.ghosts.values()]) == 0
        if s.stack and isinstance(s.stack[-1], MoveOneGhost):
            assert all(bar.handled[colour] <= bar.ghosts[colour] for colour in COLOURS)
    assert [played.card for played in s.showing] == sorted(played.card for played in s.showing)
    assert sorted(s.turned, key=lambda played: -played.card) == s.turned


GOLDEN: dict[str, tuple[int, dict[str, Any], int]] = {
    "two_seats": (2, {}, 1),
    "two_seats_event_8_tom_scores": (2, {"event": 8, "tom_scores": True}, 2),
    "three_seats": (3, {}, 3),
    "three_seats_event_1": (3, {"event": 1}, 4),
    "three_seats_event_3": (3, {"event": 3}, 5),
    "three_seats_series_of_random_events": (3, {"event": "random", "series": {"kind": "fixed", "games": 2}}, 6),
    "four_seats_event_4": (4, {"event": 4}, 7),
    "four_seats_event_5": (4, {"event": 5}, 8),
    "four_seats_event_6": (4, {"event": 6}, 9),
    "four_seats_event_7_to_thirty": (4, {"event": 7, "series": {"kind": "target", "coins": 30}}, 10),
    "four_seats_five_of_a_kind": (4, {"event": 2}, 8),
}
"""What the golden logs play: seats, options, seed."""
