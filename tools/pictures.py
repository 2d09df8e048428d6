"""Draw docs/pictures again: python tools/pictures.py [TITLE...].

The games are random, with fixed seeds. Each title has a function below that draws its pictures.
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

from PIL import Image

from rooftop.drawing.raster import gif, png
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.title import OptionValue, Size, Theme, title, title_ids
from rooftop.titles.skyrise.view import View as SkyriseView

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
PIXELS: dict[Size, int] = {"wide": 1600, "narrow": 720}
MIDDLE = {2: 34, 3: 58, 4: 74}  # plies by players
END = 10_000


def played(players: int, plies: int, objectives: str = "random") -> Match:
    match = Match(new_game(title("tower-up"), players, {"objectives": objectives}, compiled=False), players)
    chance = random.Random(players)
    while not match.over and match.ply < plies:
        match.play(chance.choice(match.legal()))
    return match


def draw(
    name: str, match: Match, theme: Theme, size: Size = "wide", language: str = "en", seat: int = -1
) -> None:
    file = FOLDER / f"{match.title.id}-{name}.png"
    pixels = png(match.svg(seat, theme, language, size), PIXELS[size])
    with Image.open(io.BytesIO(pixels)) as picture:  # 256 colours are enough, and need a third of the space
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)
    print(file.name, file.stat().st_size // 1000, "kB")


def film(match: Match) -> None:
    """A short film of the first turns."""
    again = Match(match.game, match.seed)
    frames = [again.svg(theme="night")]
    for move in match.file().moves[:30]:
        turn = again.view().turn
        again.play(move)
        if again.view().turn != turn:
            frames.append(again.svg(theme="night"))
    (FOLDER / "tower-up-film.gif").write_bytes(gif(frames, 640, 0.8, 4))


def skyrise() -> None:
    """Auctions with two, three and four players, the choice of wonders, a narrow picture, and the end."""

    def until(players: int, seed: int, stop: Callable[[SkyriseView], bool]) -> Match:
        match = Match(new_game(title("skyrise"), players, compiled=False), seed)
        chance = random.Random(seed)
        while not match.over and not stop(cast(SkyriseView, match.view())):
            match.play(chance.choice(match.legal()))
        return match

    def contested(era: int, bids: int) -> Callable[[SkyriseView], bool]:
        return lambda view: view.era == era and view.turn > 8 and len(view.auction.bids) >= bids

    draw("4-players-day", until(4, 5, contested(2, 3)), "day", seat=3)
    draw("3-players-night", until(3, 3, contested(1, 3)), "night", seat=1)
    draw("2-players-wonders", until(2, 2, lambda view: view.phase == "wonder"), "day", language="pl", seat=0)
    draw("4-players-narrow", until(4, 5, contested(2, 3)), "day", "narrow", seat=3)
    draw("end-night", until(4, 9, lambda view: False), "night")


def skytopia_match(players: int, plies: int, **options: OptionValue) -> Match:
    """Return a game of random moves."""
    match = Match(new_game(title("skytopia"), players, options, compiled=False), players)
    chance = random.Random(players)
    while not match.over and match.ply < plies:
        match.play(chance.choice(match.legal()))
    return match


def skytopia() -> None:
    draw("2-players-day", skytopia_match(2, 60), "day")
    draw("3-players-night", skytopia_match(3, 80), "night")
    draw("4-players-day", skytopia_match(4, 70), "day")
    draw("4-players-narrow", skytopia_match(4, 70), "night", "narrow")
    draw("2-players-narrow", skytopia_match(2, 60), "day", "narrow")
    draw("draft-polish", skytopia_match(3, 0, abilities="draft"), "day", "wide", "pl")
    draw("end-night", skytopia_match(3, END), "night")


def built(players: int, plies: int, challenge: str = "random", phase: str = "") -> Match:
    """Play New York 1901, preferring valuable skyscrapers. Return the first position in a phase after
    `plies`."""
    match = Match(
        new_game(title("new-york-1901"), players, {"challenge": challenge}, compiled=False), players
    )
    chance, moves = random.Random(players), match.title.moves
    while not match.over and (match.ply < plies or (phase and match.view().phase != phase)):
        legal = match.legal()
        tiles = [action for action in legal if moves.notation(match.game.board, action).startswith("tile")]
        match.play(tiles[-1] if tiles and chance.random() < 0.7 else chance.choice(legal))
    return match


def new_york_1901() -> None:
    """Two, three and four players, a taken card, a skyscraper being placed, phones, and the end."""

    def seen(name: str, match: Match, theme: Theme, size: Size = "wide", language: str = "en") -> None:
        draw(name, match, theme, size, language, max(match.to_act, 0))

    seen("2-players-day", built(2, 60, "architect", "place"), "day")
    seen("3-players-night", built(3, 120, "tycoon", "build"), "night")
    seen("4-players-day", built(4, 120, "king", "lot"), "day")
    seen("4-players-narrow", built(4, 130, "king"), "day", "narrow")
    seen("2-players-night-narrow", built(2, 60, "baron", "place"), "night", "narrow")
    seen("end-night", built(4, END, "baron"), "night")
    seen("polish", built(3, 90, "prestige", "turn"), "day", "wide", "pl")


def tower_up() -> None:
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


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or title_ids():
        globals()[name.replace("-", "_")]()  # the function above that is named after the title


if __name__ == "__main__":
    main()
