"""With which options does the contract suite play Bar Fight, and what must hold in every state?"""

from __future__ import annotations

from collections import Counter
from typing import Any

from gameplay.rules.bar_fight.choices import DECKS, Mix
from gameplay.rules.bar_fight.mixing import Cocktails
from gameplay.rules.bar_fight.state import SEEN, State, cards_of, ribbons

OPTIONS: list[dict[str, Any]] = [{}]
MOST_ANSWERS = 3000
"""More than any game takes; six seats have answered up to about 700 times in thousands of random games."""


def conserved(s: State) -> None:
    """BF-1.1  No card, judge or award is lost or doubled; hands know from which shuffle their cards come."""
    cards = cards_of(s)
    for deck in DECKS:
        found = [*s.piles[deck], *s.discards[deck], *(card for hand in s.hands for card, copies in hand[deck].items() for _ in copies)]
        for cocktail in s.cocktails:
            if cocktail and deck == "spirit" and not cocktail.returned:
                found.append(cocktail.spirit)
            elif cocktail and deck == "mixer":
                found += cocktail.mixers
            elif cocktail and deck == "twist":
                found += [*cocktail.flair, *cocktail.cancelled]
        if deck == "twist":
            found += [fought.card for fought in s.fights]
        assert Counter(found) == Counter(cards.decks[deck])
        for hand in s.hands:
            for copies in hand[deck].values():
                assert copies and copies == sorted(copies) and copies[0] >= SEEN and copies[-1] <= s.shuffles[deck]
    judges = [*s.judge_pile, *s.future, *([s.judge] if s.judge else []), *s.judges_discarded, *(j for won in s.judges_won for j in won)]
    assert Counter(judges) == Counter(list(cards.judges))
    assert s.awards_left + sum(s.awards) == cards.awards and min(s.awards_left, *s.awards) >= 0
    assert sum(s.gained) <= sum(ribbons(s, seat) for seat in range(s.seats))
    for seat, choice in enumerate(s.sealed):
        assert not isinstance(choice, Mix) or choice in Cocktails(s.hands[seat])
