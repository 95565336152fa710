"""What can be done to a game? Every write is one of these functions."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from uuid6 import uuid7

from events import store
from gameplay import fairness, log, selectors
from gameplay.clocks import Clock
from gameplay.commands import Draft, command_key, commanded
from gameplay.documents import ChoiceChecked, ChoiceResult
from gameplay.errors import CODES, GameplayError
from gameplay.models import DealerSecret, Invitation, Player
from gameplay.referee.ledger import delivered, has_seen_whole
from gameplay.rows import rows_create
from gameplay.rules import kernel
from gameplay.rules.catalogue import GAMES
from gameplay.rules.contract import Choice, Illegal
from gameplay.selectors import Viewer
from gameplay.table import OPEN, PLAYING, History, Table


def refuse(code: str, **extra: Any) -> GameplayError:
    """The refusal with this code and its sentence."""
    return GameplayError(code, CODES[code], **extra)


def game_create(
    *,
    player: Player,
    rules: str,
    seats: int,
    options: dict[str, Any] | None = None,
    edition: str | None = None,
    private: bool = False,
    clock: Clock | None = None,
) -> tuple[UUID, str | None]:
    """Create a game with all seats free. Returns its id and, for a private one, the invitation (shown this once).

    Raises GameplayError `unknown_rules`, `unknown_edition`, `bad_seats`, `bad_options`.
    """
    game_rules = GAMES.get(rules)
    if game_rules is None:
        raise refuse("unknown_rules", rules=list(GAMES))
    if seats not in game_rules.seats:
        raise refuse("bad_seats", least=game_rules.seats.start, most=game_rules.seats.stop - 1)
    deck = game_rules.editions.get(edition or game_rules.edition)
    if deck is None:
        raise refuse("unknown_edition", editions=list(game_rules.editions))
    try:
        chosen = msgspec.convert(options or {}, game_rules.options)
        game_rules.setup(seats, chosen, deck)
    except msgspec.ValidationError as error:
        raise GameplayError("bad_options", str(error)) from None
    except Illegal as refused:
        raise GameplayError("bad_options", refused.detail, clause=refused.clause) from None
    game = uuid7()
    secret = fairness.secret_new()
    body = log.GameCreated(
        rules=rules,
        rules_version=game_rules.version,
        edition=deck.name,
        deck_digest=deck.digest,
        options=msgspec.to_builtins(chosen),
        seats=seats,
        epoch=1,
        commitment=fairness.commitment(game, 1, secret),
        private=private,
        clock=clock,
    )
    invitation = None
    with transaction.atomic():
        DealerSecret.objects.create(game=game, epoch=1, secret=secret)
        draft = Draft(History(game))
        draft.write(log.GAME_CREATED, str(player.id), body)
        store.append(stream=game, events=draft.events, expected_version=0, now=draft.now)
        rows_create(draft.table)
        if private:
            invitation = f"rv_inv_{secrets.token_urlsafe(24)}"
            Invitation.objects.create(game=game, token_hash=_invitation_hash(invitation))
    return game, invitation


def _invitation_hash(invitation: str) -> str:
    return hashlib.sha256(invitation.encode()).hexdigest()


def _known(table: Table, viewer: Viewer, invitation: str | None = None) -> None:
    """A private game does not exist for those who are not in it; only then may it be said that it can't be replayed."""
    if not (invitation and Invitation.objects.filter(game=table.game, token_hash=_invitation_hash(invitation)).exists()):
        selectors.require_visible(table, viewer)
    if table.fault is not None:
        raise refuse("game_faulty")


def _free_seat(table: Table, wanted: int | None) -> int:
    if wanted is None:
        if None not in table.seats:
            raise refuse("game_full")
        return table.seats.index(None)
    if not 0 <= wanted < len(table.seats):
        raise refuse("seat_not_found")
    if table.seats[wanted] is not None:
        raise refuse("seat_taken")
    return wanted


