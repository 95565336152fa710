"""How is the game set up, and which ghosts does each seat run?"""

from __future__ import annotations

from typing import Final

from gameplay.rules.chance import Orders
from gameplay.rules.contract import DEALER, Decision, Edition, Illegal, Options, Seat, Step, Tell
from gameplay.rules.kernel import then

from .buying import DrawCard
from .cards import CARDS
from .choices import COLOURS, AnyDeck, CardOrder, Colour, Deck
from .facts import DeckShuffled, GhostsSeated
from .flow import BeginNight, seat_guest
from .state import ROOMS, GameOptions, Ghost, Room, State, cards

USUAL: Final[dict[int, list[list[Colour]]]] = {
    2: [["red", "white"], ["blue", "black"]],
    3: [["red"], ["white"], ["blue"]],
    4: [["red"], ["white"], ["blue"], ["black"]],
}


def setup(seats: int, options: GameOptions, edition: Edition) -> State:
    """GH-1.1 GH-1.5 GH-1.7  Two to four seats; all figures in the attic, all tokens in the supply, all scores 0."""
    if seats not in USUAL:
        raise Illegal("bad_config", "GH-1.1", "Ghostel is for 2 to 4 seats.")
    runs = seats_of_ghosts(seats, options)
    deck = CARDS[edition.name]
    ghosts = {colour: Ghost(seat=runs[colour]) for colour in COLOURS if colour in runs}
    return State(
        stack=[SetUp()],
        asked=[0] * (seats + 1),
        edition=edition.name,
        options=options,
        seats=seats,
        phase="setup",
        night=0,
        lap=0,
        ghosts=ghosts,
        order=list(ghosts),
        markers=list(ghosts)[::-1],
        rooms={room: Room() for room in ROOMS},
        guests=list(deck.guests),
        gone=[],
        decks={name: list(ids) for name, ids in deck.ids.items()},
        discards={name: [] for name in deck.ids},
        tokens=deck.phobia_tokens,
        barriers=deck.barrier_tokens,
        rebuilt={},
    )


def seats_of_ghosts(seats: int, options: GameOptions) -> dict[Colour, Seat]:
    """GH-1.2 GH-11.1  One ghost a seat, two with two seats, in the host's colours if given, all different (A-56)."""
    chosen = options.ghosts if options.ghosts is not None else USUAL[seats]
    found = {colour: seat for seat, colours in enumerate(chosen) for colour in colours}
    sizes = [len(colours) for colours in chosen]
    if sizes != [len(colours) for colours in USUAL[seats]] or len(found) != sum(sizes):
        raise Illegal("bad_config", "GH-11.1", "Name one colour for each seat, or two with two seats, all different.")
    return found


class SetUp(Step, tag="set_up"):
    """GH-1.3 GH-1.6  The four decks are shuffled; guests take their rooms; each ghost gets a favour, then a tactic, in ghost order."""

    def run(self, s: State, tell: Tell) -> None:
        for colour, ghost in s.ghosts.items():
            tell(GhostsSeated(ghost=colour, seat=ghost.seat))
        order: list[Deck] = ["spookie_favour", "scare_tactic", "terror_bonus"]
        hand: list[Deck] = ["spookie_favour", "scare_tactic"]
        then(
            s,
            ShuffleDeck(seat=DEALER, deck="guest"),
            *(ShuffleDeck(seat=DEALER, deck=deck) for deck in order),
            SeatGuests(),
            *(DrawCard(ghost=ghost, deck=deck, cause="setup") for ghost in s.ghosts for deck in hand),
            BeginNight(),
        )


class ShuffleDeck(Decision, tag="shuffle_deck"):
    """GH-1.3  Each deck is shuffled by itself."""

    deck: AnyDeck

    def options(self, s: State, seat: Seat) -> Options:
        return Orders(cards(s).ids[self.deck] if self.deck != "guest" else list(cards(s).guests), CardOrder, "cards")

    def answer(self, s: State, seat: Seat, choice: CardOrder, tell: Tell) -> None:
        if self.deck == "guest":
            s.guests = list(choice.cards)
        else:
            s.decks[self.deck] = list(choice.cards)
        tell(DeckShuffled(deck=self.deck, count=len(choice.cards), rebuild=False))


class SeatGuests(Step, tag="seat_guests"):
    """GH-1.4  The top nine guests go face up to rooms 1 to 9; the others stay in the deck."""

    def run(self, s: State, tell: Tell) -> None:
        for room in ROOMS:
            seat_guest(s, room, tell)
