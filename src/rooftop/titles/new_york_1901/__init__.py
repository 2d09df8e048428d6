"""New York 1901: acquire land, and build and rebuild ever taller skyscrapers on it."""

from rooftop.game.title import Title
from rooftop.titles.new_york_1901 import bot, guide, state
from rooftop.titles.new_york_1901.actions import MOVES, why_nothing
from rooftop.titles.new_york_1901.arrange import arrange
from rooftop.titles.new_york_1901.board import Board, board, coloured
from rooftop.titles.new_york_1901.bot import NETWORK_SEARCH, SEARCH, observation_names
from rooftop.titles.new_york_1901.events import EVENTS
from rooftop.titles.new_york_1901.info import explain
from rooftop.titles.new_york_1901.options import OPTIONS, encode
from rooftop.titles.new_york_1901.scene import scene
from rooftop.titles.new_york_1901.tables import fill
from rooftop.titles.new_york_1901.text import text
from rooftop.titles.new_york_1901.view import SOURCES, View, view

TITLE: Title[Board, View] = Title(
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
    moves=MOVES,
    events=EVENTS,
    hints=guide.hints,
    clauses=guide.clauses,
    source_names=guide.sources,
    colours=guide.colours,
    blurb=guide.blurb,
    first_game={"challenge": "none", "hold": True},
    minutes=50,
    text=text,
    scene=scene,
    arrange=arrange,
    explain=explain,
    why_nothing=why_nothing,
    is_open=True,
    search=SEARCH,
    network_search=NETWORK_SEARCH,
    counts=bot,
)
