"""An HTML page of the API, generated from the OpenAPI description without external scripts."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any


def render_api_page(described: dict[str, Any]) -> str:
    """Return the HTML page."""
    info = described["info"]
    body = "\n".join(_sections(described["paths"]))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(info['title'])} API</title></head>\n<body>\n"
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>\n"
        f"<p>{escape(info['description'])}</p>\n"
        '<p>The full description is <a href="/openapi.json">openapi.json</a>.</p>\n'
        f"{body}\n</body></html>\n"
    )


def _sections(paths: dict[str, Any]) -> Iterator[str]:
    tag = None
    for path, methods in paths.items():
        for method, operation in methods.items():
            [first, *_] = operation.get("tags", ["other"])
            if first != tag:
                tag = first
                yield f"<h2>{escape(first)}</h2>"
            yield f"<h3><code>{method.upper()} {escape(path)}</code></h3>"
            yield f"<p>{escape(operation.get('description', ''))}</p>"
            yield from _parameters(operation)


def _parameters(operation: dict[str, Any]) -> Iterator[str]:
    listed = [
        f"<li><code>{escape(one['name'])}</code> ({escape(one['in'])})</li>"
        for one in operation.get("parameters", ())
    ]
    sent = (
        operation.get("requestBody", {})
        .get("content", {})
        .get("application/json", {})
        .get("schema", {})
    )
    if name := sent.get("$ref", "").rpartition("/")[2]:
        listed.append(f"<li>body: <code>{escape(name)}</code></li>")
    if listed:
        yield f"<ul>{''.join(listed)}</ul>"
