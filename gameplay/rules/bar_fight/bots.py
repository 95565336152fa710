"""How do the built-in bots play? They see a view and options, as anybody.

The sensible bot mixes for the judge of this round with an eye on the next two, spends flair where it is likely to matter,
and plays a fight card when that brings more than keeping it.
"""

from __future__ import annotations

from collections import Counter

from gameplay.rules.chance import Chance, draw
from gameplay.rules.contract import Choice, Options, Seat

from . import fighting
from .cards import BOOK
from .choices import DECKS, Bar, Card, Deck, Judge, Mix, MixerCard, Pass, PlayFight, Restock, SpiritCard, in_order
from .tactics import Book, Idea, book
from .views import HandView, View

TRIED = 8
"""So many of the best cocktails are looked at closely."""
LATER = (0.55, 0.3)
"""How much the next two judges count."""
KEPT_FLAIR = 0.2
"""Ribbons that a flair card in hand is worth."""
WORTH: dict[Deck, tuple[float, ...]] = {
    "spirit": (9.0, 1.3, 0.8, 0.5, 0.3, 0.2),
    "mixer": (9.0, 9.0, 1.5, 1.3, 1.1, 0.9, 0.7, 0.5, 0.4),
    "twist": (1.0, 0.9, 0.8, 0.7, 0.6, 0.5),
}
"""What one more card of a kind is worth, by how many are in hand; the last figure stands for all above."""


def random(view: View, seat: Seat, options: Options, chance: Chance) -> Choice:
    """Any of the options, each equally likely."""
    return draw(options, chance)


def sensible(view: View, seat: Seat, options: Options, chance: Chance) -> Choice:
    """The best choice as far as the bot sees; any bar is as good as another."""
    hand, bar, judge = view.hand, view.seats[seat].bar, view.judge
    if hand is None or bar is None:
        return draw(options, chance)
    if view.phase == "restock":
        return best_restock(hand, options)
    if view.phase == "mixing" and judge:
        return best_mix(view, seat, hand, bar, judge)
    if len(options) == 1:
        return Pass()
    return best_play(view, seat, hand, bar, options)


def best_mix(view: View, seat: Seat, hand: HandView, bar: Bar, judge: Judge) -> Mix:
    """The cocktail that brings most ribbons now and leaves most for the next judges."""
    known = book(view.edition)
    opponents = sum(bool(shown.spirits and shown.mixers >= 2) for shown in view.seats) - 1
    spirits, mixers = list(dict.fromkeys(hand.spirits)), Counter(hand.mixers)
    ideas = sorted(known.ideas(spirits, mixers, bar, judge), key=lambda idea: -idea.edge)
    last = not view.future_judges or max(shown.ribbons for shown in view.seats) >= BOOK[view.edition].file.ribbons_to_win - 2
    kept = KEPT_FLAIR / 2 if last else KEPT_FLAIR
    best, best_value = None, -1.0
    for idea in [*ideas[:TRIED], *ideas[-1:]]:
        flair, value = with_flair(known, idea, hand, bar, judge, opponents, kept)
        value += hopes_later(known, view, hand, idea, bar, len(view.seats) - 1)
        if value > best_value:
            best, best_value = Mix(idea.spirit, in_order(idea.mixers), in_order(flair)), value
    assert best is not None
    return best


def with_flair(known: Book, idea: Idea, hand: HandView, bar: Bar, judge: Judge, opponents: int, kept: float) -> tuple[list[Card], float]:
    """The flair that is worth spending on a cocktail, and the ribbons to hope for, less what the flair was worth."""
    edge, value, spent = idea.edge, known.hopes(idea.edge, bar, judge, opponents), []
    flairs = [card for card in hand.twists if card in known.cards.flair]
    points = [(known.flair_points(card, idea, judge), card) for card in flairs]
    for more, card in sorted(points, key=lambda pair: -pair[0]):
        better = known.hopes(edge + more, bar, judge, opponents) - kept
        if better > value:
            edge, value = edge + more, better
            spent.append(card)
    return list(spent), value


def hopes_later(known: Book, view: View, hand: HandView, idea: Idea, bar: Bar, opponents: int) -> float:
    """The ribbons to hope for from the next judges with what is left in hand."""
    spirits, mixers = Counter(hand.spirits), Counter(hand.mixers)
    spirits[idea.spirit] -= 1
    for mixer in idea.mixers:
        mixers[mixer] -= 1
    left: list[SpiritCard] = list(+spirits)
    others: dict[MixerCard, int] = dict(+mixers)
    hoped = 0.0
    for share, judge in zip(LATER, view.future_judges, strict=False):
        edges = [later.edge for later in known.ideas(left, others, bar, judge)]
        if edges:
            hoped += share * known.hopes(max(edges), bar, judge, opponents)
    return hoped


def best_restock(hand: HandView, options: Options) -> Choice:
    """Three cards of the kinds that are most wanted."""
    held: dict[Deck, int] = {"spirit": len(hand.spirits), "mixer": len(hand.mixers), "twist": len(hand.twists)}

    def worth(choice: Choice) -> float:
        assert isinstance(choice, Restock)
        value = 0.0
        for deck in DECKS:
            scale = WORTH[deck]
            value += sum(scale[min(count, len(scale) - 1)] for count in range(held[deck], held[deck] + choice.draws.count(deck)))
        return value

    return max(options, key=worth)


def best_play(view: View, seat: Seat, hand: HandView, bar: Bar, options: Options) -> Choice:
    """The fight card that brings most, if that is more than nothing."""
    best: Choice = Pass()
    best_worth, table = 0.0, fighting.Table(view, seat)
    for choice in options:
        if isinstance(choice, PlayFight):
            worth = table.worth(hand, bar, choice)
            if worth > best_worth:
                best, best_worth = choice, worth
    return best
