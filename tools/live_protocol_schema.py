"""JSON Schema of the live protocol's messages, generated from their types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from ringrift.server.games.messages import PROTOCOL, RECEIVED, SENT
from tools.wire_schema import DRAFT

FILE: Final = Path(__file__).parents[1] / "docs" / "reference" / "live-protocol.schema.json"
_NULL: Final = {"type": "null"}

Schema = dict[str, Any]


def live_schema() -> Schema:
    """Return the schema: client messages in `$defs/received`, server messages in `$defs/sent`."""
    definitions: Schema = {}
    ways: Schema = {}
    for name, adapter in (("received", RECEIVED), ("sent", SENT)):
        schema = adapter.json_schema()
        definitions |= schema["$defs"]
        ways[name] = {"oneOf": schema["oneOf"]}
    for definition in definitions.values():
        _require_sent_fields(definition)
    return {
        "$schema": DRAFT,
        "$id": f"urn:ringrift:schema:live-protocol:{PROTOCOL}",
        "title": "RingRift live protocol",
        "description": "Messages of the WebSocket /ws: `received` by the server, `sent` by it.",
        "anyOf": [{"$ref": "#/$defs/received"}, {"$ref": "#/$defs/sent"}],
        "$defs": ways | dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """Return the schema as committed."""
    return json.dumps(live_schema(), indent=2, ensure_ascii=False) + "\n"


def _require_sent_fields(definition: Schema) -> None:
    """Make `type` required in every message; fields that would be null are omitted."""
    parts = definition["properties"]
    required = {
        name for name in definition.get("required", ()) if _NULL not in parts[name].get("anyOf", ())
    }
    if "const" in parts.get("type", ()):
        parts["type"].pop("default", None)
        required.add("type")
    definition["required"] = [name for name in parts if name in required]


if __name__ == "__main__":
    FILE.write_text(schema_text(), encoding="utf-8")
