"""What does each of the actions do?"""

from __future__ import annotations

from typing import Any, Final

from gameplay.rules.contract import Illegal, Options, Seat, Tell
from gameplay.rules.kernel import Tally, types_named

from .anytime import InChapter, gain, put
from .choices import Activate, DoNothing, Draw, Give, GiveCards, MainChoice, Move, Play, Trade
from .counting import any_of, cards_of
from .ending import complete_shadow, look_for_lost_shadows
from .facts import (
    ActionTaken,
    BoardFilled,
    CardDiscarded,
    CardsDrawn,
    CardsGiven,
    CardsLaid,
    CardsPassed,
    CardsTraded,
    Cause,
    CoinActivated,
    GiverNamed,
    HandDrawn,
    SceneDeclined,
    ScroogeMoved,
    TorchLit,
)
from .offers import CardChoices, Selections
from .parts import bad_cards, reached
from .rondel import SPACE_OF, cost, refusal, way_of
from .state import Passed, State, counted, deck_of, kinds_of, open_hands, scene_at, shown, take_card
from .words import VALUE_OF, Kind

GIVE_CARDS: Final = types_named(frozenset((GiveCards,)))


def take_action(s: State, seat: Seat, choice: MainChoice, tell: Tell) -> bool:
    """SC-4.6 SC-10.2 SC-10.3 SC-20.2 SC-12.3  Special card (which does nothing else), card due and shillings go first, then the token moves, then the action is
    carried out. Returns whether anything happened."""
    way = way_of(choice)
    paid = cost(s, way)
    done = type(choice) is not DoNothing
    if way.special:
        discard_card(s, seat, way.special, "special", tell)
    if way.pay_card:
        discard_card(s, seat, way.pay_card, "due", tell)
    if way.torch:
        s.torch = False
    else:
        s.pool -= paid
        s.discard += paid
        s.spirit = SPACE_OF[way.action]
    tell(
        ActionTaken(
            chapter=s.chapter,
            turn=s.turn,
            seat=seat,
            action=way.action,
            cost=paid,
            pool=s.pool,
            special=way.special is not None,
            torch=way.torch,
            done=done,
        )
    )
    if type(choice) is Move:
        move(s, seat, choice, tell)
    elif type(choice) is Draw:
        draw_cards(s, seat, 3, "draw", tell)
    elif type(choice) is Give:
        tell(GiverNamed(seat=seat, giver=choice.giver, receiver=choice.receiver))
        put(s, HandOver(due=[choice.giver], receiver=choice.receiver))
    elif type(choice) is Trade:
        trade(s, seat, choice, tell)
    elif type(choice) is Play:
        play(s, seat, choice, tell)
    return done


def discard_card(s: State, seat: Seat, kind: Kind, cause: Cause, tell: Tell) -> None:
    """SC-7.3  A card goes from hand to the discard pile, face up."""
    s.discarded.append(take_card(s, s.hands[seat], kind))
    tell(CardDiscarded(seat=seat, card=kind, cause=cause))


def draw_cards(s: State, seat: Seat, count: int, cause: Cause, tell: Tell) -> None:
    """SC-7.1 SC-7.2 SC-6.2  Cards from the top of the Spirit deck, as far as there are any; it is never refilled."""
    pile, hand = s.pile, s.hands[seat]
    cards = pile[:count]
    del pile[:count]
    hand += cards
    tell(CardsDrawn(seat=seat, count=len(cards), hand_size=len(hand), deck_size=len(pile), cause=cause))
    tell(HandDrawn(seat=seat, cards=sorted(kinds_of(s, cards)), open_hands=open_hands(s)))


def move(s: State, seat: Seat, choice: Move, tell: Tell) -> None:
    """SC-5.1 SC-5.2  The card is discarded and Scrooge goes exactly as many cards as it says."""
    discard_card(s, seat, choice.card, "move", tell)
    steps, to = VALUE_OF[choice.card], choice.direction
    s.scrooge = place = reached(s.scrooge, s.gap, steps, to)
    tell(ScroogeMoved(seat=seat, direction=to, steps=steps, position=place, scene=s.row[place]))
    arrive(s, seat, tell)


def arrive(s: State, seat: Seat, tell: Tell) -> None:
    """SC-6.1 SC-6.4 SC-6.5  A face-up Coin or Torch is activated on arrival by a Move, and at no other time.

    SC-21.2 SC-21.3 SC-21.4  In Story a Coin numbered below the last one never is; for others, and for the Torch, the player decides.
    """
    scene = scene_at(s, s.scrooge)
    if s.face_down[s.scrooge] or scene.kind == "shadow":
        return
    if not s.options.story:
        activate(s, seat, tell)
    elif scene.number > s.last or scene.kind == "torch":
        put(s, DecideActivation(due=[seat]))


