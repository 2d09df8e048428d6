"""Skyrise: bid with your buildings for the neighbourhoods of a city in the sky."""

from rooftop.game.title import Title
from rooftop.titles.skyrise import bot, guide, state
from rooftop.titles.skyrise.actions import MOVES
from rooftop.titles.skyrise.arrange import ahead, arrange
from rooftop.titles.skyrise.board import Board, board, coloured
from rooftop.titles.skyrise.bot import NETWORK_SEARCH, SEARCH, observation_names
from rooftop.titles.skyrise.events import EVENTS
from rooftop.titles.skyrise.info import explain
from rooftop.titles.skyrise.info_cards import prospects
from rooftop.titles.skyrise.options import FIRST_GAME, OPTIONS, encode
from rooftop.titles.skyrise.scene import scene
from rooftop.titles.skyrise.tables import fill
from rooftop.titles.skyrise.text import text
from rooftop.titles.skyrise.view import SOURCES, View, view

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
    moves=MOVES,
    events=EVENTS,
    hints=guide.hints,
    clauses=guide.clauses,
    source_names=guide.sources,
    colours=guide.colours,
    blurb=guide.blurb,
    first_game=FIRST_GAME,
    minutes=60,
    text=text,
    scene=scene,
    arrange=arrange,
    explain=explain,
    prospects=prospects,
    ahead=ahead,
    modules=("rules_opening", "rules", "secrets", "features", "laws", "value"),
    search=SEARCH,
    network_search=NETWORK_SEARCH,
    counts=bot,
)
