"""In which order is a round played?"""

from __future__ import annotations

from gameplay.rules.contract import Step, Tell
from gameplay.rules.kernel import then

from .choices import Judge
from .facts import JudgesAdvanced, RoundBegan
from .mixing import BeginMixing, Reveal
from .restock import BarEffects, BeginRestock, CarryOut, ChooseDraws, ClearTable
from .ribbons import AwardJudge, AwardLowest, CheckJudges, CheckRibbons, ScoreCocktails
from .state import State, table_order
from .windows import OpenWindow


class BeginRound(Step, tag="begin_round"):
    """BF-2.1 BF-2.2  Window A, mixing, reveal, window B, scores, ribbons with the end checks, restock; then the next round."""

    def run(self, s: State, tell: Tell) -> None:
        s.round += 1
        s.scores = [None] * s.seats
        s.gained = [0] * s.seats
        tell(RoundBegan(round=s.round, seat=table_order(s)[0], judges=judges_on_table(s)))
        then(
            s,
            OpenWindow(window="a"),
            BeginMixing(),
            Reveal(),
            OpenWindow(window="b"),
            ScoreCocktails(),
            AwardJudge(),
            CheckRibbons(),
            AwardLowest(),
            CheckRibbons(),
            CheckJudges(),
            BeginRestock(),
            BarEffects(),
            ClearTable(),
            ChooseDraws(seats=list(range(s.seats))),
            CarryOut(),
            AdvanceJudges(),
            BeginRound(),
        )


class AdvanceJudges(Step, tag="advance_judges"):
    """BF-8.10 BF-7.6  The judges move up and a new one is turned over; once the deck is empty the table shrinks."""

    def run(self, s: State, tell: Tell) -> None:
        s.future += s.judge_pile[:1]
        del s.judge_pile[:1]
        s.judge = s.future.pop(0)
        tell(JudgesAdvanced(judges=judges_on_table(s)))


def judges_on_table(s: State) -> list[Judge]:
    """BF-1.6  The current judge, then those at positions 2 and 3."""
    return [judge for judge in (s.judge, *s.future) if judge]
