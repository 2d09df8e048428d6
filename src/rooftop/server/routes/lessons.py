"""Lessons: the position of each step, and whether a move is right. Nothing is stored; a request names the
step and the right answers so far."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
from litestar import Response, Router, get
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, SkipValidation

from rooftop.errors import AnswerError
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.lesson import Lesson, Step, lesson
from rooftop.game.match import Match
from rooftop.game.preview import preview, reasons
from rooftop.game.title import AnyTitle
from rooftop.game.translation import translator
from rooftop.languages import ENGLISH
from rooftop.server.context import Context, InjectedContext, address_of
from rooftop.server.errors import Refusal, errors
from rooftop.server.hints import suggest
from rooftop.server.limits import network
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.painting.jobs import (
    Chair,
    Decided,
    Entry,
    Job,
    Look,
    Moment,
    Order,
    Picture,
    SceneSetup,
    Shown,
    Updates,
)
from rooftop.server.protocol import (
    Info,
    LessonAnswer,
    LessonInfo,
    LessonStage,
    LessonStep,
    Preview,
    Reasons,
    Suggestions,
)
from rooftop.server.routes.scenes import explained, picture_response, preview_response
from rooftop.server.tables.commands import Play
from rooftop.server.translation import check_language, message, translate

MOST_RIGHT = 16  # moves that are judged for a hint
NOT_ASKED = message("That is a possible move, but not the one that this step asks for.")


def find_lesson(context: Context, title_id: str) -> tuple[AnyTitle, Lesson]:
    """Return a title and its lesson. Raises Refusal if there is none."""
    kind = context.library.title(title_id) if title_id in context.library.offered else None
    found = lesson(kind) if kind else None
    if kind is None or found is None:
        raise Refusal(status_code=404, detail=message("there is no lesson for {title!r}", title=title_id))
    return kind, found


@dataclass(frozen=True)
class Stage:
    """The beginning of a step, or its end if it is answered, and how the learner got there."""

    context: Context
    kind: AnyTitle
    lesson: Lesson
    number: int
    match: Match
    answered: bool

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    @property
    def seat(self) -> int:
        return self.lesson.seat

    @property
    def offset(self) -> int:
        """The number of the log entry at which the position was set up: each counts as an entry."""
        before = self.lesson.steps[: self.lesson.first_step(self.number)]
        return sum(1 + bool(step.moves) + len(step.others) for step in before)

    @property
    def setup(self) -> SceneSetup:
        return self.context.library.setup(self.match.game)

    @property
    def asks(self) -> bool:
        return bool(self.step.moves) and not self.answered and self.match.to_act == self.seat

    def check_deciding(self) -> None:
        """Raise Refusal unless this step asks for a move."""
        if not self.asks:
            raise Refusal(status_code=400, detail=message("this step asks for no move"))

    # --- what the learner sees ---

    def shown(self, language: str) -> Shown:
        seat = SPECTATOR if self.kind.is_open else self.seat
        return Shown(self.match.position.blind(seat, 0).rows.tobytes(), tuple(self.match.names(language)))

    def update(self, look: Look, since: int, before: Shown | None, decides: bool = False) -> Updates:
        """An update with the decisions after ply `since`."""
        match, shown = self.match, self.shown(look.language)
        moment = Moment(
            setup=self.setup,
            number=self.offset + match.ply,
            status="playing",
            to_act=None if match.over else match.to_act,
            deciding=0.0,
            chairs=[Chair(name, None, True, 0.0, False) for name in shown.names],
            names=shown.names,
            commitment="",
            legal=match.legal() if decides else [],
            log=[self._entry(ply) for ply in range(since, match.ply)],
        )
        order = Order(
            seat=self.seat,
            look=look,
            since=self.offset + since,
            decides=decides,
            undoable=0,
            redoable=0,
            rows=shown.rows,
            before=before,
            hints=False,
        )
        return Updates(moment, [order])

    def follow(self, look: Look) -> list[Updates]:
        """Play the opponents' moves after this step: an update after each."""
        updates, before = [], self.shown(look.language)
        for _ in self.step.play_others(self.match):
            updates.append(self.update(look, self.match.ply - 1, before))
            before = self.shown(look.language)
        return updates

    def _entry(self, ply: int) -> Entry:
        decision = self.match.decisions[ply]
        decided = Decided(decision.known_to, self.match.is_unveiled(ply), decision.events.tolist())
        notation = self.match.game.notation(decision.action)
        return Entry(self.offset + ply + 1, decision.seat, Play.kind, notation, decided)

    async def paint(self, job: Job) -> bytes:
        (painted,) = await self.context.painters.do(f"lesson {self.kind.id}", job)
        return painted


