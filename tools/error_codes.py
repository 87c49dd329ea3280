"""Which errors each operation of the API can answer, found in the source of the server.

Follows the calls of each route and of its dependencies, and collects the codes of every `ApiError`
on the way. A receiver whose class is not known is looked up by the name of its method, if only one
class has it. What the rules and the host refuse has codes of their own: `RULES` stands for them.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from fastapi.routing import APIRoute

from ringrift.server.app import ROUTERS

ROOT: Final = Path(__file__).parents[1] / "src"
FILE: Final = ROOT / "ringrift" / "server" / "error_codes.json"
RULES: Final = "RULES"
# Calls through attributes that hold functions: where they lead.
_CALLBACKS: Final = {
    ("GameDirectory", "_handler"): ("CommandHandlers", "handle"),
}
# What only one endpoint runs, though the call graph reaches it from all commands.
_ONLY_OF: Final = {"_claim": "claim", "_require_absent": "claim", "_agreeing_seat": "take_back"}
# Domains whose requests contain states, moves and records, which the rules may refuse.
_OF_RULES: Final = tuple(f"ringrift.server.{part}" for part in ("rules", "analysis", "studies"))
_CHANGES: Final = frozenset({"CSRF", "READ_ONLY"})  # only of requests that change something
_COMMON_METHODS: Final = (
    frozenset(dir(str))
    | frozenset(dir(dict))
    | frozenset(dir(list))
    | {
        *(
            "close",
            "start",
            "run",
            "add",
            "send",
            "publish",
            "execute",
            "begin",
            "connect",
            "scalar",
        ),
        *("of", "load", "find", "info", "create", "set", "take", "check", "receive", "read", "now"),
    }
)
Codes = set[tuple[int, str]]
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(eq=False)
class _Class:
    name: str
    module: str
    methods: dict[str, Function] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)  # their classes


@dataclass(eq=False)
class _Module:
    name: str
    functions: dict[str, Function] = field(default_factory=dict)
    constants: dict[str, object] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    aliases: dict[str, ast.expr] = field(default_factory=dict)  # Annotated[…, Depends(…)]


class CallGraph:
    """The functions of the server, and the calls between them."""

    def __init__(self) -> None:
        self.modules: dict[str, _Module] = {}
        self.classes: dict[str, _Class] = {}
        self.owners: defaultdict[str, list[_Class]] = defaultdict(list)  # of each method name
        for path in sorted((ROOT / "ringrift" / "server").rglob("*.py")):
            if "migrations" not in path.parts:
                self._read(path)
        for found in self.classes.values():
            for name in found.methods:
                self.owners[name].append(found)
            self._read_attributes(found)

    def codes_of(self, module: str, name: str, *, changes: bool) -> Codes:
        """Return the statuses and codes that a function can raise."""
        found: Codes = set()
        seen: set[int] = set()
        pending: list[tuple[_Module, _Class | None, Function]] = [
            (self.modules[module], None, self.modules[module].functions[name])
        ]
        while pending:
            where, owner, function = pending.pop()
            if id(function) in seen:
                continue
            seen.add(id(function))
            if _ONLY_OF.get(function.name, name) != name or (
                owner is not None and owner.name == "CommandHandlers" and not changes
            ):
                continue
            found |= set(self._own_codes(where, function))
            pending += self._callees(where, owner, function)
        return found

    def _read(self, path: Path) -> None:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        module = self.modules[name] = _Module(name)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                source = node.module or ""
                module.imports |= {one.asname or one.name: (source, one.name) for one in node.names}
        for statement in tree.body:
            match statement:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    module.functions[statement.name] = statement
                case ast.ClassDef():
                    self.classes[statement.name] = _read_class(name, statement)
                case (
                    ast.Assign(targets=[ast.Name(id=target)], value=ast.expr() as value)
                    | ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value)
                ):
                    module.aliases[target] = value
                    if isinstance(value, ast.Constant):
                        module.constants[target] = value.value

    def _read_attributes(self, found: _Class) -> None:
        """Find the classes of what `__init__` stores."""
        init = found.methods.get("__init__")
        if init is None:
            return
        types = _parameter_types(init)
        for node in ast.walk(init):
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            if isinstance(node, ast.AnnAssign):
                target = node.target
            if not (isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name)):
                continue
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            for part in ast.walk(value) if value is not None else ():
                if isinstance(part, ast.Name) and part.id in types:
                    found.attributes.setdefault(target.attr, types[part.id])
                if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
                    found.attributes.setdefault(target.attr, part.func.id)

    def _own_codes(self, module: _Module, function: Function) -> Iterator[tuple[int, str]]:
        for node in ast.walk(function):
            if not isinstance(node, ast.Call):
                continue
            match node.func:
                case ast.Name(id="ApiError") if len(node.args) >= 2:
                    status = self._value(module, node.args[0])
                    code = self._value(module, node.args[1])
                    if isinstance(status, int) and isinstance(code, str):
                        yield status, code
                case ast.Attribute(value=ast.Name(id="ApiError"), attr="of"):
                    yield 0, RULES

    def _value(self, module: _Module, node: ast.expr) -> object:
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            if node.id in module.constants:
                return module.constants[node.id]
            source, name = module.imports.get(node.id, ("", ""))
            if source in self.modules:
                return self.modules[source].constants.get(name)
        return None

    def _callees(
        self, module: _Module, owner: _Class | None, function: Function
    ) -> list[tuple[_Module, _Class | None, Function]]:
        types = _parameter_types(function)
        if owner is not None:
            types |= {"self": owner.name, "cls": owner.name}
        found: list[tuple[_Module, _Class | None, Function]] = []
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found += self._named(module, node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                found += self._method(module, types, node)
        return found

    @cache  # noqa: B019 - one graph per run
    def _named(
        self, module: _Module, name: str
    ) -> tuple[tuple[_Module, _Class | None, Function], ...]:
        """Return the function, the constructor or the dependency of that name."""
        source, original = module.imports.get(name, (module.name, name))
        where = self.modules.get(source)
        if where is None:
            return ()
        if original in where.functions:
            return ((where, None, where.functions[original]),)
        if original in where.aliases:
            parts = [one for one in ast.walk(where.aliases[original]) if isinstance(one, ast.Name)]
            return tuple(
                (where, None, where.functions[one.id]) for one in parts if one.id in where.functions
            )
        return ()

    def _method(
        self, module: _Module, types: dict[str, str], node: ast.Attribute
    ) -> list[tuple[_Module, _Class | None, Function]]:
        receiver = self._type(module, types, node.value)
        if receiver is not None:
            callback = _CALLBACKS.get((receiver.name, node.attr))
            if callback is not None:
                receiver = self.classes[callback[0]]
                method = receiver.methods[callback[1]]
                return [(self.modules[receiver.module], receiver, method)]
            if node.attr in receiver.methods:
                return [(self.modules[receiver.module], receiver, receiver.methods[node.attr])]
            return []
        owners = self.owners.get(node.attr, [])
        if len(owners) == 1 and node.attr not in _COMMON_METHODS:
            return [(self.modules[owners[0].module], owners[0], owners[0].methods[node.attr])]
        return []

    def _type(self, module: _Module, types: dict[str, str], node: ast.expr) -> _Class | None:
        name: str | None = None
        if isinstance(node, ast.Name):
            name = types.get(node.id) or node.id
            if name == "CurrentWorker":
                name = "Worker"
        elif isinstance(node, ast.Attribute):
            receiver = self._type(module, types, node.value)
            if receiver is not None:
                name = receiver.attributes.get(node.attr)
        return self.classes.get(name) if name is not None else None


def _read_class(module: str, node: ast.ClassDef) -> _Class:
    found = _Class(node.name, module)
    for one in node.body:
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            found.methods[one.name] = one
        elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            found.attributes[one.target.id] = _class_name(one.annotation)
    return found


def _parameter_types(function: Function) -> dict[str, str]:
    arguments = (*function.args.args, *function.args.kwonlyargs)
    return {one.arg: _class_name(one.annotation) for one in arguments}


def _class_name(annotation: ast.expr | None) -> str:
    """Return the name of the class of an annotation, without `| None`."""
    if isinstance(annotation, ast.BinOp):
        return _class_name(annotation.left)
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    return annotation.id if isinstance(annotation, ast.Name) else ""


def error_codes() -> dict[str, dict[str, list[str]]]:
    """Return the codes by operation and status; `RULES` has the status 422."""
    graph = CallGraph()
    described: dict[str, dict[str, list[str]]] = {}
    for route in (route for router in ROUTERS for route in router.routes):
        if not isinstance(route, APIRoute) or not route.include_in_schema:
            continue
        endpoint = route.endpoint
        for method in sorted(route.methods or ()):
            changes = method != "GET"
            by_status: defaultdict[str, set[str]] = defaultdict(set)
            for status, code in graph.codes_of(
                endpoint.__module__, endpoint.__name__, changes=changes
            ):
                if changes or code not in _CHANGES:
                    by_status[str(status or 422)].add(code)
            if changes and endpoint.__module__.startswith(_OF_RULES):
                by_status["422"].add(RULES)
            described[f"{method} {route.path}"] = {
                status: sorted(found) for status, found in sorted(by_status.items())
            }
    return dict(sorted(described.items()))


def codes_text() -> str:
    """Return the file as committed."""
    return json.dumps(error_codes(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(codes_text(), encoding="utf-8")
