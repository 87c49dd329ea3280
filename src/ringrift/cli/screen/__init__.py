"""The full-screen terminal game, built on Textual: `ringrift play --screen`.

`board_layout` places cells and labels in rows and columns of characters; `board_view` draws them;
`move_picker` turns cells into moves; `move_text` describes them; `timeline` holds every state of a
game; `panels` and `dialogs` surround the board; `board_app` shows any position of a game, `replay`
a record, and `game_app` plays.
"""
