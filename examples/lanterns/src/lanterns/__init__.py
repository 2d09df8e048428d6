"""Lanterns: paper lanterns rise over the rooftops; the highest decides where the wind carries it."""

from lanterns import state
from lanterns.actions import MOVES, hints
from lanterns.arrange import ahead, arrange
from lanterns.board import Board, board, coloured
from lanterns.bot import observation_names
from lanterns.events import EVENTS
from lanterns.options import OPTIONS, encode
from lanterns.parts import PARTS, blurb, clauses, colours, source_names
from lanterns.scene import scene
from lanterns.scene.terminal import text
from lanterns.tables import fill
from lanterns.view import SOURCES, View, view
from rooftop.game.title import Title

TITLE: Title[Board, View] = Title(
    id="lanterns",
    name="Lanterns",
    package=__name__,
    rules_version=1,
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
    explain=PARTS.explain,
    first_game={},
    minutes=10,
    text=text,
    scene=scene,
    arrange=arrange,
    ahead=ahead,
)
