"""The OpenAPI description: every operation can return the error object."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI

from ringrift.server.errors import ErrorResponse

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


class DocumentedApi(FastAPI):
    """Adds the error object to the schemas that FastAPI collects."""

    def openapi(self) -> dict[str, Any]:
        described = super().openapi()
        error = ErrorResponse.model_json_schema(ref_template=f"{_SCHEMAS}{{model}}")
        described["components"]["schemas"] |= {
            **error.pop("$defs", {}),
            ErrorResponse.__name__: error,
        }
        return described
