"""What is made ready before the first request, and what is a newcomer told?"""


def prepare() -> dict[str, str]:
    """Migrates the database and sees to its first people; gives the tokens made just now, by name."""
    import django
    from django.core.management import call_command
    from django.db import connections

    from config.celery import app

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    with app.connection_for_write() as broker:
        app.amqp.queues[app.conf.task_default_queue].bind(broker.default_channel).declare()
    connections.close_all()
    return {}


def text(address: str, tokens: dict[str, str]) -> str:
    """The addresses and a transcript to paste."""
    people = "".join(f"Token of {name:<10}{token}\n" for name, token in tokens.items())
    return f"\nRevenant listens on {address}\nDocumentation      {address}/docs/\n{people}"
