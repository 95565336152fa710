"""Do limits hold under load, tell what is left, and never keep a due choice out because of somebody else?"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from gameplay.api import buckets
from gameplay.api.buckets import DEFAULTS, FileBuckets, Policy, policies


@pytest.fixture
def rates(settings):
    def limited(text: str) -> None:
        settings.API_RATES = text
        policies.cache_clear()

    return limited


def test_300_requests_at_once_against_a_limit_of_100_let_100_through(tmp_path):
    shared = FileBuckets(tmp_path / "x")
    policy = Policy(name="reads", burst=100, rate=0.001)
    with ThreadPoolExecutor(30) as threads:
        taken = list(threads.map(lambda _: shared.take("ada", policy), range(300)))
    assert sum(one.allowed for one in taken) == 100
    assert sorted(one.left for one in taken if one.allowed) == list(range(100))


def test_the_limit_holds_over_several_processes(tmp_path):
    code = (
        "import sys; from gameplay.api.buckets import FileBuckets, Policy\n"
        "b = FileBuckets(sys.argv[1]); p = Policy(name='reads', burst=100, rate=0.001)\n"
        "print(sum(b.take('ada', p).allowed for _ in range(75)))"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "x")], stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert sum(int(process.communicate()[0]) for process in running) == 100


def test_a_bucket_fills_again(tmp_path, monkeypatch):
    now = 1000.0
    monkeypatch.setattr(buckets.time, "time", lambda: now)
    shared, policy = FileBuckets(tmp_path / "x"), Policy(name="reads", burst=2, rate=0.5)
    assert [shared.take("ada", policy).allowed for _ in range(3)] == [True, True, False]
    assert shared.take("ada", policy).wait == 2
    now = 1002.0
    assert [shared.take("ada", policy).allowed for _ in range(2)] == [True, False]
    now = 900.0  # a clock that is put back gives nothing away
    assert not shared.take("ada", policy).allowed
    now = 9000.0
    assert [shared.take("ada", policy).allowed for _ in range(3)] == [True, True, False]


def test_a_refusal_says_how_long_to_wait(ada, rates):
    rates("reads=2:0.5")
    first, second, third = (ada.get("/rules") for _ in range(3))
    assert (first.status, second.status, third.status) == (200, 200, 429)
    assert first.headers["RateLimit-Policy"] == '"reads";q=2;w=4'
    assert first.headers["RateLimit"].startswith('"reads";r=1;t=')
    assert third.headers["RateLimit"].startswith('"reads";r=0;t=')
    assert third.code == "rate_limited"
    assert int(third.headers["Retry-After"]) == third.json["retry_after"] in (1, 2)


def test_one_persons_requests_do_not_count_for_another(ada, ben, nobody, rates):
    rates("reads=1:0.001")
    assert ada.get("/rules").status == 200
    assert ada.get("/rules").status == 429
    assert ben.get("/rules").status == 200
    assert nobody.get("/rules").status == 200
    assert nobody.get("/rules").status == 429


def test_all_tokens_of_a_person_share_a_bucket(ada, rates):
    from tests.api.conftest import with_scopes

    rates("reads=1:0.001")
    assert ada.get("/rules").status == 200
    assert with_scopes(ada, ["games:read"]).get("/rules").status == 429


def test_a_due_choice_is_accepted_whatever_else_was_asked_for(ada, ben, nobody, game, rates):
    asked = ada.asked(game)
    rates("reads=1:0.001,writes=1:0.001,choices=5:0.001")
    for who in (ada, ben, nobody):
        for _ in range(3):
            who.get("/games")
            who.post("/games", {"rules": "spooky_bar", "seats": 2})
    for i in range(7):
        ben.choose(game, "d99", {"type": "nothing"}, key=f"k{i}")
    assert ada.get("/games").status == 429
    assert ada.choose(game, asked["id"], asked["choices"][0]).status == 201


def test_a_refused_token_takes_nothing_from_anybody(ada, nobody, rates):
    rates("reads=2:0.001")
    tried = [nobody.get("/rules", Authorization="Bearer nonsense").status for _ in range(4)]
    assert tried == [401, 401, 429, 429]
    assert nobody.get("/rules").status == 200


def test_rates_are_read_from_the_settings(rates):
    rates("choices=7:3.5")
    assert policies() == {**DEFAULTS, "choices": Policy(name="choices", burst=7, rate=3.5)}
    for wrong in ("choices=0:1", "choices=1:0", "cakes=1:1", "choices=x:1"):
        rates(wrong)
        with pytest.raises(ValueError, match=r"."):
            policies()


def test_old_buckets_are_swept(tmp_path, monkeypatch):
    now = 1000.0
    monkeypatch.setattr(buckets.time, "time", lambda: now)
    monkeypatch.setattr(buckets, "_SWEEP_EVERY", 10)
    shared = FileBuckets(tmp_path / "x")
    for i in range(9):
        shared.take(f"u{i}", DEFAULTS["reads"])
    now = 1000.0 + 3601
    shared.take("late", DEFAULTS["reads"])
    assert shared._file.execute("SELECT count(*) FROM bucket").fetchone() == (1,)


def test_without_redis_nobody_is_refused(ada, settings, caplog):
    settings.API_BUCKETS = "redis://127.0.0.1:1/0"
    buckets.buckets.cache_clear()
    for _ in range(3):
        assert ada.get("/rules").status == 200
    assert isinstance(buckets.buckets(), buckets.RedisBuckets)
    assert caplog.text.count("Redis can't be reached") == 1
