"""Lessons."""

from __future__ import annotations

import msgspec

from rooftop.server.protocol.sent import Update


class LessonStep(msgspec.Struct):
    """A step of a lesson. `asks`: the learner must make a move."""

    id: str
    text: str
    asks: bool


class LessonInfo(msgspec.Struct):
    """The lesson of a title."""

    title: str
    minutes: int
    steps: list[LessonStep]


class LessonStage(msgspec.Struct):
    """The beginning of a step: its text, the parts of the picture to look at, and updates as a table sends
    them. The last update is the position, with a whole picture; those before it lead there from the beginning
    of the previous step, if that asked for nothing. `fresh`: the position was set up anew."""

    step: int
    id: str
    text: str
    asks: bool
    fresh: bool
    show: tuple[str, ...]
    updates: list[Update]


class LessonAnswer(msgspec.Struct):
    """The answer to the learner's move. If it is right, `updates` show it and the opponents' moves."""

    right: bool
    text: str
    updates: list[Update]
