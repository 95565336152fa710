"""Which colours have the charts, in light and dark?

The hues are those of Okabe and Ito (Color Universal Design, 2008), which people with any colour vision tell apart; lighter or
darker, so that each stands out from the paper by 3 : 1 at least and text on it can be read. Paper and ink are those of the pages.
"""

from __future__ import annotations

from typing import Final

import msgspec

from .kinds import Theme


class Colours(msgspec.Struct, frozen=True):
    paper: str
    ink: str
    dim: str
    line: str
    series: tuple[str, ...]
    on_series: str
    """Text on a bar."""
    ramp: tuple[str, str]
    """From nothing to the most, for cells: both as ground for ink."""
    parting: tuple[str, str, str]
    """Below, at and above the middle, for cells."""


COLOURS: Final[dict[Theme, Colours]] = {
    "light": Colours(
        paper="#ffffff",
        ink="#1d1a26",
        dim="#5d586b",
        line="#d5d1de",
        series=("#0072b2", "#b84a00", "#007a5a", "#9c4a86", "#766400", "#5d586b"),
        on_series="#ffffff",
        ramp=("#f3f6fa", "#6cb4dd"),
        parting=("#e8985c", "#f7f6f8", "#6cb4dd"),
    ),
    "dark": Colours(
        paper="#201d29",
        ink="#eceaf2",
        dim="#aaa4b8",
        line="#3c374a",
        series=("#56b4e9", "#f0a33a", "#3ccfa0", "#e39bc4", "#e5d85c", "#aaa4b8"),
        on_series="#17122b",
        ramp=("#2a2736", "#0a5f92"),
        parting=("#8a4408", "#2a2736", "#0a5f92"),
    ),
}
