"""Draw docs/pictures anew: python tools/pictures.py.

Both themes, both maps and every number of players in the middle of a game, then narrow ones, the end of a
game, and a film. The games are of chance and always the same.
"""

from __future__ import annotations

import io
import random
from pathlib import Path

from PIL import Image

from rooftop.core.match import Match
from rooftop.core.picture import gif, png
from rooftop.core.position import game
from rooftop.core.title import OptionValue, Size, Theme, title

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
PIXELS: dict[Size, int] = {"wide": 1600, "narrow": 720}
MIDDLE = {2: 34, 3: 58, 4: 74}  # plies by players
END = 10_000


def played(players: int, plies: int, objectives: str = "random") -> Match:
    match = Match(game(title("tower-up"), players, {"objectives": objectives}, compiled=False), players)
    chance = random.Random(players)
    while not match.over and match.ply < plies:
        match.play(chance.choice(match.legal()))
    return match


def draw(name: str, match: Match, theme: Theme, size: Size = "wide", language: str = "en") -> None:
    file = FOLDER / f"{match.game.title.id}-{name}.png"
    pixels = png(match.svg(theme=theme, size=size, language=language), PIXELS[size])
    with Image.open(io.BytesIO(pixels)) as picture:  # 256 colours are enough, and take a third of the room
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
    print(file.name, file.stat().st_size // 1000, "kB")


def film(match: Match) -> None:
    """A short film of the first turns."""
    again = Match(match.game, match.seed)
    frames = [again.svg(theme="night")]
    for move in match.file().moves[:30]:
        turn = again.view()["turn"]
        again.play(move)
        if again.view()["turn"] != turn:
            frames.append(again.svg(theme="night"))
    (FOLDER / "tower-up-film.gif").write_bytes(gif(frames, 640, 0.8, 4))


def skytopia(players: int, plies: int, **options: OptionValue) -> Match:
    """A game of chance."""
    match = Match(game(title("skytopia"), players, options, compiled=False), players)
    chance = random.Random(players)
    while not match.over and match.ply < plies:
        match.play(chance.choice(match.legal()))
    return match


def draw_skytopia() -> None:
    draw("2-players-day", skytopia(2, 60), "day")
    draw("3-players-night", skytopia(3, 80), "night")
    draw("4-players-day", skytopia(4, 70), "day")
    draw("4-players-narrow", skytopia(4, 70), "night", "narrow")
    draw("2-players-narrow", skytopia(2, 60), "day", "narrow")
    draw("draft-polish", skytopia(3, 0, abilities="draft"), "day", "wide", "pl")
    draw("end-night", skytopia(3, END), "night")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    themes: tuple[Theme, Theme] = ("day", "night")
    for players in (2, 3, 4):
        for theme in themes:
            draw(f"{players}-players-{theme}", played(players, MIDDLE[players]), theme)
        draw(f"{players}-players-narrow", played(players, MIDDLE[players]), themes[players % 2], "narrow")
    draw("start", played(3, 0), "day")
    draw("end-day", played(4, END), "day")
    draw("end-night-narrow", played(3, END), "night", "narrow")
    draw("polish", played(4, MIDDLE[4]), "night", "wide", "pl")
    (FOLDER / "tower-up.svg").write_text(played(4, MIDDLE[4]).svg(), encoding="utf-8")
    film(played(2, END))
    draw_skytopia()


if __name__ == "__main__":
    main()
