"""Which choice is a command of a conformance vector?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gameplay.rules.spirits_of_christmas import choices as c
from gameplay.rules.spirits_of_christmas import messages as m

from .build import DECK


def seat_of(name: str) -> int:
    return int(name.removeprefix("P"))


def kind(card: str | None) -> Any:
    return None if card is None else DECK.kind[card]


def cards(ids: list[str]) -> Any:
    return [DECK.kind[card] for card in ids]


def action(payload: Mapping[str, Any], *, torch: bool) -> c.Choice:
    """A `take_action` or a `use_torch`."""
    part = dict(payload)
    space = part.pop("space").lower()
    paid: dict[str, Any] = {"special": kind(part.pop("special", None)), "pay_card": kind(part.pop("pay_card", None)), "torch": torch}
    if "card" in part:
        found: c.Choice = c.Move(card=kind(part.pop("card")), direction=part.pop("dir"), **paid)
    elif "give" in part:
        give = part.pop("give")
        found = c.Give(giver=seat_of(give["giver"]), receiver=seat_of(give["receiver"]), **paid)
    elif "trade" in part:
        trade = part.pop("trade")
        found = c.Trade(discard=kind(trade["discard"]), take=cards(trade["take"]), **paid)
    elif "cards" in part:
        found = c.Play(cards=cards(part.pop("cards")), **paid)
    elif space == "draw":
        found = c.Draw(**paid)
    else:
        found = c.DoNothing(space=space, **paid)
    assert not part, part
    return found


def message(kind_: str, payload: Any, hand_size: int) -> m.Message:
    """One message of a `speak`."""
    match kind_:
        case "hint":
            return m.Hint(hints=[m.HintOf(**hint) for hint in payload])
        case "hand_size":
            return m.HandSize(count=hand_size if payload["count"] == "true_value" else payload["count"])
        case "ask":
            return m.Ask(seat=seat_of(payload["seat"]), virtue=payload["virtue"])
        case "show":
            return m.Show(cards=cards(payload["cards"]))
        case "question":
            return m.Question(seat=seat_of(payload["seat"]), about=payload["about"], value=payload["value"])
        case "gesture":
            return m.Gesture(**payload.get("point", {"nod": payload.get("nod")}))
    kinds = {"bah_humbug": m.BahHumbug, "text": m.Text, "past_remark": m.PastRemark, "present_remark": m.PresentRemark, "answer": m.YesOrNo}
    return kinds[kind_](**payload)


def command(name: str, payload: Any, hand_size: int) -> c.Choice:
    """A command of `when` as a choice."""
    match name:
        case "take_action" | "use_torch":
            return action(payload, torch=name == "use_torch")
        case "speak":
            return c.Speak(messages=[message(*next(iter(said.items())), hand_size) for said in payload])
        case "give_cards":
            return c.GiveCards(cards=cards(payload["cards"]))
        case "discard_down":
            return c.DiscardDown(cards=cards(payload["cards"]))
        case "choose_gifts":
            return c.ChooseGifts(**payload)
        case "divide_gift":
            return c.DivideGift(seats=[seat_of(seat) for seat in payload["to"]])
        case "exchange_gift":
            return c.ExchangeGift(hand=cards(payload["hand"]), board=cards(payload["board"]))
        case "place_bedroom":
            return c.PlaceBedroom(gap=payload["gap"])
        case "assign_first_player":
            return c.AssignFirstPlayer(seat=seat_of(payload["seat"]))
    plain = {"take_chains": c.TakeChains, "use_gift2": c.UseGift, "end_turn": c.EndTurn, "end_discussion": c.EndDiscussion}
    assert payload == {}
    return plain[name]()
