"""Which one file holds all there is to know about a disputed game, so that anybody can check it offline?

A zip archive: the log as stored, what each viewer was shown, rulings, disputes, take-backs, looks of referees, hashes, revealed
secrets, a manifest with the SHA-256 of every other member, and the verifier that runs with only Python. The same rows
make the same bytes.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final
from uuid import UUID

import msgspec

from events import store
from gameplay.documents import ResultShown
from gameplay.errors import CODES, GameplayError
from gameplay.referee import ledger
from gameplay.referee.disputes import dispute_shown
from gameplay.referee.models import AccessRecord, Delivery, Dispute, Ruling, TakeBack
from gameplay.rules import kernel
from gameplay.rules.contract import REFEREE, SPECTATOR, Seat
from gameplay.selectors import entry_shown, game_verify, position_shown, record_lines
from gameplay.table import History, Table, history

VERIFIER: Final = Path(__file__).parents[2] / "api_docs" / "guide" / "verify.py"
README: Final = """Case file of one game of Revenant.

record.ndjson     the log, each event as it is stored, with its hash and, of a draw, how it comes from the secret
verify.py         python verify.py record.ndjson: checks the chain of hashes, the commitments and every draw
manifest.json     SHA-256 of each other file here
game.json         what the game is and how it stands, with what the service itself found when it checked it
deliveries.json   what was sent to whom, and when
views/            the positions that were sent, by who saw them and as of which event
feeds/            the events that were sent, as who saw them may know them
rulings.json disputes.json takebacks.json accesses.json
secrets.json      the dealer's secrets that are out, by epoch
"""


def case_file(game_id: UUID, out: IO[bytes]) -> dict[str, str]:
    """Write the archive. Returns the SHA-256 of each member. Raises `game_not_found`."""
    ledger.flush()
    events = store.read(stream=game_id)
    if not events:
        raise GameplayError("game_not_found", CODES["game_not_found"])
    found = history(game_id, events)
    digests: dict[str, str] = {}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _members(found):
            digests[name] = hashlib.sha256(content).hexdigest()
            _put(archive, name, content)
        manifest = {"game": str(game_id), "version": found.table.version, "head_hash": events[-1].hash.hex(), "sha256": digests}
        _put(archive, "manifest.json", _json(manifest))
    return digests


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    archive.writestr(member, content)


def _json(shown: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(shown), indent=1) + b"\n"


def _rows(query: Any) -> list[dict[str, Any]]:
    """Rows as they stand; JSON of UUIDs and times is what msgspec makes of them."""
    return [{name: value for name, value in row.items() if not name.startswith("_")} for row in query.values()]


def _members(found: History) -> Iterator[tuple[str, bytes]]:
    table = found.table
    game = table.game
    deliveries = list(Delivery.objects.filter(game=game).order_by("id"))
    yield "README.txt", README.encode()
    yield "verify.py", VERIFIER.read_bytes()
    yield "record.ndjson", b"".join(record_lines(game))
    yield "game.json", _json(_game(table))
    yield "secrets.json", _json({str(epoch): secret for epoch, secret in sorted(table.secrets.items())})
    yield "rulings.json", _json(_rows(Ruling.objects.filter(game=game)))
    yield "takebacks.json", _json(_rows(TakeBack.objects.filter(game=game).order_by("id")))
    yield "accesses.json", _json(_rows(AccessRecord.objects.filter(game=game)))
    disputes = Dispute.objects.filter(game=game).order_by("id").prefetch_related("notes")
    yield "disputes.json", _json([dispute_shown(row) for row in disputes])
    yield "deliveries.json", _json([ledger.delivery_shown(row) for row in deliveries])
    yield from _views(game, deliveries)
    yield from _feeds(found, deliveries)


def _game(table: Table) -> dict[str, Any]:
    return {
        "game": str(table.game),
        "rules": table.rules.name,
        "rules_version": table.rules_version,
        "edition": table.edition,
        "deck_digest": table.rules.editions[table.edition].digest,
        "options": table.options,
        "status": table.status,
        "version": table.version,
        "creator": table.creator,
        "seats": table.seats,
        "epoch": table.epoch,
        "commitment": table.commitment,
        "undone": table.undone() if table.state is not None else [],
        "result": None if table.result is None else ResultShown(table.result.scores, table.result.winners),
        "verification": game_verify(table.game),
    }


def _seen_by(seen_as: Seat) -> str:
    return {SPECTATOR: "spectator", REFEREE: "referee"}.get(seen_as, f"seat-{seen_as}")


def _views(game: UUID, deliveries: list[Delivery]) -> Iterator[tuple[str, bytes]]:
    """Each position that was sent, once: made again from the log, in one pass."""
    wanted: dict[int, set[Seat]] = defaultdict(set)
    for row in deliveries:
        if row.what in ("view", "decisions", "at"):
            wanted[row.upto].add(row.seen_as)
    table = Table(game)
    for event in store.read(stream=game, limit=max(wanted, default=0)):
        try:
            table.apply(event, kernel.ignore)
        except Exception:  # noqa: BLE001 - nothing was sent of what can't be replayed
            return
        for seen_as in sorted(wanted[event.seq]) if event.seq in wanted else ():
            yield f"views/{_seen_by(seen_as)}/{event.seq:06}.json", _json(position_shown(table, seen_as))


def _feeds(found: History, deliveries: list[Delivery]) -> Iterator[tuple[str, bytes]]:
    """The events that were sent, by who saw them; an entry of a feed looks the same for ever."""
    seqs: dict[Seat, set[int]] = defaultdict(set)
    for row in deliveries:
        if row.what == "feed":
            seqs[row.seen_as].update(range(row.after + 1, row.upto + 1))
    for seen_as in sorted(seqs):
        entries = [entry for entry in found.entries if entry.seq in seqs[seen_as]]
        lines = [msgspec.json.encode(entry_shown(entry, seen_as, found.table)) + b"\n" for entry in entries]
        yield f"feeds/{_seen_by(seen_as)}.ndjson", b"".join(lines)
