"""Record the fixture games of a title: `python tools/record_fixtures.py tower-up`.

Fixtures are recorded once for each rules version. If a rule change breaks them, raise the title's rules
version, record them again and say why in the changelog.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import rooftop
from rooftop.bots import bot, choose
from rooftop.titles.skytopia.view import View as SkytopiaView
from rooftop.titles.tower_up.view import View as TowerUpView

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from rooftop.testing.recorded import write_stories  # noqa: E402

Policy = Callable[[rooftop.Match, random.Random], str]
Recipe = tuple[int, Mapping[str, object], Policy, str | None]  # players, options, policy, ending


def any_move(match: rooftop.Match, chance: random.Random) -> str:
    return chance.choice(match.moves()).notation


def tower_up_view(match: rooftop.Match) -> TowerUpView:
    view = match.view()
    assert isinstance(view, TowerUpView)
    return view


def builder(match: rooftop.Match, chance: random.Random) -> str:
    """Builds whenever it can, high roofs first."""
    moves = [move.notation for move in match.moves()]
    roofs = [move for move in moves if move.startswith("roof")]
    if roofs:
        buildings = tower_up_view(match).buildings
        return max(roofs, key=lambda move: (buildings[move.split()[1]].height, chance.random()))
    return chance.choice([move for move in moves if move.startswith("build")] or moves)


def idler(match: rooftop.Match, chance: random.Random) -> str:
    """Never builds once the game has begun."""
    moves = [move.notation for move in match.moves()]
    return chance.choice([move for move in moves if not move.startswith("build")] or moves)


def hoarder(match: rooftop.Match, chance: random.Random) -> str:
    """Keeps white floors and rarely builds, so that they run out."""
    moves = [move.notation for move in match.moves()]
    if "floor white" in moves:
        return "floor white"
    if moves[0].startswith("return"):
        return next((move for move in moves if move != "return white"), moves[0])
    cards = {card.id: card for card in match.game.board.cards}
    with_white = [
        f"card {number}"
        for number, card in enumerate(tower_up_view(match).market, 1)
        if card and {"white", "any"} & set(cards[card].floors)
    ]
    builds = [move for move in moves if move.startswith("build") and not move.endswith("white")]
    if builds and chance.random() < 0.25:
        return chance.choice(builds)
    return chance.choice(with_white if with_white and "card 1" in moves else moves)


def brown_builder(match: rooftop.Match, chance: random.Random) -> str:
    """Looks for brown buildings and crowns a new one each time."""
    moves = [move.notation for move in match.moves()]
    buildings, own = tower_up_view(match).buildings, match.to_act
    roofs = [move for move in moves if move.startswith("roof")]
    new = [move for move in roofs if buildings[move.split()[1]].colour == "brown"]
    new = [move for move in new if own not in buildings[move.split()[1]].roofs]
    brown = [move for move in moves if move.endswith(" brown")]
    keep = [move for move in moves if move != "return brown"]
    return chance.choice(new or [move for move in brown if move in keep] or keep or moves)


def level_builder(match: rooftop.Match, chance: random.Random) -> str:
    """Crowns levels on which it has no roof yet."""
    moves = [move.notation for move in match.moves()]
    buildings, own = tower_up_view(match).buildings, match.to_act
    levels = {level for row in buildings.values() for level, seat in enumerate(row.roofs, 1) if seat == own}
    roofs = [move for move in moves if move.startswith("roof")]
    new = [move for move in roofs if buildings[move.split()[1]].height not in levels]
    return chance.choice(new or [move for move in moves if move.startswith("build")] or moves)


TOWER_UP: list[Recipe] = [
    *[(players, {}, any_move, None) for players in (2, 3, 4) for _ in range(4)],
    *[(players, {}, builder, "last-roof") for players in (2, 3, 4) for _ in range(3)],
    *[(players, {"objectives": "random"}, builder, None) for players in (2, 3, 4) for _ in range(4)],
    *[
        (players, {"objectives": letters}, builder, None)
        for players, letters in ((2, "D E F"), (3, "G H I"), (4, "J D G"), (3, "F I J"), (4, "E H J"))
    ],
    *[(players, {"starting_floors": 5 if players == 4 else 7}, any_move, None) for players in (2, 3, 4)],
    *[(players, {"placement": "first-player"}, any_move, None) for players in (2, 3, 4)],
    *[(players, {"hold": True, "objectives": "random"}, any_move, None) for players in (2, 3, 4)],
    *[(players, {"compensation": True}, any_move, None) for players in (2, 3, 4)],
    *[(players, {}, idler, "stalemate") for players in (2, 3, 4)],
    *[(4, {}, hoarder, "shortage") for _ in range(3)],
    *[(players, {"objectives": "E H J"}, brown_builder, None) for players in (2, 3)],
    *[(players, {"objectives": "E H J"}, level_builder, None) for players in (2, 3, 4)],
    (
        3,
        {"hold": True, "placement": "first-player", "starting_floors": 7, "compensation": True},
        builder,
        None,
    ),
]


# --- Skyrise ---


def any_action(match: rooftop.Match, chance: random.Random) -> str:
    return match.title.moves.notation(match.game.board, chance.choice(match.legal()))


def bidder(match: rooftop.Match, chance: random.Random) -> str:
    """Never passes while it can bid, usually with the lowest building that is high enough."""
    actions = [
        action for action in match.legal() if match.title.moves.parts(match.game.board, action) != ("pass",)
    ]
    chosen = actions[:4] if chance.random() < 0.7 else actions
    return match.title.moves.notation(match.game.board, chance.choice(chosen or match.legal()))


def greedy(match: rooftop.Match, chance: random.Random) -> str:
    chosen = choose(match, bot("greedy"), salt=chance.getrandbits(60))
    return match.title.moves.notation(match.game.board, chosen)


PAIRS = itertools.combinations(("blimps", "windmills", "lakes", "bridges", "chains"), 2)
SKYRISE: list[Recipe] = [
    *[(players, {}, any_action, None) for players in (2, 3, 4) for _ in range(6)],
    *[(players, {"numbers": "dealt"}, any_action, None) for players in (2, 3, 4) for _ in range(3)],
    *[(2 + at % 3, {"panoramas": " ".join(pair)}, bidder, None) for at, pair in enumerate(PAIRS)],
    *[(players, {}, bidder, None) for players in (2, 3, 4) for _ in range(3)],
    *[(players, {}, greedy, None) for players in (2, 3, 4) for _ in range(3)],
]


# --- Skytopia ---


def worker(match: rooftop.Match, chance: random.Random) -> str:
    """Uses every effect, and prefers long chains."""
    moves = [move.notation for move in match.moves()]
    active = [move for move in moves if move.startswith(("activate", "build"))]
    return chance.choice(active or [move for move in moves if move != "skip"] or moves)


def skytopia_view(match: rooftop.Match) -> SkytopiaView:
    view = match.view()
    assert isinstance(view, SkytopiaView)
    return view


def patient(match: rooftop.Match, chance: random.Random) -> str:
    """Pays nothing if possible, so that all golems are at work."""
    moves = [move.notation for move in match.moves()]
    free = skytopia_view(match).dial.faces[-1].face
    slow = [move for move in moves if move.startswith("assign") and move.endswith(f" {free}")]
    return chance.choice(slow or moves)


def hasty(match: rooftop.Match, chance: random.Random) -> str:
    """Pays as much as possible."""
    moves = [move.notation for move in match.moves()]
    rounds = {row.face: row.rounds for row in skytopia_view(match).dial.faces}
    golems = [move for move in moves if move.startswith("assign")]
    return min(
        golems or moves, key=lambda move: (rounds.get(int(move[-1]), 0) if golems else 0, chance.random())
    )


SKYTOPIA: list[Recipe] = [
    *[
        (players, {"sides": side}, policy, None)
        for players in (2, 3, 4)
        for side in ("A", "B")
        for policy in (any_move, worker, patient, hasty)
    ],
    *[
        (players, {"abilities": "draft", "sides": "choice"}, any_move, None)
        for players in (2, 3, 4)
        for _ in range(3)
    ],
    *[(players, {"preliminary": True}, any_move, None) for players in (2, 3, 4) for _ in range(2)],
    *[(4, {"tight_market": True, "sides": side}, worker, None) for side in ("A", "B") for _ in range(2)],
    *[(players, {"hold": True, "sides": "B"}, any_move, None) for players in (2, 3, 4) for _ in range(2)],
    (4, {"tight_market": True, "hold": True, "preliminary": True, "abilities": "draft", "sides": "choice"},
     worker, None),
]  # fmt: skip


# --- New York 1901 ---


def developer(match: rooftop.Match, chance: random.Random) -> str:
    """New York 1901: builds whenever it can, the most valuable skyscraper first."""
    moves = [move.notation for move in match.moves()]
    tiles = {tile.id: tile.points for tile in match.game.board.tiles}
    able = [move for move in moves if move.startswith("tile")]
    if able:
        return max(able, key=lambda move: (tiles[move.split()[1]], chance.random()))
    return chance.choice([move for move in moves if move != "end"] or moves)


def landlord(match: rooftop.Match, chance: random.Random) -> str:
    """New York 1901: acquires land while it has a worker in reserve; builds large if it must build."""
    moves = [move.notation for move in match.moves()]
    land = [move for move in moves if move.startswith(("card", "lot"))]
    return chance.choice(land) if land else "end" if "end" in moves else developer(match, chance)


CHALLENGES = ("tycoon", "architect", "prestige", "baron", "king")
NEW_YORK_1901: list[Recipe] = [
    *[(players, {}, any_move, None) for players in (2, 3, 4) for _ in range(3)],
    *[(players, {}, developer, "tiles") for players in (2, 3, 4) for _ in range(2)],
    *[(players, {"challenge": name}, developer, None) for players in (2, 3, 4) for name in CHALLENGES],
    *[(players, {"challenge": name}, greedy, None) for players, name in enumerate(CHALLENGES[:3], 2)],
    *[(players, {"challenge": name}, greedy, None) for players, name in enumerate(CHALLENGES[3:], 3)],
    *[(players, {"expert": True}, policy, None) for players in (2, 3, 4) for policy in (any_move, developer)],
    *[(players, {"hold": True, "challenge": "none"}, any_move, None) for players in (2, 3, 4)],
    *[(players, {"streets": "ce pt wa"}, any_move, None) for players in (2, 3, 4)],
    *[(4, {}, landlord, "cards") for _ in range(2)],
    (2, {"expert": True}, any_move, "stalemate"),
    (4, {"expert": True, "hold": True, "streets": "bw nb ce", "challenge": "baron"}, developer, None),
    (4, {}, any_move, "shared"),
]


def record(
    title: str,
    players: int,
    options: Mapping[str, object],
    policy: Policy,
    ending: str | None,
    seed: int,
) -> rooftop.Match:
    while True:
        match = rooftop.new(title, players, seed, **options)  # type: ignore[arg-type]
        chance = random.Random(seed)
        while not match.over:
            match.play(policy(match, chance))
        if ending is None or ending == getattr(match.view(), "ending", None):
            return match
        if ending == "shared" and len(set(match.ranks)) < players:
            return match
        seed += 1000


def games(title: str) -> list[Recipe]:
    """Return the list above that is named after the title."""
    found: list[Recipe] = globals()[title.replace("-", "_").upper()]
    return found


def main(title: str) -> None:
    folder = ROOT / "fixtures" / title
    for number, (players, options, policy, ending) in enumerate(games(title)):
        match = record(title, players, options, policy, ending, 100 + number)
        match.save(folder / f"{number:02}-{players}p-{policy.__name__.replace('_', '-')}.json")
        print(number, match, getattr(match.view(), "ending", ""))
    write_stories(folder.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
