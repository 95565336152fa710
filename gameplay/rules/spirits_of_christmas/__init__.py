"""What does Spirits of Christmas give to the rest of the project?"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from gameplay.rules.contract import Rules

from . import bots
from .actions import DecideActivation, HandOver
from .cards import EDITION, EDITIONS
from .chapters import (
    AssignToken,
    BeginChapter,
    ChapterEnds,
    Discuss,
    OpenDiscussion,
    ShuffleScenes,
    ShuffleSpirits,
    setup,
)
from .choices import ANSWERS, CHOICES
from .facts import FACTS
from .flow import BeginTurn, DiscardExcess, GoOn, MayEndTurn, TakeAction
from .gifts import BeginGift1, BeginGift3, ChooseGift, DivideCards, DrawGift, ExchangeCards, SetBedroom, UseChapterGifts
from .redeal import redeal
from .scoring import result, scores
from .state import GameOptions, State
from .views import View, redact, view

FRAMES = (
    ChooseGift,
    DrawGift,
    BeginChapter,
    ShuffleSpirits,
    ShuffleScenes,
    UseChapterGifts,
    BeginGift1,
    DivideCards,
    ExchangeCards,
    BeginGift3,
    SetBedroom,
    OpenDiscussion,
    Discuss,
    BeginTurn,
    TakeAction,
    HandOver,
    DecideActivation,
    GoOn,
    MayEndTurn,
    DiscardExcess,
    ChapterEnds,
    AssignToken,
)

RULES: Final = Rules(
    name="spirits_of_christmas",
    title="Spirits of Christmas",
    version=1,
    prefix="SC-",
    text=Path(__file__).with_name("RULES.md").read_text(encoding="utf-8"),
    seats=range(1, 7),
    options=GameOptions,
    editions=EDITIONS,
    edition=EDITION.name,
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
    cooperative=True,
    bots={"random": bots.random, "sensible": bots.sensible},
)
