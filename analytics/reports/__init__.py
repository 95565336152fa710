"""Which questions do the statistics answer, and what is in each answer?

A report is one SQL file of `sql/marts` and the struct of its rows. All figures are of finished games, and what a rewind took
back counts nowhere, unless a column says otherwise.

Intervals are Wilson's score intervals at 95 %: with p = k / n and z = 1.959963984540054,
(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n).
E. B. Wilson, "Probable inference, the law of succession, and statistical inference", J. Am. Stat. Assoc. 22 (1927), 209–212.
They hold for independent tries. The seats of one game are not quite that (one wins, the others don't), so between seats of the
same games they are a little too wide.
"""

from __future__ import annotations

from typing import Any, Final

from analytics.report import Report
from analytics.reports import bar_fight, cards, conduct, decisions, games, ghostel, participants, spirits_of_christmas, spooky_bar

__all__ = ["REPORTS"]

_ALL: Final = (games, participants, cards, decisions, conduct, spooky_bar, ghostel, bar_fight, spirits_of_christmas)

REPORTS: Final[dict[str, Report[Any]]] = {report.name: report for module in _ALL for report in module.REPORTS}
"""Every report by its name, in the order in which they are listed."""