def seat_take(*, game_id: UUID, viewer: Viewer, seat: int | None = None, invitation: str | None = None) -> int:
    """Take a seat (the first free one by default), before the start or one that somebody left. Returns the seat.

    Whoever left a running game may come back to their own seat only: they know what it knows.
    """

    def run(draft: Draft) -> int:
        table = draft.table
        _known(table, viewer, invitation)
        if table.status not in (OPEN, PLAYING):
            raise refuse("game_over")
        if table.seat_of(viewer.actor) is not None:
            raise refuse("already_seated")
        if table.state is not None and viewer.player is not None and has_seen_whole(game=table.game, player=viewer.player):
            raise refuse("referee_has_seen")
        known = table.knows.get(viewer.actor)
        taken = _free_seat(table, known if seat is None else seat)
        if known is not None and taken != known:
            raise refuse("seat_of_another", seat=known)
        kind = log.SEAT_TAKEN if table.status == OPEN else log.SEAT_REPLACED
        draft.write(kind, viewer.actor, log.SeatChanged(taken, viewer.actor))
        draft.append(command_id="")
        return taken

    return commanded(game_id, run)


def seat_bot(*, game_id: UUID, viewer: Viewer, bot: str, seat: int | None = None) -> int:
    """Seat a built-in bot, by who created the game or a referee. In a running game it replaces somebody who left."""

    def run(draft: Draft) -> int:
        table = draft.table
        _known(table, viewer)
        if viewer.actor != table.creator and not viewer.referee:
            raise refuse("not_creator")
        if table.status not in (OPEN, PLAYING):
            raise refuse("game_over")
        if bot not in table.rules.bots:
            raise refuse("unknown_bot", bots=list(table.rules.bots))
        taken = _free_seat(table, seat)
        kind = log.SEAT_TAKEN if table.status == OPEN else log.SEAT_REPLACED
        draft.write(kind, viewer.actor, log.SeatChanged(taken, log.BOT_ACTOR + bot))
        draft.append(command_id="")
        return taken

    return commanded(game_id, run)


def seat_leave(*, game_id: UUID, viewer: Viewer, seat: int) -> None:
    """Leave one's seat, in any phase before the end. Who created an open game may also send a bot away."""

    def run(draft: Draft) -> None:
        table = draft.table
        _known(table, viewer)
        if not 0 <= seat < len(table.seats) or table.seats[seat] is None:
            raise refuse("seat_not_found")
        if table.status not in (OPEN, PLAYING):
            raise refuse("game_over")
        occupant = table.seats[seat] or ""
        dismissed = occupant.startswith(log.BOT_ACTOR) and table.status == OPEN and viewer.actor == table.creator
        if occupant != viewer.actor and not dismissed:
            raise refuse("not_your_seat")
        draft.write(log.SEAT_LEFT, viewer.actor, log.SeatChanged(seat, occupant))
        draft.append(command_id="")

    commanded(game_id, run)


def game_start(*, game_id: UUID, viewer: Viewer) -> None:
    """Start a game whose seats are all taken, by who created it: the dealer sets up, then the first seats are asked."""

    def run(draft: Draft) -> None:
        table = draft.table
        _known(table, viewer)
        if viewer.actor != table.creator:
            raise refuse("not_creator")
        if table.status != OPEN:
            raise refuse("game_not_open")
        if None in table.seats:
            raise refuse("seats_not_filled", free=[i for i, who in enumerate(table.seats) if who is None])
        draft.write(log.GAME_STARTED, viewer.actor, log.Nothing())
        draft.play_on()
        draft.append(command_id="")

    commanded(game_id, run)


def choice_parse(table: Table, choice: dict[str, Any]) -> Choice:
    """The choice as a struct of the game, in its canonical form. Raises GameplayError `choice_malformed`."""
    try:
        parsed: Choice = msgspec.convert(choice, table.codec.choice_type)
    except msgspec.ValidationError as error:
        raise GameplayError("choice_malformed", str(error)) from None
    return parsed.canonical()


