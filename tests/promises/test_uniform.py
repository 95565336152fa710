"""Is each order of a shuffle as likely as any other, whichever the game, the secret and the question? (Promise 12.)"""

from __future__ import annotations

import hashlib
from collections import Counter
from math import factorial
from uuid import UUID

from gameplay import fairness
from gameplay.rules.chance import shuffled

DRAWS = 100_000


def test_every_order_of_a_shuffle_is_equally_likely_over_games_and_secrets():
    """Chi-square with 119 degrees of freedom over 10^5 shuffles of 5 cards; 172.7 is the 0.1 % bound. The secrets are fixed."""
    counts: Counter[tuple[int, ...]] = Counter()
    for number in range(DRAWS):
        secret = hashlib.sha256(b"%d" % (number // 50)).digest()
        chance = fairness.chance(UUID(int=number // 50), 1, secret, number % 50)
        counts[tuple(shuffled(range(5), chance))] += 1
    expected = DRAWS / factorial(5)
    assert len(counts) == factorial(5)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 172.7
