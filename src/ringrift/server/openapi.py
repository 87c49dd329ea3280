"""The OpenAPI description: errors, security, and the header that makes requests repeatable."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI

from ringrift.server.accounts.cookies import SESSION_COOKIE
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
CODES: Final = "x-error-codes"
RULES: Final = "RULES"  # any code of the rules or the host, with the status 409 or 422
_RULES_STATUS: Final = ("409", "422")
# What every operation can answer, before its route runs or because the storage fails.
_COMMON: Final[Mapping[str, tuple[str, ...]]] = {
    "400": ("MALFORMED",),
    "413": ("TOO_BIG",),
    "422": ("MALFORMED",),
    "429": ("TOO_MANY", "FLOOD"),
    "503": ("TRY_AGAIN", "CLOSING", "QUEUE_FULL", "OUTCOME_UNKNOWN", "STORAGE_FULL"),
}
_SAFE: Final = frozenset({"get", "head"})
_SECURITY_SCHEMES: Final = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "the token of a bot; one with the scope `read` may only send GET requests",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": SESSION_COOKIE,
        "description": "a login session; over HTTPS the name begins with `__Host-`",
    },
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": "X-CSRF-Token",
        "description": "the `csrf` of the login session, with every change by its cookie",
    },
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
    """Adds errors with their codes, security and the header to what FastAPI collects."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is not None:
            return self.openapi_schema
        described = super().openapi()
        error = ErrorResponse.model_json_schema(ref_template=f"{_SCHEMAS}{{model}}")
        described["components"]["schemas"] |= {
            **error.pop("$defs", {}),
            ErrorResponse.__name__: error,
        }
        described["components"]["securitySchemes"] = _SECURITY_SCHEMES
        for path, operations in described["paths"].items():
            for method, operation in operations.items():
                codes = error_codes().get(f"{method.upper()} {path}", {})
                operation["security"] = _security(codes, method)
                if method.upper() in METHODS and not path.startswith(SECRET_PATHS):
                    operation.setdefault("parameters", []).append(_IDEMPOTENCY_KEY)
                _describe_errors(operation, codes)
        return described


@cache
def error_codes() -> Mapping[str, Mapping[str, list[str]]]:
    """Return the codes by operation and status, as `tools.error_codes` found them."""
    found: dict[str, dict[str, list[str]]] = json.loads(
        Path(__file__).with_name("error_codes.json").read_text("utf-8")
    )
    return found


def _security(codes: Mapping[str, list[str]], method: str) -> list[dict[str, list[str]]]:
    """Return who may send the request: empty security means everybody."""
    refused, forbidden = codes.get("401", []), codes.get("403", [])
    session: dict[str, list[str]]
    session = {"session": []} if method in _SAFE else {"session": [], "csrf": []}
    if "BAD_TOKEN" not in refused:
        return []
    ways: list[dict[str, list[str]]] = [session]
    if "SESSION_NEEDED" not in forbidden:
        ways.insert(0, {"token": []})
    return ways if "NOT_LOGGED_IN" in refused else [{}, *ways]


def _describe_errors(operation: dict[str, Any], codes: Mapping[str, list[str]]) -> None:
    """Keep the error responses that the operation has, and name the codes of each."""
    by_status: defaultdict[str, set[str]] = defaultdict(set)
    for source in (_COMMON, codes):
        for status, found in source.items():
            by_status[status] |= set(found)
    if RULES in by_status["422"]:
        for status in _RULES_STATUS:
            by_status[status].add(RULES)
    if any(one["name"] == HEADER for one in operation.get("parameters", ())):
        by_status["422"].add("KEY_REUSED")
    responses = operation["responses"]
    for number, description in _DESCRIPTIONS.items():
        known = by_status.get(str(number))
        response = responses.get(str(number))
        if known is None and response is not None:
            del responses[str(number)]
        elif known is not None and response is not None:
            listed = ", ".join(f"`{code}`" for code in sorted(known - {RULES}))
            more = " and the codes of the rules and the host" if RULES in known else ""
            responses[str(number)] = {
                **response,
                "description": f"{description}: {listed}{more}",
                CODES: sorted(known),
            }
