"""The application as OpenAPI describes it: errors are JSON, whatever else a request is answered with."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI

from ringrift.server.errors import ErrorAnswer

_SCHEMAS: Final = "#/components/schemas/"
_MEANINGS: Final = {
    400: "no JSON",
    401: "not known: log in",
    403: "not allowed",
    404: "there is no such thing",
    409: "not as things stand",
    413: "too big",
    422: "understood, and cannot be done",
    429: "too many: wait",
    503: "try again in a moment",
}
_ERROR: Final = {"application/json": {"schema": {"$ref": f"{_SCHEMAS}{ErrorAnswer.__name__}"}}}
# Not as FastAPI's `model`: that one would describe them in the form of the answer, such as text.
ERROR_ANSWERS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"content": _ERROR, "description": meaning} for status, meaning in _MEANINGS.items()
}


class DocumentedApi(FastAPI):
    """Adds the error object to what FastAPI finds by itself."""

    def openapi(self) -> dict[str, Any]:
        described = super().openapi()
        error = ErrorAnswer.model_json_schema(ref_template=f"{_SCHEMAS}{{model}}")
        described["components"]["schemas"] |= {
            **error.pop("$defs", {}),
            ErrorAnswer.__name__: error,
        }
        return described
