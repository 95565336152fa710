"""How do the built-in bots choose? They see what a seat may see, and its options, and nothing else.

The sensible bot gives every option a worth in coins and takes the best. It thinks about its own bar two cards deep and
about other bars only as places to scare guests at; it does not guess what others will play.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gameplay.rules.chance import Chance, draw
from gameplay.rules.contract import Choice, Options, Seat

from .choices import (
    Action,
    Bid,
    Capture,
    ChoosePair,
    ChooseWild,
    Colour,
    DeclineFavour,
    Guest,
    MoveGhost,
    NameWildAction,
    PlaceSetupDrink,
    RedrawFive,
    Scare,
    Serve,
    UseBeauty,
    UseGhostHunter,
    UseScholar,
    UseWitch,
    UseWorker,
)
from .views import BarView, CardView, View

COINS: dict[Colour, float] = {"white": 3.0, "pink": 5.0}
HOPE: dict[Colour, float] = {"white": 1.4, "pink": 2.4}
"""What a ghost above the own bar is worth before it is bottled."""
DRINK = 0.6
"""What a drink in front of an own guest is worth before the guest leaves."""
FAVOUR: dict[Guest, float] = {"worker": 1.5, "beauty": 1.0, "witch": 0.8, "scholar": 0.7, "ghost_hunter": 1.6}
ENVY = 0.3
"""How much a coin that another participant loses is worth."""


def random(view: View, seat: Seat, options: Options, chance: Chance) -> Choice:
    """Any of the options, each equally likely."""
    return draw(options, chance)


def sensible(view: View, seat: Seat, options: Options, chance: Chance) -> Choice:
    """The option of the greatest worth, at random among equals."""
    found = list(options)
    if len(found) == 1:
        return found[0]
    worths = [worth(view, seat, choice) for choice in found]
    best = max(worths)
    return draw([choice for choice, value in zip(found, worths, strict=True) if value == best], chance)


class Sketch(msgspec.Struct):
    """The own bar, as far as the bot thinks ahead."""

    view: View
    seat: Seat
    drinks: list[int]
    ghosts: dict[Colour, int]
    actions: dict[int, Action]

    def ahead(self, action: Action) -> float:
        """The worth of an action that is carried out on this sketch, which then shows what has become of the bar."""
        match action:
            case "serve" if self.drinks:
                fullest = max(self.drinks)
                self.drinks[self.drinks.index(fullest)] += 1
                return DRINK
            case "bid" if any(self.drinks):
                drinks = max(self.drinks)
                self.drinks.remove(drinks)
                return 1 + drinks * (1 - DRINK) + 0.8
            case "capture" if any(self.ghosts.values()):
                colour: Colour = "pink" if self.ghosts["pink"] else "white"
                self.ghosts[colour] -= 1
                return COINS[colour] - HOPE[colour]
            case "summon":
                return self.haunted("white")
            case "move":
                return max(0.0, best_move(self.view, self.seat))
        return 0.0

    def haunted(self, colour: Colour) -> float:
        """The worth of one more ghost above the own bar: a hope, or the loss of the least guest and all ghosts."""
        if sum(self.ghosts.values()) + 1 < self.view.scare_threshold:
            self.ghosts[colour] += 1
            return HOPE[colour]
        lost = sum(HOPE[kind] * count for kind, count in self.ghosts.items())
        self.ghosts = {"white": 0, "pink": 0}
        if self.drinks:
            least = min(self.drinks)
            self.drinks.remove(least)
            lost += 0.8 + DRINK * least
        return -lost


def sketch(view: View, seat: Seat) -> Sketch:
    """The own bar as it is now."""
    bar = view.bars[seat]
    hand = view.hand.cards if view.hand else []
    return Sketch(
        view=view,
        seat=seat,
        drinks=[guest.drinks for guest in bar.guests],
        ghosts={"white": bar.above.white, "pink": bar.above.pink},
        actions={card.card: card.action for card in hand},
    )


def worth(view: View, seat: Seat, choice: Choice) -> float:
    """What a choice is worth to this seat, in coins more or less."""
    bar = view.bars[seat]
    match choice:
        case PlaceSetupDrink(guest):
            return FAVOUR[guest]
        case RedrawFive():
            return 1.5
        case ChoosePair() | ChooseWild():
            return worth_of_play(sketch(view, seat), choice)
        case NameWildAction(action):
            return sum(sketched.ahead(action) for sketched in [sketch(view, seat)] for _ in range(times(view.showing, action)))
        case Serve(guest):
            return 0.1 * drinks_of(bar, guest) + 0.05 * FAVOUR[guest]
        case Bid(guest):
            return drinks_of(bar, guest) * (1 - DRINK) + favour_now(view, seat, guest)
        case Capture(colour) | UseGhostHunter(colour):
            return COINS[colour] - HOPE[colour]
        case MoveGhost():
            return worth_of_move(view, seat, choice)
        case Scare(guest):
            return worth_of_scare(view, seat, guest)
        case DeclineFavour():
            return 0.0
        case UseWorker(card):
            return sketch(view, seat).ahead(sketch(view, seat).actions[card]) - 0.2
        case UseBeauty(guest):
            return DRINK * drinks_of(bar, guest)
        case UseWitch():
            return sketch(view, seat).haunted("white")
        case UseScholar():
            return FAVOUR["scholar"]
    return 0.0


def worth_of_play(own: Sketch, play: ChoosePair | ChooseWild) -> float:
    """Both cards carried out on a sketch, the higher first; a wild is whatever is best then."""
    if isinstance(play, ChoosePair):
        low, high = play.cards
        return own.ahead(own.actions[high]) + own.ahead(own.actions[low])
    regular, wild = own.actions[play.regular], play.wild[0]
    if play.regular > wild:
        return own.ahead(regular) + best_action(own)
    return best_action(own, but=regular) + own.ahead(regular)


def best_action(own: Sketch, but: Action | None = None) -> float:
    """The worth of the best action on a sketch."""
    actions: list[Action] = ["bid", "capture", "serve", "summon", "move"]
    return max(copy_of(own).ahead(action) for action in actions if action != but)


def copy_of(own: Sketch) -> Sketch:
    """A sketch to try things on."""
    return Sketch(own.view, own.seat, list(own.drinks), dict(own.ghosts), own.actions)


def times(showing: Sequence[CardView], action: Action) -> int:
    """How often a wild that comes up now would carry out the action (a second Summon makes the ghost pink)."""
    return 1 + any(card.action == action for card in showing[1:])


def favour_now(view: View, seat: Seat, guest: Guest) -> float:
    """What the favour of a guest would bring now."""
    above = view.bars[seat].above
    if guest == "ghost_hunter" and not (above.white or above.pink):
        return 0.0
    if guest == "witch":
        return max(0.0, sketch(view, seat).haunted("white"))
    return FAVOUR[guest]


def drinks_of(bar: BarView, guest: Guest) -> int:
    """The drinks of a guest in this bar."""
    return next((other.drinks for other in bar.guests if other.guest == guest), 0)


def best_move(view: View, seat: Seat) -> float:
    """The worth of the best move of a ghost between bars."""
    bars = range(len(view.bars))
    colours: tuple[Colour, ...] = ("white", "pink")
    moves = [
        MoveGhost(colour, source, to)
        for source in bars
        for colour in colours
        if getattr(view.bars[source].above, colour)
        for to in bars
        if to != source
    ]
    return max((worth_of_move(view, seat, move) for move in moves), default=HOPE["white"])


def worth_of_move(view: View, seat: Seat, move: MoveGhost) -> float:
    """A ghost of one's own given away, a ghost gained, or a guest scared."""
    value = 0.0
    if move.source == seat:
        value -= HOPE[move.colour]
    elif move.source != "graveyard":
        value += ENVY * HOPE[move.colour]
    if move.to == seat:
        return value + sketch(view, seat).haunted(move.colour)
    target = view.bars[move.to]
    if target.above.white + target.above.pink + 1 < view.scare_threshold:
        return value - ENVY * HOPE[move.colour]
    if not target.guests:
        return value
    drinks = max(guest.drinks for guest in target.guests)
    return value + 1 + drinks + ENVY * (1 + DRINK * drinks + HOPE["white"])


def worth_of_scare(view: View, seat: Seat, guest: Guest) -> float:
    """The fullest guest of another bar; of the own bar, which has the ghosts that scare, the one with least to lose."""
    haunted = [bar for bar in view.bars if bar.above.white + bar.above.pink >= view.scare_threshold]
    if not haunted or haunted[0].seat != seat:
        return max((drinks_of(bar, guest) for bar in haunted), default=0)
    return -DRINK * drinks_of(haunted[0], guest) - 0.5 * FAVOUR[guest]
