"""What may a seat, a spectator or the referee see?"""

from __future__ import annotations

from typing import Literal

import msgspec

from gameplay.rules.contract import REFEREE, Choice, Seat

from .choices import GiveCards, SpiritOrder
from .messages import Message
from .rondel import distance
from .scoring import team_score, title
from .state import LostBy, Phase, State, Variant, counting_house, hand_limit, kinds_of, open_hands, scene_at, strict
from .talk import chances_left, may_speak
from .words import SPACES, Kind, Space


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a view."""


class NeedsView(_Part, frozen=True):
    """How many of each virtue."""

    contentment: int
    compassion: int
    charity: int


class SceneView(_Part, frozen=True):
    """A scene of the row; face-down ones are known too. `number` is null for the Torch of Plenty; `under` lies under a Shadow."""

    scene: str
    name: str
    number: int | None
    kind: Literal["coin", "torch", "shadow"]
    face_down: bool
    shillings: int
    draws_card: bool
    needs: NeedsView
    under: list[Kind]


class HandView(_Part, frozen=True):
    """A player's hand; `cards` is null for who may not see them."""

    seat: int
    size: int
    cards: list[Kind] | None


class SpaceView(_Part, frozen=True):
    """A space of the rondel, with what it costs to move the token there; clockwise from the first."""

    space: Space
    distance: int


class HeardView(_Part, frozen=True):
    """A message; turns count from 1 in a chapter, 0 is before the first."""

    seat: int
    turn: int
    message: Message


class SecretView(_Part, frozen=True):
    """What only the referee may see: the order of the Spirit deck, the next card first."""

    deck: list[Kind]


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="spirits_of_christmas"):
    """SC-24.1 SC-24.2 SC-24.3 SC-24.4  The game as one viewer may see it."""

    phase: Phase
    chapter: int
    """1 to 3; 0 before the first."""
    turn: int
    """Of the chapter, from 1."""
    current: int
    """The seat whose turn it is."""
    acted: bool
    """Whether its main action has been taken."""
    first_player: int
    had_first_player: list[int]
    variant: Variant
    strict: bool
    story: bool
    group_decision: Literal["any", "leader"]
    gifts: list[int]
    gift2_shillings: int
    chains_left: int
    chains_taken: int
    pool: int
    discard: int
    """Shillings in the discard."""
    torch: bool
    spirit: Space | Literal["centre"]
    """SC-3.2  Where the Spirit token is."""
    rondel: list[SpaceView]
    row: list[SceneView]
    bedroom: int
    """The gap g: the Bedroom touches the positions g and g + 1."""
    scrooge: int | None
    """Position in the row; null on the Bedroom."""
    last_number: int
    """Of the scenes turned down in this chapter, for Story; 0 for none."""
    counting_house: list[Kind] | None
    deck_size: int
    discard_pile: list[Kind]
    """Face up, the newest last."""
    drawn: list[Kind]
    """Gift 1's cards while they are being divided."""
    hand_limit: int
    hands: list[HandView]
    said: list[HeardView]
    """The newest messages of this chapter, oldest first."""
    speakers: list[int]
    """Seats that may say something now."""
    chances: list[int]
    """With Three Chances: how often each seat may still speak."""
    unanswered: list[int]
    points: list[int]
    """Of the chapters that are complete."""
    score: int
    title: str | None
    """When the game is won."""
    lost: LostBy
    secret: SecretView | None


def view(s: State, viewer: Seat) -> View:
    """SC-24.1  Built from nothing, field by field; spectators see the public part only."""
    seats = range(s.seats)
    return View(
        phase=s.phase,
        chapter=s.chapter,
        turn=s.turn,
        current=s.current,
        acted=s.acted,
        first_player=s.first,
        had_first_player=list(s.had),
        variant=s.variant,
        strict=strict(s),
        story=s.options.story,
        group_decision=s.options.group_decision,
        gifts=list(s.gifts),
        gift2_shillings=s.options.gift2_shillings,
        chains_left=s.chains,
        chains_taken=s.taken,
        pool=s.pool,
        discard=s.discard,
        torch=s.torch,
        spirit=s.spirit,
        rondel=[SpaceView(space, distance(s, space)) for space in SPACES],
        row=[scene_view(s, place) for place in range(len(s.row))],
        bedroom=s.gap,
        scrooge=s.scrooge if s.scrooge >= 0 else None,
        last_number=s.last,
        counting_house=kinds_of(s, s.board) if counting_house(s) else None,
        deck_size=len(s.pile),
        discard_pile=kinds_of(s, s.discarded),
        drawn=kinds_of(s, s.drawn),
        hand_limit=hand_limit(s),
        hands=[hand_view(s, seat, viewer) for seat in seats],
        said=[HeardView(heard.seat, heard.turn, heard.message) for heard in s.said],
        speakers=[seat for seat in seats if may_speak(s, seat)],
        chances=[chances_left(s, seat) for seat in seats] if s.variant == "three_chances" else [],
        unanswered=list(s.unanswered),
        points=list(s.points),
        score=team_score(s),
        title=title(s) if s.phase == "won" else None,
        lost=s.lost,
        secret=SecretView(kinds_of(s, s.pile)) if viewer == REFEREE else None,
    )


def scene_view(s: State, place: int) -> SceneView:
    """SC-24.1  A scene, face down or not, and the cards under it."""
    scene = scene_at(s, place)
    return SceneView(
        scene=scene.id,
        name=scene.name,
        number=scene.number or None,
        kind=scene.kind,
        face_down=s.face_down[place],
        shillings=scene.shillings,
        draws_card=scene.draws_card,
        needs=NeedsView(*scene.needs),
        under=sorted(kinds_of(s, s.under[place])),
    )


def hand_view(s: State, seat: Seat, viewer: Seat) -> HandView:
    """SC-24.2 SC-18.1 SC-18.3  How many cards is public; which ones is for the seat itself, or for all with open hands."""
    hand = s.hands[seat]
    seen = viewer in (seat, REFEREE) or open_hands(s)
    return HandView(seat=seat, size=len(hand), cards=sorted(kinds_of(s, hand)) if seen else None)


def redact(choice: Choice, seat: Seat, viewer: Seat) -> Choice | None:
    """SC-8.4 SC-24.2 SC-24.3  Of given cards others see the backs (a fact tells the receiver more); a shuffled deck is for nobody."""
    if viewer in (REFEREE, seat):
        return choice
    if isinstance(choice, SpiritOrder):
        return None
    return GiveCards(cards=["unknown"] * len(choice.cards)) if isinstance(choice, GiveCards) else choice
