"""How does a player think some turns ahead? A narrow search over sketches of the chapter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .sketching import Plan, Sketch, costs, follow, landing, least_useful, missing

TURNS: Final = 3
"""How many turns are looked ahead."""
WIDTHS: Final = (5, 3)
"""How many of the best actions are followed at each of them."""
WON: Final = 400.0
LOST: Final = -400.0
SHADOW: Final = 14.0
LAID: Final = 3.2
HELD: Final = 1.0
SPARE: Final = 0.35
SHILLING: Final = 1.15
TORCH: Final = 2.5
APPROACH: Final = 1.6
SUPPLY: Final = 0.3
GUESSES: Final = 3
"""Over so many guesses at what can't be seen an action must be good."""


def overlap(need: list[int], hand: list[int]) -> int:
    """How many cards of the hand are needed."""
    return min(need[0], hand[0]) + min(need[1], hand[1]) + min(need[2], hand[2])


def worth(k: Sketch) -> float:
    """What a sketch is worth: Shadows, cards laid and held that they need, shillings, the Torch, and a place to go on from."""
    value = SHILLING * k.pool + 2.0 * k.chains + TORCH * k.torch + k.coins_down
    first = second = third = shadows = 0
    away = 4
    for place in k.shadows:
        if k.down[place]:
            value += SHADOW
            continue
        shadows += 1
        one, two, three = k.needs[place]
        value -= LAID * (one + two + three)
        first, second, third = first + one, second + two, third + three
        away = min(away, moves_to(k, place))
    if not shadows:
        return value + WON
    limit, excess = 5 if k.seats == 1 else 7, 0
    ones = twos = threes = 0
    for one, two, three in k.hands:
        ones, twos, threes = ones + one, twos + two, threes + three
        excess += max(0, one + two + three - limit)
    held = ones + twos + threes
    useful = min(ones, first) + min(twos, second) + min(threes, third)
    value += HELD * (useful - excess) + SPARE * min(held - useful, 2 * shadows + 2) - APPROACH * away
    if k.seats == 1:
        value += SUPPLY * min(15, len(k.deck) + len(k.board))
    if not away:
        value += 0.7 * overlap(k.needs[k.place], k.hands[k.at])
    if k.pool < 2 and not k.chains:
        value -= 6.0 * (2 - k.pool)
    return value


def moves_to(k: Sketch, place: int) -> int:
    """How many Moves it takes to a scene, more or less; one only if the card for it is there."""
    far = abs(k.place - place) if k.place >= 0 else place - k.gap if place > k.gap else k.gap + 1 - place
    if far > 6:
        return 3
    return 0 if not far else 1 if far <= 3 and k.hands[k.at][far - 1] else 2


def plans(k: Sketch) -> Iterator[Plan]:
    """What the current player may sensibly do on this sketch, the Torch's bonus included."""
    hand = k.hands[k.at]
    for plan in bare_plans(k, hand):
        price, due = costs(k, plan.action)
        paid = least_useful(k, hand) if due else -1
        if price <= k.pool and (not due or paid >= 0) and allowed(k, plan, paid):
            yield plan._replace(due=paid) if due else plan
        if (price > 1 or due) and k.pool >= 1:
            for special in k.specials[k.at]:
                if allowed(k, plan, special):
                    yield plan._replace(special=special)
        if k.torch:
            yield plan._replace(torch=True)


def allowed(k: Sketch, plan: Plan, paid: int) -> bool:
    """Is the action possible once a card of the virtue `paid` is gone?"""
    left = k.hands[k.at]
    if paid >= 0:
        left = left.copy()
        left[paid] -= 1
    if plan.action in ("move", "trade"):
        return left[plan.virtue] > 0
    if plan.action == "play":
        return overlap(k.needs[k.place], left) > 0
    return plan.action != "draw" or not k.strict or len(k.deck) >= 3


def bare_plans(k: Sketch, hand: list[int]) -> Iterator[Plan]:
    """The actions, without regard to their price."""
    for virtue in range(3):
        if hand[virtue]:
            for right in (False, True):
                if 0 <= landing(k, virtue + 1, right) < len(k.kinds):
                    yield Plan("move", virtue, right)
    if k.open_shadow() and overlap(k.needs[k.place], hand):
        yield Plan("play")
    if k.deck:
        yield Plan("draw")
    if k.house and len(k.board) >= 2 and any(hand):
        yield Plan("trade", least_useful(k, hand))
    if k.seats > 1:
        yield from gives(k)


def gives(k: Sketch) -> Iterator[Plan]:
    """The most useful cards for the Shadow under Scrooge go to who is next; without one, anything to the next player."""
    to = (k.at + 1) % k.seats
    need = k.needs[k.place] if k.open_shadow() else missing(k)
    known = [giver for giver in range(k.seats) if giver != to and any(k.hands[giver])]
    if known:
        giver = max(known, key=lambda seat: overlap(need, k.hands[seat]))
        yield Plan("give", giver=giver, receiver=to)


def best(k: Sketch, depth: int = 0) -> tuple[float, Plan | None]:
    """The worth of the best way on, and its first action. None if nothing can be done without a Chains token."""
    found = valued(k, depth)
    if not found:
        return worth(k) + (-3.0 if k.chains else LOST), None
    plan = max(found, key=found.__getitem__)
    return found[plan], plan


def valued(k: Sketch, depth: int = 0) -> dict[Plan, float]:
    """What each action is worth; the best ones are followed some turns further."""
    after = {plan: follow(k, plan) for plan in plans(k)}
    found = {plan: worth(sketch) for plan, sketch in after.items()}
    if depth + 1 < TURNS:
        for plan in sorted(found, key=found.__getitem__, reverse=True)[: WIDTHS[depth]]:
            if found[plan] < WON / 2:
                found[plan] = best(after[plan], depth + 1)[0]
    return found


def agreed(guesses: list[Sketch]) -> Plan | None:
    """The action that is best on the whole over several guesses at what can't be seen."""
    total: dict[Plan, float] = {}
    for guess in guesses:
        for plan, value in valued(guess).items():
            total[plan] = total.get(plan, 0.0) + value
    return max(total, key=total.__getitem__) if total else None
