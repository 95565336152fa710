"""With which options does the contract suite play Ghostel, and what must hold in every state?"""

from __future__ import annotations

from typing import Any

from gameplay.rules.ghostel.cards import CARDS
from gameplay.rules.ghostel.state import ROOMS, State

OPTIONS: list[dict[str, Any]] = [{}]
MOST_ANSWERS = 3000
"""More than any game takes; one of random play has about 270."""

GOLDEN: dict[str, tuple[int, dict[str, Any], int]] = {
    "two_seats": (2, {}, 22),
    "two_seats_loaned_dice": (2, {}, 27),
    "two_seats_own_colours": (2, {"ghosts": [["black", "red"], ["white", "blue"]]}, 37),
    "three_seats": (3, {}, 49),
    "three_seats_loaned_dice": (3, {}, 17),
    "four_seats": (4, {}, 26),
    "four_seats_shut_in": (4, {}, 33),
}
"""What the golden logs play: seats, options, seed."""


def conserved(s: State) -> None:
    """GH-1.5 GH-1.7  No card, die or token is lost or doubled; every room has its guest while ghosts are about; scores are not below 0."""
    deck = CARDS[s.edition]
    present = [room.guest for room in s.rooms.values() if room.guest]
    assert sorted([*s.guests, *present, *s.gone]) == sorted(deck.guests)
    attached = [card for room in s.rooms.values() for card in room.attached]
    hands = list(s.ghosts.values())
    favours = [*s.decks["spookie_favour"], *s.discards["spookie_favour"], *attached, *(card for g in hands for card in g.favours)]
    tactics = [*s.decks["scare_tactic"], *s.discards["scare_tactic"], *(card for g in hands for card in g.tactics)]
    bonuses = [*s.decks["terror_bonus"], *s.discards["terror_bonus"], *(card for g in hands for card in g.bonuses)]
    assert sorted(favours) == list(deck.ids["spookie_favour"])
    assert sorted(tactics) == list(deck.ids["scare_tactic"])
    assert sorted(bonuses) == list(deck.ids["terror_bonus"])
    assert not s.discards["terror_bonus"]
    placed = [die for room in s.rooms.values() for die in room.dice]
    names = [die.die for die in placed] + [die for ghost in hands for die in ghost.dice]
    assert len(set(names)) == len(names)
    assert all(1 <= die.face <= (8 if die.die.endswith("d8") else 6) for die in placed)
    assert all(die.die.startswith(f"{die.ghost}-") for die in placed)
    assert s.tokens >= 0 and s.tokens + sum(die.token for die in placed) == deck.phobia_tokens
    assert s.barriers >= 0 and s.barriers + sum(room.barrier for room in s.rooms.values()) == deck.barrier_tokens
    assert all(ghost.score >= 0 for ghost in hands)
    assert sorted(s.markers) == sorted(s.order) == sorted(s.ghosts)
    if s.phase in ("roll", "scare"):
        assert all(s.rooms[room].guest for room in ROOMS)
    if s.phase != "scare":
        assert all(ghost.room == 0 for ghost in hands)
    if s.phase == "buy":
        assert not any(ghost.dice for ghost in hands)
