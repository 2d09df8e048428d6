"""The three guild masters: what they score, and the points of every seat if the game ended now."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, rect, text, use
from rooftop.drawing.widgets import badge, panel
from rooftop.titles.skytopia.scene import describe, effects
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.labels import fitted, lines
from rooftop.titles.skytopia.scene.signs import valued
from rooftop.titles.skytopia.schema import Guild
from rooftop.titles.skytopia.view import GuildMaster, View


def table(canvas: Canvas) -> str:
    return "".join(panel(canvas, box, 6 if canvas.wide else 3) for box in canvas.layout.guilds)


def guilds(canvas: Canvas, view: View, names: tuple[str, ...]) -> str:
    return "".join(_guild(canvas, index, row, names) for index, row in enumerate(view.guilds))


@cached
def _guild(canvas: Canvas, index: int, row: GuildMaster, names: tuple[str, ...]) -> str:
    guild, box = canvas.board.guild(row.id), canvas.layout.guilds[index]
    drawn = (_wide if canvas.wide else _narrow)(canvas, guild, row.scores, box, index)
    words = describe.guild(canvas, guild, row.scores, names)
    return named(f"guild-{index}", words, drawn, ' class="guild"')


def _wide(canvas: Canvas, guild: Guild, scores: tuple[int, ...], box: Box, index: int) -> str:
    palette = canvas.palette
    icon = 58.0
    left = box.x + icon + 6
    room = box.right - 8 - left
    name = text_metrics.fit(canvas.named(guild), "strong", 12.5, room)
    words = effects.guild_words(guild, canvas)
    size = fitted(words, "text", (12, 11.5, 11, 10.5, 10), room, 2)
    parts = [
        _sign(canvas, guild, box.x + 29, box.y + box.height * 0.4, 1),
        text(left, box.y + 19, name, 12.5, palette.ink, "strong"),
        lines(words, left, box.y + 34, size, room, 3 if box.height > 84 else 2, palette.ink),
    ]
    each = (box.width - 16) / len(scores)
    y = box.bottom - 14
    for seat, score in enumerate(scores):
        x = box.x + 8 + each * seat
        parts.append(badge(canvas, seat, x + 9, y, 8, 9.5))
        parts.append(
            text(x + 21, y + 4.4, str(score), 13, palette.ink, "strong", "start",
                 f' id="guild-{index}-score-{seat}"')
        )  # fmt: skip
    return "".join(parts)


def _narrow(canvas: Canvas, guild: Guild, scores: tuple[int, ...], box: Box, index: int) -> str:
    palette = canvas.palette
    left = box.x + 32
    room = box.right - 5 - left
    words = effects.guild_words(guild, canvas)
    parts = [
        _sign(canvas, guild, box.x + 17, box.y + box.height / 2, 0.68),
        lines(words, left, box.y + 11, 9, room, 2, palette.ink, line=1.1),
    ]
    each = room / len(scores)
    y = box.bottom - 9.5
    for seat, score in enumerate(scores):
        x = left + each * seat
        parts.append(badge(canvas, seat, x + 6, y, 6, 9))
        parts.append(
            text(x + 14, y + 3.3, str(score), 9.5, palette.ink, "strong", "start",
                 f' id="guild-{index}-score-{seat}"')
        )  # fmt: skip
    return "".join(parts)


def _sign(canvas: Canvas, guild: Guild, x: float, y: float, scale: float) -> str:
    """What a guild master counts, as a sign: towers, a pair of plates, shields in a tower, or a shield."""
    palette = canvas.palette
    wide = 40 * scale
    parts = []
    if guild.kind in ("tallest", "tall_towers"):
        heights = (2, 4, 1, 3) if guild.kind == "tallest" else (4, 2, 4, 4)
        for number, high in enumerate(heights):
            marked = high == 4
            parts.append(
                rect(
                    x - wide / 2 + number * wide / 4 + 1, y + 15 * scale - high * 7 * scale, wide / 4 - 2,
                    high * 7 * scale, f' fill="{palette.brass if marked else palette.inset}"'
                    f' stroke="{palette.edge}" stroke-width=".8"',
                )
            )  # fmt: skip
    elif guild.kind == "pairs":
        for number, colour in enumerate(guild.colours):
            parts.append(
                rect(
                    x - wide / 2 + number * (wide / 2 + 1), y - 14 * scale, wide / 2 - 2, 28 * scale,
                    f' fill="url(#clad-{colour})" stroke="{palette.edge}" stroke-width=".9"',
                )
            )  # fmt: skip
    elif guild.kind == "crests_in_tower":
        parts.append(
            rect(
                x - wide * 0.46, y - 19 * scale, wide * 0.92, 38 * scale,
                f' fill="url(#clad-{guild.colour})" stroke="{palette.edge}" stroke-width=".9"',
            )
        )  # fmt: skip
        for number, crest in enumerate(canvas.board.crests):
            across, down = (number % 2 - 0.5) * 17 * scale, (number // 2 - 0.5) * 18 * scale
            parts.append(use(f"crest-{crest.id}", x + across, y + down, 0.72 * scale))
    else:
        parts.append(use(f"crest-{guild.crest}", x, y, 1.6 * scale))
    worth = valued(canvas, "star", guild.pp, x + wide * 0.42, y - 15, 10) if canvas.wide else ""
    return f"<g>{''.join(parts)}{worth}</g>"
