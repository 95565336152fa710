"""What does an edition of the deck say about each card?"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from gameplay.rules.contract import Edition
from gameplay.rules.editions import read_edition

from .choices import DECK_OF, Card, Deck, Spirit, SpiritCard
from .vocabulary import DeckFile, FightCard, FlairCard, StealRandom


class Cards:
    """An edition's cards by name, ready for use."""

    def __init__(self, data: dict[str, Any]) -> None:
        file = msgspec.convert(data, DeckFile)
        self.file = file
        self.spirits: dict[SpiritCard, tuple[Spirit, int]] = {
            spirit_card(row.spirit, row.points): (row.spirit, row.points) for row in file.spirits
        }
        self.mixers = {mixer.key: mixer for mixer in file.mixer_definitions}
        self.flair = {twist.key: twist for twist in file.twist_definitions if isinstance(twist, FlairCard)}
        self.fights = {twist.key: twist for twist in file.twist_definitions if isinstance(twist, FightCard)}
        self.thefts = {key for key, fight in self.fights.items() if any(isinstance(effect, StealRandom) for effect in fight.effects)}
        """BF-10.14  The fight cards that need an opponent with a twist in hand."""
        self.judges = {judge.name: judge for judge in file.judges}
        self.ribbons = {judge.name: judge.ribbons for judge in file.judges}
        self.bars = {bar.key: bar for bar in file.bars}
        self.awards = file.components["participation_ribbons"]
        self.decks: dict[Deck, list[Card]] = {
            "spirit": [spirit_card(row.spirit, row.points) for row in file.spirits],
            "mixer": [row.mixer for row in file.mixers],
            "twist": [row.twist for row in file.twists],
        }
        """Every card of the three decks, in the order of the ids."""


def spirit_card(spirit: Spirit, points: int) -> SpiritCard:
    """The card of this type and these points."""
    card: Any = f"{spirit} {points}"
    if card not in DECK_OF:
        raise ValueError(f"no such spirit: {card}")
    found: SpiritCard = card
    return found


_FILES: Final = {"house-1": "deck.json", "house-2": "deck-house-2.json"}
EDITIONS: Final[dict[str, Edition]] = {name: read_edition(name, Path(__file__).with_name(file)) for name, file in _FILES.items()}
BOOK: Final[dict[str, Cards]] = {name: Cards(edition.deck) for name, edition in EDITIONS.items()}
"""The cards of each edition."""
