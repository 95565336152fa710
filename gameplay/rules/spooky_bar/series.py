"""How do the games of a series follow each other, from the first setup to the last score?"""

from __future__ import annotations

from operator import itemgetter

from gameplay.rules.contract import DEALER, Edition, GroupDecision, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import then

from .choices import NextGame
from .drawing import DrawCards
from .flow import BeginRound
from .opening import AnnounceGame, DrawEvent, PlaceGhosts, PlaceSetupDrinks, PlaceTomsDrinks, SeatGuests, ShuffleDeck
from .scoring import score_game, score_series, series_over
from .state import TOM, GameOptions, State, empty_bar


def setup(seats: int, options: GameOptions, edition: Edition) -> State:
    """SB-2.1  Two to four human seats; with two, Tom makes the third and all is set up as for three."""
    if seats not in (2, 3, 4):
        raise Illegal("bad_config", "SB-2.1", "Spooky Bar is for 2 to 4 seats.")
    return State(
        stack=[BeginGame()],
        asked=[0] * (seats + 1),
        edition=edition.name,
        deck=[card["action"] for card in sorted(edition.deck["action_cards"], key=itemgetter("value"))],
        options=options,
        humans=seats,
        phase="setup",
        game=0,
        round=0,
        totals=[0] * (seats + (seats == TOM and options.tom_scores)),
        event=0,
        token=DEALER,
        bars=[],
        hands=[],
        chosen=[],
        setup_drinks=[],
        refill_to=[],
        goodbyes=[],
        pile=[],
        discard=[],
        shuffled=[],
        showing=[],
        turned=[],
        gone=[],
    )


class BeginGame(Step, tag="begin_game"):
    """SB-2.7 SB-8.7  A fresh setup; the dealer is asked for the event, the guests seat by seat, and the deck, in this order."""

    def run(self, s: State, tell: Tell) -> None:
        bars = max(s.humans, 3)
        s.phase = "setup"
        s.game += 1
        s.round = 0
        s.event = s.options.event if isinstance(s.options.event, int) else 0
        s.token = DEALER
        s.bars = [empty_bar() for _ in range(bars)]
        s.hands = [[] for _ in range(s.humans)]
        s.chosen = [None] * s.humans
        s.setup_drinks = [0] * s.humans
        s.refill_to = [5] * s.humans
        s.goodbyes = [0] * bars
        s.pile, s.discard, s.shuffled, s.gone = [], [], [], []
        then(
            s,
            *([DrawEvent(seat=DEALER)] if s.options.event == "random" else []),
            AnnounceGame(),
            *(SeatGuests(seat=DEALER, bar=bar) for bar in range(bars)),
            ShuffleDeck(seat=DEALER),
            *(DrawCards(seat=seat, left=5) for seat in range(s.humans)),
            PlaceGhosts(),
            PlaceSetupDrinks(seats=list(range(s.humans))),
            *([PlaceTomsDrinks()] if s.humans == TOM else []),
            BeginRound(),
            EndGame(),
        )


class EndGame(Step, tag="end_game"):
    """SB-8.7  The game is scored; the series goes on until its number of games or its target is reached."""

    def run(self, s: State, tell: Tell) -> None:
        score_game(s, tell)
        if series_over(s):
            s.phase = "over"
            score_series(s, tell)
        else:
            s.phase = "between_games"
            then(s, BetweenGames(seats=list(range(s.humans))))


class BetweenGames(GroupDecision, tag="between_games"):
    """SB-8.7  Any human seat begins the next game."""

    def options(self, s: State, seat: Seat) -> Options:
        return [NextGame()]

    def answer(self, s: State, seat: Seat, choice: NextGame, tell: Tell) -> None:
        self.waiting = {}

    def closed(self, s: State, tell: Tell) -> None:
        then(s, BeginGame())
