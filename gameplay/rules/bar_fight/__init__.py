"""What does Bar Fight give to the rest of the project?"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from gameplay.rules.contract import Rules

from . import bots
from .cards import EDITIONS
from .choices import ANSWERS, CHOICES
from .drawing import Draw, RebuildDeck
from .effects import StealTwist
from .facts import FACTS
from .flow import AdvanceJudges, BeginRound
from .mixing import BeginMixing, MixCocktails, Reveal
from .opening import SEATS, BeginGame, ChooseOneBar, SeatJudges, ShuffleDeck, ShuffleJudges, TakeStartingSpirits, setup
from .redealing import redeal
from .restock import BarEffects, BeginRestock, CarryOut, ChooseDraws, ClearTable
from .ribbons import AwardJudge, AwardLowest, CheckJudges, CheckRibbons, ScoreCocktails, result, scores
from .standing import STANDING
from .state import GameOptions, State
from .views import View, redact, view
from .windows import FightWindow, OpenWindow

FRAMES = (
    BeginGame,
    ChooseOneBar,
    TakeStartingSpirits,
    ShuffleDeck,
    ShuffleJudges,
    SeatJudges,
    BeginRound,
    OpenWindow,
    FightWindow,
    StealTwist,
    BeginMixing,
    MixCocktails,
    Reveal,
    ScoreCocktails,
    AwardJudge,
    CheckRibbons,
    AwardLowest,
    CheckJudges,
    BeginRestock,
    BarEffects,
    ClearTable,
    ChooseDraws,
    CarryOut,
    Draw,
    RebuildDeck,
    AdvanceJudges,
)

RULES: Final = Rules(
    name="bar_fight",
    title="Bar Fight",
    version=1,
    prefix="BF-",
    text=Path(__file__).with_name("RULES.md").read_text(encoding="utf-8"),
    seats=SEATS,
    options=GameOptions,
    editions=EDITIONS,
    edition="house-2",
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
    standing=STANDING,
)
