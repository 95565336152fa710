"""What does a chi-square distribution say, by a way of its own?"""

from __future__ import annotations

import math


def by_sums(x: float, freedom: int) -> float:
    """By finite sums, which there are for whole degrees of freedom: dlmf.nist.gov, 8.4.10 (even) and 8.4.14 (odd)."""
    z = x / 2
    if freedom % 2 == 0:
        return math.exp(-z) * sum(z**j / math.factorial(j) for j in range(freedom // 2))
    return math.erfc(math.sqrt(z)) + math.exp(-z) * sum(z ** (j - 0.5) / math.gamma(j + 0.5) for j in range(1, freedom // 2 + 1))
