"""In which order is a round played, and when is it the last one?"""

from __future__ import annotations

from typing import Any, Final

from gameplay.rules.contract import DEALER, Decision, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import Tally, then, types_named

from .choices import ACTIONS, Action, ChooseWild, NameWildAction
from .choosing import ChooseCards
from .drawing import DrawCards, DrawExtraCard, DrawForTom
from .effects import perform
from .events import extra_card
from .facts import CardResolved, CardsRevealed, Outcome, RoundBegan, RoundEnded, WildNamed
from .haunting import summon
from .state import BY_VALUE, TOM, Played, State, action_of

NAME_WILD: Final = types_named(frozenset((NameWildAction,)))


class BeginRound(Step, tag="begin_round"):
    """SB-3.1 SB-3.10  All choose; all is revealed; Tom's cards come, then the card of event 8; all resolve; the round ends."""

    def run(self, s: State, tell: Tell) -> None:
        s.phase = "choose"
        s.round += 1
        s.goodbyes = [0] * len(s.bars)
        tell(RoundBegan(round=s.round))
        then(
            s,
            ChooseCards(seats=list(range(s.humans))),
            Reveal(),
            *([DrawForTom()] if s.humans == TOM else []),
            *([DrawExtraCard()] if extra_card(s) else []),
            Resolve(),
            EndRound(),
        )


class Reveal(Step, tag="reveal"):
    """SB-3.1 SB-3.5  All choices are revealed together; of a wild all three cards are shown, and it is worth the lowest."""

    def run(self, s: State, tell: Tell) -> None:
        showing = s.showing
        for seat, play in enumerate(s.chosen):
            if play is None:
                continue
            if isinstance(play, ChooseWild):
                regular, trio = [play.regular], sorted(play.wild)
                showing.append(Played(card=trio[0], action=action_of(s, trio[0]), seat=seat, trio=trio))
            else:
                regular, trio = sorted(play.cards), []
            for card in regular:
                showing.append(Played(card=card, action=action_of(s, card), seat=seat, trio=[]))
            hand = s.hands[seat]
            for card in (*regular, *trio):
                hand.remove(card)
            s.chosen[seat] = None
            tell(CardsRevealed(seat=seat, cards=regular, trio=trio))
        showing.sort(key=BY_VALUE)


class Resolve(Step, tag="resolve"):
    """SB-4.1  The cards resolve from the highest value to the lowest, which stands last in `s.showing` for that."""

    def run(self, s: State, tell: Tell) -> None:
        s.stack += [CARD_COMES_UP] * len(s.showing)


class CardComesUp(Step, tag="card_comes_up"):
    """SB-4.7  The next card resolves, whatever has become of the bars; then it is turned over (SB-4.2)."""

    def run(self, s: State, tell: Tell) -> None:
        played = s.showing[-1]
        s.stack.append(TURN_OVER)
        if played.trio:
            s.stack.append(NameWild(seat=played.seat))
        else:
            resolve(s, played, played.action, tell)


class TurnOver(Step, tag="turn_over"):
    """SB-4.2  A card shows until its own resolution has finished; turned over, it no longer counts."""

    def run(self, s: State, tell: Tell) -> None:
        s.turned.append(s.showing.pop())


CARD_COMES_UP: Final = CardComesUp()
TURN_OVER: Final = TurnOver()


class NameWild(Decision, tag="name_wild_action"):
    """SB-4.9  The owner of a wild names one of the five actions, the printed one included."""

    automatic = True

    def options(self, s: State, seat: Seat) -> Options:
        """SB-4.11 SB-4.12  At least one is always allowed, and an action that can't be carried out may be named."""
        return [NameWildAction(action) for action in nameable(s, seat)]

    def tally(self, s: State, seat: Seat) -> Tally:
        return len(nameable(s, seat)), NAME_WILD

    def answer(self, s: State, seat: Seat, choice: NameWildAction, tell: Tell) -> None:
        """SB-4.10  The wild counts as the named action only."""
        played = s.showing[-1]
        played.named = choice.action
        tell(WildNamed(seat=seat, card=played.card, action=choice.action))
        resolve(s, played, choice.action, tell)

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        return barred(s, seat, choice.action) if isinstance(choice, NameWildAction) else None


def nameable(s: State, seat: Seat) -> list[Action]:
    """SB-4.9  The actions that the owner of a wild may name: those that are not `barred`."""
    others = s.showing[:-1]
    own = [other.action for other in others if other.seat == seat]
    showing = [other.action for other in others]
    return [action for action in ACTIONS if action not in own and showing.count(action) < 2]


def barred(s: State, seat: Seat, action: Action) -> Illegal | None:
    """SB-4.9  Not the action of the own regular card while it shows, nor one that two or more cards of others show."""
    showing = [other.seat for other in s.showing[:-1] if other.action == action]
    if seat in showing:
        return Illegal("wild_own_card", "SB-4.9", "Your other card shows this action and has not resolved yet.")
    if len(showing) >= 2:
        return Illegal("wild_others_cards", "SB-4.9", "Two or more cards of others show this action.")
    return None


def resolve(s: State, played: Played, action: Action, tell: Tell) -> None:
    """SB-4.3 SB-4.6  Counted now and not again: three or more copies void the card, two double it, one is one."""
    copies = copies_of(s, action)
    outcome = outcome_of(played, action, copies)
    tell(CardResolved(seat=played.seat, card=played.card, action=action, wild=bool(played.trio), copies=copies, outcome=outcome))
    if outcome == "pink":
        summon(s, played.seat, "pink", tell)
    elif outcome in ("once", "twice"):
        perform(s, played.seat, action, copies, tell)


def copies_of(s: State, action: Action) -> int:
    """SB-4.3 SB-4.8  The card that came up and the others showing its action; a wild shows its printed action to others."""
    return 1 + [other.action for other in s.showing[:-1]].count(action)


def outcome_of(played: Played, action: Action, copies: int) -> Outcome:
    """SB-5.14 SB-5.15  Exactly two Summons: one pink ghost instead of two white ones, also for a wild named Summon."""
    if played.seat == DEALER:
        return "unused"
    if copies >= 3:
        return "void"
    if copies == 2:
        return "pink" if action == "summon" else "twice"
    return "once"


class EndRound(Step, tag="end_round"):
    """SB-8.2 SB-7.11  After the last card, and only then: an empty bar, Tom's too, ends the game; otherwise hands are refilled."""

    def run(self, s: State, tell: Tell) -> None:
        clear_table(s)
        empty = [seat for seat, bar in enumerate(s.bars) if not bar.guests]
        tell(RoundEnded(round=s.round, seats=empty))
        if not empty:
            then(s, *refills(s), BEGIN_ROUND)


BEGIN_ROUND: Final = BeginRound()


def clear_table(s: State) -> None:
    """SB-8.1  All played cards go to the discard pile, trios whole."""
    discard = s.discard
    for played in s.turned:
        if played.trio:
            discard += played.trio
        else:
            discard.append(played.card)
    s.turned = []


def refills(s: State) -> list[DrawCards]:
    """SB-8.3  In seat order each hand is filled up to its target; a fuller one draws nothing and keeps its cards."""
    missing = [target - len(hand) for target, hand in zip(s.refill_to, s.hands, strict=True)]
    s.refill_to = [5] * s.humans
    return [DrawCards(seat=seat, left=count) for seat, count in enumerate(missing) if count > 0]
