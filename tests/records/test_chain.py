"""The hash chain: its bytes, and what it detects."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ringrift.records import (
    ChainError,
    Heading,
    Record,
    RecordError,
    RecordMoveError,
    SignatureError,
    dump_record,
    dump_text,
    load_record,
    load_text,
    sign_record,
    sign_tip,
    verify,
)
from ringrift.rules import new_game
from ringrift.rules.wire import dump_move
from tests.records.games import random_record, short_game, short_record

KEY = b"correct horse battery staple"


def sha256(previous: str, value: object) -> str:
    """A link, made as docs/reference/game-record.md says and by nothing of ours."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()


def test_the_chain_is_made_as_documented() -> None:
    record = short_record(names=("Ann", "Bjørn"), Event="Test")
    link = sha256(
        "0" * 64,
        {
            "format": "ringrift-record",
            "version": 1,
            "board": "square8",
            "players": 2,
            "edition": "standard",
            "swap": True,
            "initial": None,
            "names": ["Ann", "Bjørn"],
            "tags": {"Event": "Test"},
        },
    )
    expected = [link]
    for move in record.moves:
        link = sha256(link, dump_move(move))
        expected.append(link)
    ranking = [{"playerNumber": 2, "rank": 1}, {"playerNumber": 1, "rank": 2}]
    expected.append(sha256(link, {"winner": 2, "reason": "resignation", "ranking": ranking}))
    assert list(record.links) == expected
    assert record.tip == expected[-1]


def test_the_signature_is_made_as_documented() -> None:
    record = sign_record(short_record(), KEY)
    message = f"ringrift-signature-1\n{record.tip}".encode()
    assert record.signature == "hmac-sha256:" + hmac.new(KEY, message, hashlib.sha256).hexdigest()


def test_an_unfinished_record_ends_in_the_link_of_its_last_move() -> None:
    unfinished, finished = short_game().record(), short_record()
    assert unfinished.tip == finished.links[-2]
    assert len(unfinished.links) == len(unfinished) + 1


def test_remarks_do_not_change_the_chain() -> None:
    plain, remarked = short_game(), short_game()
    remarked.comment = "A fine game."
    assert plain.record().tip == remarked.record().tip


def test_games_that_differ_in_names_or_tags_have_different_tips() -> None:
    tips = {
        short_record().tip,
        short_record(names=("Ben", "Ann")).tip,
        short_record(Event="Final").tip,
        short_record(Event="final").tip,
    }
    assert len(tips) == 4


Edit = Callable[[list[Any], int], None]


def _edit(moves: list[Any], at: int) -> None:
    moves[at]["player"] = 3 - moves[at]["player"]


def _drop(moves: list[Any], at: int) -> None:
    del moves[at]


def _double(moves: list[Any], at: int) -> None:
    moves.insert(at, copy.deepcopy(moves[at]))


def _exchange(moves: list[Any], at: int) -> None:
    moves[at], moves[at + 1] = moves[at + 1], moves[at]


@pytest.mark.parametrize("edit", [_edit, _drop, _double, _exchange])
def test_the_first_move_that_was_tampered_with_is_named(edit: Edit) -> None:
    record = random_record(new_game("square8", 2), seed=3, moves=60)
    for at in range(0, 58, 3):
        row = dump_record(record)
        moves = row["moves"]
        if edit is _exchange and moves[at]["type"] == moves[at + 1]["type"]:
            continue
        edit(moves, at)
        for number, move in enumerate(moves, 1):
            move["moveNumber"] = number
        with pytest.raises(RecordError) as refused:
            load_record(row)
        # A move that is played twice is first wrong the second time.
        assert refused.value.move in ((at + 1, at + 2) if edit is _double else (at + 1,))


def legal_edit(record: Record) -> tuple[dict[str, Any], int]:
    """The record with one move replaced by another legal one, and the number of that move."""
    row = dump_record(record)
    number = next(i for i, move in enumerate(row["moves"], 1) if move.get("placementCount") == 3)
    row["moves"][number - 1]["placementCount"] = 2
    return row, number


