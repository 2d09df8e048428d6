"""What the games of a run say about an edition. Everything here is a function of the games alone.

A share of wins covers the games in which a seat, a colour or a thing took part. Games are independent, but
seats of one game are not: where several of them count, they form a round of `arena.statistics`. A thing is
judged by games in which some seats had it and others did not: in other games it favours nobody.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

import msgspec

from rooftop.arena.balance.files import Key, Played, Terms
from rooftop.arena.balance.games import PlayedDeal
from rooftop.arena.statistics import (
    Interval,
    difference_interval,
    interval,
    mean_interval,
    weighted_mean,
)
from rooftop.errors import OptionError
from rooftop.game.counting import Counting, Thing, ThingKind, rows_of
from rooftop.game.edition import Edition
from rooftop.game.position import board_of, colour_ids
from rooftop.game.title import AnyTitle, title

FAR_SEAT = 0.06  # a share of wins this far from parity is worth a look
FEW, MANY = 0.5, 2.0  # times parity: where the holders of a thing win too seldom or too often
ENOUGH = 30  # holders; fewer prove nothing


class Estimate(msgspec.Struct, frozen=True):
    """A number with its 95 % interval, which is missing if there are too few games."""

    value: float
    low: float | None
    high: float | None


class Share(msgspec.Struct, frozen=True):
    """How often a seat, a colour or a start won."""

    id: str
    games: int
    wins: Estimate


class Rarity(msgspec.Struct, frozen=True):
    """A rare rule: in which share of the games it applied, and how often in a game on average."""

    id: str
    games: Estimate
    times: float


class ThingResult(msgspec.Struct, frozen=True):
    """How well the holders of a thing did. Estimates are None if there are no such games."""

    kind: str
    id: str
    source: str  # of its table in the edition
    in_play: int  # games
    taken: int  # games in which somebody had it
    holders: int  # seats that had it, in games in which not all had it
    wins: Estimate | None  # their share of wins
    times_parity: Estimate | None
    points_ahead: Estimate | None  # of holders over the others at the table
    points_in_play: Estimate | None  # of all seats, compared with games without it


class Length(msgspec.Struct, frozen=True):
    """The length of games, in decisions and turns of a player."""

    decisions: Estimate
    turns: Estimate
    shortest: int
    longest: int
    all_turns: list[int]  # turns of the whole table, by game


class Table(msgspec.Struct, frozen=True):
    """What the games with one number of players say. In some titles colours differ in more than their
    looks."""

    players: int
    games: int
    parity: float
    seats: list[Share]
    colours: list[Share]
    colours_differ: bool
    starts: list[Share]
    winner_points: Estimate
    points: Estimate  # of all seats
    sources: dict[str, float]
    length: Length
    rare: list[Rarity]
    things: list[ThingResult]


class Finding(msgspec.Struct, frozen=True):
    """Something out of bounds: a seat, colour or start, or a thing. `sure` if its whole interval is."""

    players: int
    what: str  # seat, colour, start, or a kind of thing
    id: str
    value: float  # the share of wins, or times parity for a thing
    source: str
    sure: bool


class BalanceReport(msgspec.Struct, frozen=True):
    """Everything that a run says; `terms` say how to play it again."""

    terms: Terms
    tables: list[Table]
    findings: list[Finding]


class Change(msgspec.Struct, frozen=True):
    """How two editions differ on the same deals: the second minus the first."""

    players: int
    games: int  # that both editions have played
    winner_points: Estimate
    points: Estimate
    turns: Estimate
    seats: list[Estimate]
    rare: dict[str, Estimate]  # in the share of games


class Comparison(msgspec.Struct, frozen=True):
    """Two editions."""

    first: BalanceReport
    second: BalanceReport
    changes: list[Change]


def report(played: Played) -> BalanceReport:
    """What the games of a run say. Raises OptionError if there are none."""
    if not played.games:
        raise OptionError("there are no games to report on")
    kind, edition = title(played.terms.title), edition_of(played.terms)
    tables = []
    for players in sorted({players for players, _ in played.games}):
        games = [played.games[key] for key in sorted(played.games) if key[0] == players]
        tables.append(_table(kind, edition, players, games))
    return BalanceReport(played.terms, tables, [finding for table in tables for finding in _findings(table)])


def edition_of(terms: Terms) -> Edition:
    """The edition of a run. Raises OptionError if this version of Rooftop does not have it."""
    kind = title(terms.title)
    if terms.text is not None:
        return Edition.parse(terms.edition.id, terms.text)
    for edition in kind.editions():
        if kind.hash(edition) == terms.edition.hash:
            return edition
    raise OptionError(
        f"these games were played with edition {terms.edition.id!r} version {terms.edition.version},"
        " which this version of Rooftop does not have"
    )


def counting_of(kind: AnyTitle) -> Counting[object]:
    if kind.counts is None:
        raise OptionError(f"{kind.name} does not say what a balance report counts")
    return kind.counts


def compare(first: Played, second: Played) -> Comparison:
    """Compare two editions on the deals that both have. Raises OptionError if they cannot be compared."""
    names = first.terms.differences(second.terms, besides=("edition", "text", "code", "rooftop"))
    if names:
        raise OptionError(f"these games cannot be compared: {', '.join(names)} differ")
    changes = []
    for players in sorted({key[0] for key in first.games} & {key[0] for key in second.games}):
        keys = sorted(key for key in first.games.keys() & second.games.keys() if key[0] == players)
        if keys:
            changes.append(_change(first, second, players, keys))
    if not changes:
        raise OptionError("these games cannot be compared: no deal was played with both editions")
    return Comparison(report(first), report(second), changes)


def _change(first: Played, second: Played, players: int, keys: Sequence[Key]) -> Change:
    def between(number: Callable[[PlayedDeal], float]) -> Estimate:
        return _mean([number(second.games[key]) - number(first.games[key]) for key in keys])

    counting = counting_of(title(first.terms.title))
    return Change(
        players,
        len(keys),
        between(lambda game: max(game.totals)),
        between(lambda game: fmean(game.totals)),
        between(lambda game: game.turns),
        [between(lambda game, seat=seat: game.wins[seat]) for seat in range(players)],  # type: ignore[misc]
        {rule: between(lambda game, rule=rule: float(rule in game.rare)) for rule in counting.RARE},  # type: ignore[misc]
    )


def _table(kind: AnyTitle, edition: Edition, players: int, games: Sequence[PlayedDeal]) -> Table:
    counting = counting_of(kind)
    seats = range(players)
    starts = sorted({start for game in games for start in game.starts if start})
    colours = colour_ids(kind, edition, players)
    return Table(
        players,
        len(games),
        1 / players,
        [_seats_share(str(seat), [[seat]] * len(games), games) for seat in seats],
        [_who_share(colour, lambda game: game.colours, games) for colour in colours],
        _colours_differ(kind, edition, players, colours),
        [_who_share(start, lambda game: game.starts, games) for start in starts],
        _mean([max(game.totals) for game in games]),
        _mean([fmean(game.totals) for game in games]),
        {
            source: round(fmean(game.points[seat][column] for game in games for seat in seats), 4)
            for column, source in enumerate(kind.sources)
        },
        Length(
            _mean([game.decisions for game in games]),
            _mean([game.turns / players for game in games]),
            min(game.turns for game in games),
            max(game.turns for game in games),
            [game.turns for game in games],
        ),
        [_rarity(rule, games) for rule in counting.RARE],
        [
            _thing_result(thing, str(row["source"]), sort, games)
            for sort in counting.KINDS
            for thing, row in ((Thing(sort.id, name), row) for name, row in rows_of(edition, sort).items())
        ],
    )


def _colours_differ(kind: AnyTitle, edition: Edition, players: int, colours: Sequence[str]) -> bool:
    """Whether the rules read anything that comes with a colour."""
    rows = kind.tables.array(2)
    for row, chosen in enumerate((colours[:players], colours[::-1][:players])):
        kind.fill(board_of(kind, edition, players, tuple(chosen)), rows[row : row + 1])
    return rows[:1].tobytes() != rows[1:].tobytes()


def _who_share(name: str, who: Callable[[PlayedDeal], Sequence[str]], games: Sequence[PlayedDeal]) -> Share:
    """The share of those seats for which `who` says `name`."""
    return _seats_share(
        name, [[seat for seat, one in enumerate(who(game)) if one == name] for game in games], games
    )


def _seats_share(name: str, seats: Sequence[Sequence[int]], games: Sequence[PlayedDeal]) -> Share:
    counted = sum(map(bool, seats))
    return Share(name, counted, _share(seats, games) or Estimate(0.0, None, None))


def _share(seats: Sequence[Sequence[int]], games: Sequence[PlayedDeal]) -> Estimate | None:
    """The share of wins of these seats of each game."""
    scores, sizes = [], []
    for some, game in zip(seats, games, strict=True):
        if some:
            scores.append(fmean(game.wins[seat] for seat in some))
            sizes.append(float(len(some)))
    if not scores:
        return None
    return _estimate(weighted_mean(scores, sizes), interval(scores, weights=sizes))


def _rarity(rule: str, games: Sequence[PlayedDeal]) -> Rarity:
    applied = [float(rule in game.rare) for game in games]
    times = fmean(game.rare.get(rule, 0) for game in games)
    return Rarity(rule, _estimate(fmean(applied), interval(applied)), round(times, 4))


def _thing_result(thing: Thing, source: str, kind: ThingKind, games: Sequence[PlayedDeal]) -> ThingResult:
    there = [game for game in games if thing.id in game.in_play.get(thing.kind, ())]
    absent = [game for game in games if thing.id not in game.in_play.get(thing.kind, ())]
    holders = [_holders(thing, kind, game) for game in there]
    telling = [(who, game) for who, game in zip(holders, there, strict=True) if 0 < len(who) < game.players]
    some, told = [who for who, _ in telling], [game for _, game in telling]
    wins = _share(some, told)
    ahead = [
        fmean(game.totals[seat] for seat in who)
        - fmean(game.totals[seat] for seat in range(game.players) if seat not in who)
        for who, game in telling
    ]
    with_it, without = ([fmean(game.totals) for game in some_games] for some_games in (there, absent))
    return ThingResult(
        thing.kind,
        thing.id,
        source,
        len(there),
        sum(map(bool, holders)),
        sum(map(len, some)),
        wins,
        _times(wins, told[0].players) if wins else None,
        _mean(ahead) if ahead else None,
        _estimate(fmean(with_it) - fmean(without), difference_interval(with_it, without))
        if with_it and without
        else None,
    )


def _holders(thing: Thing, kind: ThingKind, game: PlayedDeal) -> list[int]:
    """The seats that had a thing; if it is contested, those that had most of it."""
    amounts = [had.get(thing.kind, {}).get(thing.id, 0) for had in game.taken]
    least = max(*amounts, 1) if kind.contested else 1
    return [seat for seat, amount in enumerate(amounts) if amount >= least]


def _findings(table: Table) -> Iterable[Finding]:
    colours = table.colours if table.colours_differ else []
    for what, shares in (("seat", table.seats), ("colour", colours), ("start", table.starts)):
        for share in shares:
            away = abs(share.wins.value - table.parity)
            if away > FAR_SEAT and share.games >= ENOUGH:
                sure = not _meets(share.wins, table.parity - FAR_SEAT, table.parity + FAR_SEAT)
                yield Finding(table.players, what, share.id, share.wins.value, "", sure)
    for result in table.things:
        times = result.times_parity
        if times is not None and result.holders >= ENOUGH and not FEW <= times.value <= MANY:
            sure = not _meets(times, FEW, MANY)
            yield Finding(table.players, result.kind, result.id, times.value, result.source, sure)


def _meets(found: Estimate, low: float, high: float) -> bool:
    """Whether the interval has a number from `low` to `high`."""
    return found.low is None or found.high is None or (found.low <= high and found.high >= low)


def _mean(values: Sequence[float]) -> Estimate:
    return _estimate(fmean(values), mean_interval(values))


def _times(share: Estimate, players: int) -> Estimate:
    return Estimate(
        round(share.value * players, 6),
        None if share.low is None else round(share.low * players, 6),
        None if share.high is None else round(share.high * players, 6),
    )


def _estimate(value: float, between: Interval) -> Estimate:
    low, high = (round(end, 6) if math.isfinite(end) else None for end in between)
    return Estimate(round(value, 6), low, high)
