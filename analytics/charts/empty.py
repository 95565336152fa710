"""What is drawn where there is nothing to draw?"""

from __future__ import annotations

import textwrap
from html import escape
from typing import Any

from analytics.report import Report

from .colours import COLOURS
from .kinds import Theme, Width

_WIDTHS = {"wide": 640, "narrow": 300}


def empty(report: Report[Any], theme: Theme, width: Width) -> str:
    """A picture that says so."""
    colours, across = COLOURS[theme], _WIDTHS[width]
    lines = [*textwrap.wrap(report.title, across // 9), "No games that this could be drawn of."]
    text = "".join(
        f'<text x="12" y="{26 + 20 * number}" fill="{colours.dim if number == len(lines) - 1 else colours.ink}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    height = 26 + 20 * len(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{height}" viewBox="0 0 {across} {height}" '
        f'font-family="Arial, Helvetica, sans-serif" font-size="13"><rect width="100%" height="100%" fill="{colours.paper}"/>{text}</svg>'
    )
