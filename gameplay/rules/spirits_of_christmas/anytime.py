"""What may be done at any time of a chapter, whoever's turn it is: Chains, Generous Spirit and table talk?"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import msgspec

from gameplay.rules.contract import Choice, GroupDecision, Illegal, Options, Seat, Tell
from gameplay.rules.kernel import Tally, ask, tallied, types_named

from .choices import Speak, TakeChains, UseGift
from .facts import ChainsTaken
from .gift_facts import GiftUsed
from .offers import Offers, together
from .rondel import Clue, refusal
from .speech import speak
from .state import State, deck_of
from .talk import may_speak, refuse_speech
from .talk_offers import Talk


def may_lead(s: State, seat: Seat) -> bool:
    """SC-2.4  May this seat take Chains or use Gift 2 for the group? With a leader, the current player too."""
    return s.options.group_decision == "any" or seat in (s.first, s.current)


def why_no_chains(s: State, seat: Seat) -> Clue | None:
    """SC-11.1 SC-11.2 SC-11.3 SC-11.4  A token must be left and a shilling in the discard, from the end of setup to the last Shadow."""
    if s.phase not in ("discussion", "turns"):
        return "wrong_phase", "SC-11.4", "Chains are taken during a chapter."
    if not s.chains:
        return "no_chains", "SC-11.2", "No Chains token is left."
    if not s.discard:
        return "no_shillings", "SC-11.3", "No shilling lies in the discard."
    return None if may_lead(s, seat) else not_the_leader()


def why_no_gift(s: State, seat: Seat) -> Clue | None:
    """SC-16.3  Generous Spirit must be held and a shilling lie in the discard, at any time during a chapter."""
    if s.phase not in ("discussion", "turns"):
        return "wrong_phase", "SC-16.3", "The gift is used during a chapter."
    if 2 not in s.gifts:
        return "no_gift", "SC-16.3", "The group does not hold Generous Spirit."
    if not s.discard:
        return "no_shillings", "SC-16.3", "No shilling lies in the discard."
    return None if may_lead(s, seat) else not_the_leader()


def for_the_group(s: State, seat: Seat) -> tuple[bool, bool]:
    """SC-11.3 SC-16.3  May this seat take Chains now, and use Gift 2? For neither is there a reason against it then."""
    if not s.discard or s.phase not in ("discussion", "turns") or not may_lead(s, seat):
        return False, False
    return s.chains > 0, 2 in s.gifts


def not_the_leader() -> Clue:
    """SC-2.4  Another seat decides for the group."""
    return "not_your_decision", "SC-2.4", "The holder of the First Player token decides, or the current player."


def gain(s: State, shillings: int) -> int:
    """SC-3.3 SC-6.2 SC-11.3  Shillings from the discard to the pool, as far as there are any; together they stay twenty."""
    gained = min(shillings, s.discard)
    s.pool += gained
    s.discard -= gained
    return gained


def take_chains(s: State, seat: Seat, tell: Tell) -> None:
    """SC-11.1 SC-11.2  Five shillings for a token that never returns."""
    s.chains -= 1
    s.taken += 1
    gained = gain(s, deck_of(s).chain_value)
    tell(ChainsTaken(seat=seat, shillings=gained, pool=s.pool, chains_left=s.chains))


def use_gift(s: State, seat: Seat, tell: Tell) -> None:
    """SC-16.3  Once in a game; then the gift leaves it."""
    s.gifts.remove(2)
    gained = gain(s, s.options.gift2_shillings)
    tell(GiftUsed(seat=seat, shillings=gained, pool=s.pool))


@cache
def at_any_time(chains: bool, gift: bool, talk: bool) -> frozenset[str]:
    """SC-11.1 SC-16.3 SC-18.1  The types of what is possible; each counts as one choice."""
    possible = ((chains, TakeChains), (gift, UseGift), (talk, Speak))
    return types_named(frozenset(kind for may, kind in possible if may))


class InChapter(GroupDecision, kw_only=True):
    """SC-11.1 A question of a chapter. The seats that are due must answer; all others may act for the group, or speak."""

    seats: list[Seat] = msgspec.field(default_factory=list)
    due: list[Seat]
    everybody: ClassVar[bool] = False
    """Must all that are due answer? If not, the first answer counts."""

    def own(self, s: State, seat: Seat) -> list[Options]:
        """What a seat that is due is asked."""
        raise NotImplementedError

    def own_tally(self, s: State, seat: Seat) -> Tally:
        """How much a seat that is due is offered, of which types; a question that can count without making it says so itself."""
        return tallied(self.own(s, seat))

    def take(self, s: State, seat: Seat, choice: Any, tell: Tell) -> None:
        """Apply the answer of a seat that was due. If nobody else is, the frame is off the stack."""
        raise NotImplementedError

    def why_not_own(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        """The refusal of an answer that is not an action of any time."""
        return None

    def options(self, s: State, seat: Seat) -> Options:
        parts = self.own(s, seat) if seat in self.due else []
        if not why_no_chains(s, seat):
            parts.append([TakeChains()])
        if not why_no_gift(s, seat):
            parts.append([UseGift()])
        if may_speak(s, seat):
            parts.append(Talk(s, seat))
        return Offers(parts)

    def tally(self, s: State, seat: Seat) -> Tally:
        """As many as the options are, without making them."""
        chains, gift = for_the_group(s, seat)
        also = at_any_time(chains, gift, may_speak(s, seat))
        if seat not in self.due:
            return len(also), also
        count, types = self.own_tally(s, seat)
        return count + len(also), together(types, also)

    def answer(self, s: State, seat: Seat, choice: Choice, tell: Tell) -> None:
        """SC-2.4  The first legal command of the group counts: after it all are asked anew, and an older answer fits no more."""
        kind = type(choice)
        if kind is TakeChains:
            take_chains(s, seat, tell)
            self.renew(s)
        elif kind is UseGift:
            use_gift(s, seat, tell)
            self.renew(s)
        elif isinstance(choice, Speak):
            speak(s, seat, choice, tell)
            self.refresh(s, seat)
        else:
            self.due.remove(seat)
            if self.everybody and self.due:
                self.take(s, seat, choice, tell)
                self.refresh(s, seat)
            else:
                s.stack.pop()
                self.take(s, seat, choice, tell)

    def idle(self, s: State, seat: Seat) -> bool:
        return seat not in self.due

    def renew(self, s: State) -> None:
        """Ask everybody anew: what was open means something else now."""
        self.seats = present(s, self.due)
        self.waiting = None

    def refresh(self, s: State, seat: Seat) -> None:
        """Ask this seat anew, and others only as far as they may now do something that they could not, or the reverse."""
        before = self.waiting or {}
        self.seats = present(s, self.due)
        self.waiting = {other: before[other] if other in before and other != seat else ask(s, other) for other in self.seats}

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        match choice:
            case TakeChains():
                return refusal(why_no_chains(s, seat))
            case UseGift():
                return refusal(why_no_gift(s, seat))
            case Speak():
                return refuse_speech(s, seat, choice.messages)
        if seat not in self.due:
            return Illegal("not_your_decision", self.clause, "This is for another seat to decide.")
        return self.why_not_own(s, seat, choice) or Illegal("wrong_phase", self.clause, "This is not what is asked now.")

    def answered(self, s: State, seat: Seat) -> Illegal | None:
        return Illegal("not_your_decision", self.clause, "This is for another seat to decide.")


def put(s: State, frame: InChapter) -> None:
    """SC-23.1  Ask this next."""
    frame.seats = present(s, frame.due)
    s.stack.append(frame)


def present(s: State, due: list[Seat]) -> list[Seat]:
    """SC-18.1  The seats that are asked: those that are due, and those that may act for the group or speak. Known to everybody."""
    group = s.phase in ("discussion", "turns") and s.discard > 0 and (s.chains > 0 or 2 in s.gifts)
    if group and s.options.group_decision == "any":
        return [*range(s.seats)]
    return [seat for seat in range(s.seats) if seat in due or (group and may_lead(s, seat)) or may_speak(s, seat)]
