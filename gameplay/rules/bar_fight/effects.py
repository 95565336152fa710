"""What do fight cards and bars do besides points? One place per effect of the deck file; points are in `scoring.py`."""

from __future__ import annotations

from gameplay.rules.contract import DEALER, Decision, Frame, Options, Seat, Tell
from gameplay.rules.kernel import then

from .choices import Target, TwistPick, in_order
from .drawing import Draw
from .facts import Cause, FlairCancelled, JudgeSwapped, SpiritReturned, StolenTwistSeen, TwistStolen
from .state import SEEN, Cocktail, State, cards_of, gain, lose
from .vocabulary import (
    CancelFlair,
    ConsolationDraw,
    DrawMore,
    DrawNow,
    FightCard,
    RestockDraw,
    ReturnSpirit,
    StealRandom,
    SwapJudge,
    TwistIfNoTwist,
)


def carry_out(s: State, seat: Seat, card: FightCard, target: Target, tell: Tell) -> None:
    """BF-4.4  Each effect of a fight card in turn; its points count when the cocktails are scored."""
    pending: list[Frame] = []
    for effect in card.effects:
        match effect:
            case DrawNow():
                pending.append(draws(seat, effect, "fight"))
            case StealRandom():
                pending.append(StealTwist(seat=DEALER, thief=seat, victim=chosen(target.seat)))
            case CancelFlair():
                cancel_flair(s, seat, target, tell)
            case SwapJudge():
                swap_judge(s, seat, chosen(target.position), tell)
    then(s, *pending)


def chosen(part: int | None) -> int:
    """The part of a target that this effect needs, and that every legal target of its card has."""
    assert part is not None
    return part


def cancel_flair(s: State, seat: Seat, target: Target, tell: Tell) -> None:
    """BF-10.12 Heckle  The flair has no effect this round and is still discarded."""
    victim = chosen(target.seat)
    cocktail = s.cocktails[victim]
    assert cocktail is not None
    flair = next(flair for flair in cocktail.flair if flair == target.card)
    cocktail.flair.remove(flair)
    cocktail.cancelled.append(flair)
    tell(FlairCancelled(seat=seat, target=victim, card=flair))


def swap_judge(s: State, seat: Seat, position: int, tell: Tell) -> None:
    """BF-10.13 BF-10.17 Jump the Queue  For good, and in window B for the cocktails on the table too."""
    assert s.judge is not None
    s.judge, s.future[position - 2] = s.future[position - 2], s.judge
    tell(JudgeSwapped(seat=seat, judge=s.judge, position=position))


class StealTwist(Decision, tag="steal_twist"):
    """BF-10.14 Pickpocket  One of the twists in the opponent's hand, each copy equally likely, in the order of ids."""

    thief: Seat
    victim: Seat

    def options(self, s: State, seat: Seat) -> Options:
        hand = s.hands[self.victim]["twist"]
        return [TwistPick(card) for card in in_order(hand) for _ in hand[card]]  # type: ignore[arg-type]

    def answer(self, s: State, seat: Seat, choice: TwistPick, tell: Tell) -> None:
        """BF-10.18  Only a twist moves: nobody becomes unable to mix."""
        lose(s.hands[self.victim], "twist", choice.card)
        gain(s.hands[self.thief], "twist", choice.card, SEEN)
        tell(TwistStolen(seat=self.thief, target=self.victim))
        tell(StolenTwistSeen(seat=self.thief, target=self.victim, card=choice.card))


def draw_actions(s: State, seat: Seat) -> list[Draw]:
    """BF-8.1  What a seat draws for its mixers, then for its uncancelled flair, each in the order of ids."""
    cocktail, cards = s.cocktails[seat], cards_of(s)
    if cocktail is None:
        return []
    found = [draws(seat, draw, "mixer") for mixer in cocktail.mixers for draw in cards.mixers[mixer].restock_draw]
    for flair in cocktail.flair:
        found += [draws(seat, effect, "flair") for effect in cards.flair[flair].effects if isinstance(effect, RestockDraw)]
    return found


def draws(seat: Seat, effect: DrawMore | DrawNow | RestockDraw | ConsolationDraw | TwistIfNoTwist, cause: Cause) -> Draw:
    """BF-8.9  So many cards of a deck; what can't be drawn is lost."""
    return Draw(seat=seat, decks=[effect.deck] * effect.count, cause=cause)


def bar_effect(s: State, seat: Seat, tell: Tell) -> list[Draw]:
    """BF-8.2  What the bar of a seat does at restock, and what it draws."""
    bar, cocktail = s.bars[seat], s.cocktails[seat]
    assert bar is not None
    match cards_of(s).bars[bar].bonus:
        case ReturnSpirit(spirit) if cocktail and cards_of(s).spirits[cocktail.spirit][0] == spirit:
            return_spirit(s, seat, cocktail, tell)
        case ConsolationDraw() as effect if not s.gained[seat]:  # BF-9.4
            return [draws(seat, effect, "bar")]
        case TwistIfNoTwist() as effect if not played_twist(s, seat):
            return [draws(seat, effect, "bar")]
    return []


def return_spirit(s: State, seat: Seat, cocktail: Cocktail, tell: Tell) -> None:
    """BF-9.2  The spirit goes back to hand before the discard, and all have seen it."""
    gain(s.hands[seat], "spirit", cocktail.spirit, SEEN)
    cocktail.returned = True
    tell(SpiritReturned(seat=seat, spirit=cocktail.spirit))


def played_twist(s: State, seat: Seat) -> bool:
    """BF-9.6  Flair, cancelled or not, or a fight card this round; who sat out has played none but fight cards."""
    cocktail = s.cocktails[seat]
    return bool(cocktail and (cocktail.flair or cocktail.cancelled)) or any(fought.seat == seat for fought in s.fights)
