"""Skytopia: golems build towers among the clouds, and time is what they cost."""

from typing import Any, cast

from rooftop.game.old_style import OldEvents, OldMoves
from rooftop.game.title import Title
from rooftop.titles.skytopia import guide, log, moves, reasons, state, worths
from rooftop.titles.skytopia.arrange import arrange
from rooftop.titles.skytopia.board import board, coloured
from rooftop.titles.skytopia.info import explain
from rooftop.titles.skytopia.observation import observation_names
from rooftop.titles.skytopia.options import OPTIONS, encode
from rooftop.titles.skytopia.scene import scene
from rooftop.titles.skytopia.search import NETWORK_SEARCH, SEARCH
from rooftop.titles.skytopia.tables import fill
from rooftop.titles.skytopia.text import text
from rooftop.titles.skytopia.view import SOURCES, view

EVENTS = (
    "took-tile", "chose-side", "placed-first", "completed", "climbed", "tower-gave", "card-gave",
    "bought-points", "rotated", "moved", "placed-free", "taken", "activated", "skipped", "no-effect",
    "used-ability", "recalled", "assigned", "not-placed", "new-card", "deck-empty", "next-round",
    "last-round", "final-points", "game-over", "paid-ability", "tie-broken",
)  # fmt: skip

TITLE = Title(
    id="skytopia",
    name="Skytopia",
    package=__name__,
    rules_version=2,
    state=state.State,
    tables=state.Tables,
    actions=state.ACTIONS,
    observation=state.OBSERVATION,
    observation_names=observation_names,
    sources=SOURCES,
    laws=state.LAWS,
    options=OPTIONS,
    board=board,
    coloured=coloured,
    fill=fill,
    encode=encode,
    view=view,
    moves=cast(Any, OldMoves(moves, reasons)),
    events=cast(Any, OldEvents(EVENTS, log)),
    guide=guide,
    first_game={"abilities": "random", "sides": "A", "hold": True},
    minutes=60,
    text=text,
    scene=scene,
    arrange=arrange,
    explain=explain,
    rarities=("unplaced",),
    is_open=True,
    search=SEARCH,
    network_search=NETWORK_SEARCH,
    counts=worths,
)
