"""How is an edition of a game's card data read from its file?"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from .contract import Edition


def read_edition(name: str, path: Path) -> Edition:
    """The edition in this file, with the SHA-256 of its canonical JSON (sorted members, no spaces)."""
    deck: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    canonical = json.dumps(deck, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return Edition(name=name, digest=hashlib.sha256(canonical.encode()).hexdigest(), deck=deck)
