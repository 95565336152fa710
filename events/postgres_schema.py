"""Which function appends on PostgreSQL, and which triggers refuse everything else?

install() runs in a migration. Whoever changes a text here adds a migration that installs it again; the system check
compares the installed function with this text.
"""

from collections.abc import Callable
from typing import Final

# One call does the whole of an append, so it costs one round trip. Every refusal is an answer, never an exception:
# an exception would abort the caller's transaction. Each statement of a volatile function sees what was committed
# before it began, so what is read after the lock is what the last writer left.
APPEND_SOURCE: Final = """
#variable_conflict use_variable
DECLARE
    n CONSTANT integer := coalesce(array_length(p_kinds, 1), 0);
    at bigint := p_now;
    last_at bigint;
    last_hash bytea;
BEGIN
    SELECT s.version, s.head_hash INTO version, head_hash
      FROM events_stream s WHERE s.id = p_stream FOR UPDATE;
    IF NOT FOUND AND p_expected = 0 THEN
        -- A second creator waits here for the first, then reads what the first made.
        INSERT INTO events_stream (id, version, head_hash)
             VALUES (p_stream, 0, decode(repeat('00', 32), 'hex')) ON CONFLICT (id) DO NOTHING;
        SELECT s.version, s.head_hash INTO version, head_hash
          FROM events_stream s WHERE s.id = p_stream FOR UPDATE;
    END IF;
    IF version IS NULL THEN
        word := 'stream_missing';
        RETURN;
    END IF;

    IF p_command <> '' THEN
        SELECT array_agg(e.seq), array_agg(e.kind), array_agg(e.actor), array_agg(e.body),
               array_agg(e.recorded_at), array_agg(e.hash)
          INTO seqs, kinds, actors, bodies, times, hashes
          FROM (SELECT * FROM events_event v
                 WHERE v.stream_id = p_stream AND v.command_id = p_command AND NOT (v.command_id = '')
                 ORDER BY v.seq) e;
        IF seqs IS NOT NULL THEN
            IF kinds[1] = p_kinds[1] AND actors[1] = p_actors[1] AND bodies[1] = p_bodies[1] THEN
                word := 'replayed';
            ELSE
                word := 'command_conflict';
            END IF;
            RETURN;
        END IF;
    END IF;

    IF p_expected <> version THEN
        word := 'version_conflict';
        RETURN;
    END IF;
    IF version > 0 THEN
        SELECT e.recorded_at, e.hash INTO last_at, last_hash
          FROM events_event e WHERE e.stream_id = p_stream AND e.seq = version;
        IF last_hash IS DISTINCT FROM head_hash THEN
            word := 'chain_fault';
            RETURN;
        END IF;
        at := greatest(p_now, last_at);
    END IF;

    FOR i IN 1..n LOOP
        version := version + 1;
        head_hash := sha256(head_hash || convert_to(
            p_stream::text || E'\\n' || version || E'\\n' || p_kinds[i] || E'\\n' || p_actors[i] || E'\\n'
            || at || E'\\n' || p_command || E'\\n' || p_bodies[i], 'UTF8'));
        INSERT INTO events_event (stream_id, seq, kind, actor, body, recorded_at, command_id, hash)
             VALUES (p_stream, version, p_kinds[i], p_actors[i], p_bodies[i], at, p_command, head_hash);
        seqs := seqs || version;
        times := times || at;
        hashes := hashes || head_hash;
    END LOOP;
    UPDATE events_stream s SET version = events_append.version, head_hash = events_append.head_hash,
           changed_at = extract(epoch FROM date_trunc('minute', clock_timestamp()))::bigint * 1000000
     WHERE s.id = p_stream;
    word := 'appended';
END
"""

APPEND: Final = f"""
CREATE OR REPLACE FUNCTION events_append(
    p_stream uuid, p_command text, p_expected bigint, p_now bigint, p_kinds text[], p_actors text[], p_bodies text[],
    OUT word text, OUT version bigint, OUT head_hash bytea, OUT seqs bigint[], OUT times bigint[],
    OUT hashes bytea[], OUT kinds text[], OUT actors text[], OUT bodies text[]
) LANGUAGE plpgsql AS $append${APPEND_SOURCE}$append$
"""

REFUSE: Final = """
CREATE OR REPLACE FUNCTION events_refuse() RETURNS trigger LANGUAGE plpgsql AS $refuse$
BEGIN
    RAISE EXCEPTION 'The log is append-only: % on % is refused.', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation';
END
$refuse$
"""

# For each statement, so that even a statement that would touch no row is refused.
TRIGGERS: Final = {
    "events_event_append_only": "BEFORE UPDATE OR DELETE OR TRUNCATE ON events_event FOR EACH STATEMENT",
    "events_stream_stays": "BEFORE DELETE OR TRUNCATE ON events_stream FOR EACH STATEMENT",
    "events_stream_only_grows": (
        "BEFORE UPDATE ON events_stream FOR EACH ROW WHEN (NEW.id IS DISTINCT FROM OLD.id OR NEW.version <= OLD.version)"
    ),
}


def table_of(trigger: str) -> str:
    """The table a trigger of TRIGGERS is on: the first two words of its name."""
    return "_".join(trigger.split("_")[:2])


def install(execute: Callable[[str], object]) -> None:
    """Create or renew the function and the triggers; they fire for replicated changes too (ENABLE ALWAYS)."""
    execute(APPEND)
    execute(REFUSE)
    for name, when in TRIGGERS.items():
        execute(f"CREATE OR REPLACE TRIGGER {name} {when} EXECUTE FUNCTION events_refuse()")
        execute(f"ALTER TABLE {table_of(name)} ENABLE ALWAYS TRIGGER {name}")


def remove(execute: Callable[[str], object]) -> None:
    """Undo install(), for a migration that goes backwards."""
    for name in TRIGGERS:
        execute(f"DROP TRIGGER IF EXISTS {name} ON {table_of(name)}")
    execute("DROP FUNCTION IF EXISTS events_refuse()")
    execute("DROP FUNCTION IF EXISTS events_append(uuid, text, bigint, bigint, text[], text[], text[])")
