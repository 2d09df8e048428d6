"""What the home page and the form for a new game show of the titles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from rooftop.bots.levels import EVERYWHERE
from rooftop.game.decoding import decode_json
from rooftop.game.edition import Edition
from rooftop.game.position import board_of
from rooftop.game.rulebook import figures
from rooftop.game.title import AnyTitle, OptionValue
from rooftop.game.translation import capital, translator
from rooftop.server.library import Library
from rooftop.server.protocol import NewTable, OptionInfo, TitleInfo
from rooftop.server.routes.template import Words
from rooftop.server.routes.titles import describe, easiest_first
from rooftop.server.tables import clocks

FIRST_GAME = 3  # players, if the title allows it
TIMES = {
    "live": ("live 300+10", "live 600+15", "live 1200+20", "live 1800+30"),
    "turn": tuple(f"turn {seconds}" for seconds in clocks.TURNS),
    "days": tuple(f"days {days}" for days in clocks.DAYS),
}


@dataclass(frozen=True)
class Card:
    """A title on the home page. `order` is the table of "Play now", as JSON."""

    info: TitleInfo
    range: str
    width: float  # of the cover
    height: float
    order: str


@dataclass(frozen=True)
class Field:
    """An option in the form for a new game."""

    name: str
    kind: str  # boolean, number or string
    label: str
    value: OptionValue
    values: str
    choices: list[tuple[str, str]]
    free: bool
    listed: bool  # the value is one of the choices

    @property
    def id(self) -> str:
        return f"option-{self.name}"


def infos(library: Library, language: str) -> list[TitleInfo]:
    """Return the offered titles, the easiest first."""
    return [describe(kind, language, library.editions_of(kind)) for kind in easiest_first(library)]


def cards(library: Library, language: str) -> list[Card]:
    """Return the titles for the home page, the easiest first."""
    found = []
    for info in infos(library, language):
        kind = library.title(info.id)
        cover = figures(kind)["cover"]
        players = usual_players(info.players)
        order = NewTable(info.id, players, ["me"], info.first_game)
        found.append(
            Card(
                info,
                _range(info.players),
                *cover.crop[2:],
                msgspec.json.encode(order).decode(),
            )
        )
    return found


def usual_players(players: Sequence[int]) -> int:
    return FIRST_GAME if FIRST_GAME in players else max(players)


def _range(players: Sequence[int]) -> str:
    least, most = min(players), max(players)
    return str(least) if least == most else f"{least}–{most}"


def new_game(
    library: Library,
    words: Words,
    title_id: str,
    players: str = "",
    seats: str = "",
    edition_id: str = "",
    options: str = "",
) -> dict[str, object]:
    """Return what the form for a new game shows: for a title, a number of players, `invite` or `open` for the
    other seats, an edition, and options as JSON. Invalid values are ignored."""
    all_titles = infos(library, words.language)
    chosen = next((info for info in all_titles if info.id == title_id), all_titles[0])
    wanted = int(players) if players.isdecimal() and len(players) < 3 else 0
    kind = library.title(chosen.id)
    edition = next((one for one in library.editions_of(kind) if one.id == edition_id), kind.edition())
    count = wanted if wanted in edition.players else usual_players(edition.players)
    others = seats if seats in ("invite", "open") else f"bot:{chosen.bots[0]}"
    bots = [
        (f"bot:{bot}", words.say("seat_bot", name=words.say_or(f"level_{bot}", bot))) for bot in chosen.bots
    ]
    return {
        "titles": [(info.id, info.name) for info in all_titles],
        "chosen": chosen,
        "players": [(str(n), str(n)) for n in edition.players],
        "players_now": str(count),
        "seats": ["me", *[others] * (count - 1)],
        "people": [(kind, words.say(f"seat_{kind}")) for kind in ("me", "open", "invite")],
        "bots": bots,
        "colours": _colours(kind, edition, words.language, _options(options)),
        "visibilities": _choices(words, "visibility", "unlisted", "public", "invitation"),
        "times": [
            (words.say(f"time_{kind}_group"), [(time, time_text(words, time)) for time in times])
            for kind, times in TIMES.items()
        ],
        "timeouts": timeouts(words),
        "fields": [_field(chosen, option) for option in chosen.options],
        "edition": edition.id,
        "editions": [(name, name) for name in chosen.editions],
    }


def _options(text: str) -> dict[str, OptionValue]:
    """Read options from JSON; none if it is something else."""
    try:
        return decode_json(text, dict[str, OptionValue])
    except msgspec.MsgspecError:
        return {}


def _colours(
    kind: AnyTitle, edition: Edition, language: str, options: dict[str, OptionValue]
) -> list[tuple[str, str]]:
    """The colours of an edition, and what each brings in a game with these options."""
    board = board_of(kind, edition, max(edition.players))
    colours = kind.colours(board, translator(kind.package, language), options)
    return [(row.id, f"{row.name} · {row.brings}" if row.brings else row.name) for row in colours]


def time_text(words: Words, time: str) -> str:
    """A time control in words."""
    control = clocks.parse(time)
    n = round(control.increment if control.kind == "live" else control.seconds)
    if control.kind == "days":
        return words.count("time_days", round(control.seconds / clocks.DAY))
    minutes, seconds = divmod(round(control.seconds), 60)
    main = f"{60 * minutes + seconds} s" if seconds else f"{minutes} min"
    return words.say(f"time_{control.kind}", n=n, main=main)


def timeouts(words: Words) -> list[tuple[str, str]]:
    """What a table can agree on for the end of somebody's time."""
    bots = [
        (f"bot:{level}", words.say("timeout_bot", level=words.say_or(f"level_{level}", level)))
        for level in EVERYWHERE
    ]
    return [*bots, (clocks.FORFEIT, words.say("timeout_forfeit"))]


def _choices(words: Words, name: str, *values: str) -> list[tuple[str, str]]:
    return [(value, words.say(f"{name}_{value}")) for value in values]


def _field(info: TitleInfo, option: OptionInfo) -> Field:
    """Return the field of an option: for switches as in a first game, otherwise the default."""
    is_switch = isinstance(option.default, bool)
    value = info.first_game.get(option.name, option.default) if is_switch else option.default
    return Field(
        option.name,
        "boolean" if is_switch else "number" if isinstance(option.default, int) else "string",
        capital(option.help),
        value,
        option.values,
        [(str(choice), label) for choice, label in option.choices],
        option.free,
        any(choice == value for choice, _ in option.choices),
    )
