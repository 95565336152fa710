"""When may a fight card be played, and against what?

A window asks all seats at once, whether or not they hold a fight card (BF-4.7), so that being asked tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from gameplay.rules.contract import Choice, GroupDecision, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, then, types_named

from .choices import DECK_OF, Card, Pass, PlayFight, Target, in_order
from .effects import carry_out
from .facts import FightPlayed, Window, WindowClosed, WindowOpened
from .state import Fought, State, cards_of, lose
from .vocabulary import FightCard

PASS: Final = types_named(frozenset((Pass,)))
PASS_OR_PLAY: Final = types_named(frozenset((Pass, PlayFight)))


class OpenWindow(Step, tag="open_window"):
    """BF-4.1  Window A is before mixing, window B after the reveal and before the scores are fixed."""

    window: Window

    def run(self, s: State, tell: Tell) -> None:
        s.phase = "fight_window_a" if self.window == "a" else "fight_window_b"
        tell(WindowOpened(window=self.window))
        then(s, FightWindow(seats=list(range(s.seats)), window=self.window))


class FightWindow(GroupDecision, tag="fight_window"):
    """BF-4.2 BF-4.7  Play one fight card or pass; nobody waits for anybody, and who has no fight card is asked as well."""

    window: Window
    asking: int = 1
    """How often all seats were asked in this window."""

    def options(self, s: State, seat: Seat) -> Options:
        """BF-4.5 BF-4.6 BF-4.8  Any fight card in hand, gained just now or not, that has a legal target now; there is no limit."""
        fights = cards_of(s).fights
        found: list[Choice] = [Pass()]
        for card in in_order(s.hands[seat]["twist"]):
            if card in fights:
                found += [PlayFight(card, target) for target in targets(s, self.window, seat, fights[card])]
        return found

    def tally(self, s: State, seat: Seat) -> Tally:
        """As many as the options are, without making them."""
        fights = cards_of(s).fights
        plays = 0
        for card in s.hands[seat]["twist"]:
            if card in fights:
                plays += count_targets(s, self.window, seat, fights[card])
        return (1 + plays, PASS_OR_PLAY) if plays else (1, PASS)

    def answer(self, s: State, seat: Seat, choice: Pass | PlayFight, tell: Tell) -> None:
        """BF-4.3  A pass stands until the next play; a play asks every seat anew, its own too, once it has taken effect."""
        if isinstance(choice, PlayFight):
            self.waiting = None
            self.asking += 1
            play(s, self.window, seat, choice, tell)

    def closed(self, s: State, tell: Tell) -> None:
        """BF-4.3  All seats have passed since the last play."""
        tell(WindowClosed(window=self.window, asking=self.asking))

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if not isinstance(choice, PlayFight):
            return Illegal("wrong_phase", "BF-4.2", "Play a fight card or pass.")
        if choice.card not in s.hands[seat][DECK_OF[choice.card]]:
            return Illegal("card_not_in_hand", "BF-4.2", "This card is not in your hand.")
        if choice.card not in cards_of(s).fights:
            return Illegal("not_a_fight_card", "BF-4.2", "Only fight cards are played in a window.")
        return Illegal("bad_target", "BF-4.6", "This card can't be played against that now.")

    def answered(self, s: State, seat: Seat) -> Illegal | None:
        return Illegal("not_your_turn", "BF-4.3", "You have passed; you are asked again when somebody plays a card.")


def targets(s: State, window: Window, seat: Seat, card: FightCard) -> list[Target | None]:
    """BF-4.6 BF-10.16  What a fight card may be played against now."""
    match card.target and card.target.kind:
        case "opponent":
            return [Target(seat=other) for other in opponents(s, window, seat, card)]
        case "opponent_flair":
            return [Target(seat=other, card=flair) for other in range(s.seats) if other != seat for flair in flair_of(s, other)]
        case "future_judge":
            return [Target(position=2 + place) for place in range(len(s.future))]
    return [None]


def count_targets(s: State, window: Window, seat: Seat, card: FightCard) -> int:
    """BF-4.6  As many as the targets are, without making them."""
    kind = card.target and card.target.kind
    if kind == "opponent":
        return len(opponents(s, window, seat, card))
    if kind == "opponent_flair":
        return sum([len(set(cocktail.flair)) for other, cocktail in enumerate(s.cocktails) if cocktail and other != seat])
    return len(s.future) if kind == "future_judge" else 1


def opponents(s: State, window: Window, seat: Seat, card: FightCard) -> Sequence[Seat]:
    """BF-4.6 BF-10.14 BF-10.16  The others whom this card may be played against now: a theft needs a twist, window B a cocktail."""
    if card.key in cards_of(s).thefts:
        return [other for other, hand in enumerate(s.hands) if hand["twist"] and other != seat]
    if window == "b":
        return [other for other, cocktail in enumerate(s.cocktails) if cocktail and other != seat]
    return all_but(seat, s.seats)


@cache
def all_but(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats but this one."""
    return tuple(other for other in range(seats) if other != seat)


def flair_of(s: State, seat: Seat) -> list[Card]:
    """BF-10.12  The revealed, uncancelled flair of a seat, equal cards once; none before the reveal."""
    cocktail = s.cocktails[seat]
    return list(dict.fromkeys(cocktail.flair)) if cocktail else []


def play(s: State, window: Window, seat: Seat, choice: PlayFight, tell: Tell) -> None:
    """BF-4.4  A played fight card is public, works at once and stays on the table until restock."""
    card = cards_of(s).fights[choice.card]  # type: ignore[index]  # it is one of the options
    target = choice.target or Target()
    against = -1 if target.seat is None else target.seat
    lose(s.hands[seat], "twist", card.key)
    s.fights.append(Fought(seat=seat, card=card.key, target=against))
    tell(FightPlayed(seat=seat, window=window, card=card.key, target=against, position=target.position or 0))
    carry_out(s, seat, card, target, tell)
