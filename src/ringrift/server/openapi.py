"""The OpenAPI description: the error object, and the header that makes requests repeatable."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI

from ringrift.server.errors import ErrorResponse
from ringrift.server.idempotency import HEADER, KEY_PATTERN, METHODS, SECRET_PATHS

_SCHEMAS: Final = "#/components/schemas/"
_DESCRIPTIONS: Final = {
    400: "the body cannot be read",
    401: "not logged in",
    403: "not allowed",
    404: "not found",
    409: "not possible in the current state",
    413: "the body is too large",
    422: "invalid input, or rejected by the rules",
    429: "rate limit exceeded",
    503: "temporarily unavailable: try again",
}
_ERROR: Final = {"application/json": {"schema": {"$ref": f"{_SCHEMAS}{ErrorResponse.__name__}"}}}
# Not FastAPI's `model`, which would give errors the media type of the response, such as text.
ERROR_RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    status: {"content": _ERROR, "description": description}
    for status, description in _DESCRIPTIONS.items()
}


_IDEMPOTENCY_KEY: Final = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "description": (
        "a key of your choice: a repeated request with the same key gets the first response and "
        "changes nothing. Keys belong to an account and are kept for a day"
    ),
    "schema": {"type": "string", "pattern": f"^{KEY_PATTERN}$"},
}


class DocumentedApi(FastAPI):
    """Adds the error object and the header to what FastAPI collects."""

    def openapi(self) -> dict[str, Any]:
        described = super().openapi()
        error = ErrorResponse.model_json_schema(ref_template=f"{_SCHEMAS}{{model}}")
        described["components"]["schemas"] |= {
            **error.pop("$defs", {}),
            ErrorResponse.__name__: error,
        }
        for path, operations in described["paths"].items():
            if not path.startswith(SECRET_PATHS):
                for method in operations.keys() & {method.lower() for method in METHODS}:
                    parameters = operations[method].setdefault("parameters", [])
                    if _IDEMPOTENCY_KEY not in parameters:
                        parameters.append(_IDEMPOTENCY_KEY)
        return described
