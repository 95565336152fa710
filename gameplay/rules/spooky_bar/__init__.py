"""What does Spooky Bar give to the rest of the project?"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from gameplay.rules.contract import Rules

from . import bots
from .choices import ANSWERS, CHOICES
from .choosing import ChooseCards
from .drawing import DrawCards, DrawExtraCard, DrawForTom, Reshuffle
from .effects import BidGuest, CaptureGhost, MoveOneGhost, Perform, ServeDrink
from .facts import FACTS
from .favours import EventGhost, UseFavour
from .flow import BeginRound, CardComesUp, EndRound, NameWild, Resolve, Reveal, TurnOver
from .haunting import ScareGuest
from .opening import AnnounceGame, DrawEvent, PlaceGhosts, PlaceSetupDrinks, PlaceTomsDrinks, SeatGuests, ShuffleDeck
from .scoring import result, scores
from .series import BeginGame, BetweenGames, EndGame, setup
from .state import EDITIONS, GameOptions, State
from .views import View, redact, redeal, view

FRAMES = (
    BeginGame,
    DrawEvent,
    AnnounceGame,
    SeatGuests,
    ShuffleDeck,
    PlaceGhosts,
    PlaceSetupDrinks,
    PlaceTomsDrinks,
    BeginRound,
    ChooseCards,
    DrawCards,
    Reshuffle,
    Reveal,
    DrawForTom,
    DrawExtraCard,
    Resolve,
    CardComesUp,
    NameWild,
    Perform,
    ServeDrink,
    BidGuest,
    UseFavour,
    EventGhost,
    CaptureGhost,
    MoveOneGhost,
    ScareGuest,
    TurnOver,
    EndRound,
    EndGame,
    BetweenGames,
)

RULES: Final = Rules(
    name="spooky_bar",
    title="Spooky Bar",
    version=1,
    prefix="SB-",
    text=Path(__file__).with_name("RULES.md").read_text(encoding="utf-8"),
    seats=range(2, 5),
    options=GameOptions,
    editions=EDITIONS,
    edition="house-1",
    state=State,
    frames=FRAMES,
    choices=CHOICES,
    answers=ANSWERS,
    facts=FACTS,
    view_type=View,
    setup=setup,
    view=view,
    redact=redact,
    redeal=redeal,
    result=result,
    scores=scores,
    bots={"random": bots.random, "sensible": bots.sensible},
)
