"""What can happen in Spirits of Christmas, and who may know it?"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from gameplay.rules.contract import Fact, Seat

from .columns import FIELDS as FIELDS
from .gift_facts import GIFT_FACTS
from .sayings import SAYINGS
from .words import ActionName, Direction, Kind

Cause: TypeAlias = Literal["deal", "draw", "coin", "trade", "gift", "special", "due", "move", "limit"]
Reason: TypeAlias = Literal["shillings", "deadlock", "story"]


class ChapterBegan(Fact, tag="chapter_began", frozen=True):
    """SC-3.2 SC-3.3  A chapter's setup begins."""

    chapter: int
    seat: Seat
    torch: bool
    pool: int


class CardsDrawn(Fact, tag="cards_drawn", frozen=True):
    """SC-7.1  A seat has drawn cards; how many is public."""

    seat: Seat
    count: int
    hand_size: int
    deck_size: int
    cause: Cause


class HandDrawn(Fact, tag="hand_drawn", frozen=True):
    """SC-24.2  Which cards a seat has drawn: for itself alone, or for all with open hands."""

    seat: Seat
    cards: list[Kind]
    open_hands: bool

    def seen_by(self, viewer: Seat) -> bool:
        return self.open_hands or viewer == self.seat


class BoardFilled(Fact, tag="board_filled", frozen=True):
    """SC-19.1 SC-19.3  Cards were laid face up on the Counting House, which now shows `board`."""

    cards: list[Kind]
    board: list[Kind]


class RowLaid(Fact, tag="row_laid", frozen=True):
    """SC-3.6  The chapter's scenes, from the left."""

    chapter: int
    scenes: list[str]


class DiscussionLeft(Fact, tag="discussion_left", frozen=True):
    """SC-18.20  A seat has said what it wanted to say; `waiting` seats have not."""

    seat: Seat
    waiting: int


class TurnBegan(Fact, tag="turn_began", frozen=True):
    """SC-3.8  A seat's turn begins."""

    chapter: int
    turn: int
    seat: Seat


class ActionTaken(Fact, tag="action_taken", frozen=True):
    """SC-4.1  An action was chosen and paid; `done` is false where nothing happens (SC-4.8). A bonus action costs nothing."""

    chapter: int
    turn: int
    seat: Seat
    action: ActionName
    cost: int
    pool: int
    special: bool
    torch: bool
    done: bool


class CardDiscarded(Fact, tag="card_discarded", frozen=True):
    """SC-7.3  A card was discarded, face up."""

    seat: Seat
    card: Kind
    cause: Cause


class ScroogeMoved(Fact, tag="scrooge_moved", frozen=True):
    """SC-5.2  Scrooge went so many cards and stands on this scene now."""

    seat: Seat
    direction: Direction
    steps: int
    position: int
    scene: str


class CoinActivated(Fact, tag="coin_activated", frozen=True):
    """SC-6.1  A Coin was activated and turned face down; `shillings` came into the pool."""

    seat: Seat
    scene: str
    shillings: int
    pool: int


class TorchLit(Fact, tag="torch_lit", frozen=True):
    """SC-6.3  A Torch of Plenty was activated and turned face down; `again` if the Torch was on its space already."""

    seat: Seat
    scene: str
    again: bool


class SceneDeclined(Fact, tag="scene_declined", frozen=True):
    """SC-21.2  A scene was reached and not activated."""

    seat: Seat
    scene: str


class CardsLaid(Fact, tag="cards_laid", frozen=True):
    """SC-9.1  Cards were laid under a Shadow Scene, which now has `under`."""

    seat: Seat
    scene: str
    cards: list[Kind]
    under: list[Kind]


class ShadowCompleted(Fact, tag="shadow_completed", frozen=True):
    """SC-9.4  A Shadow Scene was turned face down and its cards discarded."""

    chapter: int
    turn: int
    seat: Seat
    scene: str
    cards: list[Kind]


class GiverNamed(Fact, tag="giver_named", frozen=True):
    """SC-8.1  The current player has named who gives, and to whom."""

    seat: Seat
    giver: Seat
    receiver: Seat


class CardsGiven(Fact, tag="cards_given", frozen=True):
    """SC-8.4  How many cards have passed is public."""

    giver: Seat
    receiver: Seat
    count: int


class CardsPassed(Fact, tag="cards_passed", frozen=True):
    """SC-8.4  Which cards have passed: for giver and receiver alone, or for all with open hands."""

    giver: Seat
    receiver: Seat
    cards: list[Kind]
    open_hands: bool

    def seen_by(self, viewer: Seat) -> bool:
        return self.open_hands or viewer in (self.giver, self.receiver)


class CardsTraded(Fact, tag="cards_traded", frozen=True):
    """SC-19.3  A card was discarded for cards of the Counting House."""

    seat: Seat
    card: Kind
    taken: list[Kind]


class ChainsTaken(Fact, tag="chains_taken", frozen=True):
    """SC-11.1  A Chains token was taken; `chains_left` remain."""

    seat: Seat
    shillings: int
    pool: int
    chains_left: int


class ChapterEnded(Fact, tag="chapter_ended", frozen=True):
    """SC-13.2  A chapter is complete: points for Coins face down, shillings in the pool, and the Torch."""

    chapter: int
    turn: int
    coins: int
    shillings: int
    torch_points: int
    points: int


class FirstPlayerNamed(Fact, tag="first_player_named", frozen=True):
    """SC-13.4  The First Player token goes to another seat."""

    seat: Seat
    previous: Seat


class GameWon(Fact, tag="game_won", frozen=True):
    """SC-15.2 SC-15.3  The third chapter is complete."""

    points: int
    chains: int
    score: int
    title: str


class GameLost(Fact, tag="game_lost", frozen=True):
    """SC-14.1  All have lost."""

    chapter: int
    turn: int
    reason: Reason


FACTS: Final[tuple[type[Fact], ...]] = (
    ChapterBegan,
    CardsDrawn,
    HandDrawn,
    BoardFilled,
    RowLaid,
    DiscussionLeft,
    TurnBegan,
    ActionTaken,
    CardDiscarded,
    ScroogeMoved,
    CoinActivated,
    TorchLit,
    SceneDeclined,
    CardsLaid,
    ShadowCompleted,
    GiverNamed,
    CardsGiven,
    CardsPassed,
    CardsTraded,
    ChainsTaken,
    ChapterEnded,
    FirstPlayerNamed,
    GameWon,
    GameLost,
    *GIFT_FACTS,
    *SAYINGS,
)
