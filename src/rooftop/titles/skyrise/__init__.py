"""Skyrise: bid with your buildings for the neighbourhoods of a city in the sky."""

from rooftop.game.title import Title
from rooftop.titles.skyrise import bot, state
from rooftop.titles.skyrise.actions import MOVES, hints
from rooftop.titles.skyrise.arrange import ahead, arrange
from rooftop.titles.skyrise.board import Board, board, coloured
from rooftop.titles.skyrise.bot import NETWORK_SEARCH, SEARCH, observation_names
from rooftop.titles.skyrise.events import EVENTS
from rooftop.titles.skyrise.options import FIRST_GAME, OPTIONS, encode
from rooftop.titles.skyrise.parts import PARTS
from rooftop.titles.skyrise.parts.game import clauses
from rooftop.titles.skyrise.parts.prospects import prospects
from rooftop.titles.skyrise.parts.words import blurb, colours, source_names
from rooftop.titles.skyrise.scene import scene
from rooftop.titles.skyrise.scene.terminal import text
from rooftop.titles.skyrise.tables import fill
from rooftop.titles.skyrise.view import SOURCES, View, view

TITLE: Title[Board, View] = Title(
    id="skyrise",
    name="Skyrise",
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
    coloured=coloured,
    fill=fill,
    encode=encode,
    view=view,
    moves=MOVES,
    events=EVENTS,
    hints=hints,
    clauses=clauses,
    source_names=source_names,
    colours=colours,
    blurb=blurb,
    first_game=FIRST_GAME,
    minutes=60,
    text=text,
    scene=scene,
    arrange=arrange,
    explain=PARTS.explain,
    prospects=prospects,
    ahead=ahead,
    modules=("rules_opening", "rules", "secrets", "features", "laws", "value"),
    search=SEARCH,
    network_search=NETWORK_SEARCH,
    counts=bot,
)
