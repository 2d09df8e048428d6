"""Skyrise: bid with your buildings for the neighbourhoods of a city in the sky."""

from typing import Any, cast

from rooftop.game.old_style import OldEvents, OldMoves
from rooftop.game.title import Title
from rooftop.titles.skyrise import guide, log, moves, reasons, state, worths
from rooftop.titles.skyrise.ahead import ahead
from rooftop.titles.skyrise.arrange import arrange
from rooftop.titles.skyrise.board import Board, board, coloured
from rooftop.titles.skyrise.info import explain
from rooftop.titles.skyrise.observation import observation_names
from rooftop.titles.skyrise.options import FIRST_GAME, OPTIONS, encode
from rooftop.titles.skyrise.scene import scene
from rooftop.titles.skyrise.search import NETWORK_SEARCH, SEARCH
from rooftop.titles.skyrise.tables import fill
from rooftop.titles.skyrise.text import text
from rooftop.titles.skyrise.view import SOURCES, View, view

EVENTS = (
    "started", "outbid", "passed", "passed-over", "ended", "won", "returned", "wonder-returned",
    "took-disc", "took-extra", "declined", "may-look", "chose-colour", "wonder-scored", "showed-objective",
    "ban-lifted", "era-ended", "scored-control", "scored-panorama", "chose-card", "showed-card", "begins",
    "finished", "won-key", "scored-objective", "showed-tiles", "scored-patrons", "scored-excess",
    "scored-key", "scored-commissions", "scored-structures", "game-over",
)  # fmt: skip

TITLE: Title[Board, View] = Title(
    id="skyrise",
    name="Skyrise",
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
    first_game=FIRST_GAME,
    minutes=60,
    text=text,
    scene=scene,
    arrange=arrange,
    explain=explain,
    ahead=ahead,
    modules=("opening", "rules", "secrets", "features", "laws", "value"),
    search=SEARCH,
    network_search=NETWORK_SEARCH,
    counts=worths,
)
