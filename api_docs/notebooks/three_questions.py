"""What can be learnt from games that nobody had to play? Three questions, answered on games of bots that are simulated here.

    marimo edit api_docs/notebooks/three_questions.py     read it, change it, ask further
    python api_docs/notebooks/three_questions.py          run it once; it checks its own figures

It makes a warehouse of its own in a temporary folder, so it neither needs a running service nor touches its statistics.
"""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium")


@app.cell
def _():
    import math
    import os
    import pathlib
    import sys
    import tempfile

    import altair as alt
    import django
    import marimo as mo

    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

    from analytics.simulation import plan_of, simulate
    from analytics.snapshots import reading

    return alt, math, mo, os, pathlib, plan_of, reading, simulate, tempfile


@app.cell
def _(mo):
    mo.md("""
    # Three questions to games of bots

    Each game is played by the bots that come with the service, and lands in a warehouse as games of people do: the tables are those of
    the guide's data dictionary. Equal seeds play equal games, so every figure below comes out the same each time.
    """)
    return


@app.cell
def _(os, pathlib, plan_of, simulate, tempfile):
    kept = tempfile.TemporaryDirectory(prefix="revenant-notebook-")
    folder = pathlib.Path(kept.name)
    plans = {
        "spooky_bar": (plan_of("spooky_bar", seats=4, bots=["sensible"]), 160),
        "ghostel": (plan_of("ghostel", seats=3, bots=["sensible"]), 40),
        "bar_fight": (plan_of("bar_fight", seats=3, bots=["sensible"]), 30),
    }
    simulated = {name: simulate(folder, plan, games, processes=os.cpu_count() or 1) for name, (plan, games) in plans.items()}
    return folder, kept, plans, simulated


@app.cell
def _(folder, reading):
    def ask(question):
        """The rows of a query on the newest snapshot, as dictionaries."""
        with reading(folder) as (_, connection):
            found = connection.execute(question)
            names = [column[0] for column in found.description]
            return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    return (ask,)


@app.cell
def _(ask, mo, plans):
    games = ask("SELECT rules, count(*) AS games, sum(events)::BIGINT AS events FROM games WHERE simulated GROUP BY rules ORDER BY rules")
    assert {row["rules"]: row["games"] for row in games} == {name: wanted for name, (_, wanted) in plans.items()}
    mo.ui.table(games, selection=None)
    return (games,)


@app.cell
def _(mo):
    mo.md("""
    ## Is one seat of Spooky Bar better than the others?

    Four bots of the same kind, so that the seat is all that differs. A win that k seats share counts 1/k; with four equal seats
    each would have a quarter. The lines are Wilson's intervals at 95 % around the share of games that the seat won, alone or not.
    """)
    return


@app.cell
def _(ask, plans):
    seats = ask("""
        SELECT seat, count(*) AS games, sum(won::INTEGER / winners) AS share_of_wins,
               count(*) FILTER (WHERE won) / count(*) AS win_rate,
               wilson_low(count(*) FILTER (WHERE won), count(*)) AS low, wilson_high(count(*) FILTER (WHERE won), count(*)) AS high
        FROM results JOIN games USING (game_id)
        WHERE simulated AND rules = 'spooky_bar' GROUP BY seat ORDER BY seat
    """)
    assert [row["seat"] for row in seats] == [0, 1, 2, 3]
    assert abs(sum(row["share_of_wins"] for row in seats) - plans["spooky_bar"][1]) < 1e-6
    assert all(row["low"] <= row["win_rate"] <= row["high"] for row in seats)
    return (seats,)


@app.cell
def _(alt, mo, seats):
    base = alt.Chart(alt.Data(values=seats)).encode(x=alt.X("seat:O", title="seat").axis(labelAngle=0))
    seats_chart = (
        base.mark_rule().encode(y=alt.Y("low:Q", title="games won").axis(format="%"), y2="high:Q")
        + base.mark_point(filled=True, size=80).encode(y="win_rate:Q", tooltip=["seat:O", "games:Q", "win_rate:Q", "low:Q", "high:Q"])
        + alt.Chart(alt.Data(values=[{"even": 0.25}])).mark_rule(strokeDash=[4, 4]).encode(y="even:Q")
    ).properties(width=320, height=240)
    mo.as_html(seats_chart)
    return (seats_chart,)


@app.cell
def _(mo, seats):
    apart = [row["seat"] for row in seats if not row["low"] <= 0.25 <= row["high"]]
    told = f"Seats {', '.join(map(str, apart))} differ" if apart else "No seat differs"
    mo.md(f"{told} from a quarter by more than chance explains at this number of games.")
    return


@app.cell
def _(mo):
    mo.md("""
    ## Which cards of Ghostel go with winning?

    Three bots of the same kind. For each deck: how often a seat won that bought more cards from it than half of all seats did, beside the
    seats that bought fewer. Whoever can afford cards is ahead already, so this is no proof that the cards help.
    """)
    return


