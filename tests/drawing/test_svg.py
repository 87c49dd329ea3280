"""Pictures of boards: well-formed, legible, and true to the position."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import get_args
from xml.etree import ElementTree as ET

import pytest

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.drawing import board_svg, parse_diagram
from ringrift.drawing.layout import board_layout
from ringrift.drawing.look import ThemeName, contrast_ratio, load_look
from ringrift.drawing.svg import Spotlight, describe_move
from ringrift.drawing.svg_pieces import PieceRenderer
from ringrift.rules import InvalidSetupError, State, apply, conclude, new_game
from ringrift.rules.grid import BOARD_NAMES, BoardName, grid_named
from ringrift.rules.notation import parse_move

THEMES: tuple[ThemeName, ...] = get_args(ThemeName)
SVG = "{http://www.w3.org/2000/svg}"
PIECES = """
player: 1  phase: movement
8  2   .  3112 .   .   .  #2  #2
7  .  *3   .   .   .  222  .  #2
6  .  *3   .   .  *2   .   .   .
5  3   .   .  112  .  *2  *4   .
4  .   .  *1   .   .  *2   .  #4
3  .   .  *1  *1   .   .  44  #4
2 #1  #1  #1   .   .   .   .   .
1 #1  #1   .  111  .  #3  #3   .
"""
CAPTURE = """
player: 1  phase: movement
8 . .  .  . .  .  . .
7 . .  .  . .  .  . .
6 . .  .  . .  .  . .
5 . .  .  . .  .  . .
4 . .  .  . .  .  . .
3 11 . *2 2 *1 *2 . .
2 . .  .  . .  .  . .
1 . .  .  . .  .  . .
"""


def state_of(text: str) -> State:
    return parse_diagram(text)


def drawn(text: str, name: str) -> list[ET.Element]:
    return list(ET.fromstring(text).iter(f"{SVG}{name}"))


def random_states() -> list[State]:
    return [random_position(setup, Random(seed)) for seed, setup in enumerate(SETUPS)]


@pytest.mark.parametrize("theme", THEMES)
def test_every_picture_is_one_well_formed_document_that_needs_nothing_else(
    theme: ThemeName,
) -> None:
    for state in random_states():
        text = board_svg(state, theme=theme)
        ids = [element.get("id") for element in ET.fromstring(text).iter() if element.get("id")]
        used = re.findall(r'(?:url\(|href=")#(\w+)', text)
        assert len(ids) == len(set(ids))
        assert set(used) <= set(ids)
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_pictures_share_a_page_without_sharing_ids() -> None:
    one, other = board_svg(state_of(PIECES)), board_svg(state_of(CAPTURE))
    ids = [set(re.findall(r' id="(\w+)"', text)) for text in (one, other)]
    assert ids[0]
    assert ids[1]
    assert not ids[0] & ids[1]
    assert 'id="boardtitle"' in board_svg(state_of(PIECES), ids="board")


def test_equal_states_give_equal_pictures() -> None:
    assert board_svg(state_of(PIECES)) == board_svg(state_of(PIECES))


def test_a_picture_says_in_words_what_it_shows() -> None:
    root = ET.fromstring(board_svg(state_of(PIECES)))
    title, words = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
    assert root.get("role") == "img"
    assert title == "RingRift on square8: turn 5, seat 1 to move, movement"
    assert words is not None
    assert "stacks d1 (1-1-1), d5 (1-1-2)" in words
    assert "markers g5; territory h3, h4" in words
    over = board_svg(conclude(state_of(PIECES), 2, "timeout"))
    assert "seat 2 has won, timeout" in over


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_all_text_is_legible(board: BoardName, theme: ThemeName) -> None:
    setup = next(setup for setup in SETUPS if setup.board == board and setup.players == 4)
    cell = grid_named(board).positions[grid_named(board).cells[0]]
    text = board_svg(
        random_position(setup, Random(1), "scattered"),
        theme=theme,
        spotlight=Spotlight((cell,), "one ring"),
    )
    page = load_look().themes[theme].page
    written = drawn(text, "text")
    assert any(element.text == "one ring" for element in written)
    for element in written:
        assert contrast_ratio(element.get("fill") or "", page) >= 4.5


def test_contrast_is_the_ratio_that_accessibility_asks_for() -> None:
    assert contrast_ratio("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast_ratio("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def test_every_stack_marker_and_territory_is_drawn() -> None:
    text = board_svg(state_of(PIECES), coordinates=False)
    titles = [element.findtext(f"{SVG}title") for element in drawn(text, "g")]
    assert {title for title in titles if title} == {
        "a8: 2",
        "c8: 3-1-1-2",
        "f7: 2-2-2",
        "a5: 3",
        "d5: 1-1-2",
        "g3: 4-4",
        "d1: 1-1-1",
    }
    fills = Counter(element.get("fill") for element in drawn(text, "circle"))
    seats = load_look().seats
    assert [fills[seat.colour] - (seat.pattern == "dots") for seat in seats] == [
        3,
        3,
        2,
        1,
    ]  # markers
    assert sorted(element.text or "" for element in drawn(text, "text")) == [
        "2",
        "3",
        "3",
        "3",
        "4",
    ]  # badges
    patterns = Counter(re.findall(r'fill="url\(#\w+t(\d)\)"', text))
    assert patterns == {"1": 5, "2": 3, "3": 2, "4": 2}


def test_every_ring_of_a_stack_shows_its_colour_from_the_bottom_up() -> None:
    text = board_svg(state_of(PIECES))
    stack = next(
        group for group in drawn(text, "g") if group.findtext(f"{SVG}title") == "c8: 3-1-1-2"
    )
    bands = [band.get("fill") or "" for band in stack.iter(f"{SVG}path")]
    assert [re.sub(r".*s(\d)\)", r"\1", band) for band in bands] == ["2", "1", "1", "3"]


def test_near_rows_are_drawn_over_far_ones() -> None:
    text = board_svg(state_of(PIECES))
    rows = [int(name) for name in re.findall(r"<title>[a-h](\d)", text)]
    assert rows == sorted(rows, reverse=True)


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_no_stack_leaves_its_cell_by_more_than_half(board: BoardName) -> None:
    layout = board_layout(board)
    pieces = PieceRenderer(load_look(), load_look().themes["light"], layout.piece, "")
    for height in range(1, layout.grid.max_stack_height + 1):
        top = pieces.stack_base((0, 0))[1] - height * pieces.ring_spacing(height) - pieces.ry
        assert top >= -layout.piece  # half a cell is the cell's own
        assert pieces.ring_spacing(height) <= pieces.ring_spacing(1)


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_neighbouring_tiles_have_different_tones(board: BoardName) -> None:
    layout = board_layout(board)
    for cell in layout.grid.cells:
        for ring_spacing in layout.grid.adjacency:
            if cell + ring_spacing in layout.grid.cells:
                assert layout.tile_tone(cell) != layout.tile_tone(cell + ring_spacing)


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_everything_lies_on_the_page_and_a1_lies_bottom_left(board: BoardName) -> None:
    layout = board_layout(board)
    points = [layout.centre(cell) for cell in layout.grid.cells]
    reach = layout.pitch / 2
    for x, y in points:
        assert reach <= x <= layout.width - reach
        assert reach <= y <= layout.height - reach
    for _, (x, y) in layout.labels():
        assert 0 < x < layout.width
        assert 0 < y < layout.height
        assert min((x - at) ** 2 + (y - to) ** 2 for at, to in points) > reach**2
    first = points[0]
    assert first[1] == max(y for _, y in points)
    assert first[0] == min(x for x, y in points if y == first[1])


def test_a_chosen_stack_its_targets_and_its_captures_are_marked() -> None:
    state = state_of(CAPTURE)
    plain = board_svg(state)
    marked = board_svg(state, chosen="a3", targets=["a5", (0, 7)], captures=["d3"])
    highlight = load_look().themes["light"].highlight
    assert highlight not in plain
    dots = [dot for dot in drawn(marked, "circle") if dot.get("fill") == highlight]
    assert len(dots) == 2
    assert [shape.get("stroke") for shape in drawn(marked, "ellipse")].count(highlight) == 1
    assert [shape.get("stroke") for shape in drawn(marked, "path")].count(highlight) == 1


def test_the_last_move_shows_its_track_and_what_it_turned_and_collapsed() -> None:
    before = state_of(CAPTURE)
    move = parse_move(before, "a3xd3-h3")
    after = apply(before, move)
    track = describe_move(before, move, after)
    grid = before.board.grid
    names = [grid.cell_name(cell) for cell in track.path]
    assert names == ["a3", "d3", "h3"]
    assert [grid.cell_name(cell) for cell in grid.cells if track.flipped >> cell & 1] == [
        "c3",
        "f3",
    ]
    assert [grid.cell_name(cell) for cell in grid.cells if track.collapsed >> cell & 1] == ["e3"]
    text = board_svg(after, last_move=track)
    outlines = [
        use
        for use in drawn(text, "use")
        if use.get("stroke") == load_look().themes["light"].highlight
    ]
    assert [use.get("stroke-dasharray") is not None for use in outlines] == [True, True, False]


def test_a_spotlight_brightens_its_cells_and_names_the_price() -> None:
    text = board_svg(state_of(CAPTURE), spotlight=Spotlight(("a8", "b8"), "pay <1> & go"))
    assert "pay &lt;1&gt; &amp; go" in text
    glows = [
        group for group in drawn(text, "g") if group.get("fill") == load_look().themes["light"].glow
    ]
    assert [len(group) for group in glows] == [2]


@pytest.mark.parametrize(
    "cells", [("a1", "b1", "c1"), ("a8", "b8"), ("h1", "h2"), ("a1", "a2", "a3")]
)
def test_a_note_covers_no_letter_and_no_number_of_the_rim(cells: tuple[str, ...]) -> None:
    text = board_svg(state_of(CAPTURE), spotlight=Spotlight(cells, "one cap"))
    plate = drawn(text, "rect")[-1]
    left, top = float(plate.get("x", "")), float(plate.get("y", ""))
    right, bottom = left + float(plate.get("width", "")), top + float(plate.get("height", ""))
    for label, (x, y) in board_layout("square8").labels():
        assert not (left < x < right and top < y < bottom), label


def test_width_scales_the_picture() -> None:
    root = ET.fromstring(board_svg(new_game("hex8", 2), width=264))
    assert (root.get("width"), root.get("viewBox", "").split()[2]) == ("264", "528")


def test_coordinates_can_be_left_out() -> None:
    assert len(drawn(board_svg(new_game("square19", 2)), "text")) == 38
    assert not drawn(board_svg(new_game("square19", 2), coordinates=False), "text")


def test_what_cannot_be_drawn_is_refused() -> None:
    state = new_game("square8", 2)
    for place in ("i1", "?", (8, 0), (0, 0, 0)):
        with pytest.raises(InvalidSetupError) as raised:
            board_svg(state, targets=[place])
        assert raised.value.code == "OUT_OF_BOUNDS"
    with pytest.raises(InvalidSetupError, match="no theme 'pink'"):
        board_svg(state, theme="pink")  # type: ignore[arg-type]


def test_the_four_seats_are_told_apart_without_colour() -> None:
    assert {seat.pattern for seat in load_look().seats} == {"stripes", "dots", "grid", "bars"}
    assert [seat.colour for seat in load_look().seats] == [
        "#2D6CDF",
        "#E4572E",
        "#1F9D77",
        "#B8860B",
    ]
