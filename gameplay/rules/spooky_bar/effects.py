"""What does each of the five actions do?

The actor is the participant whose card, or Worker, is carried out. A person is asked; Tom answers at once (tom.py).
"""

from __future__ import annotations

from typing import Any, Final, Literal

from gameplay.rules.contract import Decision, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, types_named

from . import favours, tom  # favours and actions lead to each other: a Worker's card may bid the next guest goodbye
from .choices import COLOURS, Action, Bid, Capture, Colour, MoveGhost, Serve
from .events import graveyard_colour, guest_was_bid_goodbye
from .facts import ActionImpossible, DrinksAdded, GhostCaptured, GhostMoved, GuestLeft
from .haunting import haunt, summon
from .state import Bar, State, is_tom


def perform(s: State, seat: Seat, action: Action, times: int, tell: Tell) -> None:
    """SB-4.4  The repetitions of an action come one after the other, each with all that follows from it."""
    if action == "move":
        for bar in s.bars:
            bar.handled["white"] = bar.handled["pink"] = 0
    carry_out(s, seat, action, times, tell)


SERVE, BID, CAPTURE, MOVE_GHOST = (types_named(frozenset((kind,))) for kind in (Serve, Bid, Capture, MoveGhost))


class Perform(Step, tag="perform"):
    """SB-4.4  The repetitions that are left, after all that followed from the one before."""

    seat: Seat
    action: Action
    times: int

    def run(self, s: State, tell: Tell) -> None:
        carry_out(s, self.seat, self.action, self.times, tell)


def carry_out(s: State, seat: Seat, action: Action, times: int, tell: Tell) -> None:
    """SB-4.5  Each repetition is compulsory if possible, even when it hurts; an impossible one is skipped."""
    if not possible(s, seat, action):
        tell(ActionImpossible(seat=seat, action=action))
        return
    if times > 1:
        s.stack.append(Perform(seat=seat, action=action, times=times - 1))
    if action == "summon":
        summon(s, seat, "white", tell)
    elif is_tom(s, seat):
        ASKS[action](seat=seat).answer(s, seat, TOMS[action](s), tell)
    else:
        s.stack.append(ASKS[action](seat=seat))


def possible(s: State, seat: Seat, action: Action) -> bool:
    """SB-5.2 SB-5.4 SB-5.8 SB-5.12  Serve needs a guest, Bid one with a drink, Capture a ghost; Move and Summon nothing."""
    bar = s.bars[seat]
    match action:
        case "serve":
            return bool(bar.guests)
        case "bid":
            return any(bar.guests.values())
        case "capture":
            return any(bar.ghosts.values())
    return True


class ServeDrink(Decision, tag="serve_drink"):
    """SB-5.1  One drink from the supply goes on any guest of the actor's bar."""

    automatic = True

    def options(self, s: State, seat: Seat) -> Options:
        return [Serve(guest) for guest in s.bars[seat].guests]

    def tally(self, s: State, seat: Seat) -> Tally:
        return len(s.bars[seat].guests), SERVE

    def answer(self, s: State, seat: Seat, choice: Serve, tell: Tell) -> None:
        s.bars[seat].guests[choice.guest] += 1
        tell(DrinksAdded(seat=seat, guest=choice.guest, drinks=1, cause="serve"))

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        return no_such_guest("SB-5.1") if isinstance(choice, Serve) else None


class BidGuest(Decision, tag="bid_guest"):
    """SB-5.3  A guest of the actor's bar who has a drink leaves; it and its drinks go beside the bar."""

    automatic = True

    def options(self, s: State, seat: Seat) -> Options:
        return [Bid(guest) for guest, drinks in s.bars[seat].guests.items() if drinks]

    def tally(self, s: State, seat: Seat) -> Tally:
        return sum(map(bool, s.bars[seat].guests.values())), BID

    def answer(self, s: State, seat: Seat, choice: Bid, tell: Tell) -> None:
        bar = s.bars[seat]
        drinks = bar.guests.pop(choice.guest)
        bar.beside.guests.append(choice.guest)
        bar.beside.drinks += drinks
        tell(GuestLeft(seat=seat, guest=choice.guest, drinks=drinks))
        guest_was_bid_goodbye(s, seat, tell)
        favours.after_goodbye(s, seat, choice.guest, tell)

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        """SB-5.4  A guest without a drink stays."""
        if not isinstance(choice, Bid):
            return None
        if choice.guest not in s.bars[seat].guests:
            return no_such_guest("SB-5.3")
        return Illegal("guest_has_no_drink", "SB-5.3", "Only a guest with a drink can be bid goodbye.")


