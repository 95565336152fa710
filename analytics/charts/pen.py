"""Who draws?

A program of its own, that the server starts when the first chart is wanted and that goes away when none was for a while: V8,
which runs Vega, holds up every thread of the process that it is in, for half a second at first. It reads plots from its
standard input and writes pictures to its standard output, a line of JSON each. It loads nothing from anywhere: the figures are
in the plot, and no address is allowed.
"""

from __future__ import annotations

import os
import select
import sys
from pathlib import Path
from typing import Final

_NICE: Final = 5


def main(idle: float) -> None:
    """Draw until nobody has anything to draw for so many seconds, or the server is gone."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    import msgspec
    import vl_convert

    from analytics.charts.drawn import drawn
    from analytics.charts.kinds import Plot

    os.nice(_NICE)
    orders, pictures = sys.stdin.buffer, sys.stdout.buffer
    while True:
        # What is buffered would not be seen here: a new order comes only after the answer to the last.
        ready, _, _ = select.select([orders], [], [], idle)
        order = orders.readline() if ready else b""
        if not order:
            return
        spec = msgspec.json.encode(drawn(msgspec.json.decode(order, type=Plot)))
        svg = vl_convert.vegalite_to_svg(spec.decode(), allowed_base_urls=[])
        pictures.write(msgspec.json.encode({"spec": spec.decode(), "svg": svg}) + b"\n")
        pictures.flush()


if __name__ == "__main__":
    main(float(sys.argv[1]))
