"""What may a seat, or the dealer, answer in Bar Fight?

Cards are named by what they are, so equal cards are one card in what is offered. The names stand here in the order of the
ids in the deck file; wherever an order of cards is needed, it is this one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal, Self, TypeAlias, get_args

import msgspec
from msgspec import Meta

from gameplay.rules.contract import Choice

Spirit: TypeAlias = Literal["Gin", "Whiskey", "Tequila", "Rum", "Vodka", "Brandy"]
SpiritCard: TypeAlias = Literal[
    "Gin 4", "Gin 3", "Gin 2",
    "Whiskey 4", "Whiskey 3", "Whiskey 2",
    "Tequila 4", "Tequila 3", "Tequila 2",
    "Rum 4", "Rum 3", "Rum 2",
    "Vodka 4", "Vodka 3", "Vodka 2",
    "Brandy 4", "Brandy 3", "Brandy 2",
]  # fmt: skip
MixerCard: TypeAlias = Literal[
    "lime", "simple_syrup", "absinthe", "orange_bitters", "aromatic_bitters",
    "lemon", "tonic", "soda", "ginger_beer", "cola",
    "sweet_vermouth", "dry_vermouth", "triple_sec", "coffee", "cream",
    "pineapple", "grenadine", "mint", "egg_white", "tomato_juice",
]  # fmt: skip
Flair: TypeAlias = Literal["adorn", "fancy_pour", "fire_show", "crowd_work", "house_special", "quick_hands", "show_off"]
Fight: TypeAlias = Literal["elbow_bump", "spill", "free_round", "top_shelf", "heckle", "jump_queue", "pickpocket", "last_call"]
TwistCard: TypeAlias = Literal[Flair, Fight]
Card: TypeAlias = Literal[SpiritCard, MixerCard, TwistCard]
Judge: TypeAlias = Literal[
    "Carol James", "Viktor Sand", "Imelda Frost", "Old Tom Hatch",
    "Ruby Calhoun", "Dex Monroe", "Paloma Reyes", "Chip Malloy",
    "Sunny Ortega", "Captain Bligh-Jones", "Coco Laurent", "Petra Volkova",
    "Miles Decker", "Greta Lund", "Judge Abernathy", "Delphine Roux",
]  # fmt: skip
Bar: TypeAlias = Literal["ralphs", "desperado", "black_tie", "parrot", "copper", "velvet"]
Deck: TypeAlias = Literal["spirit", "mixer", "twist"]

SPIRITS: Final[tuple[Spirit, ...]] = get_args(Spirit)
FLAIR: Final[frozenset[Flair]] = frozenset(get_args(Flair))
JUDGES: Final[tuple[Judge, ...]] = get_args(Judge)
BARS: Final[tuple[Bar, ...]] = get_args(Bar)
DECKS: Final[tuple[Deck, ...]] = get_args(Deck)
CARDS: Final[dict[Deck, tuple[Card, ...]]] = {
    "spirit": get_args(SpiritCard),
    "mixer": get_args(MixerCard),
    "twist": get_args(TwistCard),
}
DECK_OF: Final[dict[Card, Deck]] = {card: deck for deck, cards in CARDS.items() for card in cards}
_place: Final = {card: place for place, card in enumerate(DECK_OF)}.__getitem__


def in_order(cards: Iterable[Card]) -> list[Card]:
    """The cards in the order of their ids."""
    return sorted(cards, key=_place)


class ChooseBar(Choice, tag="choose_bar", frozen=True):
    """BF-1.2  Work at this bar."""

    bar: Annotated[str, Meta(max_length=40)]
    """A name that is not a bar's is refused with a code of its own."""


class Pass(Choice, tag="pass", frozen=True):
    """BF-4.3  Play no fight card now; this stands until somebody plays one."""


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a fight card is played against: a seat, a seat's flair, or a position at the judges' table."""

    seat: int | None = None
    card: Card | None = None
    position: int | None = None


class PlayFight(Choice, tag="play_fight", frozen=True, omit_defaults=True):
    """BF-4.4  Play this fight card; all see it, and it works at once."""

    card: Card
    target: Target | None = None


class Mix(Choice, tag="mix", frozen=True):
    """BF-3.1  Put this cocktail down, sealed: one spirit, two mixers, any flair."""

    spirit: Card
    mixers: Annotated[list[Card], Meta(max_length=60)]
    flair: Annotated[list[Card], Meta(max_length=60)]

    def canonical(self) -> Self:
        return type(self)(spirit=self.spirit, mixers=in_order(self.mixers), flair=in_order(self.flair))


class Restock(Choice, tag="restock", frozen=True):
    """BF-8.4  Draw three cards from these decks, in this order, sealed."""

    draws: Annotated[list[Deck], Meta(max_length=60)]


class SpiritOrder(Choice, tag="spirit_order", frozen=True):
    """BF-1.4  The dealer's answer: the spirit deck, the first card on top."""

    cards: list[SpiritCard]


class MixerOrder(Choice, tag="mixer_order", frozen=True):
    """BF-1.4  The dealer's answer: the mixer deck, the first card on top."""

    cards: list[MixerCard]


class TwistOrder(Choice, tag="twist_order", frozen=True):
    """BF-1.4  The dealer's answer: the twist deck, the first card on top."""

    cards: list[TwistCard]


class JudgeOrder(Choice, tag="judge_order", frozen=True):
    """BF-1.4  The dealer's answer: the judge deck, the first card on top."""

    cards: list[Judge]


class TwistPick(Choice, tag="twist_pick", frozen=True):
    """BF-10.14  The dealer's answer: the twist that Pickpocket takes."""

    card: TwistCard


CHOICES: Final[tuple[type[Choice], ...]] = (ChooseBar, Pass, PlayFight, Mix, Restock)
ANSWERS: Final[tuple[type[Choice], ...]] = (SpiritOrder, MixerOrder, TwistOrder, JudgeOrder, TwistPick)
