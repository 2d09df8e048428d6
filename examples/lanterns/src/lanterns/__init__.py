"""Lanterns: paper lanterns rise over the rooftops; the highest decides where it shines."""

from lanterns import state
from lanterns.actions import MOVES
from lanterns.arrange import ahead, arrange
from lanterns.board import Board, board, fill
from lanterns.events import EVENTS
from lanterns.parts import PARTS, blurb, clauses, source_names
from lanterns.scene import scene
from lanterns.view import SOURCES, View, view
from rooftop.game.title import Title, switch

TITLE: Title[Board, View] = Title(
    id="lanterns",
    name="Lanterns",
    package=__name__,
    rules_version=1,
    state=state.State,
    tables=state.Tables,
    observation=state.OBSERVATION,
    sources=SOURCES,
    laws=state.LAWS,
    options=(switch("gusts", "the wind is thrown twice and added up"),),
    board=board,
    fill=fill,
    view=view,
    moves=MOVES,
    events=EVENTS,
    clauses=clauses,
    source_names=source_names,
    blurb=blurb,
    explain=PARTS.explain,
    minutes=10,
    text=scene.text,
    scene=scene,
    arrange=arrange,
    ahead=ahead,
    modules=("rules", "secrets", "features", "laws"),
)
