"""Who gets the ribbons of a round, and who has won?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from gameplay.rules.contract import Result, Seat, Step, Tell

from .cards import Cards
from .choices import Bar
from .facts import AwardGiven, AwardsShort, CocktailScored, GameWon, JudgeDiscarded, JudgeWon, SeatScored
from .scoring import score_all, wishes_met
from .state import Cocktail, Score, State, all_ribbons, cards_of
from .vocabulary import RibbonForLowest, WinsTies


class ScoreCocktails(Step, tag="score_cocktails"):
    """BF-5.1  The scores are fixed when window B closes."""

    def run(self, s: State, tell: Tell) -> None:
        s.scores = score_all(s)
        ranks = sorted([score.total for score in s.scores if score], reverse=True)
        for seat, score in enumerate(s.scores):
            cocktail = s.cocktails[seat]
            if score and cocktail:
                tell(scored(s, seat, cocktail, score, 1 + ranks.index(score.total)))


def scored(s: State, seat: Seat, cocktail: Cocktail, score: Score, place: int) -> CocktailScored:
    """BF-5.1  The breakdown of a cocktail as everybody is told it."""
    cards, bar, judge = cards_of(s), bar_of(s, seat), s.judge
    assert judge is not None
    found = wishes_met(cards, judge, bar, cocktail)
    return CocktailScored(
        seat=seat,
        bar=bar,
        round=s.round,
        judge=judge,
        spirit_type=cards.spirits[cocktail.spirit][0],
        mixers=list(cocktail.mixers),
        flair=list(cocktail.flair),
        judge_spirit=found.spirit,
        judge_recipe=found.judge_recipe,
        bar_recipe=bool(found.bar_recipes),
        points_spirit=score.spirit,
        points_mixers=score.mixers,
        points_judge=score.judge,
        points_recipes=score.recipes,
        points_bonus=score.bonus,
        points_negative=score.negative,
        score=score.total,
        place=place,
    )


def bar_of(s: State, seat: Seat) -> Bar:
    bar = s.bars[seat]
    assert bar is not None
    return bar


def totals(s: State) -> dict[Seat, int]:
    """BF-3.8  The scores of those who have a cocktail: nobody else wins, ties or is lowest."""
    return {seat: score.total for seat, score in enumerate(s.scores) if score}


class AwardJudge(Step, tag="award_judge"):
    """BF-6.1 BF-6.2 BF-6.7  The sole highest score takes the judge for good; in a tie the judge is lost and each gets an award."""

    def run(self, s: State, tell: Tell) -> None:
        judge = s.judge
        assert judge is not None
        s.judge = None
        worth = cards_of(s).judges[judge].ribbons
        highest = highest_of(totals(s))
        winner = winner_of(cards_of(s), s.bars, highest)
        if winner is not None:
            s.judges_won[winner].append(judge)
            s.gained[winner] += worth
            tell(JudgeWon(seat=winner, bar=bar_of(s, winner), judge=judge, ribbons=worth, shared=len(highest) > 1))
            return
        s.judges_discarded.append(judge)
        tell(JudgeDiscarded(judge=judge, ribbons=worth, seats=highest, cause="tie" if highest else "no_cocktail"))
        if len(highest) > s.awards_left:  # BF-6.6: all or nothing
            tell(AwardsShort(seats=highest, cause="tie", awards_left=s.awards_left))
            return
        for seat in highest:
            give_award(s, seat, "tie", tell)


def highest_of(found: Mapping[Seat, int]) -> list[Seat]:
    """BF-6.2  Who has the highest score; nobody without a cocktail (BF-3.9)."""
    best = max(found.values(), default=0)
    return [seat for seat, total in found.items() if total == best]


def winner_of(cards: Cards, bars: Sequence[Bar | None], highest: Sequence[Seat]) -> Seat | None:
    """BF-6.1 BF-6.3 BF-6.4 BF-9.3  The sole highest, or the bar that wins ties for the highest; the others tied get nothing then."""
    if len(highest) == 1:
        return highest[0]
    return next((seat for seat in highest if isinstance(bonus_of(cards, bars[seat]), WinsTies)), None)


def bonus_of(cards: Cards, bar: Bar | None) -> object:
    """BF-9.1  What a bar does for its bartender."""
    return cards.bars[bar].bonus if bar else None


def give_award(s: State, seat: Seat, cause: Literal["tie", "lowest"], tell: Tell) -> None:
    """BF-6.8  An award is worth one ribbon."""
    s.awards_left -= 1
    s.awards[seat] += 1
    s.gained[seat] += 1
    tell(AwardGiven(seat=seat, bar=bar_of(s, seat), cause=cause, awards_left=s.awards_left))


class AwardLowest(Step, tag="award_lowest"):
    """BF-6.5  A bar with an award for the lowest score gets it."""

    def run(self, s: State, tell: Tell) -> None:
        for seat in lowest_of(cards_of(s), s.bars, totals(s)):
            if s.awards_left:
                give_award(s, seat, "lowest", tell)
            else:  # BF-6.6: an empty supply gives nothing
                tell(AwardsShort(seats=[seat], cause="lowest", awards_left=0))


def lowest_of(cards: Cards, bars: Sequence[Bar | None], found: Mapping[Seat, int]) -> list[Seat]:
    """BF-6.5  Whose bar rewards the lowest score: no cocktail scored lower and at least one scored higher."""
    least = min(found.values(), default=0)
    if least == max(found.values(), default=0):
        return []
    return [seat for seat, total in found.items() if total == least and isinstance(bonus_of(cards, bars[seat]), RibbonForLowest)]


class CheckRibbons(Step, tag="check_ribbons"):
    """BF-7.1 BF-7.2 BF-7.3  Ten ribbons win at once; if several have them, the most; equal most share the win."""

    def run(self, s: State, tell: Tell) -> None:
        if max(scores(s)) >= cards_of(s).file.ribbons_to_win:
            end(s, "ribbons", tell)


class CheckJudges(Step, tag="check_judges"):
    """BF-7.5 BF-7.6  Once all judges are played the most ribbons win; equal most share the win."""

    def run(self, s: State, tell: Tell) -> None:
        if not s.future and not s.judge_pile:
            end(s, "judges", tell)


def end(s: State, cause: Literal["ribbons", "judges"], tell: Tell) -> None:
    """BF-7.4  A win stops everything: no restock, no bar effects."""
    s.phase = "over"
    s.stack.clear()
    done = result(s)
    tell(GameWon(round=s.round, cause=cause, scores=done.scores, winners=done.winners))
    for seat, found in enumerate(done.scores):
        tell(SeatScored(seat=seat, bar=bar_of(s, seat), ribbons=found, count=s.awards[seat], won=seat in done.winners))


def scores(s: State) -> list[int]:
    """BF-6.8  Ribbons by seat, which are public."""
    return all_ribbons(s)


def result(s: State) -> Result:
    """BF-7.2 BF-7.3 BF-7.5  The most ribbons win, whether or not anybody has ten; equal most share the win."""
    found = scores(s)
    most = max(found)
    return Result(scores=found, winners=[seat for seat, count in enumerate(found) if count == most])
