"""Datasets of decisions as Parquet files with a manifest (docs/reference/datasets.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, TypedDict

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ringrift import __version__
from ringrift.kernel import choice_count, observation_shape
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.setup import Setup
from ringrift.rules.wire_fields import MALFORMED

if TYPE_CHECKING:
    from types import TracebackType

    from numpy.typing import NDArray

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
SHARD_ROWS: Final = 10_000


class DatasetError(RingRiftError):
    """A dataset that cannot be written or read."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a game. `values` and `outcome` are in turn order from the seat to move."""

    seat: int  # to move, 1 is the first
    turn: int
    planes: NDArray[np.float32]
    scalars: NDArray[np.float32]
    legal: NDArray[np.int32]  # the legal choices
    action: int  # the choice that was made
    values: Sequence[float] | None = None  # expected shares of the win, by the search


class Rows(TypedDict):
    """Some decisions as arrays; the first axis is the decision."""

    planes: NDArray[np.float32]
    scalars: NDArray[np.float32]
    mask: NDArray[np.bool_]
    action: NDArray[np.int64]
    values: NDArray[np.float32]  # NaN where no search was made
    outcome: NDArray[np.float32]


class DatasetWriter:
    """Writes the decisions of games with one setup. The manifest is written last.

    with DatasetWriter(folder, setup, {"records": "games.txt"}) as writer:
        writer.add_game("1", decisions, rewards)
    """

    def __init__(self, folder: Path, setup: Setup, source: Mapping[str, Any]) -> None:
        if folder.exists() and any(folder.iterdir()):
            raise DatasetError(
                Refusal("FOLDER_IN_USE", None, f"{folder} is not empty: choose another folder")
            )
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._setup, self._source = folder, setup, dict(source)
        self._shape = observation_shape(setup.board)
        self._schema = _schema(setup)
        self._rows: list[dict[str, Any]] = []
        self._shards: list[dict[str, Any]] = []
        self.games = 0
        self.decisions = 0

    def add_game(self, game: str, decisions: Sequence[Decision], rewards: Sequence[float]) -> None:
        """Add the decisions of a finished game; `rewards` are by seat."""
        for number, decision in enumerate(decisions):
            outcome = [*rewards[decision.seat - 1 :], *rewards[: decision.seat - 1]]
            self._rows.append(
                {
                    "game": game,
                    "decision": number,
                    "seat": decision.seat,
                    "turn": decision.turn,
                    "planes": decision.planes.reshape(-1),
                    "scalars": decision.scalars,
                    "legal": decision.legal,
                    "action": decision.action,
                    "values": decision.values,
                    "outcome": outcome,
                }
            )
        self.games += 1
        self.decisions += len(decisions)
        while len(self._rows) >= SHARD_ROWS:
            self._write_shard(self._rows[:SHARD_ROWS])
            self._rows = self._rows[SHARD_ROWS:]

    def close(self) -> None:
        """Write what is left, then the manifest."""
        if self._rows:
            self._write_shard(self._rows)
            self._rows = []
        manifest = {
            "format": FORMAT,
            "ringrift": __version__,
            **asdict(self._setup),
            "planes": self._shape.planes,
            "scalars": self._shape.scalars[0],
            "actions": choice_count(self._setup.board),
            "games": self.games,
            "decisions": self.decisions,
            "source": self._source,
            "shards": self._shards,
        }
        text = json.dumps(manifest, indent=2) + "\n"
        (self._folder / MANIFEST).write_text(text, encoding="utf-8")

    def _write_shard(self, rows: list[dict[str, Any]]) -> None:
        path = self._folder / f"decisions-{len(self._shards):05}.parquet"
        table = pa.Table.from_pylist(rows, schema=self._schema)
        pq.write_table(table, path, compression="zstd")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        self._shards.append({"file": path.name, "rows": len(rows), "sha256": digest})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()


class Dataset:
    """A dataset on disk.

    `batches` yields arrays that a network can be trained on.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.manifest = _read_manifest(folder)
        self.setup = Setup(
            self.manifest["board"], self.manifest["players"], self.manifest["edition"]
        )

    def __len__(self) -> int:
        return int(self.manifest["decisions"])

    def verify(self) -> None:
        """Check that every shard is as it was written."""
        for shard in self.manifest["shards"]:
            path = self._folder / shard["file"]
            if not path.exists():
                raise _broken(f"{path} is missing")
            if hashlib.sha256(path.read_bytes()).hexdigest() != shard["sha256"]:
                raise _broken(f"{path} was changed after it was written")

    def batches(self, rows: int, seed: int | None = None) -> Iterator[Rows]:
        """Yield all decisions, up to `rows` at a time; with a seed, in random order.

        Shards are shuffled as a whole and their rows within them.
        """
        shards = [shard["file"] for shard in self.manifest["shards"]]
        rng = None if seed is None else np.random.default_rng(seed)
        if rng is not None:
            rng.shuffle(shards)
        for name in shards:
            table = pq.read_table(self._folder / name, schema=_schema(self.setup))
            order = np.arange(len(table)) if rng is None else rng.permutation(len(table))
            for first in range(0, len(table), rows):
                yield self._arrays(table.take(order[first : first + rows]))

    def _arrays(self, table: pa.Table) -> Rows:
        count, players = len(table), self.setup.players
        mask = np.zeros((count, choice_count(self.setup.board)), bool)
        legal = table["legal"].combine_chunks()
        lengths = np.diff(legal.offsets.to_numpy())
        mask[np.repeat(np.arange(count), lengths), legal.flatten().to_numpy()] = True
        values = np.full((count, players), np.nan, np.float32)
        searched = table["values"].combine_chunks()
        known = searched.is_valid().to_numpy(zero_copy_only=False)
        values[known] = searched.drop_null().flatten().to_numpy().reshape(-1, players)
        return {
            "planes": _floats(table["planes"]).reshape(count, *self.manifest["planes"]),
            "scalars": _floats(table["scalars"]).reshape(count, -1),
            "mask": mask,
            "action": table["action"].to_numpy().astype(np.int64),
            "values": values,
            "outcome": _floats(table["outcome"]).reshape(count, players),
        }


def _schema(setup: Setup) -> pa.Schema:
    planes, scalars = observation_shape(setup.board)

    def floats(count: int) -> pa.DataType:
        return pa.list_(pa.float32(), count)

    return pa.schema(
        [
            pa.field("game", pa.string(), nullable=False),
            pa.field("decision", pa.int32(), nullable=False),
            pa.field("seat", pa.int8(), nullable=False),
            pa.field("turn", pa.int32(), nullable=False),
            pa.field("planes", floats(int(np.prod(planes))), nullable=False),
            pa.field("scalars", floats(scalars[0]), nullable=False),
            pa.field("legal", pa.list_(pa.int32()), nullable=False),
            pa.field("action", pa.int32(), nullable=False),
            pa.field("values", floats(setup.players)),
            pa.field("outcome", floats(setup.players), nullable=False),
        ]
    )


def _floats(column: pa.ChunkedArray) -> NDArray[np.float32]:
    numbers: NDArray[np.float32] = column.combine_chunks().flatten().to_numpy()
    return numbers.copy()  # writable, as PyTorch wants it


def _read_manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise _broken(f"{folder} holds no {MANIFEST}: it is no dataset, or incomplete") from error
    except ValueError as error:
        raise _broken(f"{path} is no JSON") from error
    if manifest.get("format") != FORMAT:
        raise _broken(f"{path} has the format {manifest.get('format')!r}; this version reads 1")
    return manifest


def _broken(message: str) -> DatasetError:
    return DatasetError(Refusal(MALFORMED, None, message))
