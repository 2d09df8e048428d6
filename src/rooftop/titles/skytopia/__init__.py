"""Skytopia: golems build towers among the clouds, and time is what they cost."""

from rooftop.game.title import Title
from rooftop.titles.skytopia import bot, state
from rooftop.titles.skytopia.actions import MOVES, hints
from rooftop.titles.skytopia.arrange import arrange
from rooftop.titles.skytopia.board import Board, board, coloured
from rooftop.titles.skytopia.bot import NETWORK_SEARCH, SEARCH, observation_names
from rooftop.titles.skytopia.events import EVENTS
from rooftop.titles.skytopia.options import OPTIONS, encode
from rooftop.titles.skytopia.parts import PARTS
from rooftop.titles.skytopia.parts.game import clauses
from rooftop.titles.skytopia.parts.words import blurb, colours, source_names
from rooftop.titles.skytopia.scene import scene
from rooftop.titles.skytopia.scene.terminal import text
from rooftop.titles.skytopia.tables import fill
from rooftop.titles.skytopia.view import SOURCES, View, view

TITLE: Title[Board, View] = Title(
    id="skytopia",
    name="Skytopia",
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
    first_game={"abilities": "random", "sides": "A", "hold": True},
    minutes=60,
    text=text,
    scene=scene,
    arrange=arrange,
    explain=PARTS.explain,
    rarities=("unplaced",),
    is_open=True,
    search=SEARCH,
    network_search=NETWORK_SEARCH,
    counts=bot,
)
