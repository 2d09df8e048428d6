"""The three guild masters: what they pay for, and what everyone would get now."""

from __future__ import annotations

from typing import Any

from rooftop.core import lettering
from rooftop.core.layout import Box
from rooftop.core.ornaments import badge, panel
from rooftop.core.svg import named, rect, text, use
from rooftop.core.title import View
from rooftop.titles.skytopia.board import Guild
from rooftop.titles.skytopia.scene import describe, effects
from rooftop.titles.skytopia.scene.signs import valued
from rooftop.titles.skytopia.scene.stage import Stage, fitted, lines


def table(stage: Stage) -> str:
    return "".join(panel(stage, box, 6 if stage.wide else 3) for box in stage.plan.guilds)


def guilds(stage: Stage, view: View, names: list[str]) -> str:
    made = []
    for place, row in enumerate(view["guilds"]):
        key = ("guild", place, row["id"], tuple(row["scores"]), tuple(names))
        made.append(stage.keep(key, _guild, stage, place, row, names))
    return "".join(made)


def _guild(stage: Stage, place: int, row: dict[str, Any], names: list[str]) -> str:
    guild = next(one for one in stage.board.guilds if one.id == row["id"])
    box = stage.plan.guilds[place]
    drawn = (_wide if stage.wide else _narrow)(stage, guild, row["scores"], box, place)
    words = describe.guild(stage, guild, row["scores"], names)
    return named(f"guild-{place}", words, drawn, ' class="guild"')


def _wide(stage: Stage, guild: Guild, scores: list[int], box: Box, place: int) -> str:
    palette = stage.palette
    icon = 58.0
    left = box.x + icon + 6
    room = box.right - 8 - left
    name = lettering.fit(stage.named(guild), "strong", 12.5, room)
    words = effects.guild_words(guild, stage)
    size = fitted(words, "text", (12, 11.5, 11, 10.5, 10), room, 2)
    made = [
        _sign(stage, guild, box.x + 29, box.y + box.height * 0.4, 1),
        text(left, box.y + 19, name, 12.5, palette.ink, "strong"),
        lines(words, left, box.y + 34, size, room, 3 if box.height > 84 else 2, palette.ink)[0],
    ]
    each = (box.width - 16) / len(scores)
    y = box.bottom - 14
    for seat, score in enumerate(scores):
        x = box.x + 8 + each * seat
        made.append(badge(stage, seat, x + 9, y, 8, 9.5))
        made.append(
            text(x + 21, y + 4.4, str(score), 13, palette.ink, "strong", "start",
                 f' id="guild-{place}-score-{seat}"')
        )  # fmt: skip
    return "".join(made)


def _narrow(stage: Stage, guild: Guild, scores: list[int], box: Box, place: int) -> str:
    palette = stage.palette
    left = box.x + 32
    room = box.right - 5 - left
    words = effects.guild_words(guild, stage)
    made = [
        _sign(stage, guild, box.x + 17, box.y + box.height / 2, 0.68),
        lines(words, left, box.y + 11, 9, room, 2, palette.ink, line=1.1)[0],
    ]
    each = room / len(scores)
    y = box.bottom - 9.5
    for seat, score in enumerate(scores):
        x = left + each * seat
        made.append(badge(stage, seat, x + 6, y, 6, 9))
        made.append(
            text(x + 14, y + 3.3, str(score), 9.5, palette.ink, "strong", "start",
                 f' id="guild-{place}-score-{seat}"')
        )  # fmt: skip
    return "".join(made)


def _sign(stage: Stage, guild: Guild, x: float, y: float, scale: float) -> str:
    """What counts, as a sign: towers, a pair of plates, shields in a tower, one shield."""
    palette = stage.palette
    wide = 40 * scale
    made = []
    if guild.kind in ("tallest", "tall_towers"):
        heights = (2, 4, 1, 3) if guild.kind == "tallest" else (4, 2, 4, 4)
        for number, high in enumerate(heights):
            marked = high == 4
            made.append(
                rect(
                    x - wide / 2 + number * wide / 4 + 1, y + 15 * scale - high * 7 * scale, wide / 4 - 2,
                    high * 7 * scale, f' fill="{palette.brass if marked else palette.inset}"'
                    f' stroke="{palette.edge}" stroke-width=".8"',
                )
            )  # fmt: skip
    elif guild.kind == "pairs":
        for number, colour in enumerate(guild.colours):
            made.append(
                rect(
                    x - wide / 2 + number * (wide / 2 + 1), y - 14 * scale, wide / 2 - 2, 28 * scale,
                    f' fill="url(#clad-{colour})" stroke="{palette.edge}" stroke-width=".9"',
                )
            )  # fmt: skip
    elif guild.kind == "crests_in_tower":
        made.append(
            rect(
                x - wide * 0.46, y - 19 * scale, wide * 0.92, 38 * scale,
                f' fill="url(#clad-{guild.colour})" stroke="{palette.edge}" stroke-width=".9"',
            )
        )  # fmt: skip
        for number, crest in enumerate(stage.board.crests):
            across, down = (number % 2 - 0.5) * 17 * scale, (number // 2 - 0.5) * 18 * scale
            made.append(use(f"crest-{crest.id}", x + across, y + down, 0.72 * scale))
    else:
        made.append(use(f"crest-{guild.crest}", x, y, 1.6 * scale))
    worth = valued(stage, "star", guild.pp, x + wide * 0.42, y - 15, 10) if stage.wide else ""
    return f"<g>{''.join(made)}{worth}</g>"
