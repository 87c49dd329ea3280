"""Games on paper and on disk: record text, replay with verification, hash chain, SQLite store."""

from ringrift.records.chain import sign
from ringrift.records.errors import (
    ChainError,
    RecordError,
    RecordMoveError,
    RecordResultError,
    RecordSyntaxError,
    RecordTooLongError,
    SignatureError,
    StoreError,
)
from ringrift.records.files import RecordFile, Sheet, form_of, read_file, written
from ringrift.records.jsonl import dump_jsonl, dump_record, load_jsonl, load_record
from ringrift.records.live_record import LiveGame
from ringrift.records.record import Entry, Heading, Record, tidy_comment, timestamp
from ringrift.records.recorder import Recorder
from ringrift.records.replay import Limits, replay, resume, signed, verify
from ringrift.records.search import GameRow, Query, Stats
from ringrift.records.store import Added, Store
from ringrift.records.text_read import load_text
from ringrift.records.text_write import dump_text

__all__ = [
    "Added",
    "ChainError",
    "Entry",
    "GameRow",
    "Heading",
    "Limits",
    "LiveGame",
    "Query",
    "Record",
    "RecordError",
    "RecordFile",
    "RecordMoveError",
    "RecordResultError",
    "RecordSyntaxError",
    "RecordTooLongError",
    "Recorder",
    "Sheet",
    "SignatureError",
    "Stats",
    "Store",
    "StoreError",
    "dump_jsonl",
    "dump_record",
    "dump_text",
    "form_of",
    "load_jsonl",
    "load_record",
    "load_text",
    "read_file",
    "replay",
    "resume",
    "sign",
    "signed",
    "tidy_comment",
    "timestamp",
    "verify",
    "written",
]
