"""What does the source say about the members of a struct?"""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache


@cache
def member_docs(kind: type) -> dict[str, str]:
    """What the source says, in the string below it, about each member of a class and of its bases."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__[:-1]):
        if not base.__module__.startswith(("gameplay", "analytics")):
            continue
        try:
            source = inspect.getsource(base)
        except OSError:  # made when the program runs: its members are told of in its bases
            continue
        tree = ast.parse(textwrap.dedent(source)).body[0]
        assert isinstance(tree, ast.ClassDef)
        for member, below in zip(tree.body, tree.body[1:], strict=False):
            if (
                isinstance(member, ast.AnnAssign)
                and isinstance(member.target, ast.Name)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
                and isinstance(below.value.value, str)
            ):
                found[member.target.id] = inspect.cleandoc(below.value.value)
    return found
