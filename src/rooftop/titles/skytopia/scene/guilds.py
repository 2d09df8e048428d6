"""The three guild masters: what they score, and the points of every seat if the game ended now."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import printed
from rooftop.drawing.standings import badges, beside, standings
from rooftop.drawing.svg import label, lines, named, rect, text, use
from rooftop.drawing.widgets import panel
from rooftop.titles.skytopia.scene import describe, effects, tiles
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.signs import valued
from rooftop.titles.skytopia.schema import Guild
from rooftop.titles.skytopia.view import GuildMaster, View


def _cells(canvas: Canvas, box: Box) -> list[Box]:
    """A cell for each player; in a narrow picture to the right of the sign."""
    return standings(canvas, box if canvas.wide else Box(box.x + 28, box.y, box.width - 28, box.height))


def table(canvas: Canvas) -> str:
    """The panels."""
    return "".join(
        printed(f"guild-{index}", panel(canvas, box, 6 if canvas.wide else 3))
        for index, box in enumerate(canvas.layout.guilds)
    )


def guilds(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    """The guild masters. In a narrow picture, ability tiles cover them while they are chosen."""
    if not canvas.wide and view.phase in tiles.CHOOSING:
        return []
    drawn = []
    for index, row in enumerate(view.guilds):
        drawn += [_guild(canvas, index, row.id), _badges(canvas, index), _scores(canvas, index, row, names)]
    return drawn


@cached
def _badges(canvas: Canvas, index: int) -> str:
    """A badge for every seat, beside its points."""
    drawn = badges(canvas, _cells(canvas, canvas.layout.guilds[index]))
    return f'<g id="guild-{index}-seats" data-part="guild-{index}">{drawn}</g>'


@cached
def _guild(canvas: Canvas, index: int, name: str) -> str:
    guild, box = canvas.board.guild(name), canvas.layout.guilds[index]
    drawn = (_wide if canvas.wide else _narrow)(canvas, guild, box)
    return named(f"guild-{index}", describe.guild(canvas, guild), drawn, ' class="guild"')


@cached
def _scores(canvas: Canvas, index: int, row: GuildMaster, names: tuple[str, ...]) -> str:
    """The points of everyone if the game ended now."""
    size, ink = 13 if canvas.wide else canvas.smallest, canvas.palette.ink
    cells = _cells(canvas, canvas.layout.guilds[index])
    drawn = "".join(
        label(*beside(canvas, cell), score, size, ink, "strong", more=f' id="guild-{index}-score-{seat}"')
        for seat, (cell, score) in enumerate(zip(cells, row.scores, strict=True))
    )
    words = describe.guild_scores(canvas, canvas.board.guild(row.id), row.scores, names)
    return named(f"guild-{index}-scores", words, drawn)


def _wide(canvas: Canvas, guild: Guild, box: Box) -> str:
    palette = canvas.palette
    left, size = box.x + 64, canvas.smallest
    room = box.right - 8 - left
    name = text_metrics.fit(canvas.named(guild), "strong", 13, room)
    rows = text_metrics.balanced(effects.guild_words(guild, canvas), "text", size, room, 3)
    return (
        _sign(canvas, guild, box.x + 29, box.y + box.height * 0.4, 1)
        + text(left, box.y + 19, name, 13, palette.ink, "strong")
        + lines(rows, left, box.y + 34, size * 1.16, size, palette.ink)
    )


def _narrow(canvas: Canvas, guild: Guild, box: Box) -> str:
    left, size = box.x + 32, canvas.smallest
    rows = text_metrics.balanced(effects.guild_words(guild, canvas), "text", size, box.right - 4 - left, 2)
    sign = _sign(canvas, guild, box.x + 17, box.y + box.height / 2, 0.68)
    return sign + lines(rows, left, box.y + 11, size * 1.05, size, canvas.palette.ink)


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
