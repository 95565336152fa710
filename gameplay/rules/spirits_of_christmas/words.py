"""Which words do choices, facts and views of Spirits of Christmas share?"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

Virtue: TypeAlias = Literal["contentment", "compassion", "charity"]
Kind: TypeAlias = Literal["contentment", "compassion", "charity", "special_contentment", "special_compassion", "special_charity"]
"""SC-1.3  How a card looks: two cards of one virtue are alike, but for the special one."""
Seen: TypeAlias = Kind | Literal["unknown"]
"""SC-24.2  A card as somebody sees it who may see only its back."""
Space: TypeAlias = Literal["move", "draw", "give", "play"]
ActionName: TypeAlias = Literal["move", "draw", "give", "play", "trade"]
Direction: TypeAlias = Literal["left", "right"]
Level: TypeAlias = Literal["a_lot", "some", "a_little", "humbug"]
Remark: TypeAlias = Literal["glad", "regret", "wish_card", "well_done", "pity"]
Topic: TypeAlias = Literal["scene_help", "distance"]
Thing: TypeAlias = Literal["pool", "chains", "torch", "deck", "discard", "counting_house", "gift"]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
Position: TypeAlias = Annotated[int, Meta(ge=0, le=7)]

VIRTUES: Final[tuple[Virtue, ...]] = ("contentment", "compassion", "charity")
KINDS: Final[tuple[Kind, ...]] = (
    "charity",
    "compassion",
    "contentment",
    "special_charity",
    "special_compassion",
    "special_contentment",
)
"""In the order in which lists of cards are sorted."""
SPECIALS: Final[tuple[Kind, ...]] = KINDS[3:]
SPACES: Final[tuple[Space, ...]] = ("move", "draw", "give", "play")
LEVELS: Final[tuple[Level, ...]] = ("a_lot", "some", "a_little", "humbug")
REMARKS: Final[tuple[Remark, ...]] = ("glad", "regret", "wish_card", "well_done", "pity")
THINGS: Final[tuple[Thing, ...]] = ("pool", "chains", "torch", "deck", "discard", "counting_house", "gift")
VIRTUE_OF: Final[dict[Kind, Virtue]] = {
    "charity": "charity",
    "compassion": "compassion",
    "contentment": "contentment",
    "special_charity": "charity",
    "special_compassion": "compassion",
    "special_contentment": "contentment",
}
VALUE_OF: Final[dict[Kind, int]] = {kind: VIRTUES.index(virtue) + 1 for kind, virtue in VIRTUE_OF.items()}
"""SC-1.3  Value and virtue always go together: Contentment 1, Compassion 2, Charity 3."""