class DecideActivation(InChapter, tag="decide_activation"):
    """SC-21.2  The current player decides whether to activate the scene that Scrooge has reached."""

    def own(self, s: State, seat: Seat) -> list[Options]:
        return [[Activate(yes=True), Activate(yes=False)]]

    def take(self, s: State, seat: Seat, choice: Activate, tell: Tell) -> None:
        if choice.yes:
            activate(s, seat, tell)
        else:
            tell(SceneDeclined(seat=seat, scene=s.row[s.scrooge]))


def activate(s: State, seat: Seat, tell: Tell) -> None:
    """SC-6.1 SC-6.2 SC-6.3  Coin: shillings, perhaps a card. Torch of Plenty: the Torch comes to its space. Then face down."""
    scene = scene_at(s, s.scrooge)
    s.face_down[s.scrooge] = True
    if scene.kind == "torch":
        tell(TorchLit(seat=seat, scene=scene.id, again=s.torch))
        s.torch = True
        return
    gained = gain(s, scene.shillings)
    tell(CoinActivated(seat=seat, scene=scene.id, shillings=gained, pool=s.pool))
    if scene.draws_card and s.pile:
        draw_cards(s, seat, 1, "coin", tell)
    look_for_lost_shadows(s, scene.number, tell)


class HandOver(InChapter, tag="hand_over", kw_only=True):
    """SC-8.2 SC-23.1  The named giver picks the cards, at least one, and must; even the only card is asked for."""

    receiver: Seat

    def own(self, s: State, seat: Seat) -> list[Options]:
        hand = s.hands[seat]
        return [CardChoices(GiveCards, Selections(counted(s, hand), 1, len(hand)), lambda cards: GiveCards(cards=[*cards]))]

    def own_tally(self, s: State, seat: Seat) -> Tally:
        return any_of(cards_of(s, s.hands[seat])), GIVE_CARDS

    def take(self, s: State, seat: Seat, choice: GiveCards, tell: Tell) -> None:
        """SC-8.4  Giver and receiver know which cards passed; all others know the number."""
        hand = s.hands[seat]
        passed = [take_card(s, hand, kind) for kind in choice.cards if kind != "unknown"]
        s.hands[self.receiver] += passed
        if not open_hands(s):
            if hand:
                s.trail.append(Passed(giver=seat, receiver=self.receiver, passed=passed, kept=list(hand)))
            shown(s, passed, [seat, self.receiver])
        tell(CardsGiven(giver=seat, receiver=self.receiver, count=len(passed)))
        tell(CardsPassed(giver=seat, receiver=self.receiver, cards=sorted(kinds_of(s, passed)), open_hands=open_hands(s)))

    def why_not_own(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        if not isinstance(choice, GiveCards):
            return None
        known: list[Kind] = [card for card in choice.cards if card != "unknown"]
        if len(known) < len(choice.cards):
            return Illegal("not_in_hand", "SC-8.2", "Name the cards that you give.")
        return refusal(bad_cards(known, counted(s, s.hands[seat]), "SC-8.2"))


def trade(s: State, seat: Seat, choice: Trade, tell: Tell) -> None:
    """SC-19.3 SC-19.6  A card to the discard pile, two from the Counting House to the hand; then the board is filled again."""
    discard_card(s, seat, choice.discard, "trade", tell)
    taken = [take_card(s, s.board, kind) for kind in choice.take]
    s.hands[seat] += taken
    shown(s, taken)
    tell(CardsTraded(seat=seat, card=choice.discard, taken=choice.take))
    fill_board(s, tell)


def fill_board(s: State, tell: Tell) -> None:
    """SC-19.1 SC-19.3  Cards are laid on the Counting House until there are five, or as far as the deck goes."""
    cards = s.pile[: max(0, 5 - len(s.board))]
    del s.pile[: len(cards)]
    s.board += cards
    tell(BoardFilled(cards=kinds_of(s, cards), board=kinds_of(s, s.board)))


def play(s: State, seat: Seat, choice: Play, tell: Tell) -> None:
    """SC-9.1 SC-9.3  The cards lie face up under the Shadow, whoever laid them, and stay there until it is complete."""
    under = s.under[s.scrooge]
    under += [take_card(s, s.hands[seat], kind) for kind in choice.cards]
    tell(CardsLaid(seat=seat, scene=s.row[s.scrooge], cards=choice.cards, under=sorted(kinds_of(s, under))))
    if is_complete(s, s.scrooge):
        complete_shadow(s, seat, tell)


def is_complete(s: State, position: int) -> bool:
    """SC-9.2  For each virtue at least the number shown lies under it; each card counts once and for its own virtue."""
    virtue = deck_of(s).virtue
    lying = [virtue[card] for card in s.under[position]]
    contentment, compassion, charity = scene_at(s, position).needs
    return lying.count(0) >= contentment and lying.count(1) >= compassion and lying.count(2) >= charity
