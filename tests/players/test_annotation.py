"""Annotation judges turns: what was given away, accuracy, comments in the record, a picture."""

from __future__ import annotations

import math
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from ringrift.drawing.look import contrast_ratio, load_look
from ringrift.players.annotation import (
    Annotation,
    Mark,
    TurnJudgement,
    annotate,
    build_annotation,
    mark_for_loss,
    played_turns,
)
from ringrift.players.share_graph import graph_svg, line_colour, text_colour
from ringrift.records import START_TAG, Heading, Record, Recorder, dump_text, load_text, replay
from ringrift.rules import PlaceRing, legal_moves, new_game
from ringrift.rules.notation import format_move
from ringrift.rules.setup import Setup
from ringrift.starts.book import balanced_moves
from tests.players.test_levels import WIN_BY_LANDING
from tests.records.games import random_record, short_record
from tests.rules.playing import position


@pytest.fixture(scope="module")
def judged() -> Annotation:
    return annotate(short_record(), nodes=300)


def missed_win() -> Record:
    """Seat 1 does not take its win in one."""
    recorder = Recorder.of(position(WIN_BY_LANDING))
    recorder.append(
        next(
            move
            for move in legal_moves(recorder.state)
            if format_move(recorder.state, move) == "a1-a2"
        )
    )
    return recorder.record()


def judgement(ply: int, seat: int, before: float, after: float, loss: float) -> TurnJudgement:
    """As two players would have it; shares are those of seat 1."""
    move = PlaceRing(seat, (3, 3), 1)
    better = () if loss == 0 else (PlaceRing(seat, (4, 4), 1),)
    shares = (before, 1 - before), (after, 1 - after)
    return TurnJudgement(ply + 1, seat, seat, ply, ply + 1, (move,), 0, *shares, loss, better)


def test_every_turn_is_judged_and_the_swap_is_one_of_its_own(judged: Annotation) -> None:
    start = judged.record.heading.start()
    made = [" ".join(format_move(start, move) for move in one.moves) for one in judged.judgements]
    assert made == ["@d4x2 d4-d6", "swap", "@f3 f3-f5", "@c2 c2-c4"]
    for one in judged.judgements:
        assert 0 <= one.loss <= 1
        assert sum(one.before) == pytest.approx(1)
        assert sum(one.after) == pytest.approx(1)


def test_turns_count_for_the_person_by_the_seat_held_at_the_end(judged: Annotation) -> None:
    """Ann opens and then has seat 2; Ben swaps and then has seat 1."""
    assert [(one.turn, one.seat, one.player) for one in judged.judgements] == [
        (1, 1, 2),
        (2, 2, 1),
        (2, 2, 2),
        (3, 1, 1),
    ]


def test_a_turn_is_not_judged_by_its_steps() -> None:
    """What a placement seems to lose, the move after it may regain."""
    record = short_record()
    states = list(replay(record))
    turns = list(played_turns(record, states))
    assert [(turn.first, turn.end, turn.ply) for turn in turns] == [
        (0, 4, 1),
        (4, 5, 4),
        (5, 9, 6),
        (9, 13, 10),
    ]


def test_the_turns_of_a_start_and_of_a_substitute_count_for_nobody() -> None:
    moves = balanced_moves(Setup("hex8", 2, "standard"), 0)
    recorder = Recorder(Heading("hex8", 2, swap=False, tags={START_TAG: str(len(moves))}))
    for move in moves:
        recorder.append(move)
    started = recorder.record()
    assert {turn.player for turn in played_turns(started, list(replay(started)))} == {None}
    three = random_record(new_game("square8", 3), 3, 60)
    left = replace(three, heading=replace(three.heading, tags={"Left": "2@10 resigned"}))
    states = list(replay(three))
    without = [turn.player for turn in played_turns(left, states) if turn.first >= 10]
    assert 2 not in without
    assert {1, 3} <= set(without)


def test_the_same_game_is_always_judged_alike(judged: Annotation) -> None:
    assert annotate(short_record(), nodes=300) == judged


def test_a_missed_win_is_a_blunder() -> None:
    annotation = annotate(missed_win(), nodes=2000)
    (one,) = annotation.judgements
    assert one.mark is Mark.BLUNDER
    assert one.before[0] == 1
    assert one.better[0] not in one.moves
    assert annotation.record.entries[0].comment.startswith("[?? 100% becomes ")


def test_the_marks_follow_the_share_given_away() -> None:
    assert [mark_for_loss(loss) for loss in (0, 0.07, 0.08, 0.2, 0.9)] == ["", "", "?", "??", "??"]


