"""How does a ghost come above a bar, and what follows when there are too many?"""

from __future__ import annotations

from typing import Any, Final, Literal

from gameplay.rules.contract import Decision, Illegal, Options, Seat, Tell
from gameplay.rules.kernel import Tally, types_named

from . import tom
from .choices import Colour, Guest, Scare
from .events import guest_was_scared, scare_threshold
from .facts import GhostArrived, GhostsReturned, GuestScared
from .state import Bar, State, ghosts, is_tom

SCARE: Final = types_named(frozenset((Scare,)))


def summon(s: State, seat: Seat, colour: Colour, tell: Tell, cause: Literal["summon", "witch", "event"] = "summon") -> None:
    """SB-5.13 SB-7.5  A ghost from the graveyard goes above the actor's own bar, Tom's like any other. Always possible."""
    s.bars[seat].ghosts[colour] += 1
    tell(GhostArrived(bar=seat, colour=colour, cause=cause))
    haunt(s, seat, seat, tell)


def haunt(s: State, actor: Seat, bar: Seat, tell: Tell) -> None:
    """SB-5.16  A ghost has arrived by an effect of the actor: with three or more there, a scare happens at once.

    SB-5.22  Only the bar that the ghost arrives at matters, not where it came from.
    """
    haunted = s.bars[bar]
    if haunted.ghosts["white"] + haunted.ghosts["pink"] < scare_threshold(s):
        return
    if not haunted.guests:
        return_ghosts(haunted, bar, tell)
    elif is_tom(s, actor):
        flee(s, actor, bar, tom.scare(s, bar).guest, tell)
    else:
        s.stack.append(ScareGuest(seat=actor, bar=bar))


class ScareGuest(Decision, tag="scare_guest"):
    """SB-5.17  The actor, and nobody else, chooses the guest that flees."""

    bar: Seat
    automatic = True

    def options(self, s: State, seat: Seat) -> Options:
        return [Scare(guest) for guest in s.bars[self.bar].guests]

    def tally(self, s: State, seat: Seat) -> Tally:
        return len(s.bars[self.bar].guests), SCARE

    def answer(self, s: State, seat: Seat, choice: Scare, tell: Tell) -> None:
        flee(s, seat, self.bar, choice.guest, tell)

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if not isinstance(choice, Scare):
            return None
        return Illegal("no_such_guest", "SB-5.17", "No such guest is in the haunted bar.")


def flee(s: State, actor: Seat, bar: Seat, guest: Guest, tell: Tell) -> None:
    """SB-5.18 SB-5.19 SB-5.6  From another bar the guest goes beside the actor's, from the own bar out of the game; no favour."""
    drinks = s.bars[bar].guests.pop(guest)
    if bar == actor:
        s.gone.append(guest)
    else:
        beside = s.bars[actor].beside
        beside.guests.append(guest)
        beside.drinks += drinks
    tell(GuestScared(seat=actor, bar=bar, guest=guest, drinks=drinks, taken=bar != actor))
    return_ghosts(s.bars[bar], bar, tell)
    guest_was_scared(s, actor, tell)


def return_ghosts(haunted: Bar, bar: Seat, tell: Tell) -> None:
    """SB-5.20 SB-5.21  All ghosts above the bar go back to the graveyard, whether or not there was a guest to flee."""
    tell(GhostsReturned(bar=bar, white=haunted.ghosts["white"], pink=haunted.ghosts["pink"]))
    haunted.ghosts = ghosts()
    haunted.handled = ghosts()
