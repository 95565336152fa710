"""What is made ready before the first request, and what is a newcomer told?"""

from config import demo_people

# Only curl, sh and the Python that is here anyway: a newcomer should need nothing else.
TRANSCRIPT = """\
API={address}/api/v1
TOKEN={token}
call() {{ curl -sS -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" "$@"; }}
pick() {{ python3 -c "import json, sys; it = json.load(sys.stdin); print($1)"; }}
GAME=$(call -d '{{"rules": "spooky_bar", "seats": 3}}' $API/games | pick 'it["id"]')
call -d '{{}}' $API/games/$GAME/seats
call -d '{{"bot": "sensible"}}' $API/games/$GAME/seats
call -d '{{"bot": "random"}}' $API/games/$GAME/seats
call -X POST $API/games/$GAME/start
for second in 1 2 3 4 5; do call $API/games/$GAME/decisions | grep -q choices && break; sleep 1; done
call $API/games/$GAME | python3 -m json.tool
CHOICE=$(call $API/games/$GAME/decisions | pick 'json.dumps({{"decision": it["items"][0]["id"], "choice": it["items"][0]["choices"][0]}})')
call -H "Idempotency-Key: my-first-choice" -d "$CHOICE" $API/games/$GAME/choices
call "$API/games/$GAME/events/next?after=0&wait=5" | python3 -m json.tool
"""


def prepare() -> dict[str, str]:
    """Migrates the database and sees to its first people; gives the tokens made just now, by name."""
    import django
    from django.core.management import call_command
    from django.db import connections

    from config.celery import app

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    tokens = demo_people.people_create()
    with app.connection_for_write() as broker:
        # Now, by one process: the worker and the web server would otherwise both make the queue's file.
        app.amqp.queues[app.conf.task_default_queue].bind(broker.default_channel).declare()
    for connection in connections.all(initialized_only=True):
        connection.close()
        if close_pool := getattr(connection, "close_pool", None):
            close_pool()
    return tokens


def transcript(address: str, token: str) -> str:
    """Commands to paste into a shell in the project's folder: a game against two bots and a first choice in it."""
    return TRANSCRIPT.format(address=address, token=token)


def text(address: str, tokens: dict[str, str]) -> str:
    """The addresses, the tokens if they are new, and the transcript."""
    lines = [
        "",
        f"Revenant is at   {address}/api/v1",
        f"Its documents    {address}/docs",
        f"Its pages        {address}/play/ and {address}/referee/ (make password NAME={demo_people.STAFF})",
        "",
    ]
    if tokens:
        lines += ["Tokens, shown this once (make token NAME=... makes another):"]
        lines += [f"    {name:<8}{token}{'   (staff)' if name == demo_people.STAFF else ''}" for name, token in tokens.items()]
        lines += [""]
    token = tokens.get(demo_people.PLAYERS[0], f"$(make -s token NAME={demo_people.PLAYERS[0]})")
    lines += ["A game against two bots, to paste into another shell in this folder:", "", transcript(address, token)]
    lines += ["Ctrl-C ends web server, worker and beat."]
    return "\n".join(lines)
