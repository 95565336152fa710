"""What may the service's own database role do, so that even a stolen password changes no event?

    python -m config.grants revenant_app        as the tables' owner, after `migrate`; PostgreSQL only

The triggers of the log refuse changes already; this is a second wall, which the role itself cannot take down.
"""

import os
import sys

ON_ROWS = "SELECT, INSERT, UPDATE, DELETE"
KEPT = ("Ruling", "AccessRecord", "Delivery", "DisputeNote")
"""Rows beside the log that are added and never changed: what referees did and saw."""


def grant(role: str) -> None:
    """Rights on rows of every table, but on the log's events, and on who ruled, looked and got what, only to read and to add."""
    from django.apps import apps
    from django.db import connection

    log, heads = (connection.ops.quote_name(apps.get_model("events", model)._meta.db_table) for model in ("Event", "Stream"))
    with connection.cursor() as cursor:
        name = connection.ops.quote_name(role)
        cursor.execute(f"GRANT USAGE ON SCHEMA public TO {name}")
        cursor.execute(f"GRANT {ON_ROWS} ON ALL TABLES IN SCHEMA public TO {name}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {name}")
        cursor.execute(f"REVOKE UPDATE, DELETE, TRUNCATE ON {log} FROM {name}")
        cursor.execute(f"REVOKE DELETE, TRUNCATE ON {heads} FROM {name}")
        for model in KEPT:
            table = connection.ops.quote_name(apps.get_model("gameplay", model)._meta.db_table)
            cursor.execute(f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {name}")


def main(arguments: list[str]) -> int:
    import django
    from django.db import connection

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if connection.vendor != "postgresql" or len(arguments) != 1:
        print("revenant: usage: python -m config.grants <role>, with DATABASE_URL naming PostgreSQL as its owner.", file=sys.stderr)
        return 1
    grant(arguments[0])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
