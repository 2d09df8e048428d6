"""Tower Up: every new building raises its neighbours; crown the right towers with your roofs."""

from rooftop.game.title import Title
from rooftop.titles.tower_up import bot, state
from rooftop.titles.tower_up.actions import MOVES, hints
from rooftop.titles.tower_up.arrange import arrange
from rooftop.titles.tower_up.board import Board, board
from rooftop.titles.tower_up.bot import NETWORK_SEARCH, SEARCH, observation_names
from rooftop.titles.tower_up.events import EVENTS
from rooftop.titles.tower_up.options import OPTIONS, encode
from rooftop.titles.tower_up.parts import PARTS
from rooftop.titles.tower_up.parts.game import clauses
from rooftop.titles.tower_up.parts.words import blurb, source_names
from rooftop.titles.tower_up.scene import scene
from rooftop.titles.tower_up.scene.terminal import text
from rooftop.titles.tower_up.tables import fill
from rooftop.titles.tower_up.view import SOURCES, View, view

TITLE: Title[Board, View] = Title(
    id="tower-up",
    name="Tower Up",
    package=__name__,
    rules_version=2,
    state=state.State,
    tables=state.Tables,
    observation=state.OBSERVATION,
    observation_names=observation_names,
    sources=SOURCES,
    laws=state.LAWS,
    options=OPTIONS,
    board=board,
    fill=fill,
    encode=encode,
    view=view,
    moves=MOVES,
    events=EVENTS,
    hints=hints,
    clauses=clauses,
    source_names=source_names,
    blurb=blurb,
    first_game={"objectives": "first-game", "hold": True},
    minutes=45,
    text=text,
    scene=scene,
    arrange=arrange,
    explain=PARTS.explain,
    is_open=True,
    search=SEARCH,
    network_search=NETWORK_SEARCH,
    counts=bot,
)
