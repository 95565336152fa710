"""What may the actor gain from the guest it has just bid goodbye?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gameplay.rules.contract import Choice, Decision, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, types_named

from . import effects  # a Worker's card is an action, and the action Bid leads back here
from .choices import (
    COLOURS,
    Colour,
    DeclineFavour,
    Guest,
    UseBeauty,
    UseGhostHunter,
    UseScholar,
    UseWitch,
    UseWorker,
)
from .events import ghost_after_goodbye
from .facts import DrinksAdded, FavourDeclined, FavourLost, FavourUsed
from .haunting import summon
from .state import State, action_of, is_tom

USES: Final[dict[Guest, type[Choice]]] = {
    "worker": UseWorker,
    "beauty": UseBeauty,
    "witch": UseWitch,
    "scholar": UseScholar,
    "ghost_hunter": UseGhostHunter,
}
DECLINE: Final = types_named(frozenset((DeclineFavour,)))
USE_OR_DECLINE: Final = {guest: types_named(frozenset((DeclineFavour, use))) for guest, use in USES.items()}


def after_goodbye(s: State, seat: Seat, guest: Guest, tell: Tell) -> None:
    """SB-5.5  The favour is used or declined at once, before anything else resolves; Tom never gets one (SB-7.4)."""
    if ghost_after_goodbye(s):
        s.stack.append(EventGhost(seat=seat))
    if is_tom(s, seat):
        return
    if may_ask(s, seat, guest):
        s.stack.append(UseFavour(seat=seat, guest=guest))
    else:
        tell(FavourLost(seat=seat, guest=guest))


def may_ask(s: State, seat: Seat, guest: Guest) -> bool:
    """SB-9.3  A favour that can't be used is skipped; the Worker is asked for whenever a card is held, usable or not."""
    return bool(s.hands[seat] if guest == "worker" else how_many_uses(s, seat, guest))


def uses(s: State, seat: Seat, guest: Guest) -> Sequence[Choice]:
    """SB-5.28  The ways to use a favour; guests never change bars, so each comes at most once per participant and game."""
    bar = s.bars[seat]
    match guest:
        case "worker":
            return [UseWorker(card) for card in sorted(s.hands[seat]) if effects.possible(s, seat, action_of(s, card))]
        case "beauty":
            return [UseBeauty(other) for other, drinks in bar.guests.items() if drinks]
        case "witch":
            return [UseWitch()]
        case "scholar":
            return [UseScholar()]
        case "ghost_hunter":
            return [UseGhostHunter(colour) for colour in COLOURS if bar.ghosts[colour]]


def how_many_uses(s: State, seat: Seat, guest: Guest) -> int:
    """SB-5.28  As many as the uses are, without making them."""
    match guest:
        case "worker":
            return sum([effects.possible(s, seat, action_of(s, card)) for card in s.hands[seat]])
        case "beauty":
            return sum(map(bool, s.bars[seat].guests.values()))
        case "ghost_hunter":
            return sum(map(bool, s.bars[seat].ghosts.values()))
    return 1


class UseFavour(Decision, tag="use_favour"):
    """SB-5.5  The favour of the guest who has just left, or to do without it."""

    guest: Guest

    def options(self, s: State, seat: Seat) -> Options:
        return [DeclineFavour(), *uses(s, seat, self.guest)]

    def tally(self, s: State, seat: Seat) -> Tally:
        number = how_many_uses(s, seat, self.guest)
        return 1 + number, USE_OR_DECLINE[self.guest] if number else DECLINE

    def answer(self, s: State, seat: Seat, choice: Choice, tell: Tell) -> None:
        if isinstance(choice, DeclineFavour):
            tell(FavourDeclined(seat=seat, guest=self.guest))
            return
        tell(FavourUsed(seat=seat, guest=self.guest, card=choice.card if isinstance(choice, UseWorker) else 0))
        match choice:
            case UseWorker(card):
                use_worker(s, seat, card, tell)
            case UseBeauty(guest):
                use_beauty(s, seat, guest, tell)
            case UseWitch():
                use_witch(s, seat, tell)
            case UseScholar():
                use_scholar(s, seat)
            case UseGhostHunter(colour):
                use_ghost_hunter(s, seat, colour, tell)

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        """SB-9.3  A use of this favour is refused for what is wrong with its card, guest or colour."""
        if not uses(s, seat, self.guest):
            return Illegal("favour_impossible", "SB-5.5", "This favour can't be used now.")
        match choice:
            case UseWorker(card) if self.guest == "worker":
                if card not in s.hands[seat]:
                    return Illegal("not_in_hand", "SB-5.23", "This card is not in your hand.")
                return Illegal("action_impossible", "SB-5.23", "The action of this card is impossible now.")
            case UseBeauty(guest) if self.guest == "beauty":
                if guest not in s.bars[seat].guests:
                    return effects.no_such_guest("SB-5.24")
                return Illegal("guest_has_no_drink", "SB-5.24", "Twice nothing is nothing: this guest has no drink.")
            case UseGhostHunter() if self.guest == "ghost_hunter":
                return Illegal("no_such_ghost", "SB-5.27", "No such ghost is above this bar.")
        return None


def use_worker(s: State, seat: Seat, card: int, tell: Tell) -> None:
    """SB-5.23  The card is discarded and its action carried out once, whatever is showing; Summon brings a white ghost."""
    s.hands[seat].remove(card)
    s.discard.append(card)
    effects.perform(s, seat, action_of(s, card), 1, tell)


def use_beauty(s: State, seat: Seat, guest: Guest, tell: Tell) -> None:
    """SB-5.24  A guest still in the bar gets as many drinks as it has."""
    drinks = s.bars[seat].guests[guest]
    s.bars[seat].guests[guest] += drinks
    tell(DrinksAdded(seat=seat, guest=guest, drinks=drinks, cause="beauty"))


def use_witch(s: State, seat: Seat, tell: Tell) -> None:
    """SB-5.25  A white ghost comes above the actor's bar, and may scare."""
    summon(s, seat, "white", tell, cause="witch")


def use_scholar(s: State, seat: Seat) -> None:
    """SB-5.26  At the next refill this seat refills to seven."""
    s.refill_to[seat] = 7


def use_ghost_hunter(s: State, seat: Seat, colour: Colour, tell: Tell) -> None:
    """SB-5.27  Capture is carried out once, at the actor's own bar."""
    effects.capture(s, seat, colour, tell, cause="ghost_hunter")


class EventGhost(Step, tag="event_ghost"):
    """SB-6.3  Event 3: after the favour a white ghost arrives above the bar of the one who bid."""

    seat: Seat

    def run(self, s: State, tell: Tell) -> None:
        summon(s, self.seat, "white", tell, cause="event")
