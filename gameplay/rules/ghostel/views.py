"""What may a seat, a spectator or the referee see?"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

import msgspec

from gameplay.rules.chance import Chance, shuffled
from gameplay.rules.contract import EVERYBODY, REFEREE, Choice, Seat

from .abilities import Abilities
from .buying import BuyingTurn
from .choices import DECKS, CardOrder, Colour, Deck
from .effects import sides
from .rolling import is_loaned
from .scoring import terror_of
from .state import Die, Ghost, Phase, Room, State, cards, ghosts_of, guest_in, has_every_phobia, keys

HIDDEN: Final[tuple[Deck, ...]] = ("spookie_favour", "scare_tactic")
"""GH-1.8  The decks whose cards go to hands."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a view."""


class DieView(_Part, frozen=True):
    """A die that shows a face: whose it is and whether the bank lent it; `terror` is what it adds in its room, else its face."""

    die: str
    ghost: Colour
    sides: int
    loaned: bool
    face: int
    token: bool
    terror: int


class GuestView(_Part, frozen=True):
    """The card of a guest. `every_phobia` is so while I Got Chills... lies under it."""

    guest: str
    name: str
    courage: int
    first: int
    second: int
    third: int
    phobia: str | None
    every_phobia: bool
    ability: Abilities | None


class RoomView(_Part, frozen=True):
    """A room of the 3 x 3 hotel: `row` and `column` from 0; `dice` in order of placement; `total` is their terror."""

    room: int
    row: int
    column: int
    guest: GuestView | None
    dice: list[DieView]
    total: int
    attached: list[str]
    barrier: bool
    ghosts: list[Colour]
    """The figures that stand here."""


class GhostView(_Part, frozen=True):
    """The open part of a ghost. `room` is 0 in the attic; `dice` are rolled and not placed; `turn` is its place in the order, from 1."""

    ghost: Colour
    name: str
    seat: int
    score: int
    turn: int
    room: int
    dice: list[DieView]
    bonuses: list[str]
    favour_count: int
    tactic_count: int


class SpaceView(_Part, frozen=True):
    """GH-2.2  A space of the score track and the markers on it, from the top down."""

    score: int
    ghosts: list[Colour]


class HandView(_Part, frozen=True):
    """What only the seat of a ghost may see: its favours, and its tactics as icons joined by +."""

    ghost: Colour
    favours: list[str]
    tactics: list[str]


class DeckView(_Part, frozen=True):
    """A deck: how many cards are left, what the next one costs by print, and the discards in the order in which they came."""

    deck: Deck
    left: int
    cost: int
    discards: list[str]


class AskedView(_Part, frozen=True):
    """Which ghost is asked for what (keep_dice, haunt or buy), and what holds for its turn."""

    ghost: Colour
    seat: int
    kind: str
    through_walls: bool
    discount: int
    bought: list[Deck]


class DeckOrder(_Part, frozen=True):
    """The cards of a deck, from the top."""

    deck: Deck
    cards: list[str]


class SecretView(_Part, frozen=True):
    """What only the referee may see: every hand, and the order of all decks."""

    hands: list[HandView]
    guests: list[str]
    decks: list[DeckOrder]


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ghostel"):
    """GH-1.8  The game as one viewer may see it."""

    phase: Phase
    night: int
    """From 1; 0 during setup."""
    lap: int
    """1 to 3 while guests are haunted, else 0."""
    order: list[Colour]
    """Of this night, or of this day's buying."""
    asked: AskedView | None
    rooms: list[RoomView]
    """Room 1 to room 9, row by row."""
    ghosts: list[GhostView]
    """In ghost order."""
    track: list[SpaceView]
    """The spaces of the score track with markers, highest first."""
    decks: list[DeckView]
    guests_left: int
    gone: list[str]
    """Guests that have fled, in that order."""
    phobia_tokens: int
    """In the supply."""
    barriers: int
    """In the supply."""
    hands: list[HandView]
    """Of the viewer's own ghosts."""
    secret: SecretView | None


def view(s: State, viewer: Seat) -> View:
    """GH-1.8 GH-11.4  Built from nothing, field by field; a seat sees the hands of all its ghosts, a spectator none."""
    return View(
        phase=s.phase,
        night=s.night,
        lap=s.lap,
        order=list(s.order),
        asked=asked_view(s),
        rooms=[room_view(s, number, room) for number, room in s.rooms.items()],
        ghosts=[ghost_view(s, colour, ghost) for colour, ghost in s.ghosts.items()],
        track=track_view(s),
        decks=[DeckView(deck, len(s.decks[deck]), cards(s).costs[deck], keys(s, s.discards[deck])) for deck in DECKS],
        guests_left=len(s.guests),
        gone=list(s.gone),
        phobia_tokens=s.tokens,
        barriers=s.barriers,
        hands=[hand_view(s, colour) for colour in ghosts_of(s, viewer)],
        secret=secret_view(s) if viewer == REFEREE else None,
    )


