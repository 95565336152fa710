"""What does a player imagine of a chapter, and what would become of it? What can't be seen is guessed once, at random.

Cards are counted by virtue: which of them are special is known only where they are seen.
"""

from __future__ import annotations

from copy import copy
from typing import Final, NamedTuple

import msgspec

from gameplay.rules.chance import Chance, shuffled
from gameplay.rules.contract import Seat

from .messages import Hint, Show
from .views import View
from .words import LEVELS, SPACES, VIRTUE_OF, VIRTUES, ActionName

PLACE: Final[dict[ActionName, int]] = {"move": 0, "draw": 1, "give": 2, "trade": 2, "play": 3}
"""The space of each action on the rondel."""


class Sketch(msgspec.Struct):
    """A chapter as a player imagines it. Spaces are numbered as in SPACES, -1 is the centre; needs are by virtue."""

    seats: int
    at: Seat
    place: int
    gap: int
    spirit: int
    pool: int
    discard: int
    chains: int
    torch: bool
    kinds: list[str]
    coins: list[tuple[int, bool]]
    down: list[bool]
    needs: list[list[int]]
    hands: list[list[int]]
    specials: list[list[int]]
    deck: list[int]
    board: list[int]
    strict: bool
    house: bool
    shadows: list[int]
    """Their places."""
    coins_down: int
    """How many Coins lie face down."""

    def open_shadow(self) -> bool:
        """Is Scrooge on a Shadow that is not complete?"""
        return self.place >= 0 and self.kinds[self.place] == "shadow" and not self.down[self.place]


class Plan(NamedTuple):
    """One action on the sketch: `virtue` is the card that moves or is traded away; `special` and `due` the cards paid, or -1."""

    action: ActionName
    virtue: int = -1
    right: bool = False
    giver: Seat = -1
    receiver: Seat = -1
    special: int = -1
    due: int = -1
    torch: bool = False


def sketch(view: View, chance: Chance) -> Sketch:
    """The chapter of a view, with a guess at what can't be seen."""
    unseen = [10, 10, 10]
    index = {kind: VIRTUES.index(virtue) for kind, virtue in VIRTUE_OF.items()}
    seen = [*view.discard_pile, *(view.counting_house or []), *view.drawn]
    seen += [card for scene in view.row for card in scene.under]
    seen += [card for hand in view.hands for card in hand.cards or []]
    for kind in seen:
        unseen[index[kind]] -= 1
    told = [told_by(view, hand.seat, hand.size, unseen, chance) if hand.cards is None else [] for hand in view.hands]
    cards = shuffled([virtue for virtue, count in enumerate(unseen) for _ in range(count)], chance)
    hands, specials = [], []
    for hand, known in zip(view.hands, told, strict=True):
        held = known + [cards.pop() for _ in range(hand.size - len(known))] if hand.cards is None else [index[kind] for kind in hand.cards]
        hands.append([held.count(virtue) for virtue in range(3)])
        specials.append([index[kind] for kind in hand.cards or [] if kind.startswith("special_")])
    needs = []
    for scene in view.row:
        under = [index[kind] for kind in scene.under]
        wanted = (scene.needs.contentment, scene.needs.compassion, scene.needs.charity)
        needs.append([max(0, number - under.count(virtue)) for virtue, number in enumerate(wanted)])
    return Sketch(
        seats=len(view.hands),
        at=view.current,
        place=-1 if view.scrooge is None else view.scrooge,
        gap=view.bedroom,
        spirit=-1 if view.spirit == "centre" else SPACES.index(view.spirit),
        pool=view.pool,
        discard=view.discard,
        chains=view.chains_left,
        torch=view.torch,
        kinds=[scene.kind for scene in view.row],
        coins=[(scene.shillings, scene.draws_card) for scene in view.row],
        down=[scene.face_down for scene in view.row],
        needs=needs,
        hands=hands,
        specials=specials,
        deck=cards,
        board=[index[kind] for kind in view.counting_house or []],
        strict=view.strict,
        house=view.counting_house is not None,
        shadows=[place for place, scene in enumerate(view.row) if scene.kind == "shadow"],
        coins_down=sum(scene.face_down and scene.kind == "coin" for scene in view.row),
    )


def told_by(view: View, seat: Seat, size: int, unseen: list[int], chance: Chance) -> list[int]:
    """The virtues that a seat's last words let expect in its hand; these cards are taken off the unseen ones.

    What it has done since is not followed: if it now holds fewer cards than it told of, any of them may be gone.
    """
    found: list[int] = []
    for heard in view.said:
        if heard.seat == seat and isinstance(heard.message, Show | Hint):
            found = meant(heard.message)
    found = [virtue for virtue in range(3) for _ in range(min(found.count(virtue), unseen[virtue]))]
    found = shuffled(found, chance)[:size]
    for virtue in found:
        unseen[virtue] -= 1
    return found


def meant(message: Show | Hint) -> list[int]:
    """The virtues of which a message tells, each as often as there are cards; bots say "a lot" for three or more, "some" for two."""
    if isinstance(message, Show):
        return [VIRTUES.index(VIRTUE_OF[kind]) for kind in message.cards]
    return [VIRTUES.index(hint.virtue) for hint in message.hints for _ in range(3 - LEVELS.index(hint.level))]


