"""What is printed on the cards, the rondel and the scoring card?"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec

from gameplay.rules.contract import Edition

from .words import KINDS, VIRTUE_OF, VIRTUES, Kind, Space, Virtue

SceneKind: TypeAlias = Literal["coin", "torch", "shadow"]
BASE: Final = 32
"""More than there are cards."""
ONE_OF: Final[dict[Kind, int]] = {kind: BASE**place for place, kind in enumerate(KINDS)}
"""SC-1.3  A card of each kind, as cards are added up: any cards make a number whose digits say how many there are of each kind."""


class Scene(msgspec.Struct, frozen=True):
    """SC-1.4  A Scene card. `number` is 0 where none is printed."""

    id: str
    number: int
    kind: SceneKind
    name: str
    shillings: int
    draws_card: bool
    needs: tuple[int, int, int]
    """Of Contentment, Compassion and Charity."""


class Deck(msgspec.Struct, frozen=True):
    """SC-1.1 SC-1.2 SC-1.3 SC-1.4  The data of one edition, ready to be asked."""

    cards: list[str]
    """Ids of the Spirit cards."""
    kind: dict[str, Kind]
    virtue: dict[str, int]
    """0, 1, 2 for Contentment, Compassion, Charity."""
    one: dict[str, int]
    """A card as it is added to others, see ONE_OF."""
    scenes: dict[str, Scene]
    chapters: list[list[str]]
    place: dict[Space, int]
    """Where on the rondel a space is, clockwise."""
    shillings: int
    start_pool: int
    chain_value: int
    chains_points: list[int]
    """By the number of Chains tokens taken."""
    titles: list[tuple[int, str]]
    titles_solo: list[tuple[int, str]]


def needs_of(card: dict[str, Any]) -> tuple[int, int, int]:
    """What a Shadow Scene asks for."""
    wanted = card.get("requires", {})
    first, second, third = (int(wanted.get(virtue, 0)) for virtue in VIRTUES)
    return first, second, third


def kind_of(virtue: Virtue, special: bool) -> Kind:
    """SC-1.3  How a card of this virtue looks."""
    return next(kind for kind in KINDS if VIRTUE_OF[kind] == virtue and kind.startswith("special_") == special)


def read_deck(data: dict[str, Any]) -> Deck:
    """The edition's data, indexed."""
    spirits, scenes = data["spirit_cards"], data["scene_cards"]
    kind = {card["id"]: kind_of(card["virtue"], card["special"]) for card in spirits}
    return Deck(
        cards=list(kind),
        kind=kind,
        one={card: ONE_OF[kind[card]] for card in kind},
        virtue={card["id"]: VIRTUES.index(card["virtue"]) for card in spirits},
        scenes={
            card["id"]: Scene(
                id=card["id"],
                number=card["number"] or 0,
                kind=card["kind"],
                name=card["name"],
                shillings=card.get("shillings", 0),
                draws_card=card.get("draw_card", False),
                needs=needs_of(card),
            )
            for card in scenes
        },
        chapters=[[card["id"] for card in scenes if card["chapter"] == chapter] for chapter in ("I", "II", "III")],
        place={space.lower(): place for place, space in enumerate(data["rondel"]["clockwise"])},
        shillings=data["tokens"]["shillings"],
        start_pool=data["tokens"]["start_pool"],
        chain_value=data["tokens"]["chain_value"],
        chains_points=[data["chains_points"][str(taken)] for taken in range(data["tokens"]["chains"] + 1)],
        titles=[(least, title) for least, title in data["titles"]],
        titles_solo=[(least, title) for least, title in data["titles_solo"]],
    )


def read_edition(path: Path) -> Edition:
    """An edition of the card data, with the SHA-256 of its canonical JSON."""
    deck: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    canonical = json.dumps(deck, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return Edition(name=deck["deck_id"], digest=hashlib.sha256(canonical.encode()).hexdigest(), deck=deck)


EDITION: Final = read_edition(Path(__file__).with_name("deck.json"))
EDITIONS: Final[dict[str, Edition]] = {EDITION.name: EDITION}
DECKS: Final[dict[str, Deck]] = {name: read_deck(edition.deck) for name, edition in EDITIONS.items()}