@app.cell
def _(ask, plans):
    purchases = ask("""
        WITH decks AS (SELECT DISTINCT deck FROM ghostel_card_bought),
        bought AS (
            SELECT d.deck, r.game_id, r.seat, r.won, count(b.deck) AS cards
            FROM results r JOIN games g ON g.game_id = r.game_id AND g.simulated AND g.rules = 'ghostel' CROSS JOIN decks d
            LEFT JOIN ghostel_card_bought b ON b.game_id = r.game_id AND b.seat = r.seat AND b.deck = d.deck
            GROUP BY ALL
        ),
        told AS (SELECT *, cards > median(cards) OVER (PARTITION BY deck) AS more FROM bought)
        SELECT deck, more, count(*) AS seats, sum(cards)::BIGINT AS cards, count(*) FILTER (WHERE won) AS wins,
               count(*) FILTER (WHERE won) / count(*) AS win_rate,
               wilson_low(count(*) FILTER (WHERE won), count(*)) AS low, wilson_high(count(*) FILTER (WHERE won), count(*)) AS high
        FROM told GROUP BY ALL ORDER BY ALL
    """)
    whole = ask("""
        SELECT (SELECT count(*) FROM results r JOIN games g ON g.game_id = r.game_id WHERE g.rules = 'ghostel') AS seats,
               (SELECT count(*) FILTER (WHERE won) FROM results r JOIN games g ON g.game_id = r.game_id WHERE g.rules = 'ghostel') AS wins,
               (SELECT count(*) FROM ghostel_card_bought) AS cards
    """)[0]
    decks = sorted({row["deck"] for row in purchases})
    assert whole["seats"] == 3 * plans["ghostel"][1]
    assert sum(row["cards"] for row in purchases) == whole["cards"]
    for deck in decks:
        of_deck = [row for row in purchases if row["deck"] == deck]
        assert sum(row["seats"] for row in of_deck) == whole["seats"]
        assert sum(row["wins"] for row in of_deck) == whole["wins"]
    return (purchases,)


@app.cell
def _(alt, mo, purchases):
    named = [{**row, "who": "more" if row["more"] else "fewer"} for row in purchases]
    rows = alt.Chart(alt.Data(values=named)).encode(
        y=alt.Y("who:N", title=None, sort=["more", "fewer"]),
        color=alt.Color("who:N", legend=None),
        tooltip=["deck:N", "who:N", "seats:Q", "cards:Q", "wins:Q", "win_rate:Q"],
    )
    purchases_chart = (
        (
            rows.mark_rule().encode(x=alt.X("low:Q", title="games won").axis(format="%"), x2="high:Q")
            + rows.mark_point(filled=True).encode(x="win_rate:Q")
        )
        .properties(width=360, height=50)
        .facet(row=alt.Row("deck:N", title=None).header(labelAngle=0, labelAlign="left"))
    )
    mo.as_html(purchases_chart)
    return (purchases_chart,)


@app.cell
def _(mo):
    mo.md("""
    ## How much is there to decide, and how long does it take?

    For each answer the warehouse knows how many were legal. The product of these numbers along a game, as a power of ten, says how
    many games could have been played from its answers alone. Answers that the service gave, as there was one, count as a factor of 1.
    """)
    return


@app.cell
def _(ask, math, plans):
    lengths = ask("""
        SELECT rules, game_id::VARCHAR AS game, count(*) AS answers, count(*) FILTER (WHERE options > 1) AS free,
               max(options) AS most, sum(log10(options)) AS magnitude
        FROM decisions JOIN games USING (game_id) WHERE simulated AND NOT undone GROUP BY ALL ORDER BY ALL
    """)
    answers = {
        row["rules"]: row["n"]
        for row in ask("SELECT rules, count(*) AS n FROM events JOIN games USING (game_id) WHERE kind = 'choice.made' GROUP BY rules")
    }
    for name, (_, wanted) in plans.items():
        of_game = [row for row in lengths if row["rules"] == name]
        assert len(of_game) == wanted
        assert sum(row["answers"] for row in of_game) == answers[name]
        assert all(row["free"] * math.log10(2) <= row["magnitude"] <= row["free"] * math.log10(row["most"]) + 1e-9 for row in of_game)
    return (lengths,)


@app.cell
def _(alt, lengths, mo):
    lengths_chart = (
        alt.Chart(alt.Data(values=lengths))
        .mark_circle(opacity=0.5)
        .encode(
            x=alt.X("free:Q", title="answers with a choice"),
            y=alt.Y("magnitude:Q", title="games possible, power of ten"),
            color=alt.Color("rules:N", title=None),
            tooltip=["rules:N", "answers:Q", "free:Q", "most:Q", "magnitude:Q"],
        )
        .properties(width=420, height=280)
    )
    mo.as_html(lengths_chart)
    return (lengths_chart,)


if __name__ == "__main__":
    app.run()