def find_stage(context: Context, title_id: str, number: int, answers: Sequence[str]) -> Stage:
    """Return a step. Raises Refusal if there is none, or if the answers do not lead there."""
    kind, found = find_lesson(context, title_id)
    last = len(found.steps) - 1
    if not 0 <= number <= last:
        why = message("step must be from 0 to {last}, not {step}", last=last, step=number)
        raise Refusal(status_code=400, detail=why)
    try:
        match = found.match(kind, number, answers, context.library.compiled(kind.id))
    except AnswerError:
        why = message("these answers do not lead to step {step}; start the lesson again", step=number)
        raise Refusal(status_code=400, detail=why) from None
    return Stage(context, kind, found, number, match, found.is_answered(number, answers))


async def provide_stage(
    context: InjectedContext,
    title_id: FromPath[str],
    step: FromQuery[int] = 0,
    answers: FromQuery[list[str] | None] = None,
) -> Stage:
    return await asyncio.to_thread(find_stage, context, title_id, step, answers or [])


AtStage: TypeAlias = NamedDependency[SkipValidation[Stage]]


@get("/", responses=errors(400, 404))
async def get_lesson(
    context: InjectedContext, title_id: FromPath[str], lang: FromQuery[str] = ENGLISH
) -> LessonInfo:
    """Return the steps of a title's lesson."""
    language = check_language(lang)
    kind, found = find_lesson(context, title_id)
    say = translator(kind.package, language)
    steps = [LessonStep(step.id, say(step.text), bool(step.moves)) for step in found.steps]
    return LessonInfo(kind.name, found.minutes, steps)


@get("/step", responses=errors(400, 404))
async def get_step(
    stage: AtStage,
    answers: FromQuery[list[str] | None] = None,
    lang: FromQuery[str] = ENGLISH,
    theme: FromQuery[str] = "day",
    size: FromQuery[str | None] = None,
) -> LessonStage:
    """Return a step. `answers` are the moves so far, one for each earlier step that asks for one."""
    look = Look(check_language(lang), theme, size)
    updates = await asyncio.to_thread(_arrival, stage, answers or [], look)
    return LessonStage(
        stage.number,
        stage.step.id,
        translator(stage.kind.package, lang)(stage.step.text),
        stage.asks,
        stage.step.position is not None,
        stage.step.show,
        [msgspec.Raw(await stage.paint(update)) for update in updates],  # type: ignore[misc]
    )


def _arrival(stage: Stage, answers: Sequence[str], look: Look) -> list[Updates]:
    """What has happened since an earlier step that asked for nothing, and the beginning of a step."""
    updates = []
    before = stage.lesson.steps[stage.number - 1] if stage.number else None
    if before and before.others and not before.moves and stage.step.position is None:
        earlier = find_stage(stage.context, stage.kind.id, stage.number - 1, answers)
        updates = earlier.follow(look)
    return [*updates, stage.update(look, 0, None, stage.asks)]


@get("/answer", responses=errors(400, 404))
async def get_answer(
    stage: AtStage,
    move: FromQuery[str],
    lang: FromQuery[str] = ENGLISH,
    theme: FromQuery[str] = "day",
    size: FromQuery[str | None] = None,
) -> LessonAnswer:
    """Say whether a move is right, and if not, why; a right move leads to the beginning of the next step."""
    stage.check_deciding()
    look = Look(check_language(lang), theme, size)
    right, text, updates = await asyncio.to_thread(_judged, stage, move, look)
    painted = [msgspec.Raw(await stage.paint(update)) for update in updates]
    return LessonAnswer(right, text, painted)  # type: ignore[arg-type]


