"""What does Ghostel give to the rest of the project?"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from gameplay.rules.contract import Rules

from . import bots
from .buying import BeginDay, BuyingTurn, DrawCard, EndTurn, Rebuild
from .calming import CalmDown
from .cards import EDITIONS
from .choices import ANSWERS, CHOICES
from .effects import RerollDice
from .facts import FACTS
from .flow import BeginNight, PlayNight, Refill
from .haunting import BeginLap, GhostTurn, Retreat
from .opening import SeatGuests, SetUp, ShuffleDeck, setup
from .order import FirstOrder, RollOff, StackMarkers, TakeOrder
from .rolling import KeepThree, RollDice
from .scoring import ClearRoom, ScoreRoom, result, scores
from .state import GameOptions, State
from .views import View, redact, redeal, view

FRAMES = (
    SetUp,
    ShuffleDeck,
    SeatGuests,
    DrawCard,
    Rebuild,
    BeginNight,
    TakeOrder,
    RollDice,
    FirstOrder,
    RollOff,
    StackMarkers,
    PlayNight,
    KeepThree,
    RerollDice,
    BeginLap,
    GhostTurn,
    Retreat,
    ScoreRoom,
    ClearRoom,
    CalmDown,
    BeginDay,
    BuyingTurn,
    EndTurn,
    Refill,
)

RULES: Final = Rules(
    name="ghostel",
    title="Ghostel",
    version=1,
    prefix="GH-",
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
