"""New York 1901: acquire land, and build and rebuild ever taller skyscrapers on it."""

from rooftop.game.title import Title
from rooftop.titles.new_york_1901 import bot, state
from rooftop.titles.new_york_1901.actions import MOVES, hints, why_nothing
from rooftop.titles.new_york_1901.arrange import arrange
from rooftop.titles.new_york_1901.board import Board, board
from rooftop.titles.new_york_1901.bot import NETWORK_SEARCH, SEARCH, observation_names
from rooftop.titles.new_york_1901.events import EVENTS
from rooftop.titles.new_york_1901.options import OPTIONS, encode
from rooftop.titles.new_york_1901.parts import PARTS
from rooftop.titles.new_york_1901.parts.game import clauses
from rooftop.titles.new_york_1901.parts.words import blurb, source_names
from rooftop.titles.new_york_1901.scene import scene
from rooftop.titles.new_york_1901.scene.terminal import text
from rooftop.titles.new_york_1901.tables import fill
from rooftop.titles.new_york_1901.view import SOURCES, View, view

TITLE: Title[Board, View] = Title(
    id="new-york-1901",
    name="New York 1901",
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
    first_game={"challenge": "none", "hold": True},
    minutes=50,
    text=text,
    scene=scene,
    arrange=arrange,
    explain=PARTS.explain,
    why_nothing=why_nothing,
    is_open=True,
    search=SEARCH,
    network_search=NETWORK_SEARCH,
    counts=bot,
)
