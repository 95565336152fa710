"""Which questions about Spirits of Christmas do the statistics answer?"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from analytics.report import SEATS, SIMULATED, Games, Points, Report, Row, Share

Chapters: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "chapters"})]
Shillings: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "shillings"})]
ChapterPoints: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "points of a chapter"})]
MeanChapters: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "chapters"})]
MeanChains: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "Chains tokens"})]
MeanPoints: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "points of a chapter"})]
MeanShillings: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "shillings"})]
MeanTurns: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "turns"})]
MeanArrivals: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "arrivals a chapter"})]
MeanCards: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "cards"})]


class WinRateByModeRow(Row, frozen=True):
    mode: str
    """Mode of play, from the easiest on."""
    seat_count: int
    """How many seats the games had."""
    games: Games
    """Finished games."""
    wins: Games
    """Games that the group won."""
    win_rate: Share
    """wins / games."""
    win_rate_low: Share
    """Lower end of the 95 % interval of the win rate."""
    win_rate_high: Share
    """Upper end of the 95 % interval of the win rate."""
    mean_score: Points | None
    """Mean final score of the games that were won."""
    mean_chapters: MeanChapters
    """Mean number of complete chapters."""
    mean_chains: MeanChains
    """Mean number of Chains tokens taken."""
    lost_by_shillings: Games
    """Games lost because nothing could be paid any more."""
    lost_by_deadlock: Games
    """Games lost because no action was possible under the strict rule."""
    lost_by_story: Games
    """Games lost because a Shadow was left behind in the Story variant."""


class ChapterPointsRow(Row, frozen=True):
    mode: str
    """Mode of play, from the easiest on."""
    chapter: int
    """Number of the chapter, from 1."""
    chapters: Chapters
    """Chapters that were completed."""
    mean_coins: MeanPoints
    """Mean points for Coins that lie face down."""
    mean_shillings: MeanPoints
    """Mean points for shillings in the pool."""
    torch_rate: Share
    """Share of them that ended with the Torch on its space, for three points."""
    mean_points: MeanPoints
    """Mean points, all told."""
    least_points: ChapterPoints
    """The fewest points."""
    most_points: ChapterPoints
    """The most points."""
    mean_turns: MeanTurns
    """Mean number of turns."""


class SceneCompletionRow(Row, frozen=True):
    chapter: int
    """Number of the chapter, from 1."""
    scene: str
    """Id of the scene in the deck file."""
    chapters: Chapters
    """Chapters, complete or lost, in which it lay in the row."""
    completed: Chapters
    """Those of them in which it was turned face down."""
    completion_rate: Share
    """completed / chapters."""
    completion_rate_low: Share
    """Lower end of its 95 % interval."""
    completion_rate_high: Share
    """Upper end of its 95 % interval."""
    mean_arrivals: MeanArrivals
    """Mean number of times that Scrooge came to it."""
    mean_cards: MeanCards | None
    """Mean number of cards that lay under a Shadow when it was complete; null for other scenes."""


class ShillingsLeftRow(Row, frozen=True):
    chapter: int
    """Number of the chapter, from 1."""
    shillings: Shillings
    """Shillings in the pool at its end."""
    chapters: Chapters
    """Complete chapters that ended so."""
    share: Share
    """Their share of all complete chapters of this number."""
    share_up_to: Share
    """The share of those that ended with so many shillings or fewer."""


REPORTS: Final[tuple[Report[Any], ...]] = (
    Report(
        name="win_rate_by_mode",
        title="Spirits of Christmas: win rate by mode",
        question="How often is each mode won, with how many points, and how is it lost?",
        row=WinRateByModeRow,
        parameters=(SEATS, SIMULATED),
        games=("spirits_of_christmas",),
    ),
    Report(
        name="chapter_points",
        title="Spirits of Christmas: points of the chapters",
        question="What is a chapter worth when it is complete, and how long does it take?",
        row=ChapterPointsRow,
        parameters=(SEATS, SIMULATED),
        games=("spirits_of_christmas",),
    ),
    Report(
        name="scene_completion",
        title="Spirits of Christmas: scenes",
        question="How often is each scene turned face down?",
        row=SceneCompletionRow,
        parameters=(SEATS, SIMULATED),
        games=("spirits_of_christmas",),
    ),
    Report(
        name="shillings_left",
        title="Spirits of Christmas: shillings left",
        question="How many shillings are left in the pool when a chapter is complete?",
        row=ShillingsLeftRow,
        parameters=(SEATS, SIMULATED),
        games=("spirits_of_christmas",),
    ),
)