def test_accuracy_falls_with_the_share_given_away() -> None:
    losses = [0.0, 0.08, 0.3]
    judged = [judgement(2 * ply, 1, 0.5, 0.5, loss) for ply, loss in enumerate(losses)]
    annotation = build_annotation(short_record(), judged)
    assert annotation.accuracy(1) == pytest.approx(sum(math.exp(-4.35 * x) for x in losses) / 3)
    assert annotation.accuracy(2) is None
    assert build_annotation(short_record(), judged[:1]).accuracy(1) == 1


def test_a_game_turns_when_another_seat_is_clearly_ahead() -> None:
    shares = [0.5, 0.7, 0.4, 0.6, 0.5, 0.2, 0.3, 0.5, 0.6, 0.8]
    judgements = [judgement(ply, 1 + ply % 2, 0.5, now, 0) for ply, now in enumerate(shares)]
    annotation = build_annotation(short_record(), judgements)
    assert [(one.ply, one.favourite) for one in annotation.turning_points] == [(5, 2), (8, 1)]
    assert "turning point: red" in annotation.record.entries[5].comment


def test_it_does_not_turn_because_the_one_to_move_always_seems_to_be_ahead() -> None:
    shares = [0.3, 0.8, 0.3, 0.8, 0.3, 0.8]
    judgements = [judgement(ply, 1 + ply % 2, 0.5, now, 0) for ply, now in enumerate(shares)]
    assert len(build_annotation(short_record(), judgements).turning_points) <= 1


def test_comments_are_kept_and_a_second_annotation_replaces_the_first() -> None:
    record = short_record()
    entries = (replace(record.entries[0], comment="Quiet."), *record.entries[1:])
    judgements = [judgement(0, 1, 0.7, 0.3, 0.4)]
    once = build_annotation(replace(record, entries=entries), judgements).record
    assert once.entries[0].comment == "Quiet. [?? 70% becomes 30%; better @e5]"
    milder = build_annotation(once, [judgement(0, 1, 0.7, 0.6, 0.1)]).record
    assert milder.entries[0].comment == "Quiet. [? 70% becomes 60%; better @e5]"


def test_an_annotated_record_can_be_written_and_read_back(judged: Annotation) -> None:
    record = build_annotation(short_record(), [judgement(0, 1, 0.7, 0.3, 0.4)]).record
    assert load_text(dump_text(record)) == record
    assert record.tip == short_record().tip
    assert load_text(dump_text(judged.record)) == judged.record


def test_a_seat_has_its_sums() -> None:
    judgements = [
        judgement(0, 1, 0.7, 0.3, 0.4),
        judgement(1, 2, 0.3, 0.3, 0),
        judgement(2, 1, 0.3, 0.2, 0.1),
    ]
    annotation = build_annotation(short_record(), judgements)
    assert annotation.marks(1) == {Mark.BLUNDER: 1, Mark.MISTAKE: 1}
    assert annotation.mean_loss(1) == pytest.approx(0.25)
    assert annotation.mean_loss(2) == 0


def test_the_graph_is_a_picture_with_a_title_and_a_line_a_seat() -> None:
    judgements = [judgement(0, 1, 0.7, 0.3, 0.4), judgement(5, 2, 0.3, 0.6, 0.3)]
    picture = ET.fromstring(graph_svg(build_annotation(short_record(), judgements), "Ann & Ben"))
    space = {"svg": "http://www.w3.org/2000/svg"}
    assert picture.get("role") == "img"
    assert picture.findtext("svg:title", namespaces=space) == "Ann & Ben"
    assert "blue lost 40.0% per turn on average" in (
        picture.findtext("svg:desc", namespaces=space) or ""
    )
    assert [path.get("class") for path in picture.findall("svg:path", space)] == [
        f"{kind} seat{seat}" for seat in (1, 2) for kind in ("share", "mean")
    ]
    said = [one.text for one in picture.findall("svg:g/svg:title", space)]
    assert "Turn 1, blue: @d4 ??, lost 40%; better @e5" in said
    assert "prefers-color-scheme:dark" in (picture.findtext("svg:style", namespaces=space) or "")


def test_a_game_without_a_decision_still_has_a_graph() -> None:
    empty = Recorder(short_record().heading).record()
    assert "50%" in graph_svg(annotate(empty, nodes=10))


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_the_colours_can_be_told_from_the_page(seat: int) -> None:
    page = {name: theme["page"] for name, theme in load_look().themes.items()}
    assert contrast_ratio(line_colour(seat, "paper"), page["paper"]) >= 3
    assert contrast_ratio(line_colour(seat, "slate"), page["slate"]) >= 3
    assert contrast_ratio(text_colour(seat, "paper"), page["paper"]) >= 4.5
    assert contrast_ratio(text_colour(seat, "slate"), page["slate"]) >= 4.5