def asked_view(s: State) -> AskedView | None:
    """GH-3.9  Who is asked is public; what may be answered is not."""
    frame: Any = s.stack[-1] if s.stack else None
    if frame is None or not frame.waits or frame.seat < 0:
        return None
    mine = s.ghosts[frame.ghost]
    bought = list(frame.bought) if isinstance(frame, BuyingTurn) else []
    return AskedView(frame.ghost, frame.seat, str(frame.__struct_config__.tag), mine.walls, mine.discount, bought)


def room_view(s: State, number: int, room: Room) -> RoomView:
    """GH-4.10  Guests, dice, tokens, barriers and figures are public."""
    guest = guest_in(s, number) if room.guest else None
    dice = [die_view(die, terror_of(guest, die) if guest else die.face) for die in room.dice]
    return RoomView(
        room=number,
        row=(number - 1) // 3,
        column=(number - 1) % 3,
        guest=guest_view(s, number) if guest else None,
        dice=dice,
        total=sum(die.terror for die in dice),
        attached=keys(s, room.attached),
        barrier=room.barrier,
        ghosts=[colour for colour, ghost in s.ghosts.items() if ghost.room == number],
    )


def guest_view(s: State, number: int) -> GuestView:
    """GH-1.4  Guests lie face up."""
    guest = guest_in(s, number)
    return GuestView(guest.id, guest.name, guest.courage, *guest.scores, guest.phobia, has_every_phobia(s, number), guest.ability)


def die_view(die: Die, terror: int) -> DieView:
    """GH-3.1  Dice are public."""
    return DieView(die.die, die.ghost, sides(die.die), is_loaned(die.die), die.face, die.token, terror)


def ghost_view(s: State, colour: Colour, ghost: Ghost) -> GhostView:
    """GH-1.8 GH-9.6  Of a hand only the number of cards of each kind is public; bonuses lie face up."""
    return GhostView(
        ghost=colour,
        name=cards(s).names[colour],
        seat=ghost.seat,
        score=ghost.score,
        turn=s.order.index(colour) + 1,
        room=ghost.room,
        dice=[die_view(Die(die, colour, face), face) for die, face in ghost.dice.items()],
        bonuses=keys(s, ghost.bonuses),
        favour_count=len(ghost.favours),
        tactic_count=len(ghost.tactics),
    )


def track_view(s: State) -> list[SpaceView]:
    """GH-2.2 GH-2.3  Of markers on one space, the one that moved last lies on top."""
    spaces: dict[int, list[Colour]] = {}
    for colour in reversed(s.markers):
        spaces.setdefault(s.ghosts[colour].score, []).append(colour)
    return [SpaceView(score, spaces[score]) for score in sorted(spaces, reverse=True)]


def hand_view(s: State, colour: Colour) -> HandView:
    """GH-1.8  The cards of a hand, in the order in which they came."""
    ghost = s.ghosts[colour]
    return HandView(colour, keys(s, ghost.favours), keys(s, ghost.tactics))


def secret_view(s: State) -> SecretView:
    """GH-1.8  Nobody but the referee sees all hands and the order of the decks."""
    return SecretView(
        hands=[hand_view(s, colour) for colour in s.ghosts],
        guests=list(s.guests),
        decks=[DeckOrder(deck, keys(s, s.decks[deck])) for deck in DECKS],
    )


def redact(choice: Choice, seat: Seat, viewer: Seat) -> Choice | None:
    """GH-1.3  All that seats answer and every roll is public; the order of a deck is for nobody but the referee."""
    return None if isinstance(choice, CardOrder) and viewer != REFEREE else choice


def redeal(s: State, viewer: Seat, chance: Chance) -> State:
    """GH-1.8 GH-9.7  Another state that is equally possible for this viewer, who remembers every card that was shown.

    Unknown are the order of the decks and the hands of other seats. What a rebuild shuffled had been seen, so a card changes
    places only with those that were last shuffled together with it.
    """
    twin = deepcopy(s)
    if viewer == REFEREE:
        return twin
    twin.guests = shuffled(twin.guests, chance)
    twin.decks["terror_bonus"] = shuffled(twin.decks["terror_bonus"], chance)
    others = [ghost for ghost in twin.ghosts.values() if viewer not in (EVERYBODY, ghost.seat)]
    deal_anew(s, [twin.decks["spookie_favour"], *(ghost.favours for ghost in others)], chance)
    deal_anew(s, [twin.decks["scare_tactic"], *(ghost.tactics for ghost in others)], chance)
    return twin


def deal_anew(s: State, places: list[list[str]], chance: Chance) -> None:
    """GH-9.7  The cards in these hidden places change places, each with those of the same rebuild."""
    together: dict[int, list[str]] = {}
    for place in places:
        for card in place:
            together.setdefault(s.rebuilt.get(card, 0), []).append(card)
    drawn = {rebuild: iter(shuffled(found, chance)) for rebuild, found in together.items()}
    for place in places:
        place[:] = [next(drawn[s.rebuilt.get(card, 0)]) for card in place]
