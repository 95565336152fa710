"""In which ways can the log refuse?"""

from uuid import UUID


class StoreError(Exception):
    """The log refused; `code` is stable and never renamed."""

    code = "store_error"


class BadEvent(StoreError):
    """The event could not be stored, or not be hashed without ambiguity."""

    code = "bad_event"


class StreamMissing(StoreError):
    """There is no such stream, and the command did not ask to create one."""

    code = "stream_missing"

    def __init__(self, stream: UUID) -> None:
        super().__init__(f"There is no stream {stream}.")
        self.stream = stream


class VersionConflict(StoreError):
    """The stream is not at the version the command expected; `current` is where it is."""

    code = "version_conflict"

    def __init__(self, stream: UUID, expected: int | None, current: int) -> None:
        super().__init__(f"Stream {stream} is at version {current}, not {expected}.")
        self.stream = stream
        self.expected = expected
        self.current = current


class CommandConflict(StoreError):
    """The command id is already used in this stream for something else."""

    code = "command_conflict"

    def __init__(self, stream: UUID, command_id: str) -> None:
        super().__init__(f"Command {command_id!r} was used for something else in stream {stream}.")
        self.stream = stream
        self.command_id = command_id


class ChainFault(StoreError):
    """The stream's chain is broken: somebody changed the log. Nothing more is appended to it."""

    code = "chain_fault"

    def __init__(self, stream: UUID, seq: int, why: str) -> None:
        super().__init__(f"Stream {stream} is broken at event {seq}: {why}.")
        self.stream = stream
        self.seq = seq
        self.why = why
