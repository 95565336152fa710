"""Which questions about cards do the statistics answer?

The families of win rates are those of 17lands.com ("Metrics definitions"), counted by seats instead of copies so that each
seat of a game is one try: in the opening hand (OH), drawn later (GD), ever in hand (GIH), not seen (GNS), played (GP), and the
improvement when drawn (IWD = GIH - GNS). GIH is OH and GD together; GIH and GNS together are all seats.

The interval of a difference of two rates is Newcombe's hybrid score interval (method 10): R. G. Newcombe, "Interval estimation
for the difference between independent proportions", Statistics in Medicine 17 (1998), 873-890.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from analytics.report import CARD, RULES, SEATS, SIMULATED, Cards, Report, Row, Seats, Share

Difference: TypeAlias = Annotated[float, Meta(extra_json_schema={"x-unit": "difference of shares, from -1 to 1"})]


class CardWinRatesRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    edition: str
    """Edition of the cards."""
    seat_count: int
    """How many seats the games had."""
    card: str
    """The card, as it is named in `exposures`."""
    seats: Seats
    """Seats of finished games of this edition and size."""
    win_rate_all: Share
    """Win rate of all these seats: what the others are to be compared with."""
    seats_opening: Seats
    """OH: seats that had it in the opening hand. The only family that the length of the game does not touch."""
    wins_opening: Seats
    """Those of them that won."""
    win_rate_opening: Share | None
    """wins_opening / seats_opening."""
    win_rate_opening_low: Share | None
    """Lower end of its 95 % interval."""
    win_rate_opening_high: Share | None
    """Upper end of its 95 % interval."""
    seats_drawn: Seats
    """GD: seats that got it later, and not in the opening hand. In long games more seats do: where long games are won more often,
    or by others, the win rate tells of that as well as of the card."""
    wins_drawn: Seats
    """Those of them that won."""
    win_rate_drawn: Share | None
    """wins_drawn / seats_drawn."""
    win_rate_drawn_low: Share | None
    """Lower end of its 95 % interval."""
    win_rate_drawn_high: Share | None
    """Upper end of its 95 % interval."""
    seats_in_hand: Seats
    """GIH: seats that ever had it in hand. As with GD, long games weigh more."""
    wins_in_hand: Seats
    """Those of them that won."""
    win_rate_in_hand: Share | None
    """wins_in_hand / seats_in_hand."""
    win_rate_in_hand_low: Share | None
    """Lower end of its 95 % interval."""
    win_rate_in_hand_high: Share | None
    """Upper end of its 95 % interval."""
    seats_not_seen: Seats
    """GNS: seats that never had it in hand. Short games weigh more."""
    wins_not_seen: Seats
    """Those of them that won."""
    win_rate_not_seen: Share | None
    """wins_not_seen / seats_not_seen."""
    win_rate_not_seen_low: Share | None
    """Lower end of its 95 % interval."""
    win_rate_not_seen_high: Share | None
    """Upper end of its 95 % interval."""
    seats_played: Seats
    """GP: seats that played it. Whoever plays a card has chosen to, and leaders have other choices than others."""
    wins_played: Seats
    """Those of them that won."""
    win_rate_played: Share | None
    """wins_played / seats_played."""
    win_rate_played_low: Share | None
    """Lower end of its 95 % interval."""
    win_rate_played_high: Share | None
    """Upper end of its 95 % interval."""
    improvement: Difference | None
    """IWD: win_rate_in_hand - win_rate_not_seen. It compares longer games with shorter ones."""
    improvement_low: Difference | None
    """Lower end of its 95 % interval (Newcombe)."""
    improvement_high: Difference | None
    """Upper end of its 95 % interval (Newcombe)."""


class CardExposuresRow(Row, frozen=True):
    rules: str
    """Name of the game."""
    edition: str
    """Edition of the cards."""
    seat_count: int
    """How many seats the games had."""
    card: str
    """The card, as it is named in `exposures`."""
    dealt: Cards
    """Cards of this name that were dealt in opening hands."""
    drawn: Cards
    """Those drawn later, from a deck."""
    held: Cards
    """Those that came to a hand in another way: given, stolen, traded, taken back."""
    played: Cards
    """Times that one of them was played."""
    seats: Seats
    """Seats of finished games of this edition and size."""
    seats_in_hand: Seats
    """Those of them that ever had it in hand."""
    in_hand_rate: Share
    """seats_in_hand / seats. It grows with the length of the games."""
    in_hand_rate_low: Share
    """Lower end of its 95 % interval."""
    in_hand_rate_high: Share
    """Upper end of its 95 % interval."""
    seats_played: Seats
    """Seats that played it, at least once."""
    play_rate: Share | None
    """seats_played / seats_in_hand."""
    play_rate_low: Share | None
    """Lower end of its 95 % interval."""
    play_rate_high: Share | None
    """Upper end of its 95 % interval."""


REPORTS: Final[tuple[Report[Any], ...]] = (
    Report(
        name="card_win_rates",
        title="Win rate by card",
        question="Do seats win more often with a card in the opening hand, drawn later, or played, than without it?",
        row=CardWinRatesRow,
        parameters=(RULES, SEATS, CARD, SIMULATED),
    ),
    Report(
        name="card_exposures",
        title="Exposure of cards",
        question="How often does a seat get each card, and how often does who has it play it?",
        row=CardExposuresRow,
        parameters=(RULES, SEATS, CARD, SIMULATED),
    ),
)