def choice_make(*, game_id: UUID, viewer: Viewer, decision: str, choice: dict[str, Any], key: str) -> tuple[ChoiceResult, bool]:
    """Answer a decision with one of its choices. Returns what it brought about, and whether that was known already.

    `key` names the command: sent again with the same answer it changes nothing and returns the first result.
    Raises GameplayError (`decision_closed`, `not_seated`, `choice_malformed`, `idempotency_key_reused`, ...) or Illegal.
    """

    def run(draft: Draft) -> tuple[ChoiceResult, bool]:
        table = draft.table
        seat = _own_seat(table, viewer)
        parsed = choice_parse(table, choice)
        return seat_answer(draft, seat=seat, actor=viewer.actor, decision=decision, choice=parsed, key=key)

    return commanded(game_id, run)


def choice_check(*, game_id: UUID, viewer: Viewer, decision: str, choice: dict[str, Any]) -> ChoiceChecked:
    """Would this choice be accepted now? Raises what `choice_make` would raise, and writes nothing."""
    with selectors.visible(game_id, viewer) as found:
        table = found.table
        seat = _own_seat(table, viewer)
        parsed = choice_parse(table, choice)
        _require_open(table, seat, decision)
        kernel.decide(table.state, seat, parsed)
    return ChoiceChecked(legal=True, decision=decision)


def _own_seat(table: Table, viewer: Viewer) -> int:
    seat = table.seat_of(viewer.actor)
    if seat is None:
        selectors.require_visible(table, viewer)
        raise refuse("not_seated")
    if table.fault is not None:
        raise refuse("game_faulty")
    return seat


def _require_open(table: Table, seat: int, decision: str) -> None:
    """The decision must be what this seat is asked now; otherwise the refusal says what is."""
    if table.status == OPEN:
        raise refuse("game_not_playing")
    if table.paused:
        raise refuse("game_paused")
    number = table.awaiting().get(seat)
    named = log.decision_number(decision)
    if number is not None and named == number:
        return
    now = selectors.decisions_of(table, seat)
    if named is None or table.state is None or named > table.state.asked[seat] or named < 1:
        raise refuse("not_your_decision", decisions=now)
    if table.status != PLAYING:
        raise refuse("game_over", decisions=now)
    raise refuse("decision_closed", decisions=now)


def seat_answer(draft: Draft, *, seat: int, actor: str, decision: str, choice: Choice, key: str) -> tuple[ChoiceResult, bool]:
    """Decide, write and append one seat's answer and all that follows from it."""
    table = draft.table
    body = log.ChoiceMade(decision, seat, choice)
    command_id = command_key(actor, key)
    try:
        _require_open(table, seat, decision)
        kernel.decide(table.state, seat, choice)
    except (GameplayError, Illegal):
        known = store.command_find(stream=table.game, command_id=command_id) if command_id else []
        if not known:
            raise
        if (known[0].kind, known[0].body) != (log.CHOICE_MADE, log.encode(body)):
            raise refuse("idempotency_key_reused") from None
        return _result(draft.history, seat, known[0].seq, known[-1].seq), True
    before = table.version
    draft.write(log.CHOICE_MADE, actor, body)
    draft.play_on()
    draft.append(command_id=command_id)
    return _result(draft.history, seat, before + 1, table.version), False


def _result(history: History, seat: int, first: int, last: int) -> ChoiceResult:
    occupant = history.table.seats[seat]
    if occupant and not occupant.startswith(log.BOT_ACTOR):
        delivered(game=history.table.game, player=UUID(occupant), seen_as=seat, what="feed", after=first - 1, upto=last)
    return ChoiceResult(
        game=str(history.table.game),
        version=last,
        entries=[selectors.entry_shown(entry, seat, history.table) for entry in history.entries[first - 1 : last]],
    )