def _judged(stage: Stage, move: str, look: Look) -> tuple[bool, str, list[Updates]]:
    """Whether a move is right, the comment on it, and what follows it."""
    match, step, language = stage.match, stage.step, look.language
    say = translator(stage.kind.package, language)
    notation = match.game.notation(match.action(move))
    if illegal := match.why_not(notation, language):
        return False, illegal, []
    if not step.is_right(notation):
        about = step.about(notation)
        return False, say(about) if about else translate(NOT_ASKED, language), []
    before = stage.shown(language)
    match.play(notation)
    updates = [stage.update(look, match.ply - 1, before), *stage.follow(look)]
    return True, say(step.right) if step.right else "", updates


@get("/preview", responses=errors(400, 404))
async def get_preview(
    stage: AtStage,
    move: FromQuery[str],
    lang: FromQuery[str] = ENGLISH,
    theme: FromQuery[str] = "day",
    size: FromQuery[str | None] = None,
) -> Preview:
    """Return the certain effects of a move, as at a table."""
    stage.check_deciding()
    look, shown = Look(check_language(lang), theme, size), stage.shown(lang)
    found = await asyncio.to_thread(preview, stage.match, move, lang, shown.names)
    return await preview_response(stage.paint, stage.setup, stage.seat, look, shown, found)


@get("/why", responses=errors(400, 404))
async def get_why(stage: AtStage, target: FromQuery[str], lang: FromQuery[str] = ENGLISH) -> Reasons:
    """Return the reasons why an element of the picture cannot be chosen."""
    stage.check_deciding()
    return Reasons(await asyncio.to_thread(reasons, stage.match, target, check_language(lang)))


@get("/hint", responses=errors(400, 404))
async def get_hint(
    request: AnyRequest, context: InjectedContext, stage: AtStage, lang: FromQuery[str] = ENGLISH
) -> Suggestions:
    """Suggest the best of the moves that a step accepts."""
    language = check_language(lang)
    stage.check_deciding()
    if not context.hints.take(network(address_of(request))):
        raise Refusal(status_code=429, detail="too many suggestions; think for a moment yourself")
    match = stage.match
    right = [action for action in match.legal() if stage.step.is_right(match.game.notation(action))]
    return await suggest(context.bots, f"lesson {stage.kind.id}", match, language, right[:MOST_RIGHT])


@get("/info", responses=errors(400, 404))
async def get_info(stage: AtStage, part: FromQuery[str], lang: FromQuery[str] = ENGLISH) -> Info:
    """Return what a part of the picture is. `answers` may include the move made at this step."""
    language = check_language(lang)
    names = stage.match.names(language)
    return await asyncio.to_thread(explained, stage.match, part, stage.seat, language, names)


@get("/scene.svg", responses=errors(304, 400, 404))
async def get_scene(
    request: AnyRequest,
    stage: AtStage,
    theme: FromQuery[str] = "day",
    lang: FromQuery[str] = ENGLISH,
    size: FromQuery[str] = "wide",
    layer: FromQuery[str] = "all",
) -> Response[bytes]:
    """Draw the position of a step, or the empty board (`layer=board`), which all steps share."""
    look = Look(check_language(lang), theme, size)
    job = Picture(stage.setup, stage.seat, look, layer, stage.shown(lang))
    return picture_response(request, await stage.paint(job), layer)


HANDLERS = [
    Router(
        path="/api/lessons/{title_id:str}",
        route_handlers=[
            get_lesson,
            get_step,
            get_answer,
            get_preview,
            get_why,
            get_hint,
            get_info,
            get_scene,
        ],
        dependencies={"stage": Provide(provide_stage)},
    )
]
