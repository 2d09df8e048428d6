"""New York 1901: acquire land, and build and rebuild ever taller skyscrapers on it."""

from typing import Any, cast

from rooftop.game.old_style import OldEvents, OldMoves
from rooftop.game.title import Title
from rooftop.titles.new_york_1901 import guide, log, moves, reasons, state, worths
from rooftop.titles.new_york_1901.arrange import arrange
from rooftop.titles.new_york_1901.board import board, coloured
from rooftop.titles.new_york_1901.info import explain
from rooftop.titles.new_york_1901.observation import observation_names
from rooftop.titles.new_york_1901.options import OPTIONS, encode
from rooftop.titles.new_york_1901.scene import scene
from rooftop.titles.new_york_1901.search import NETWORK_SEARCH, SEARCH
from rooftop.titles.new_york_1901.tables import fill
from rooftop.titles.new_york_1901.text import text
from rooftop.titles.new_york_1901.view import SOURCES, view

EVENTS = (
    "took-card", "acquired", "demolished", "built", "workers-back", "worker-out", "prestige", "unlocked",
    "played", "shifted", "returned", "new-card", "few-left", "no-build", "end-begins", "street-won",
    "street-tied", "challenge-won", "cards-kept", "game-over", "quiet-round", "generation-tied",
    "tie-by-feet", "tie-by-gold", "tie-shared",
)  # fmt: skip

TITLE = Title(
    id="new-york-1901",
    name="New York 1901",
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
    first_game={"challenge": "none", "hold": True},
    minutes=50,
    text=text,
    scene=scene,
    arrange=arrange,
    explain=explain,
    why_nothing=reasons.why_nothing,
    is_open=True,
    search=SEARCH,
    network_search=NETWORK_SEARCH,
    counts=worths,
)
