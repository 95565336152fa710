"""With which options does the contract suite play Spirits of Christmas, and what must hold in every state?"""

from __future__ import annotations

from typing import Any

from gameplay.rules.spirits_of_christmas.cards import DECKS
from gameplay.rules.spirits_of_christmas.state import State

OPTIONS: list[dict[str, Any]] = [
    {},
    {"mode": "very_easy", "counting_house": True},
    {"mode": "easy", "communication": "haunted", "group_decision": "leader"},
    {"mode": "normal", "story": True, "communication": "jacob_marley", "gift2_shillings": 3},
    {"mode": "hard", "counting_house": True},
    {"mode": "very_hard", "communication": "three_chances"},
    {"mode": "humbug", "communication": "none", "story": True},
    {"mode": "normal", "communication": "open_hearted", "group_decision": "leader"},
]
MOST_ANSWERS = 3000
"""More than any game takes; one with much talk has some hundreds."""
ALL_MAY_LOSE = True
"""SC-14.1  Nobody wins a game that is lost."""


def conserved(s: State) -> None:
    """SC-1.2 SC-1.3 SC-3.3 SC-7.2 SC-11.2  No card, shilling or token is lost or doubled."""
    deck = DECKS[s.edition]
    cards = [*s.pile, *s.discarded, *s.board, *s.drawn]
    cards += [card for place in (*s.hands, *s.under) for card in place]
    if s.chapter and cards:
        assert sorted(cards) == sorted(deck.cards)
        assert s.pool >= 0 and s.discard >= 0 and s.pool + s.discard == deck.shillings
    if s.row:
        assert len(set(s.row)) == len(s.face_down) == len(s.under) == 8
        assert -1 <= s.scrooge < 8 and 0 <= s.gap < 7
    begun = {"very_easy": 3, "easy": 3, "normal": 3, "hard": 2, "very_hard": 1, "humbug": 0}[s.options.mode]
    assert s.chains >= 0 and s.chains + s.taken == (begun if s.seats > 1 else 0)
    assert len(s.points) == s.chapter - (s.phase not in ("between", "won")) if s.chapter else not s.points
    assert len(set(s.had)) == len(s.had) or s.seats < 4


GOLDEN: dict[str, tuple[int, dict[str, Any], int]] = {
    "one_player": (1, {"mode": "easy"}, 20),
    "one_player_strict": (1, {"mode": "hard"}, 5),
    "two_open_hearted": (2, {"mode": "very_easy", "counting_house": True}, 14),
    "two_story": (2, {"story": True, "communication": "open_hearted"}, 27),
    "three_normal": (3, {}, 1),
    "three_haunted": (3, {"communication": "haunted", "counting_house": True}, 55),
    "four_hard": (4, {"mode": "hard"}, 35),
    "four_haunted_leader": (4, {"mode": "easy", "communication": "haunted", "group_decision": "leader"}, 35),
    "five_random_gift": (5, {}, 18),
    "five_three_chances": (5, {"mode": "very_hard"}, 54),
    "six_jacob_marley": (6, {"mode": "humbug"}, 29),
    "six_very_easy_marley": (6, {"mode": "very_easy", "communication": "jacob_marley"}, 50),
}
"""What the golden logs play: seats, options, seed."""