def missing(k: Sketch) -> list[int]:
    """How many cards of each virtue the open Shadows still need."""
    total = [0, 0, 0]
    for place in k.shadows:
        if not k.down[place]:
            need = k.needs[place]
            total = [total[0] + need[0], total[1] + need[1], total[2] + need[2]]
    return total


def costs(k: Sketch, action: ActionName) -> tuple[int, bool]:
    """(shillings, whether a card is due) for the space of an action."""
    if k.spirit < 0:
        return 1, False
    gone = (PLACE[action] - k.spirit) % 4
    far = min(gone, 4 - gone) or 4
    return (1, far > 1) if k.seats == 1 else (far, False)


def least_useful(k: Sketch, hand: list[int]) -> int:
    """The virtue of the card that is missed least; -1 with an empty hand."""
    lacking = missing(k)
    held = [virtue for virtue in range(3) if hand[virtue]]
    return max(held, key=lambda virtue: hand[virtue] - lacking[virtue]) if held else -1


def landing(k: Sketch, steps: int, right: bool) -> int:
    """Where Scrooge comes to stand."""
    if k.place < 0:
        return k.gap + steps if right else k.gap + 1 - steps
    return k.place + (steps if right else -steps)


def follow(k: Sketch, plan: Plan) -> Sketch:
    """The sketch after an action; after a main action it is the next player's turn. What does not change is shared with the first one."""
    n = copy(k)
    n.hands = k.hands.copy()
    n.hands[k.at] = hand = k.hands[k.at].copy()
    if plan.torch:
        n.torch = False
    else:
        price = 1 if plan.special >= 0 else costs(k, plan.action)[0]
        n.pool -= price
        n.discard += price
        n.spirit = PLACE[plan.action]
    if plan.due >= 0:
        hand[plan.due] -= 1
    if plan.special >= 0:
        hand[plan.special] -= 1
        n.specials = [[*kinds] for kinds in k.specials]
        n.specials[k.at].remove(plan.special)
    match plan.action:
        case "move":
            hand[plan.virtue] -= 1
            n.place = landing(k, plan.virtue + 1, plan.right)
            arrive(n, hand)
        case "draw":
            deal(n, hand, 3)
        case "play":
            lay(n, hand)
        case "give":
            pass_on(n, plan)
        case "trade":
            exchange(n, hand, plan.virtue)
    if not plan.torch:
        n.at = (k.at + 1) % k.seats
    return n


def arrive(k: Sketch, hand: list[int]) -> None:
    """A Coin or a Torch of Plenty is activated."""
    place = k.place
    if k.down[place] or k.kinds[place] == "shadow":
        return
    k.down = k.down.copy()
    k.down[place] = True
    if k.kinds[place] == "torch":
        k.torch = True
        return
    k.coins_down += 1
    shillings, draws = k.coins[place]
    gained = min(shillings, k.discard)
    k.pool += gained
    k.discard -= gained
    if draws:
        deal(k, hand, 1)


def deal(k: Sketch, hand: list[int], count: int) -> None:
    """Cards from the imagined deck."""
    for virtue in k.deck[:count]:
        hand[virtue] += 1
    k.deck = k.deck[count:]


def lay(k: Sketch, hand: list[int]) -> None:
    """All cards that the Shadow under Scrooge needs, and no others."""
    k.needs = k.needs.copy()
    k.needs[k.place] = need = k.needs[k.place].copy()
    for virtue in range(3):
        laid = min(need[virtue], hand[virtue])
        need[virtue] -= laid
        hand[virtue] -= laid
    if not any(need):
        k.down = k.down.copy()
        k.down[k.place] = True


def pass_on(k: Sketch, plan: Plan) -> None:
    """Useful cards change hands; if there are none, one card."""
    for seat in (plan.giver, plan.receiver):
        k.hands[seat] = k.hands[seat].copy()
    giver, receiver = k.hands[plan.giver], k.hands[plan.receiver]
    need = k.needs[k.place] if k.open_shadow() else missing(k)
    given = [min(a, b) for a, b in zip(need, giver, strict=True)]
    if not any(given):
        given[giver.index(max(giver))] = 1
    for virtue in range(3):
        giver[virtue] -= given[virtue]
        receiver[virtue] += given[virtue]


def exchange(k: Sketch, hand: list[int], virtue: int) -> None:
    """A card for the two of the Counting House that are needed most; new ones take their place."""
    hand[virtue] -= 1
    taken = best_two(k, hand)
    k.board = k.board.copy()
    for card in taken:
        k.board.remove(card)
        hand[card] += 1
    k.board += k.deck[: len(taken)]
    k.deck = k.deck[len(taken) :]


def best_two(k: Sketch, hand: list[int]) -> list[int]:
    """The two cards on the Counting House that the Shadows need most beside the hand."""
    lacking, found = missing(k), list[int]()
    for _ in range(min(2, len(k.board))):
        left = [card for card in set(k.board) if k.board.count(card) > found.count(card)]
        found.append(max(sorted(left), key=lambda card: lacking[card] - hand[card] - found.count(card)))
    return found
