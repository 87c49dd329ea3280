"""Pictures of boards: well-formed, legible, and true to the position."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from random import Random
from typing import get_args
from xml.etree import ElementTree as ET

import pytest

from ringrift.conformance.positions import SETUPS, random_position
from ringrift.drawing import board_svg, parse_diagram
from ringrift.drawing.layout import board_layout
from ringrift.drawing.look import ThemeName, contrast_ratio, load_look, theme_variables
from ringrift.drawing.outline import area_outline, connected_areas
from ringrift.drawing.svg import Spotlight, describe_move
from ringrift.drawing.svg_pieces import ring_spacing, stack_base
from ringrift.drawing.symbols import CELL
from ringrift.rules import InvalidSetupError, State, apply, conclude, new_game
from ringrift.rules.grid import BOARD_NAMES, BoardName, grid_named
from ringrift.rules.notation import parse_move
from tools.web_look import clear_theme

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


@pytest.mark.parametrize("theme", THEMES)
def test_text_has_a_contrast_of_4_5(theme: ThemeName) -> None:
    look = load_look().themes[theme]
    pairs = [
        *(
            (look[text], look[ground])
            for text in ("ink", "quiet", "accent", "danger")
            for ground in ("page", "surface", "surface2")
        ),
        (look["onAccent"], look["accent"]),
        (look["coordinates"], look["frame"]),
        (look["plateInk"], look["plate"]),
        (look["plateDanger"], look["plate"]),
        *((look[tag], look["halo"]) for tag in ("target", "trail", "dangerOnBoard")),
        *((seat.ink, look[ground]) for seat in look.seats for ground in ("page", "surface")),
    ]
    for text, ground in pairs:
        assert contrast_ratio(text, ground) >= 4.5, (text, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_marks_and_pieces_have_a_contrast_of_3_on_every_cell(theme: ThemeName) -> None:
    look = load_look().themes[theme]
    clear = clear_theme(load_look(), look)
    seats = [seat.body for seat in (*look.seats, *clear.seats)]
    marks = [look[mark] for mark in ("target", "capture", "trail", "dangerOnBoard")]
    for ground in look.cells:
        for colour in (*marks, *seats):
            assert contrast_ratio(colour, ground) >= 3, (colour, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_territory_shows_its_pattern(theme: ThemeName) -> None:
    for number, seat in enumerate(load_look().themes[theme].seats, 1):
        land = theme_variables(load_look().themes[theme])[f"seat-{number}-land"]
        assert contrast_ratio(seat.body, land) >= 3, (number, land)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_clear_colours_differ_in_lightness(mode: str) -> None:
    seats = load_look().clear[mode]
    for one, other in combinations(seats, 2):
        assert contrast_ratio(one.body, other.body) >= 1.15, (one, other)


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
    look = load_look().themes[theme]
    written = drawn(text, "text")
    assert any(element.text == "one ring" for element in written)
    for element in written:
        fill = element.get("fill") or ""
        ground = look["frame"] if fill == look["coordinates"] else look["plate"]
        assert contrast_ratio(fill, ground) >= 4.5


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
    coins = Counter(re.findall(r'href="#\w+coin(\d)"', text))
    assert coins == {"1": 3, "2": 3, "3": 2, "4": 1}
    assert sorted(element.text or "" for element in drawn(text, "text")) == [
        "2",
        "3",
        "3",
        "3",
        "4",
        "5",
    ]  # badges, and the size of blue's territory
    assert Counter(re.findall(r'fill="url\(#\w+land(\d)\)"', text)) == {
        "1": 1,
        "2": 1,
        "3": 1,
        "4": 1,
    }


def test_every_ring_of_a_stack_shows_its_colour_from_the_bottom_up() -> None:
    text = board_svg(state_of(PIECES))
    stack = next(
        group for group in drawn(text, "g") if group.findtext(f"{SVG}title") == "c8: 3-1-1-2"
    )
    symbols = [use.get("href") or "" for use in stack.iter(f"{SVG}use")]
    kinds = [re.sub(r".*(shadow|side|ring)", r"\1", symbol) for symbol in symbols]
    assert kinds == ["shadow3", "side2", "side1", "side1", "ring3"]


def test_near_rows_are_drawn_over_far_ones() -> None:
    text = board_svg(state_of(PIECES))
    rows = [int(name) for name in re.findall(r"<title>[a-h](\d)", text)]
    assert rows == sorted(rows, reverse=True)


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_no_usual_stack_leaves_its_cell_by_more_than_half(board: BoardName) -> None:
    ring = load_look()["ring"]
    for height in range(1, board_layout(board).grid.max_stack_height + 1):
        foot = stack_base((0, 0))[1]
        top = foot - (height - 1) * ring_spacing(height) - (ring["side"] + ring["ry"]) * CELL
        assert top >= -CELL or height > 12  # half a cell is the cell's own
        assert ring_spacing(height) <= ring_spacing(1)


def test_twelve_rings_rise_as_drawn() -> None:
    assert ring_spacing(4) == 12.5
    assert 11 * ring_spacing(12) + 12.5 == pytest.approx(73)


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_neighbouring_tiles_have_different_tones(board: BoardName) -> None:
    layout = board_layout(board)
    for cell in layout.grid.cells:
        for offset in layout.grid.adjacency:
            if cell + offset in layout.grid.cells:
                assert layout.tile_tone(cell) != layout.tile_tone(cell + offset)


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_everything_lies_on_the_page_and_a1_lies_bottom_left(board: BoardName) -> None:
    layout = board_layout(board)
    points = [layout.centre(cell) for cell in layout.grid.cells]
    reach = CELL / 2
    for x, y in points:
        assert reach <= x <= layout.width - reach
        assert reach <= y <= layout.height - reach
    for _, (x, y) in layout.labels():
        assert 0 < x < layout.width
        assert 0 < y < layout.height
        assert min((x - at) ** 2 + (y - to) ** 2 for at, to in points) > reach**2 * 0.99
    first = points[0]
    assert first[1] == max(y for _, y in points)
    assert first[0] == min(x for x, y in points if y == first[1])


def test_a_chosen_stack_its_targets_and_its_captures_are_marked() -> None:
    state = state_of(CAPTURE)
    plain = board_svg(state)
    marked = board_svg(state, chosen="a3", targets=["a5", (0, 7)], captures=["d3"])
    target, capture = (load_look().themes["paper"][name] for name in ("target", "capture"))
    assert "paint-order" not in plain
    assert capture not in plain
    dots = [dot for dot in drawn(marked, "circle") if dot.get("fill") == target]
    assert len(dots) == 2
    assert [shape.get("stroke") for shape in drawn(marked, "path")].count(target) == 1  # chosen
    assert [shape.get("stroke") for shape in drawn(marked, "path")].count(capture) == 1  # claws


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
    trail = load_look().themes["paper"]["trail"]
    lines = [path for path in drawn(text, "path") if path.get("stroke") == trail]
    assert len(lines) == 5  # new territory, the path, two turned markers, the end
    starts = [start for start in drawn(text, "ellipse") if start.get("stroke") == trail]
    assert [start.get("stroke-dasharray") for start in starts] == ["10 7"]


def test_a_spotlight_brightens_its_cells_and_names_the_price() -> None:
    text = board_svg(state_of(CAPTURE), spotlight=Spotlight(("a8", "b8"), "pay <1> & go"))
    assert "pay &lt;1&gt; &amp; go" in text
    dashed = [path.get("stroke-dasharray") for path in drawn(text, "path")]
    assert dashed.count("18 12") == 1


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
    assert root.get("width") == "264"
    width, height = (float(value) for value in root.get("viewBox", "").split()[2:])
    assert float(root.get("height", "")) == pytest.approx(264 * height / width, abs=0.01)


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
    assert {seat.emblem for seat in load_look().seats} == {"disc", "diamond", "triangle", "cross"}
    assert len({seat.side for seat in load_look().seats}) == 4


def test_touching_territories_of_one_owner_are_one_shape() -> None:
    layout = board_layout("square8")
    corners = layout.tile_corners()
    row = [(50.0, 50.0), (150.0, 50.0), (250.0, 50.0)]
    assert len(connected_areas(corners, [*row, (350.0, 150.0)])) == 2  # a corner does not join
    assert area_outline(corners, row, 0, 0.001).count("M") == 1
    ring = [(x * 100.0, y * 100.0) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert area_outline(corners, ring, 3, 10).count("M") == 2  # with its hole