class CaptureGhost(Decision, tag="capture_ghost"):
    """SB-5.7  One ghost from above the actor's bar goes beside it; the actor chooses the colour."""

    automatic = True

    def options(self, s: State, seat: Seat) -> Options:
        return [Capture(colour) for colour in COLOURS if s.bars[seat].ghosts[colour]]

    def tally(self, s: State, seat: Seat) -> Tally:
        return sum(map(bool, s.bars[seat].ghosts.values())), CAPTURE

    def answer(self, s: State, seat: Seat, choice: Capture, tell: Tell) -> None:
        capture(s, seat, choice.colour, tell)

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        return Illegal("no_such_ghost", "SB-5.7", "No such ghost is above this bar.") if isinstance(choice, Capture) else None


def capture(s: State, seat: Seat, colour: Colour, tell: Tell, cause: Literal["capture", "ghost_hunter"] = "capture") -> None:
    """SB-5.7  The ghost is beside the bar now: three coins if it is white, five if pink."""
    bar = s.bars[seat]
    bar.ghosts[colour] -= 1
    bar.beside.ghosts[colour] += 1
    tell(GhostCaptured(seat=seat, colour=colour, cause=cause))


class MoveOneGhost(Decision, tag="move_ghost"):
    """SB-5.9  One ghost goes from any bar to any other; the actor picks source, colour and destination."""

    automatic = True

    def options(self, s: State, seat: Seat) -> Options:
        """SB-5.11  From the graveyard, to any bar, if and only if no ghost that may be moved is above a bar."""
        bars = range(len(s.bars))
        found = [
            MoveGhost(colour, source, to)
            for source in bars
            for colour in COLOURS
            if may_move(s.bars[source], colour)
            for to in bars
            if to != source
        ]
        return found or [MoveGhost(graveyard_colour(s), "graveyard", to) for to in bars]

    def tally(self, s: State, seat: Seat) -> Tally:
        """As many as the options are, without making them."""
        bars, movable = len(s.bars), 0
        for bar in s.bars:
            above, handled = bar.ghosts, bar.handled
            movable += (above["white"] > handled["white"]) + (above["pink"] > handled["pink"])
        return movable * (bars - 1) or bars, MOVE_GHOST

    def answer(self, s: State, seat: Seat, choice: MoveGhost, tell: Tell) -> None:
        """SB-5.10  A ghost that was moved counts as handled; ghosts of one colour above one bar are alike."""
        colour, source, to = choice.colour, choice.source, choice.to
        if source != "graveyard":
            s.bars[source].ghosts[colour] -= 1
        reached = s.bars[to]
        reached.ghosts[colour] += 1
        reached.handled[colour] += 1
        tell(GhostMoved(seat=seat, colour=colour, source=-1 if source == "graveyard" else source, bar=to))
        haunt(s, seat, to, tell)

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if not isinstance(choice, MoveGhost):
            return None
        bars, source = len(s.bars), choice.source
        if choice.to >= bars or (source != "graveyard" and source >= bars):
            return Illegal("unknown_seat", "SB-9.4", "There is no such bar in this game.")
        if source == "graveyard":
            if choice.colour != graveyard_colour(s):
                return Illegal("bad_payload", "SB-5.11", "A ghost from the graveyard is white, or pink with event 6.")
            return Illegal("graveyard_not_allowed", "SB-5.11", "A ghost that is above a bar must be moved.")
        if not s.bars[source].ghosts[choice.colour]:
            return Illegal("no_such_ghost", "SB-5.9", "No such ghost is above that bar.")
        if not may_move(s.bars[source], choice.colour):
            return Illegal("ghost_already_moved", "SB-5.10", "That ghost was moved by this card already.")
        return Illegal("same_bar", "SB-5.9", "A ghost moves to another bar.")


def may_move(bar: Bar, colour: Colour) -> bool:
    """SB-5.10  Is a ghost of this colour above the bar that this card has not handled yet?"""
    return bar.ghosts[colour] > bar.handled[colour]


def no_such_guest(clause: str) -> Illegal:
    """SB-9.4  Guests are named by type; this one is not in the bar."""
    return Illegal("no_such_guest", clause, "No such guest is in this bar.")


ASKS: Final = {"serve": ServeDrink, "bid": BidGuest, "capture": CaptureGhost, "move": MoveOneGhost}
TOMS: Final = {"serve": tom.serve, "bid": tom.bid, "capture": tom.capture, "move": tom.move}
