"""What is on the cards?

`deck.json` is read once into typed cards. The state holds ids; copies of a card are alike, so seats name a card by what is
printed on it, its key (A-49).
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import force_setattr

from gameplay.rules.contract import Edition

from .abilities import NO_ABILITY, Abilities, Ability
from .choices import Colour, Deck

Window: TypeAlias = Literal["roll", "turn", "buy"]
HIGHEST_FACE: Final = 8
"""GH-1.5  Of a d8."""
LISTS: Final[dict[Deck, str]] = {
    "terror_bonus": "terror_bonuses",
    "spookie_favour": "spookie_favours",
    "scare_tactic": "scare_tactics",
}
"""The lists of the deck's data, by the name of the deck."""


class Effect(msgspec.Struct, frozen=True, tag_field="kind"):
    """GH-6.1  What a favour does, as data; `favours.py` carries it out. An attached one leaves `until` something happens."""

    attach: bool = False
    until: str = ""


class Reroll(Effect, tag="reroll", frozen=True):
    """GH-6.3  Chosen dice are rolled again."""


class RaiseFaces(Effect, tag="raise_faces", frozen=True, kw_only=True):
    """GH-6.4  Dice go up, but not above a face."""

    by: int
    max_face: int


class AllPhobias(Effect, tag="all_phobias", frozen=True):
    """GH-6.5  The guest has every phobia."""


class FreeMovement(Effect, tag="free_movement", frozen=True):
    """GH-6.6  The ghost may go to any room this turn."""


class PlaceBarriers(Effect, tag="place_barriers", frozen=True):
    """GH-6.7  Rooms are closed to ghosts."""


class NoCalming(Effect, tag="no_calming", frozen=True):
    """GH-6.10  The dice at the guest do not calm."""


class MovePlacedDie(Effect, tag="move_placed_die", frozen=True):
    """GH-6.11  A die in the hotel goes to the next room."""


class DiscountNextPurchase(Effect, tag="discount_next_purchase", frozen=True, kw_only=True):
    """GH-6.12  The next card is cheaper."""

    by: int
    min_cost: int


Effects: TypeAlias = Reroll | RaiseFaces | AllPhobias | FreeMovement | PlaceBarriers | NoCalming | MovePlacedDie | DiscountNextPurchase


class Several(msgspec.Struct, frozen=True):
    """How many targets a favour takes, where it may be more than one; `max` may be all of them."""

    kind: str
    min: int = 1
    max: int | Literal["all"] = 1


class FavourCard(msgspec.Struct, frozen=True):
    """A favour: when it may be played, on how many targets, and what it does."""

    key: str
    name: str
    windows: tuple[Window, ...]
    effect: Effects
    target: Several | None = None


class ExtraD6(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="extra_d6"):
    """GH-3.3  So many d6 more are rolled."""

    count: int


class UpgradeD8(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="upgrade_d8"):
    """GH-3.4  The d8 is rolled for a d6; a ghost that has it already gets the `duplicate` instead."""

    duplicate: ExtraD6


class BonusCard(msgspec.Struct, frozen=True):
    """A terror bonus."""

    key: str
    effect: ExtraD6 | UpgradeD8


class GuestCard(msgspec.Struct, frozen=True):
    """A guest. `scores` are the points of the first, second and third place."""

    id: str
    name: str
    courage: int
    scores: tuple[int, int, int]
    phobia: str | None
    ability: Abilities | None
    asks: Ability = NO_ABILITY
    """The questions of `abilities.py`, answered for this guest."""
    terror: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """GH-5.3 GH-7.3  What a die adds here, by its face from 0 on: off a token, and doubled on one."""

    def __post_init__(self) -> None:
        force_setattr(self, "asks", self.ability or NO_ABILITY)
        counted = [self.asks.counted(face) for face in range(HIGHEST_FACE + 1)]
        force_setattr(self, "terror", (tuple(counted), tuple(2 * face for face in counted)))


class Cards(msgspec.Struct, frozen=True):
    """All cards of an edition."""

    guests: dict[str, GuestCard]
    favours: dict[str, FavourCard]
    """By key."""
    bonuses: dict[str, BonusCard]
    """By key."""
    key: dict[str, str]
    """What is printed on a favour, tactic or bonus, by its id."""
    ids: dict[Deck, tuple[str, ...]]
    """The cards of each deck."""
    feared: dict[str, frozenset[str]]
    """GH-5.1  The keys of the tactics that show a guest's phobia, by the guest's id."""
    frightening: frozenset[str]
    """GH-6.5  The ids of the favours that give a guest every phobia."""
    costs: dict[Deck, int]
    """GH-9.3  The printed prices."""
    names: dict[Colour, str]
    """Of the ghosts."""
    phobia_tokens: int
    barrier_tokens: int
    d6: int
    """GH-1.5  How many each ghost has, beside one d8."""


def tactic_key(icons: list[str]) -> str:
    """A tactic is named by its icons, in printed order."""
    return "+".join(icons)


def read(deck: dict[str, Any]) -> Cards:
    """The cards of a deck's data."""
    guests = msgspec.convert(deck["guests"], list[GuestCard])
    favours = msgspec.convert(deck["spookie_favours"], list[FavourCard])
    bonuses = msgspec.convert(deck["terror_bonuses"], list[BonusCard])
    keys = {card["id"]: card["key"] if "key" in card else tactic_key(card["icons"]) for name in LISTS.values() for card in deck[name]}
    icons = {tactic_key(card["icons"]): card["icons"] for card in deck["scare_tactics"]}
    parts = deck["components"]
    return Cards(
        guests={guest.id: guest for guest in guests},
        favours={favour.key: favour for favour in favours},
        bonuses={bonus.key: bonus for bonus in bonuses},
        key=keys,
        ids={name: tuple(card["id"] for card in deck[found]) for name, found in LISTS.items()},
        feared={guest.id: frozenset(tactic for tactic, shown in icons.items() if guest.phobia in shown) for guest in guests},
        frightening=frozenset(card["id"] for card in deck["spookie_favours"] if card["effect"]["kind"] == "all_phobias"),
        costs=deck["costs"],
        names=parts["ghost_names"],
        phobia_tokens=parts["phobia_tokens"],
        barrier_tokens=parts["barrier_tokens"],
        d6=parts["d6_per_ghost"],
    )


def read_edition(name: str, path: Path) -> Edition:
    """An edition of the card data, with the SHA-256 of its canonical JSON."""
    deck: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    canonical = json.dumps(deck, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return Edition(name=name, digest=hashlib.sha256(canonical.encode()).hexdigest(), deck=deck)


EDITIONS: Final[dict[str, Edition]] = {"house-1": read_edition("house-1", Path(__file__).with_name("deck.json"))}
CARDS: Final[dict[str, Cards]] = {name: read(edition.deck) for name, edition in EDITIONS.items()}
