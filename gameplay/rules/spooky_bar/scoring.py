"""How many coins has a participant, and who wins?"""

from __future__ import annotations

from gameplay.rules.contract import Result, Seat, Tell

from .choices import Colour
from .facts import GameScored, SeatScored, SeriesScored
from .state import FixedSeries, SingleGame, State, TargetSeries, is_tom, ranked

GHOST_COINS: dict[Colour, int] = {"white": 3, "pink": 5}


def coins(s: State, seat: Seat) -> int:
    """SB-8.5  Coins for what lies beside the bar, and two for an event token; nothing for what is still in it."""
    beside = s.bars[seat].beside
    ghosts = sum([GHOST_COINS[colour] * count for colour, count in beside.ghosts.items()])
    return ghosts + guest_coins(s, seat) * len(beside.guests) + beside.drinks + 2 * (s.token == seat)


def guest_coins(s: State, seat: Seat) -> int:
    """SB-7.12  A guest beside the bar is worth one coin, two for Tom."""
    return 2 if is_tom(s, seat) else 1


def game_winners(s: State) -> list[Seat]:
    """SB-8.6  Most coins; of those, fewest guests left in the bar; still tied: they share the victory."""

    ranks = [(coins(s, seat), -len(s.bars[seat].guests)) for seat in ranked(s)]
    best = max(ranks)
    return [seat for seat, rank in enumerate(ranks) if rank == best]


def series_winners(s: State) -> list[Seat]:
    """SB-8.7  A single game is won by its own ranking; in a series the highest total wins and ties are shared."""
    if isinstance(s.options.series, SingleGame):
        return game_winners(s)
    return [seat for seat in ranked(s) if s.totals[seat] == max(s.totals)]


def series_over(s: State) -> bool:
    """SB-8.7  After the set number of games, or once some total has reached the target."""
    match s.options.series:
        case FixedSeries(games):
            return s.game >= games
        case TargetSeries(target):
            return max(s.totals) >= target
    return True


def score_game(s: State, tell: Tell) -> None:
    """SB-8.6 SB-8.7  The coins of the game that has ended are added to the totals of the series."""
    winners = game_winners(s)
    for seat in ranked(s):
        bar = s.bars[seat]
        earned = coins(s, seat)
        s.totals[seat] += earned
        tell(
            SeatScored(
                seat=seat,
                coins=earned,
                white=bar.beside.ghosts["white"],
                pink=bar.beside.ghosts["pink"],
                guests_beside=len(bar.beside.guests),
                drinks=bar.beside.drinks,
                token=s.token == seat,
                guests_left=len(bar.guests),
                total=s.totals[seat],
                won=seat in winners,
            )
        )
    tell(GameScored(game=s.game, round=s.round, winners=winners))


def score_series(s: State, tell: Tell) -> None:
    """SB-8.7  The highest total has won."""
    tell(SeriesScored(totals=list(s.totals), winners=series_winners(s)))


def result(s: State) -> Result:
    """SB-8.6 SB-8.7  Totals and winners when all is over; Tom is left out unless he is ranked (SB-7.12)."""
    return Result(scores=list(s.totals), winners=series_winners(s))


def scores(s: State) -> list[int]:
    """SB-8.5  Each ranked participant's coins as they are now, finished games of the series included."""
    counted = s.phase in ("between_games", "over") or not s.bars
    return [s.totals[seat] + (0 if counted else coins(s, seat)) for seat in ranked(s)]
