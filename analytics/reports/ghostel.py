"""Which questions about Ghostel do the statistics answer?"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from analytics.report import SEATS, SIMULATED, Cards, Mean, Report, Row, Seats, Share

Guests: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "guests"})]
Dice: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "dice"})]
Sides: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "sides"})]
Pips: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "pips"})]
Terror: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "terror"})]
Nights: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "nights"})]
Ghosts: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "ghosts"})]
Payments: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "payments to a ghost"})]
SpookiePoints: TypeAlias = Annotated[int, Meta(extra_json_schema={"x-unit": "points"})]
MeanPoints: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "points"})]


class GuestScareRatesRow(Row, frozen=True):
    guest: str
    """Id of the guest's card."""
    name: str
    """Name of the guest."""
    courage: Terror
    """The terror it takes to scare it."""
    ability: str
    """Kind of its special ability; empty without one."""
    shown: Guests
    """Times that it came to the hotel, at most once a game."""
    scared: Guests
    """Times that it fled."""
    scare_rate: Share
    """scared / shown."""
    scare_rate_low: Share
    """Lower end of its 95 % interval."""
    scare_rate_high: Share
    """Upper end of its 95 % interval."""
    nights_until_scared: Nights | None
    """Mean number of nights from its coming to its fleeing; null if it never fled."""
    points: SpookiePoints
    """Points that it paid to all ghosts."""
    points_a_scare: MeanPoints | None
    """Mean points that it paid when it fled."""
    contributors_a_scare: Ghosts | None
    """Mean number of ghosts with dice there when it fled."""
    firsts: Payments
    """Payments for the first place."""
    seconds: Payments
    """Payments for the second place."""
    thirds: Payments
    """Payments for the third place."""
    share_of_first: Share | None
    """Share of its points that went to first places."""
    share_of_second: Share | None
    """Share of its points that went to second places."""
    share_of_third: Share | None
    """Share of its points that went to third places."""


class DieUseRow(Row, frozen=True):
    sides: Sides
    """6 or 8."""
    face: Pips
    """What the die shows."""
    rolled: Dice
    """Dice that showed it in a roll for the night."""
    kept: Dice
    """Dice that showed it when they were kept, after favours."""
    placed: Dice
    """Dice that showed it when they were placed, after favours."""
    doubled: Dice
    """Those of the placed ones that were placed on a phobia token."""
    scared_at_once: Dice
    """Those of the placed ones whose guest fled in the same night."""
    scared_later: Dice
    """Those whose guest fled in a later night, wherever the die lay then."""
    calmed: Dice
    """Those that dropped to 0 and left."""
    left_over: Dice
    """Those still in the hotel when the game ended."""
    scare_rate: Share | None
    """(scared_at_once + scared_later) / placed."""
    scare_rate_low: Share | None
    """Lower end of its 95 % interval."""
    scare_rate_high: Share | None
    """Upper end of its 95 % interval."""


class PurchaseWinRatesRow(Row, frozen=True):
    seat_count: int
    """How many seats the games had."""
    deck: str
    """The deck that was bought from."""
    seats: Seats
    """Seats of finished games."""
    cards: Cards
    """Cards that these seats bought from it, with all their ghosts."""
    points: SpookiePoints
    """Points that they paid for them."""
    cards_of_winners: Mean | None
    """Mean number of such cards of a seat that won."""
    cards_of_others: Mean | None
    """Mean number of such cards of a seat that did not win."""
    seats_with: Seats
    """Seats that bought at least one."""
    wins_with: Seats
    """Those of them that won."""
    win_rate_with: Share | None
    """wins_with / seats_with."""
    win_rate_with_low: Share | None
    """Lower end of its 95 % interval."""
    win_rate_with_high: Share | None
    """Upper end of its 95 % interval."""
    seats_often: Seats
    """Seats that bought more of them than the median of all seats of games of this size. Points buy cards, so leaders buy more."""
    wins_often: Seats
    """Those of them that won."""
    win_rate_often: Share | None
    """wins_often / seats_often."""
    win_rate_often_low: Share | None
    """Lower end of its 95 % interval."""
    win_rate_often_high: Share | None
    """Upper end of its 95 % interval."""
    win_rate_all: Share
    """Win rate of all these seats: what the others are to be compared with."""


REPORTS: Final[tuple[Report[Any], ...]] = (
    Report(
        name="guest_scare_rates",
        title="Ghostel: guests",
        question="Which guests flee, what do they pay, and for which places?",
        row=GuestScareRatesRow,
        parameters=(SEATS, SIMULATED),
        games=("ghostel",),
    ),
    Report(
        name="die_use",
        title="Ghostel: dice",
        question="What becomes of a die by the face that it shows?",
        row=DieUseRow,
        parameters=(SEATS, SIMULATED),
        games=("ghostel",),
    ),
    Report(
        name="purchase_win_rates",
        title="Ghostel: win rate by purchases",
        question="Do seats that buy from a deck, or buy from it often, win more than others?",
        row=PurchaseWinRatesRow,
        parameters=(SEATS, SIMULATED),
        games=("ghostel",),
    ),
)
