"""How do the built-in bots choose? They see what a seat may see, and its options, and nothing else.

The sensible bot looks a few turns ahead on a sketch (planning.py) and then looks for the choice that carries its plan out.
On its turn it says how much of each virtue it holds, if it may, and listens to what others have said.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from gameplay.rules.chance import Chance, draw
from gameplay.rules.contract import Choice, Options, Seat

from .choices import (
    Activate,
    AssignFirstPlayer,
    ChooseGifts,
    DiscardDown,
    DivideGift,
    Draw,
    EndDiscussion,
    EndTurn,
    ExchangeGift,
    Give,
    GiveCards,
    Move,
    PlaceBedroom,
    Play,
    Speak,
    TakeChains,
    Trade,
    UseGift,
)
from .messages import Hint, HintOf, Show
from .planning import GUESSES, agreed, best, worth
from .sketching import Plan, Sketch, best_two, missing, sketch
from .views import View
from .words import KINDS, LEVELS, VIRTUE_OF, VIRTUES, Kind

LEFT_OVER = 2
"""With so few shillings in the pool the group takes Chains or uses its gift before it acts."""


def random(view: View, seat: Seat, options: Options, chance: Chance) -> Choice:
    """Any of the options; which kind is chosen first, each equally likely."""
    return draw(options, chance)


def sensible(view: View, seat: Seat, options: Options, chance: Chance) -> Choice:
    """What seems best a few turns ahead; any of the options where nothing does."""
    for choice in wishes(view, seat, options, chance):
        if choice in options:
            return choice
    return draw(options, chance)


def wishes(view: View, seat: Seat, options: Options, chance: Chance) -> Iterable[Choice]:
    """Choices in the order in which the bot would like to make them; the first that is offered is made."""
    k = sketch(view, chance)
    if view.pool < LEFT_OVER:
        yield UseGift()
    yield ChooseGifts(gifts=[1, 2, 3])
    yield ChooseGifts(gifts=[1])
    yield from words(view, seat)
    yield EndDiscussion()
    yield AssignFirstPlayer(seat=(seat + 1) % len(view.hands))
    if view.phase == "gift1":
        yield DivideGift(seats=[view.first_player] * 3) if len(view.hands) > 1 else exchanged(k, options)
    if view.phase == "gift3":
        yield PlaceBedroom(gap=max(range(7), key=lambda gap: placed(k, gap)))
    yield from given(k, view, seat)
    yield from thrown(k, view, seat)
    yield Activate(yes=worth_activating(view))
    if view.current == seat and view.phase == "turns":
        yield from actions(k, view, seat, chance)


def words(view: View, seat: Seat) -> Iterable[Choice]:
    """What the bot tells of its hand when it is its turn to speak: all cards if it may show them, else how much of each virtue."""
    mine = view.hands[seat].cards
    spoken = any(heard.seat == seat and heard.turn == view.turn for heard in view.said)
    if spoken or mine is None or view.variant == "open_hearted" or (view.phase == "turns" and (view.current != seat or view.acted)):
        return
    if mine:
        yield Speak(messages=[Show(cards=sorted(mine))])
    counts = [(virtue, sum(VIRTUE_OF[kind] == virtue for kind in mine)) for virtue in sorted(VIRTUES)]
    yield Speak(messages=[Hint(hints=[HintOf(virtue=virtue, level=LEVELS[3 - min(3, count)]) for virtue, count in counts])])


def exchanged(k: Sketch, options: Options) -> Choice:
    """The exchange after which the hand is worth most. One player does not speak, so that all options can be looked at."""

    def value(choice: Choice) -> float:
        after = copy(k)
        after.hands = [[*k.hands[0]]]
        if isinstance(choice, ExchangeGift):
            for kinds, change in ((choice.hand, -1), (choice.board, 1)):
                for kind in kinds:
                    after.hands[0][VIRTUES.index(VIRTUE_OF[kind])] += change
        return worth(after)

    return max((choice for choice in options if isinstance(choice, ExchangeGift)), key=value, default=ExchangeGift(hand=[], board=[]))


def placed(k: Sketch, gap: int) -> float:
    """What the chapter promises with the Bedroom there."""
    after = copy(k)
    after.gap = gap
    return best(after)[0]


def actions(k: Sketch, view: View, seat: Seat, chance: Chance) -> Iterable[Choice]:
    """The action of the best plan; Chains first where there is too little to pay with."""
    plan = agreed([k, *(sketch(view, chance) for _ in range(GUESSES - 1))])
    if view.acted:
        if plan and plan.torch and useful_bonus(plan):
            yield carried_out(plan, k, view, seat)
        yield EndTurn()
        return
    if plan is None or (view.pool <= 1 and view.chains_left and not nearly_done(k)):
        yield TakeChains()
        yield UseGift()
    if plan is not None:
        yield carried_out(plan, k, view, seat)
    yield TakeChains()


def useful_bonus(plan: Plan) -> bool:
    """Is the Torch worth more now than three points at the end?"""
    return plan.action in ("play", "move")


def nearly_done(k: Sketch) -> bool:
    """Can the last Shadow be completed by the cards of one hand?"""
    return sum(missing(k)) <= 1


def carried_out(plan: Plan, k: Sketch, view: View, seat: Seat) -> Choice:
    """The choice that a plan means; cards that are not special go first."""
    hand = [*(view.hands[seat].cards or [])]
    special = take(hand, plan.special, special=True) if plan.special >= 0 else None
    pay_card = take(hand, plan.due) if plan.due >= 0 else None
    match plan.action:
        case "move":
            card = take(hand, plan.virtue) or KINDS[0]
            return Move(card=card, direction="right" if plan.right else "left", special=special, pay_card=pay_card, torch=plan.torch)
        case "play":
            cards = wanted(hand, k.needs[k.place])
            return Play(cards=sorted(cards), special=special, pay_card=pay_card, torch=plan.torch)
        case "give":
            return Give(giver=plan.giver, receiver=plan.receiver, special=special, torch=plan.torch)
        case "trade":
            discard = take(hand, plan.virtue) or KINDS[0]
            left = [sum(VIRTUE_OF[kind] == virtue for kind in hand) for virtue in VIRTUES]
            board = [*(view.counting_house or [])]
            taken = [found for virtue in best_two(k, left) if (found := take(board, virtue, special=True))]
            return Trade(discard=discard, take=sorted(taken), special=special, pay_card=pay_card, torch=plan.torch)
    return Draw(special=special, pay_card=pay_card, torch=plan.torch)


def wanted(hand: list[Kind], need: list[int]) -> list[Kind]:
    """The cards of a hand that are needed, as far as it has them."""
    return [card for virtue, number in enumerate(need) for _ in range(number) if (card := take(hand, virtue))]


def take(cards: list[Kind], virtue: int, *, special: bool = False) -> Kind | None:
    """Take a card of this virtue from these; a special one first, or last."""
    found = [kind for kind in cards if VIRTUE_OF[kind] == VIRTUES[virtue]]
    if not found:
        return None
    chosen = max(found) if special else min(found)
    cards.remove(chosen)
    return chosen


def given(k: Sketch, view: View, seat: Seat) -> Iterable[Choice]:
    """Cards that the Shadow under Scrooge needs, or that any Shadow needs; else the one that is missed least."""
    hand = [*(view.hands[seat].cards or [])]
    if not hand:
        return
    needs = [k.needs[k.place]] if k.open_shadow() else []
    for need in (*needs, missing(k)):
        cards = wanted(hand.copy(), need)
        if cards:
            yield GiveCards(cards=sorted(cards))
    yield GiveCards(cards=[hand[0]])


def thrown(k: Sketch, view: View, seat: Seat) -> Iterable[Choice]:
    """Of the excess the cards that are missed least."""
    hand = [*(view.hands[seat].cards or [])]
    excess = len(hand) - view.hand_limit
    if excess <= 0:
        return
    cards = list[Kind]()
    for _ in range(excess):
        virtue = max((v for v in range(3) if k.hands[seat][v]), key=lambda v: without(k, seat, v))
        k.hands[seat][virtue] -= 1
        cards.append(take(hand, virtue) or KINDS[0])
    yield DiscardDown(cards=sorted(cards))


def without(k: Sketch, seat: Seat, virtue: int) -> float:
    """What the sketch is worth with a card of this virtue less."""
    after = copy(k)
    after.hands = [[*hand] for hand in k.hands]
    after.hands[seat][virtue] -= 1
    return worth(after)


def worth_activating(view: View) -> bool:
    """In Story: not if a Shadow with a lower number would be lost."""
    number = None if view.scrooge is None else view.row[view.scrooge].number
    return number is None or all(scene.face_down or scene.kind != "shadow" or (scene.number or 0) > number for scene in view.row)