def test_an_edit_that_is_legal_is_found_by_its_link() -> None:
    row, number = legal_edit(random_record(new_game("hex8", 3), seed=5, moves=40))
    with pytest.raises(ChainError) as refused:
        load_record(row)
    assert refused.value.move == number


def test_an_edit_that_is_legal_is_found_in_text_too() -> None:
    record = random_record(new_game("hex8", 3), seed=5, moves=40)
    text = dump_text(record)
    place = text.index("x3 ")
    with pytest.raises(ChainError) as refused:
        load_text(text[:place] + "x2 " + text[place + 3 :])
    assert refused.value.move is not None
    assert "x3" in dump_text(record).splitlines()[(refused.value.line or 0) - 1]


def test_without_links_the_tip_alone_detects_an_edit() -> None:
    record = short_record()
    text = dump_text(record, links=False).replace("@c2 c2-c4", "@b1 b1-b3")
    with pytest.raises(RecordError) as refused:
        load_text(text)
    assert refused.value.code == "WRONG_HASH"
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("[FinalHash"))
    with pytest.raises(ChainError, match="The chain ends with"):
        load_text(bare)


def test_a_changed_heading_differs_from_a_changed_move() -> None:
    row = dump_record(short_record())
    row["names"] = ["Ann", "Ben"]
    with pytest.raises(ChainError, match="heading") as refused:
        load_record(row)
    assert refused.value.move is None


def test_a_link_too_few_or_too_many_is_refused() -> None:
    record = short_record()
    text = dump_text(record)
    last = text.rindex("{%links")
    end = text.index("}", last)
    with pytest.raises(ChainError, match="has no link"):
        load_text(text[: end - 5] + text[end:])
    with pytest.raises(ChainError, match="continues here"):
        load_text(text[:end] + " abcd" + text[end:])


def test_a_signed_record_is_accepted_with_its_key_alone() -> None:
    record = sign_record(short_record(), KEY)
    assert verify(record, KEY) == verify(record)
    assert load_text(dump_text(record), key=KEY) == record
    assert load_record(dump_record(record), key=KEY) == record
    with pytest.raises(SignatureError, match="not made with this key"):
        verify(record, b"another key")


def test_an_unsigned_record_is_refused_where_a_key_is_asked_for() -> None:
    with pytest.raises(SignatureError, match="no signature"):
        verify(short_record(), KEY)


def test_a_forged_chain_is_detected_by_the_signature() -> None:
    """The forger changes the winner, makes a chain that fits, and keeps the old signature."""
    true = sign_record(short_record(), KEY)
    forger = short_game()
    forger.conclude(1, "resignation")
    forged = replace(forger.record(), signature=true.signature)
    verify(forged)
    with pytest.raises(SignatureError):
        verify(forged, KEY)


def test_an_empty_key_signs_nothing() -> None:
    with pytest.raises(SignatureError, match="empty key"):
        sign_tip("0" * 64, b"")


def test_a_lost_end_is_noticed() -> None:
    row = dump_record(short_record())
    row["moves"].pop()
    with pytest.raises(RecordError):
        load_record(row)


def test_a_record_without_a_link_for_a_move_is_refused() -> None:
    record = short_record()
    with pytest.raises(ChainError) as refused:
        verify(replace(record, links=record.links[:5]))
    assert refused.value.move == 5


def test_the_position_a_game_began_in_is_part_of_the_chain() -> None:
    start = short_game().state
    one = Heading.of(start)
    other = Heading.of(start.replace(turn_number=start.turn_number + 2))
    assert random_record(start, 1, 0).links[0] != random_record(other.start(), 1, 0).links[0]
    assert one.position is not None


def test_errors_survive_a_journey_to_another_process() -> None:
    error = RecordMoveError("MOVE_MISSING", "It is gone.", rule="R075", line=3, move=7)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(again), str(again)) == (RecordMoveError, str(error))
