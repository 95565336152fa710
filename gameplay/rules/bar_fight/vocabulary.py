"""In which words does a deck file say what a card does?

This is section 1.2 of the rules as types: data, not code. What the words mean for points is in `scoring.py`, what else
they do in `effects.py`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .choices import Bar, Deck, Fight, Flair, Judge, MixerCard, Spirit, TwistCard

Source: TypeAlias = Literal["rulebook", "public", "house"]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a deck file."""


class _Effect(_Data, frozen=True, tag_field="kind"):
    """What a card or a bar does."""


class DrawMore(_Data, frozen=True):
    """So many cards of a deck."""

    deck: Deck
    count: int


class OpponentPoints(_Data, frozen=True):
    """BF-5.10  Points added to every other cocktail."""

    points: int


class Mixer(_Data, frozen=True):
    """BF-5.3  A mixer's points, and what else it does."""

    key: MixerCard
    name: str
    copies: int
    base: int
    with_spirit: dict[Spirit, int]
    with_mixer: dict[MixerCard, int]
    opponents: OpponentPoints | None
    restock_draw: list[DrawMore]
    source: Source
    source_note: str = ""
    note: str = ""


class SelfPoints(_Effect, frozen=True, tag="self_points"):
    """BF-10.2 BF-10.15  Bonus for the own cocktail."""

    points: int


class SelfPointsIf(_Effect, frozen=True, tag="self_points_if"):
    """BF-10.5 BF-10.7  Bonus if the cocktail matches an own bar recipe, or no recipe at all."""

    condition: Literal["bar_recipe", "no_recipe"]
    points: int


class Shield(_Effect, frozen=True, tag="shield"):
    """BF-5.13  Nothing that opponents do lowers this cocktail."""


class JudgeSpiritWild(_Effect, frozen=True, tag="judge_spirit_wild"):
    """BF-10.4  The judge's spirit preference is paid for any spirit."""


class RestockDraw(_Effect, frozen=True, tag="restock_draw"):
    """BF-10.6  Draws at restock."""

    deck: Deck
    count: int


class TargetPoints(_Effect, frozen=True, tag="target_points"):
    """BF-10.8 BF-10.9  Points added to the target's cocktail."""

    points: int


class DrawNow(_Effect, frozen=True, tag="draw"):
    """BF-10.10 BF-10.11  Draws at once."""

    deck: Deck
    count: int


class CancelFlair(_Effect, frozen=True, tag="cancel_flair"):
    """BF-10.12  A flair of the target has no effect this round."""


class SwapJudge(_Effect, frozen=True, tag="swap_judge"):
    """BF-10.13  The current judge changes places with the target."""


class StealRandom(_Effect, frozen=True, tag="steal_random"):
    """BF-10.14  Takes cards from the target's hand at random."""

    card_type: Literal["twist"]
    count: Literal[1]


Effect: TypeAlias = (
    SelfPoints | SelfPointsIf | Shield | JudgeSpiritWild | RestockDraw | TargetPoints | DrawNow | CancelFlair | SwapJudge | StealRandom
)


class TargetKind(_Data, frozen=True):
    """What a fight card is played against."""

    kind: Literal["opponent", "opponent_flair", "future_judge"]


class FlairCard(_Data, frozen=True, tag_field="type", tag="flair"):
    """A twist that goes in with a cocktail."""

    key: Flair
    name: str
    copies: int
    target: None
    effects: list[Effect]
    source: Source
    source_note: str = ""


class FightCard(_Data, frozen=True, tag_field="type", tag="fight"):
    """A twist that is played in a window."""

    key: Fight
    name: str
    copies: int
    target: TargetKind | None
    effects: list[Effect]
    source: Source
    source_note: str = ""


class SpiritPreference(_Data, frozen=True):
    """BF-5.4  Points for a type of spirit."""

    spirit: Spirit
    points: int


class JudgeRecipe(_Data, frozen=True):
    """BF-5.4  Points for three components."""

    name: str
    spirit: Spirit
    mixers: tuple[MixerCard, MixerCard]
    points: int


class JudgeCard(_Data, frozen=True):
    """A judge: ribbons and preferences."""

    id: str
    name: Judge
    ribbons: int
    spirit_preference: SpiritPreference
    recipe_preference: JudgeRecipe
    source: Source


class RibbonForLowest(_Effect, frozen=True, tag="ribbon_for_lowest"):
    """BF-6.5  Awards for the lowest score."""

    count: Literal[1]


class ReturnSpirit(_Effect, frozen=True, tag="return_spirit"):
    """BF-9.2  This type of spirit comes back to hand."""

    spirit: Spirit


class WinsTies(_Effect, frozen=True, tag="wins_ties"):
    """BF-6.3  Counts as the sole highest of those tied."""


class ConsolationDraw(_Effect, frozen=True, tag="consolation_draw"):
    """BF-9.4  Draws after a round without a ribbon."""

    deck: Deck
    count: int


class JudgeSpiritBonus(_Effect, frozen=True, tag="judge_spirit_bonus"):
    """BF-9.5  Bonus for the type of spirit that the judge prefers."""

    points: int


class TwistIfNoTwist(_Effect, frozen=True, tag="twist_if_no_twist"):
    """BF-9.6  Draws after a round without own twists."""

    deck: Deck
    count: int


class BarRecipe(_Data, frozen=True, rename={"grade": "class"}):
    """BF-5.7  Points for three components, at this bar only."""

    name: str
    grade: Literal["classic", "signature"]
    points: int
    spirit: Spirit
    mixers: tuple[MixerCard, MixerCard]
    source: Source
    source_note: str = ""


class StartingSpirit(_Data, frozen=True):
    """BF-1.3  A spirit to start with."""

    spirit: Spirit
    points: int


class BarCard(_Data, frozen=True):
    """A bar: what it starts with, its bonus, its recipes."""

    key: Bar
    name: str
    starting_spirits: list[StartingSpirit]
    bonus: RibbonForLowest | ReturnSpirit | WinsTies | ConsolationDraw | JudgeSpiritBonus | TwistIfNoTwist
    recipes: list[BarRecipe]
    source: Source
    bonus_source: Source
    bonus_source_note: str = ""


class _SpiritRow(_Data, frozen=True):
    id: str
    spirit: Spirit
    points: int
    source: Source


class _MixerRow(_Data, frozen=True):
    id: str
    mixer: MixerCard
    source: Source


class _TwistRow(_Data, frozen=True):
    id: str
    twist: TwistCard
    source: Source


class _Deal(_Data, frozen=True):
    mixer: int
    twist: int


class DeckFile(_Data, frozen=True):
    """The file as it is written."""

    game: Literal["bar_fight"]
    deck_version: str
    spirit_types: list[dict[str, str]]
    components: dict[str, int]
    ribbons_to_win: int
    deal: _Deal
    restock_draws: int
    judges_on_table: int
    spirits: list[_SpiritRow]
    mixer_definitions: list[Mixer]
    mixers: list[_MixerRow]
    twist_definitions: list[FlairCard | FightCard]
    twists: list[_TwistRow]
    judges: list[JudgeCard]
    bars: list[BarCard]
    source_values: dict[str, str]
