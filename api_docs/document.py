"""What does the OpenAPI document say now, and is that what is committed?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from drf_spectacular.generators import SchemaGenerator

from .schema import Registry

COMMITTED: Final = Path(__file__).parent / "openapi.json"


def document_make() -> dict[str, Any]:
    """The document, made from the declarations."""
    make: Any = SchemaGenerator
    generator = make()
    generator.registry = Registry()
    made: dict[str, Any] = generator.get_schema(request=None, public=True)
    return made


def document_text() -> str:
    """The document as it is committed: two spaces, one final newline."""
    return json.dumps(document_make(), indent=2, ensure_ascii=False) + "\n"
