"""The result of a run as a table for other programs, and as a page for people."""

from __future__ import annotations

import csv
import io
from statistics import fmean

from rooftop.arena.ratings import SCALE, distance
from rooftop.arena.results import Terms
from rooftop.arena.schedule import Schedule
from rooftop.arena.tournament import BotResult, TournamentReport
from rooftop.game.title import title
from rooftop.game.translation import Translator, translator
from rooftop.languages import ENGLISH
from rooftop.reports import (
    Bar,
    Mark,
    Section,
    bars,
    dots,
    facts,
    histogram,
    matrix,
    number,
    page,
    table,
    whole,
)


def csv_text(report: TournamentReport) -> str:
    """One row for each seat of each game. Points have a column for each source."""
    sources = title(report.title).sources
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(
        ["game", "round", "seed", "seat", "bot", "rank", "win", "points", *sources, "decisions", "seconds"]
    )
    names = [result.bot for result in report.results]
    schedule = Schedule(len(names), report.players, report.seed)
    for game in report.played:
        winners = game.ranks.count(1)
        seed = schedule.fixture(game.game).seed.hex()
        for seat, (bot, rank, points) in enumerate(zip(game.bots, game.ranks, game.points, strict=True)):
            rows.writerow(
                [
                    game.game,
                    game.game // schedule.round_size,
                    seed,
                    seat,
                    names[bot],
                    rank,
                    round(1 / winners, 6) if rank == 1 else 0,
                    sum(points),
                    *points,
                    game.decisions[seat],
                    game.seconds[seat],
                ]
            )
    return text.getvalue()


def html_page(report: TournamentReport, terms: Terms, language: str = ENGLISH) -> str:
    """The whole report as one HTML file. Raises OptionError for an unknown language."""
    say = translator("rooftop.arena", language)
    sections = [
        *([_ratings(report, say)] if report.ratings else []),
        _wins(report, say),
        *([_pairs(report, say)] if len(report.results) > 2 else []),
        _points(report, say),
        _lengths(report, say),
        _times(report, say),
    ]
    settings = {
        say("Players"): str(report.players),
        say("Games"): whole(report.games, language),
        say("Rounds"): whole(report.rounds, language),
        say("Seed"): str(report.seed),
        say("Edition"): terms.edition[:12],
        say("Rules"): str(terms.rules),
        "Rooftop": terms.rooftop,
    }
    lead = [
        say("A round is one deal, played once for every seat: every bot plays it from all seats."),
        facts(settings),
    ]
    heading = say("{title}: bots against bots", title=title(report.title).name)
    return page(heading, sections, language, lead)


def label(result: BotResult) -> str:
    """The name of a bot, and the number of its copies."""
    return result.bot if result.seats == 1 else f"{result.seats} × {result.bot}"


def _ratings(report: TournamentReport, say: Translator) -> Section:
    rows = [
        Bar(
            result.bot,
            rating.value,
            rating.value - rating.range,
            rating.value + rating.range,
            note=whole(result.games, say.language),
        )
        for result, rating in zip(report.results, report.ratings, strict=True)
    ]
    rows.sort(key=lambda row: -row.value)
    plot = dots(
        say("Ratings with 95% intervals"),
        rows,
        say.language,
        whole,
        mark=Mark(SCALE * 25, say("unknown player")),
        heads=(say("bot"), say("games")),
    )
    meaning = say(
        "Of two bots that are {points} points apart, the stronger one is ahead in about 3 of 4 games.",
        points=whole(round(distance(0.75, report.players), -1), say.language),
    )
    return Section(say("Ratings"), [plot, meaning])


def _wins(report: TournamentReport, say: Translator) -> Section:
    rows = [
        Bar(label(result), result.share, *result.interval, note=whole(result.games, say.language))
        for result in report.results
    ]
    alone = all(result.seats == 1 for result in report.results)
    body: list[str] = [
        bars(
            say("Share of wins with 95% intervals"),
            rows,
            say.language,
            mark=Mark(1 / report.players, say("parity") if alone else say("parity of the first bot")),
            heads=(say("bot"), say("games")),
        ),
        say("Shared wins are split. The intervals consider that the games of a round share a deal."),
    ]
    if report.verdict is not None:
        body.insert(0, _verdict(report, say))
    return Section(say("Wins"), body)


def _verdict(report: TournamentReport, say: Translator) -> str:
    assert report.verdict is not None
    if report.verdict.stronger is None:
        return say("The sequential test has not proved either bot stronger.")
    stronger = report.results[report.verdict.stronger].bot
    weaker = report.results[1 - report.verdict.stronger].bot
    return say(
        "The sequential test says: {stronger} is stronger than {weaker}.", stronger=stronger, weaker=weaker
    )


def _pairs(report: TournamentReport, say: Translator) -> Section:
    shares = [[pair and pair.share for pair in row] for row in report.pairs]
    caption = say("How often the bot of the row was ahead of the bot of the column")
    square = matrix(caption, say("bot"), [result.bot for result in report.results], shares, say.language)
    return Section(say("Pairs"), [square, say("Equal ranks count half.")])


def _points(report: TournamentReport, say: Translator) -> Section:
    kind = title(report.title)
    names = kind.source_names(translator(kind.package, say.language), None, None)
    total = [Bar(label(result), result.points) for result in report.results]
    by_source = [
        Bar(label(result), result.points_by_source[source], group=names.get(source, source))
        for source in kind.sources
        for result in report.results
        if any(other.points_by_source[source] for other in report.results)
    ]
    heads = (say("bot"), "")
    return Section(
        say("Points"),
        [
            bars(say("Mean points of a seat"), total, say.language, number, heads=heads),
            bars(say("Mean points by source"), by_source, say.language, number, heads=heads),
        ],
    )


def _lengths(report: TournamentReport, say: Translator) -> Section:
    lengths = [sum(game.decisions) for game in report.played]
    mean = fmean(lengths)
    return Section(
        say("Lengths"),
        [
            histogram(
                say("Decisions in a game, of those with a choice"),
                lengths,
                say.language,
                across=say("decisions"),
                mark=Mark(mean, say("mean {mean}", mean=number(mean, say.language))),
            )
        ],
    )


def _times(report: TournamentReport, say: Translator) -> Section:
    heads = [say("bot"), say("decisions"), say("milliseconds for a decision")]
    rows = [
        [
            label(result),
            whole(result.decisions, say.language),
            number(1000 * result.seconds_per_decision, say.language),
        ]
        for result in report.results
    ]
    return Section(
        say("Time"),
        [table(heads, rows, name=say("Time")), say("This is processor time; forced moves are not counted.")],
    )
