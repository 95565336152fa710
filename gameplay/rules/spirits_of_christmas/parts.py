"""Which moves, gives, trades and plays complete a way to take an action, and which of them are refused?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from gameplay.rules.chance import Chance
from gameplay.rules.contract import Choice, Field, Form, Illegal, LargeOptions, Seat

from .choices import DoNothing, Draw, Give, MainChoice, Move, Play, Trade
from .offers import Selections, one, some
from .rondel import (
    SPACE_OF,
    Clue,
    Way,
    bonus_ways,
    cards_left,
    does_something,
    hand_left,
    main_ways,
    refusal,
    refused,
    too_dear,
    way_of,
)
from .state import State, counted
from .words import VALUE_OF, Direction, Kind

DIRECTIONS: Final[tuple[Direction, ...]] = ("left", "right")


def reached(scrooge: int, gap: int, steps: int, direction: Direction) -> int:
    """SC-5.2 SC-5.3 SC-5.4 SC-5.5 SC-5.6  The position reached; from the Bedroom, which then is left for ever, the first step
    touches a scene. Face-down scenes count. May lie outside the row."""
    if scrooge < 0:
        return gap + 1 - steps if direction == "left" else gap + steps
    return scrooge - steps if direction == "left" else scrooge + steps


def can_reach(s: State, kind: Kind, direction: Direction) -> bool:
    """SC-5.6  A direction that leaves the row is illegal."""
    return 0 <= reached(s.scrooge, s.gap, VALUE_OF[kind], direction) < len(s.row)


def traded(s: State) -> Selections:
    """SC-19.3 SC-19.5  Two cards of the Counting House, or the only one."""
    count = min(2, len(s.board))
    return Selections(counted(s, s.board), count, count)


class Parts(LargeOptions):
    """SC-4.8  The choices of one way: its moves, gives, trades or plays, or the one choice that does nothing."""

    def __init__(self, s: State, seat: Seat, way: Way) -> None:
        self.s, self.seat, self.way = s, seat, way
        self.paid: dict[str, Any] = {"special": way.special, "pay_card": way.pay_card, "torch": way.torch}

    def listed(self) -> list[Choice] | None:
        """The choices, where there are few; None for trades and plays."""
        s, seat, way, paid = self.s, self.seat, self.way, self.paid
        if not does_something(s, seat, way):
            return [DoNothing(space=SPACE_OF[way.action], **paid)]
        match way.action:
            case "draw":
                return [Draw(**paid)]
            case "move":
                have = hand_left(s, seat, way)
                return [Move(card=kind, direction=to, **paid) for kind in have for to in DIRECTIONS if can_reach(s, kind, to)]
            case "give":
                return [Give(giver=giver, receiver=to, **paid) for giver in givers(s, seat, way) for to in range(s.seats) if to != giver]
        return None

    def hand(self) -> dict[Kind, int]:
        return hand_left(self.s, self.seat, self.way)

    def plays(self) -> Selections:
        """SC-9.1 SC-9.6  One or more cards of any kind."""
        return Selections(self.hand(), 1, cards_left(self.s, self.seat, self.way))

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, MainChoice) and way_of(choice) == self.way and bad_part(self.s, self.seat, choice) is None

    def __iter__(self) -> Iterator[Choice]:
        listed = self.listed()
        if listed is not None:
            return iter(listed)
        if self.way.action == "play":
            return (Play(cards=cards, **self.paid) for cards in self.plays())
        return (Trade(discard=kind, take=list(take), **self.paid) for kind in self.hand() for take in traded(self.s))

    def __len__(self) -> int:
        listed = self.listed()
        if listed is not None:
            return len(listed)
        return len(self.plays()) if self.way.action == "play" else len(self.hand()) * len(traded(self.s))

    def draw(self, chance: Chance) -> Choice:
        listed = self.listed()
        if listed is not None:
            return listed[chance.below(len(listed))]
        if self.way.action == "play":
            return Play(cards=self.plays().draw(chance), **self.paid)
        kinds = list(self.hand())
        return Trade(discard=kinds[chance.below(len(kinds))], take=list(traded(self.s).draw(chance)), **self.paid)

    def forms(self) -> list[Form]:
        fixed = [one(name, [value]) for name, value in self.paid.items() if value]
        listed = self.listed()
        if listed is None:
            return [self.large_form(fixed)]
        match self.way.action if not isinstance(listed[0], DoNothing) else "nothing":
            case "move":
                by_direction = {to: [c.card for c in listed if isinstance(c, Move) and c.direction == to] for to in DIRECTIONS}
                return [
                    Form("move", [one("card", cards), one("direction", [to]), *fixed], "Any of these cards that way.")
                    for to, cards in by_direction.items()
                    if cards
                ]
            case "give":
                by_giver = {g: [c.receiver for c in listed if isinstance(c, Give) and c.giver == g] for g in range(self.s.seats)}
                return [
                    Form("give", [one("giver", [giver]), one("receiver", to), *fixed], "From this seat to one of these.")
                    for giver, to in by_giver.items()
                    if to
                ]
            case "draw":
                return [Form("draw", fixed, "Draw three cards.")]
        return [Form("do_nothing", [one("space", [SPACE_OF[self.way.action]]), *fixed], "Nothing will happen.")]

    def large_form(self, fixed: list[Field]) -> Form:
        """The form of plays or trades."""
        if self.way.action == "play":
            hand = self.hand()
            return Form("play", [some("cards", hand, 1, sum(hand.values())), *fixed], "Any of these cards.")
        board = traded(self.s)
        have = dict(zip(board.kinds, board.counts, strict=True))
        fields = [one("discard", list(self.hand())), some("take", have, board.least, board.most), *fixed]
        return Form("trade", fields, "Any card of the hand for any of these.")


class ActionOffers(LargeOptions):
    """SC-4.1 SC-12.1  All actions that a seat may take now: bonus actions of the Torch, and main actions if one is due."""

    def __init__(self, s: State, seat: Seat, *, main: bool) -> None:
        self.s, self.seat, self.main = s, seat, main
        self._ways: list[Way] | None = None

    @property
    def ways(self) -> list[Way]:
        if self._ways is None:
            s, seat = self.s, self.seat
            self._ways = [*main_ways(s, seat), *bonus_ways(s, seat)] if self.main else bonus_ways(s, seat)
        return self._ways

    @property
    def shares(self) -> int:
        return len(self.ways)

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, MainChoice) and why_not_action(self.s, self.seat, choice, main=self.main) is None

    def __iter__(self) -> Iterator[Choice]:
        for way in self.ways:
            yield from Parts(self.s, self.seat, way)

    def __len__(self) -> int:
        return sum(len(Parts(self.s, self.seat, way)) for way in self.ways)

    def draw(self, chance: Chance) -> Choice:
        """A way first, each equally likely, then one of its choices."""
        return Parts(self.s, self.seat, self.ways[chance.below(len(self.ways))]).draw(chance)

    def forms(self) -> list[Form]:
        return [form for way in self.ways for form in Parts(self.s, self.seat, way).forms()]


def why_not_action(s: State, seat: Seat, choice: MainChoice, *, main: bool) -> Illegal | None:
    """SC-22.1 SC-22.2  The first reason against taking an action so, in the order of the checks; nothing is charged before all pass."""
    way = way_of(choice)
    if not main and not way.torch:
        return Illegal("wrong_phase", "SC-4.1", "The main action of this turn has been taken.")
    return refusal(refused(s, seat, way) or too_dear(s, way) or bad_part(s, seat, choice))


def bad_part(s: State, seat: Seat, choice: MainChoice) -> Clue | None:
    """SC-4.8  An action that does something needs its part, one that does nothing has none."""
    way = way_of(choice)
    if does_something(s, seat, way) == isinstance(choice, DoNothing):
        return "bad_payload", "SC-4.8", "An action that will do nothing is chosen as such, and only such a one."
    match choice:
        case Move():
            return bad_move(s, seat, way, choice)
        case Give():
            return bad_give(s, seat, way, choice)
        case Trade():
            return bad_trade(s, seat, way, choice)
        case Play():
            return bad_cards(choice.cards, hand_left(s, seat, way), "SC-9.6")
    return None


def bad_move(s: State, seat: Seat, way: Way, choice: Move) -> Clue | None:
    """SC-5.1 SC-5.6  The card is in hand, and the direction stays in the row."""
    if choice.card not in hand_left(s, seat, way):
        return "not_in_hand", "SC-5.1", "This card is not in your hand."
    if not can_reach(s, choice.card, choice.direction):
        return "off_the_row", "SC-5.6", "Scrooge would leave the row."
    return None


def givers(s: State, seat: Seat, way: Way) -> list[Seat]:
    """SC-8.3  The seats that have a card to give, once the current player has paid."""
    return [other for other, hand in enumerate(s.hands) if (hand if other != seat else cards_left(s, seat, way) > 0)]


def bad_give(s: State, seat: Seat, way: Way, choice: Give) -> Clue | None:
    """SC-8.1 SC-8.3  Giver and receiver are two different seats, and the giver has a card."""
    if max(choice.giver, choice.receiver) >= s.seats:
        return "unknown_seat", "SC-8.1", "There is no such seat in this game."
    if choice.giver == choice.receiver:
        return "same_seat", "SC-8.1", "A player gives to another one."
    if choice.giver not in givers(s, seat, way):
        return "giver_empty", "SC-8.3", "That player has no card to give."
    return None


def bad_trade(s: State, seat: Seat, way: Way, choice: Trade) -> Clue | None:
    """SC-19.3 SC-19.5 SC-19.6  One card from hand for two that lie there now, or for the only one."""
    board = traded(s)
    if choice.discard not in hand_left(s, seat, way):
        return "not_in_hand", "SC-19.3", "This card is not in your hand."
    if len(choice.take) != board.least:
        return "bad_count", "SC-19.3", f"Take {board.least} of the cards."
    return None if choice.take in board else ("not_on_board", "SC-19.3", "These cards do not lie on the Counting House.")


def bad_cards(cards: list[Kind], have: dict[Kind, int], clause: str) -> Clue | None:
    """SC-9.6 SC-8.2  At least one card, and all in hand."""
    if not cards:
        return "no_cards", clause, "Choose at least one card."
    if cards in Selections(have, 1, len(cards)):
        return None
    return "not_in_hand", clause, "Not all of these cards are in your hand."
