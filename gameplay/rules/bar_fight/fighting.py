"""What does a fight card bring to somebody who wants ribbons, in ribbons?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gameplay.rules.contract import Seat

from .cards import BOOK, Cards
from .choices import Bar, Judge, PlayFight, Target
from .ribbons import highest_of, lowest_of, winner_of
from .scoring import scores_on_table
from .state import Cocktail, Fought
from .tactics import book
from .views import HandView, SeatView, View
from .vocabulary import CancelFlair, DrawNow, StealRandom, SwapJudge

KEPT = 0.35
"""What a fight card in hand is worth."""
DRAWN = 0.3
"""A card drawn now."""
STOLEN = 0.6
"""A twist more for oneself and one less for an opponent."""
ENVY = 0.8
"""How much a ribbon that an opponent gets hurts, when there is one opponent."""
VICTORY = 6.0
"""The game won, as ribbons."""


class Table:
    """What all can see of a round, and how good its end looks to a seat as it is."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.seat, self.cards = view, seat, BOOK[view.edition]
        self.bars = [shown.bar for shown in view.seats]
        self.fights = [Fought(fought.seat, fought.card, -1 if fought.target is None else fought.target) for fought in view.fights]
        self.before = self.standing(view.judge, self.cocktails(), self.fights)

    def cocktails(self) -> list[Cocktail | None]:
        """The cocktails, to try things on."""
        return [on_table(shown) for shown in self.view.seats]

    def worth(self, hand: HandView, bar: Bar, play: PlayFight) -> float:
        """What playing this card against this target brings, less what the card would be worth later."""
        target = play.target or Target()
        value = 0.0
        for effect in self.cards.fights[play.card].effects:  # type: ignore[index]
            match effect:
                case DrawNow(count=count):
                    value += KEPT + DRAWN * count
                case StealRandom():
                    value += STOLEN + 0.01 * self.view.seats[target.seat or 0].ribbons
                case SwapJudge() if self.view.phase == "fight_window_a" and target.position:
                    value += better_judge(self.view, hand, bar, self.view.future_judges[target.position - 2])
        if self.view.phase == "fight_window_b":
            value += self.swing(play, target)
        return value - KEPT

    def swing(self, play: PlayFight, target: Target) -> float:
        """How much better the round ends with this card than without, if nobody plays another one."""
        judge, cocktails = self.view.judge, self.cocktails()
        for effect in self.cards.fights[play.card].effects:  # type: ignore[index]
            if isinstance(effect, SwapJudge) and target.position:
                judge = self.view.future_judges[target.position - 2]
            elif isinstance(effect, CancelFlair) and target.seat is not None:
                spoilt = cocktails[target.seat]
                if spoilt:
                    spoilt.flair.remove(target.card)  # type: ignore[arg-type]
        fought = Fought(self.seat, play.card, -1 if target.seat is None else target.seat)  # type: ignore[arg-type]
        return self.standing(judge, cocktails, [*self.fights, fought]) - self.before

    def standing(self, judge: Judge | None, cocktails: Sequence[Cocktail | None], fights: Sequence[Fought]) -> float:
        """How good the end of the round looks: own ribbons, less those of the others, and the game won or lost."""
        if judge is None:
            return 0.0
        cards, gains = self.cards, [0] * len(self.bars)
        found = {number: score.total for number, score in enumerate(scores_on_table(cards, judge, self.bars, cocktails, fights)) if score}
        highest = highest_of(found)
        winner = winner_of(cards, self.bars, highest)
        if winner is not None:
            gains[winner] += cards.judges[judge].ribbons
        elif len(highest) <= self.view.awards_left:
            for tied in highest:
                gains[tied] += 1
        for lowest in lowest_of(cards, self.bars, found):
            gains[lowest] += 1
        worths = [worth_of_ribbons(shown.ribbons, gain, cards) for shown, gain in zip(self.view.seats, gains, strict=True)]
        own = worths.pop(self.seat)
        return own - ENVY * sum(worths) / len(worths)


def better_judge(view: View, hand: HandView, bar: Bar, judge: Judge) -> float:
    """How much more this judge would like the best of one's own cocktails than the current one does."""
    known = book(view.edition)

    def hopes(of: Judge) -> float:
        ideas = known.ideas(list(dict.fromkeys(hand.spirits)), Counter(hand.mixers), bar, of)
        return max((known.hopes(idea.edge, bar, of, len(view.seats) - 1) for idea in ideas), default=0.0)

    return hopes(judge) - hopes(view.judge) if view.judge else 0.0


def on_table(shown: SeatView) -> Cocktail | None:
    """A seat's cocktail, to score it."""
    cocktail = shown.cocktail
    return Cocktail(spirit=cocktail.spirit, mixers=cocktail.mixers, flair=list(cocktail.flair)) if cocktail else None


def worth_of_ribbons(there: int, gain: int, cards: Cards) -> float:
    """Ribbons count more the nearer they bring the end."""
    return gain * (1 + 0.05 * there) + (VICTORY if there + gain >= cards.file.ribbons_to_win else 0.0)
