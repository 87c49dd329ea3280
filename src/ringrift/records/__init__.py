"""Game records: text and JSON Lines, verified replay, hash chain, SQLite store."""

from ringrift.records.chain import sign_tip
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
from ringrift.records.files import RawRecord, RecordFile, dump_records, form_for_path, read_file
from ringrift.records.jsonl import dump_jsonl, dump_record, load_jsonl, load_record
from ringrift.records.live_record import LiveRecord
from ringrift.records.marks import Mark
from ringrift.records.record import (
    START_TAG,
    Entry,
    Heading,
    Record,
    format_timestamp,
    normalise_comment,
)
from ringrift.records.recorder import Recorder
from ringrift.records.replay import Limits, replay, resume, sign_record, verify
from ringrift.records.search import GameRow, Query, StoreStats
from ringrift.records.store import AddResult, Store
from ringrift.records.text_read import load_text
from ringrift.records.text_write import dump_text

__all__ = [
    "START_TAG",
    "AddResult",
    "ChainError",
    "Entry",
    "GameRow",
    "Heading",
    "Limits",
    "LiveRecord",
    "Mark",
    "Query",
    "RawRecord",
    "Record",
    "RecordError",
    "RecordFile",
    "RecordMoveError",
    "RecordResultError",
    "RecordSyntaxError",
    "RecordTooLongError",
    "Recorder",
    "SignatureError",
    "Store",
    "StoreError",
    "StoreStats",
    "dump_jsonl",
    "dump_record",
    "dump_records",
    "dump_text",
    "form_for_path",
    "format_timestamp",
    "load_jsonl",
    "load_record",
    "load_text",
    "normalise_comment",
    "read_file",
    "replay",
    "resume",
    "sign_record",
    "sign_tip",
    "verify",
]
