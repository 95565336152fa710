"""What may a seat, a spectator or the referee see?"""

from __future__ import annotations

from copy import deepcopy

import msgspec

from gameplay.rules.chance import Chance, shuffled
from gameplay.rules.contract import DEALER, EVERYBODY, REFEREE, Choice, Seat

from .choices import Action, ChoosePair, ChooseWild, DeckOrder, Guest, Play
from .choosing import plays, sort_hand
from .events import scare_threshold
from .scoring import coins
from .state import Bar, FixedSeries, Phase, Played, SingleGame, State, TargetSeries, is_tom


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a view."""


class GuestView(_Part, frozen=True):
    """A guest in a bar: its place at the counter, 0 to 4 from the left, and its drinks."""

    guest: Guest
    place: int
    drinks: int


class GhostsView(_Part, frozen=True):
    """A number of ghosts of each colour."""

    white: int
    pink: int


class BesideView(_Part, frozen=True):
    """What lies beside a bar and earns coins: guests in the order in which they came, drinks, bottled ghosts."""

    guests: list[Guest]
    drinks: int
    white: int
    pink: int


class BarView(_Part, frozen=True):
    """A bar and the open part of its participant: hand size before the chosen cards are put down, and who has chosen."""

    seat: int
    tom: bool
    guests: list[GuestView]
    above: GhostsView
    beside: BesideView
    coins: int
    hand_size: int
    has_chosen: bool
    refill_to: int


class CardView(_Part, frozen=True):
    """A card on the table. `seat` is null for the card of event 8; `trio` is empty but for a wild; `named` is a wild's named action."""

    card: int
    action: Action
    seat: int | None
    trio: list[int]
    named: Action | None


class HandCard(_Part, frozen=True):
    """A card in a hand."""

    card: int
    action: Action


class HandView(_Part, frozen=True):
    """What a seat alone may see: its cards, the chosen ones included until they are revealed, and its choice."""

    seat: int
    cards: list[HandCard]
    chosen: Play | None


class SecretView(_Part, frozen=True):
    """What only the referee may see: every hand, the draw pile from the top and the discard pile."""

    hands: list[HandView]
    draw_pile: list[int]
    discard_pile: list[int]


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="spooky_bar"):
    """SB-9.5 SB-9.6 SB-9.7  The game as one viewer may see it."""

    phase: Phase
    game: int
    """In the series, from 1; 0 before it is set up."""
    round: int
    """In the game, from 1; 0 during setup."""
    event: int
    """1 to 8; 0 for none."""
    event_token: int | None
    """The participant that holds it."""
    scare_threshold: int
    series: SingleGame | FixedSeries | TargetSeries
    tom_scores: bool
    totals: list[int]
    """Coins of the finished games, of each ranked participant."""
    bars: list[BarView]
    showing: list[CardView]
    """The next card to resolve comes first."""
    turned: list[CardView]
    """Cards of this round that have resolved, in that order."""
    draw_pile: int
    discard_pile: int
    hand: HandView | None
    secret: SecretView | None


def view(s: State, viewer: Seat) -> View:
    """SB-9.5  Built from nothing, field by field; spectators see exactly the public part."""
    return View(
        phase=s.phase,
        game=s.game,
        round=s.round,
        event=s.event,
        event_token=None if s.token == DEALER else s.token,
        scare_threshold=scare_threshold(s),
        series=s.options.series,
        tom_scores=s.options.tom_scores,
        totals=list(s.totals),
        bars=[bar_view(s, seat, bar) for seat, bar in enumerate(s.bars)],
        showing=[card_view(played) for played in reversed(s.showing)],
        turned=[card_view(played) for played in s.turned],
        draw_pile=len(s.pile),
        discard_pile=len(s.discard),
        hand=hand_view(s, viewer) if 0 <= viewer < len(s.hands) else None,
        secret=secret_view(s) if viewer == REFEREE else None,
    )


def bar_view(s: State, seat: Seat, bar: Bar) -> BarView:
    """SB-9.5 SB-9.4  Guests with places and drinks, ghosts, loot, hand size and whether a choice was made: all public."""
    human = not is_tom(s, seat)
    return BarView(
        seat=seat,
        tom=not human,
        guests=[GuestView(guest, bar.counter.index(guest), drinks) for guest, drinks in bar.guests.items()],
        above=GhostsView(**bar.ghosts),
        beside=BesideView(list(bar.beside.guests), bar.beside.drinks, **bar.beside.ghosts),
        coins=coins(s, seat),
        hand_size=len(s.hands[seat]) if human else 0,
        has_chosen=human and s.chosen[seat] is not None,
        refill_to=s.refill_to[seat] if human else 0,
    )


def card_view(played: Played) -> CardView:
    """SB-9.5  Revealed and resolved cards are public."""
    return CardView(
        card=played.card,
        action=played.action,
        seat=None if played.seat == DEALER else played.seat,
        trio=list(played.trio),
        named=played.named,
    )


def hand_view(s: State, seat: Seat) -> HandView:
    """SB-9.6  Only the seat itself sees its hand and its choice, until the reveal."""
    return HandView(
        seat=seat,
        cards=[HandCard(card, s.deck[card - 1]) for card in sorted(s.hands[seat])],
        chosen=s.chosen[seat],
    )


def secret_view(s: State) -> SecretView:
    """SB-9.7  Nobody but the referee sees the order of the draw pile and what lies in the discard pile."""
    return SecretView(
        hands=[hand_view(s, seat) for seat in range(len(s.hands))],
        draw_pile=list(s.pile),
        discard_pile=list(s.discard),
    )


def redact(choice: Choice, seat: Seat, viewer: Seat) -> Choice | None:
    """SB-9.6 SB-9.7  Chosen cards are for the seat itself (the reveal tells the others), a shuffle is for nobody."""
    if viewer == REFEREE:
        return choice
    if isinstance(choice, DeckOrder):
        return None
    if isinstance(choice, ChoosePair | ChooseWild) and viewer != seat:
        return None
    return choice


def redeal(s: State, viewer: Seat, chance: Chance) -> State:
    """SB-9.7  Another state that is equally possible for this viewer, who remembers every card that was shown.

    Unknown are the draw pile, the hands of others and what they have chosen. A card that the last shuffle put into the
    pile can only be where one such card is now: in the pile, or in a hand that has drawn since.
    """
    twin = deepcopy(s)
    if viewer == REFEREE:
        return twin
    others = [] if viewer == EVERYBODY else [seat for seat in range(len(twin.hands)) if seat != viewer]
    unknown = [twin.pile, *(twin.hands[seat] for seat in others)]
    choosers = [seat for seat in others if twin.chosen[seat] is not None]
    while True:
        deal_anew(unknown, set(s.shuffled), chance)
        possible = [plays(sort_hand(twin, seat)) for seat in choosers]
        if all(possible):
            break
    for seat, found in zip(choosers, possible, strict=True):
        twin.chosen[seat] = found[chance.below(len(found))]
    return twin


def deal_anew(places: list[list[int]], recent: set[int], chance: Chance) -> None:
    """SB-9.7  Recent cards change places with recent ones, older cards with older ones."""
    cards = [card for place in places for card in place]
    fresh = shuffled([card for card in cards if card in recent], chance)
    older = shuffled([card for card in cards if card not in recent], chance)
    for place in places:
        place[:] = [fresh.pop() if card in recent else older.pop() for card in place]
