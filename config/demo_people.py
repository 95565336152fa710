"""Who is there on the first day, so that a newcomer can play and judge without making an account?

make token NAME=ada          one more token for one of them, printed once
make password NAME=ada       a new password for the pages, printed once
"""

import os
import secrets
import sys

STAFF = "keeper"
PLAYERS = ("ada", "bram", "cleo")
PLAYER_SCOPES = ("games:read", "games:play", "games:create", "disputes:write", "analytics:read", "tokens:manage")


def people_create() -> dict[str, str]:
    """Makes the people that are missing, none with a password; gives the secret tokens of those made just now, by name."""
    from django.contrib.auth import get_user_model
    from django.db import transaction

    users = get_user_model().objects
    made: dict[str, str] = {}
    with transaction.atomic():
        known = set(users.filter(username__in=(STAFF, *PLAYERS)).values_list("username", flat=True))
        for name in (STAFF, *PLAYERS):
            if name not in known:
                users.create_user(username=name, is_staff=name == STAFF)
                made[name] = token_new(name)
    return made


def token_new(name: str) -> str:
    """One more token for a demo person: every scope for the staff user, a player's scopes for the others."""
    from django.contrib.auth import get_user_model

    from gameplay.api import tokens

    user = get_user_model().objects.get(username=name)
    scopes = tuple(tokens.SCOPES) if name == STAFF else PLAYER_SCOPES
    return tokens.token_issue(user=user, name="demo", scopes=scopes)[1]


def password_new(name: str) -> str:
    """A new password for the pages, in place of the one before."""
    from django.contrib.auth import get_user_model

    user = get_user_model().objects.get(username=name)
    password = secrets.token_urlsafe(12)
    user.set_password(password)
    user.save()
    return password


def main(arguments: list[str]) -> int:
    import django
    from django.contrib.auth import get_user_model
    from django.db import DatabaseError

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    name = arguments[0] if arguments else PLAYERS[0]
    try:
        print(password_new(name) if arguments[1:] == ["password"] else token_new(name))
    except (get_user_model().DoesNotExist, DatabaseError):
        people = ", ".join((STAFF, *PLAYERS))
        print(f"revenant: no such person: {name}. `make run` makes {people} at its first start.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
