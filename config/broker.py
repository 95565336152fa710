"""How does a message pass from one process to another through a folder, where no broker is installed?

Kombu's filesystem transport, but a message appears under its name only when it is whole: Kombu opens the
final name and then writes, so a worker that looks in between reads half a message and stops.
"""

import itertools
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

_counter = itertools.count()


class Channel(filesystem.Channel):
    """Messages as files `<time>-<count>-<random>.<queue>.msg`: the order of names is the order of sending."""

    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]  # Kombu's own two classes disagree
        folder = Path(self.data_folder_out)
        name = f"{time.time_ns():020d}-{next(_counter):08d}-{uuid.uuid4().hex}"
        draft = folder / f"{name}.draft"
        draft.write_text(dumps(payload))
        draft.rename(folder / f"{name}.{queue}.msg")

    def _get(self, queue: str) -> Any:  # type: ignore[override]
        ending = f".{queue}.msg"
        for path in sorted(path for path in Path(self.data_folder_in).iterdir() if path.name.endswith(ending)):
            mine = path.with_suffix(".taken")
            try:
                path.rename(mine)
            except FileNotFoundError:
                continue  # another worker was quicker
            payload = mine.read_text()
            mine.unlink()
            return loads(payload)
        raise Empty


class Transport(filesystem.Transport):
    """The transport that `folder://` names."""

    Channel = Channel
