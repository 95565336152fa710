"""What do the forms of the pages take, and how is each field called for people?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from django import forms

from gameplay.referee.disputes import Category, Outcome
from gameplay.referee.rulings import REASON_MOST

_CATEGORIES = [(name, name.capitalize()) for name in get_args(Category)]
_OUTCOMES = [(name, name.capitalize()) for name in get_args(Outcome) if name != "withdrawn"]


def _reason(label: str, *, required: bool = True) -> forms.CharField:
    return forms.CharField(label=label, max_length=REASON_MOST, required=required, widget=forms.Textarea(attrs={"rows": 2}))


class Numbers(forms.CharField):
    """Integers with commas or spaces between them."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            found = [int(part) for part in str(text).replace(",", " ").split()]
        except ValueError:
            raise forms.ValidationError("Numbers with commas between them, such as 12, 14.") from None
        if any(abs(number) > 10**9 for number in found):
            raise forms.ValidationError("A number is too large.")
        return found


class PageForm(forms.Form):
    """A form whose fields have ids of their own, since a page holds several; `called` tells two of one class apart."""

    def __init__(self, *args: Any, called: str = "", **given: Any) -> None:
        given["auto_id"] = f"{called or type(self).__name__.lower()}-%s"
        super().__init__(*args, **given)


class LookForm(PageForm):
    """Why a referee looks at what is hidden."""

    reason = _reason("Why do you look at what is hidden?")


class TextForm(PageForm):
    """What somebody says at a step of a dispute."""

    text = _reason("What is there to say?")


class DisputeForm(PageForm):
    """A dispute of an event."""

    event = forms.IntegerField(label="Event", min_value=1, max_value=10**9)
    category = forms.ChoiceField(label="What is it about?", choices=_CATEGORIES)
    reason = _reason("What is wrong with it?")


class DecideForm(PageForm):
    """The decision of a dispute."""

    outcome = forms.ChoiceField(label="Outcome", choices=_OUTCOMES)
    explanation = _reason("Why?")
    ruling = forms.ChoiceField(label="Set right by", required=False)

    def __init__(self, *args: Any, rulings: Sequence[tuple[str, str]] = (), **given: Any) -> None:
        super().__init__(*args, **given)
        self.fields["ruling"].choices = [("", "no ruling"), *rulings]  # type: ignore[attr-defined]


class _ActForm(PageForm):
    """What every ruling needs: a reason, and the version that it was made on."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=10**9)
    reason = _reason("Why? (on record)")


class RewindForm(_ActForm):
    to = forms.IntegerField(label="Back to event", min_value=1, max_value=10**9)
    draws = forms.ChoiceField(
        label="Draws", choices=[("same", "the same draws come again"), ("fresh", "fresh draws: deal the unseen anew")]
    )
    evidence = Numbers(label="Evidence: events (optional)", required=False, max_length=200)


class RulingForm(_ActForm):
    """Pause, resume or void."""


class AdjudicateForm(_ActForm):
    scores = Numbers(label="Points of each participant, in seat order", max_length=200)
    winners = Numbers(label="Seats that won", required=False, max_length=200)


class VacateForm(_ActForm):
    seat = forms.TypedChoiceField(label="Seat", coerce=int)
    bot = forms.ChoiceField(label="Who comes instead?", required=False)

    def __init__(self, *args: Any, seats: Sequence[tuple[int, str]] = (), bots: Sequence[str] = (), **given: Any) -> None:
        super().__init__(*args, **given)
        self.fields["seat"].choices = list(seats)  # type: ignore[attr-defined]
        self.fields["bot"].choices = [("", "nobody: the seat is free"), *((bot, f"the bot {bot}") for bot in bots)]  # type: ignore[attr-defined]


class ClockForm(_ActForm):
    seat = forms.TypedChoiceField(label="Seat", coerce=int)
    seconds = forms.IntegerField(label="Seconds left", min_value=1, max_value=10**7)

    def __init__(self, *args: Any, seats: Sequence[tuple[int, str]] = (), **given: Any) -> None:
        super().__init__(*args, **given)
        self.fields["seat"].choices = list(seats)  # type: ignore[attr-defined]
