"""The contract of a title, as tests. Subclass `Contract` and implement `exchange`:

class TestTowerUp(Contract):
    title = TITLE

    def exchange(self, position, seat, chance):
        ...  # shuffle the pile, which nobody knows

A random game of every kind is played once. At every ply, each method whose name begins with `check_` looks at
it; a title may add its own. A failure names the check, the game and the ply.
"""

import itertools
import os
import random
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec
import numpy as np
import pytest

import rooftop
from rooftop.engine import gpu, gpu_batch, simulation
from rooftop.engine.engine import engine
from rooftop.engine.interpreted import InterpretedRecords
from rooftop.engine.record import Array
from rooftop.engine.state import EVERYONE, without_events
from rooftop.engine.streams import stream_words
from rooftop.game.ahead import Ahead, ahead
from rooftop.game.forced import play_with_forced
from rooftop.game.knowledge import SPECTATOR, events_for
from rooftop.game.match import Match
from rooftop.game.position import Game, Position, colour_ids, new_game
from rooftop.game.preview import preview, reasons
from rooftop.game.replay import replay
from rooftop.game.title import AnyTitle, Move, OptionValue, View
from rooftop.game.translation import Translator, translator
from rooftop.languages import ENGLISH, LANGUAGES
from rooftop.testing import SOAK, TRANSLATED
from rooftop.testing.pictures import svg

Found = TypeVar("Found")
Kind = tuple[int, dict[str, OptionValue]]  # number of players, options
EVENTS = ("events", "event_count")
ALIKE = {"Forum"}  # messages that are the same in every language


def assert_equal_without_events(quiet: Array, rows: Array) -> None:
    """Compare a state of a game that kept no events with that of one that did, field by field."""
    assert quiet["event_count"] == 0
    for name in rows.dtype.names or ():
        if name not in (*EVENTS, "filler"):
            assert quiet[name].tobytes() == rows[name].tobytes(), name


class Walk:
    """A random game in progress: the match, its past, and what several checks want to know about a position.
    Interpreted rules make the same decisions, with and without events. No check may change the match."""

    def __init__(self, contract: "Contract", kind: Kind, number: int, folder: Path) -> None:
        self.contract, self.folder = contract, folder
        self.match = Match(contract.game(kind, compiled=True), number)
        interpreted = contract.game(kind, compiled=False)
        self.interpreted = interpreted.position(number)
        state = without_events(contract.title.state)
        self.quiet = state.array()
        self.quiet["rng"][0] = stream_words(self.match.seed, "game")
        interpreted.engine.start(
            self.quiet, 0, interpreted.tables, state.array(), interpreted.players, interpreted.encoded
        )
        self.moves_chance, self.chance = random.Random(number), random.Random(number)  # chance is for checks
        self.saved_at = self.chance.randrange(60)
        self.found: set[str] = set()  # what some game of each kind must have
        self.states: list[bytes] = []  # at each ply
        self.turns: list[tuple[int, int, int]] = []  # turn, reveals and the seat to act at each ply
        self._arrive()

    def step(self) -> None:
        """Make a decision, everywhere."""
        action = self.moves_chance.choice(self.legal)
        self.match.play(action)
        self.interpreted.apply(action)
        game = self.interpreted.game
        game.engine.module.take(InterpretedRecords(self.quiet)[0], InterpretedRecords(game.tables)[0], action)
        self._arrive()

    def _arrive(self) -> None:
        state = self.match.position.state
        self.states.append(self.match.position.rows.tobytes())
        self.turns.append((int(state["turn"]), int(state["reveals"]), self.match.to_act))
        self.legal = self.match.legal()
        self._known: dict[object, Any] = {}

    @property
    def ply(self) -> int:
        return self.match.ply

    @property
    def board(self) -> Any:
        return self.match.game.board

    @property
    def seats(self) -> range:
        """All seats, and a spectator."""
        return range(SPECTATOR, self.match.players)

    def view(self, seat: int) -> Any:
        return self._once(("view", seat), lambda: self.match.view(seat))

    def moves(self, language: str) -> list[Move]:
        view: View = self.view(self.match.to_act)
        return self._once(("moves", language), lambda: self.match.offers(view, language))

    def exchanged(self, seat: int) -> Match:
        """A copy in which everything that a seat cannot know is different."""
        return self._once(("exchanged", seat), lambda: self._exchange(seat))

    def _exchange(self, seat: int) -> Match:
        other = self.match.clone()
        self.contract.exchange(other.position, seat, self.chance)
        return other

    def _once(self, key: object, find: Callable[[], Found]) -> Found:
        if key not in self._known:
            self._known[key] = find()
        known: Found = self._known[key]
        return known


class Contract:
    title: ClassVar[AnyTitle]
    variants: ClassVar[list[dict[str, OptionValue]]] = [{}]
    colour_fields: ClassVar[tuple[str, ...]] = ()  # the fields of a state that come with a seat's colour
    games = 1  # for each number of players and variant; `make soak` plays 50
    simulated = 300  # games for the laws; `tools/soak.py` plays 100,000
    gpu_code = "ROOFTOP_GPU_CODE" in os.environ  # `make gpu` compiles every title for a GPU

    def exchange(self, position: Position, seat: int, chance: random.Random) -> None:
        """Change everything that `seat` cannot know, without changing what it knows."""
        raise NotImplementedError

    @classmethod
    def kinds(cls) -> list[Kind]:
        """Every player count and every variant, in `make soak` every pair of them. Tests that take a `kind`
        run once for each."""
        players, variants = cls.title.players, cls.variants
        if SOAK:
            return list(itertools.product(players, variants))
        pairs = zip(itertools.cycle(players), itertools.cycle(variants), strict=False)
        return list(itertools.islice(pairs, max(len(players), len(variants))))

    def game(self, kind: Kind, compiled: bool | None = None) -> Game:
        return new_game(self.title, *kind, compiled=compiled)

    # --- the walk ---

    def test_every_check_holds_at_every_ply_of_random_games(
        self, kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("rooftop.game.match.title", lambda name: self.title)  # for loading files
        translate_everything(monkeypatch)
        found = set[str]()
        for number in range(50 if SOAK else self.games):
            walk = Walk(self, kind, number, tmp_path)
            self.check(walk, number)
            while not walk.match.over:
                walk.step()
                self.check(walk, number)
            found |= walk.found
        wanted = {"exchanged", "undone"} | ({"ahead"} if self.title.ahead else set())
        wanted |= {"travelled"} if any(row.way for row in self.title.events.rows) else set()
        assert wanted <= found

    def check(self, walk: Walk, number: int) -> None:
        """Make every check, and say which one failed where."""
        for name in dir(self):
            if name.startswith("check_"):
                try:
                    getattr(self, name)(walk)
                except BaseException as error:
                    error.add_note(f"{name} fails in game {number} at ply {walk.ply}")
                    raise

    # --- deciding ahead ---

    def check_what_is_decided_ahead_is_legal_when_the_turn_comes_whatever_the_others_decide(
        self, walk: Walk
    ) -> None:
        for seat in range(walk.match.players) if self.title.ahead else ():
            if can := ahead(walk.match, seat):
                walk.found.add("ahead")
                self._decide_ahead(walk.match, seat, can, walk.chance)

    def _decide_ahead(self, match: Match, seat: int, can: Ahead, chance: random.Random) -> None:
        """Decide everything ahead, let the others decide, and play it."""
        assert ahead(match, match.to_act) is None
        before = match.position.rows.tobytes()
        blinded = Match.at(match.position.blind(seat))
        decided: list[int] = []
        while not can.is_complete:
            elsewhere = ahead(blinded, seat, decided)
            assert elsewhere is not None
            assert elsewhere.legal() == can.legal()  # it depends on nothing that the seat cannot know
            decided.append(chance.choice(can.legal()))
            again = ahead(match, seat, decided)
            assert again is not None
            can = again
        assert can.legal() == []
        assert ahead(match, seat, [*decided, decided[0]]) is None
        assert match.position.rows.tobytes() == before
        later = match.clone()
        while later.to_act != seat:
            assert ahead(later, seat, decided) is not None
            later.play(chance.choice(later.legal()))
            assert later.decisions[-1].known_to != EVERYONE
        for action in decided:
            assert later.to_act == seat
            assert later.position.who_knows(action) == 1 << seat
            later.play(action)
        assert later.to_act != seat or later.position.state["turn"] != match.position.state["turn"]

    # --- interpreted, compiled, on a GPU ---

    def check_interpreted_and_compiled_rules_give_equal_bytes_lists_and_observations(
        self, walk: Walk
    ) -> None:
        one, other, chance = walk.match.position, walk.interpreted, walk.chance
        assert one.rows.tobytes() == other.rows.tobytes()
        assert walk.legal == other.legal()
        seat = chance.randrange(walk.match.players)
        assert one.observe(seat).tobytes() == other.observe(seat).tobytes()
        if walk.ply % 8 == 0:
            salt = chance.getrandbits(62)
            assert one.blind(seat, salt).rows.tobytes() == other.blind(seat, salt).rows.tobytes()
        if walk.ply % 32 == 0:
            assert one.law_broken() == other.law_broken() == 0

    def check_a_state_without_events_goes_the_same_way(self, walk: Walk) -> None:
        assert_equal_without_events(walk.quiet, walk.match.position.rows)

    def test_the_rules_compile_for_a_gpu(self) -> None:
        if not self.gpu_code:
            pytest.skip("`make gpu` compiles this title for a GPU")
        rules = engine(self.title, compiled=True)
        for text in (gpu.ptx(rules), *gpu_batch.ptx(rules)):
            assert ".entry" in text
            assert ".target sm_90" in text

    @pytest.mark.skipif(not gpu.available(), reason="there is no GPU here")
    def test_a_gpu_gives_equal_states(self, kind: Kind) -> None:
        states, decisions = gpu.play_games(self.game(kind, compiled=True), 64, seed=3)
        for number in range(64):
            match = replay(self.game(kind), 3, number)
            assert_equal_without_events(states[number : number + 1], match.position.rows)
            assert decisions[number] == match.ply

    # --- laws ---

    def test_all_laws_hold_in_random_games(self, kind: Kind) -> None:
        report = simulation.simulate(self.game(kind, compiled=True), self.simulated, seed=11, check=True)
        assert report.violations == []
        assert report.games == self.simulated

    def check_the_derived_fields_follow_from_the_others(self, walk: Walk) -> None:
        rows, game = walk.match.position.clone().rows, walk.match.game
        derived = [
            name for name, field in self.title.state.fields.items() if field.derived and name not in EVENTS
        ]
        for name in derived:
            rows[name] = 77
        game.engine.refreshed(rows, 0, game.tables)
        for name in derived:
            real, known = walk.match.position.rows[name][0], rows[name][0]
            assert np.all((known == real) | (known == 77)), name

    def test_equal_seed_and_moves_give_equal_games_and_other_seeds_others(self, kind: Kind) -> None:
        one, again, other = (replay(self.game(kind), seed, 0) for seed in (5, 5, 6))
        assert one.file() == again.file()
        assert one.position.hash() != other.position.hash()

    def test_a_view_lists_the_points_of_a_seat_in_the_order_of_the_sources(self, kind: Kind) -> None:
        view = msgspec.to_builtins(Match(self.game(kind), 1).view())
        for seat in view.get("seats", ()):
            assert list(seat["points"]) == list(self.title.sources)

    # --- secrets ---

    def check_what_a_seat_cannot_know_changes_nothing_that_it_receives(self, walk: Walk) -> None:
        """Views, log, offers, notation, observations and bot input."""
        match, salt = walk.match, 12345
        for seat in walk.seats:
            other = walk.exchanged(seat)
            ours, theirs = match.position.blind(seat, salt), other.position.blind(seat, salt)
            assert ours.rows.tobytes() == theirs.rows.tobytes()  # what bots get
            assert walk.view(seat) == other.view(seat)
            assert match.known_actions(seat) == other.known_actions(seat)
            assert match.position.events(seat) == other.position.events(seat)
            for language in LANGUAGES:
                since = max(match.ply - 1, 0)
                assert match.log(seat, language, since=since) == other.log(seat, language, since=since)
            if seat >= 0:
                seen = match.position.observe(seat).tobytes()
                assert seen == other.position.observe(seat).tobytes() == ours.observe(seat).tobytes()
            if seat == match.to_act:
                assert walk.moves(ENGLISH) == other.moves()
                assert ours.legal() == theirs.legal() == walk.legal

    def check_no_secret_is_in_a_file_for_others(self, walk: Walk) -> None:
        file, other = walk.match.file(secret=False), walk.exchanged(SPECTATOR)
        assert file == other.file(secret=False)
        text = file.encode().decode()
        assert walk.match.seed.hex() not in text
        assert walk.match.position.hash() not in text
        if other.position.hash() != walk.match.position.hash():
            walk.found.add("exchanged")

    def test_every_number_of_an_observation_has_a_name(self, kind: Kind) -> None:
        names = self.game(kind).observation_names()
        assert len(names) == len(set(names)) == self.title.observation

    def check_a_blinded_position_keeps_what_the_seat_knows_and_can_be_played_on(self, walk: Walk) -> None:
        for seat in walk.seats:
            blinded = walk.match.position.blind(seat)
            assert blinded.view(seat) == walk.view(seat)
            assert walk.view(seat).to_act == walk.match.to_act == walk.match.position.to_act  # -1 at the end
            assert walk.view(seat).over == walk.match.over
            assert blinded.law_broken() == 0
            if seat == walk.match.to_act:
                assert blinded.legal() == walk.legal
        if walk.ply % 16 == 0:
            while not blinded.over:
                blinded.apply(walk.chance.choice(blinded.legal()))
            assert blinded.law_broken() == 0

    def check_in_an_open_title_everyone_sees_the_same(self, walk: Walk) -> None:
        """Then a server draws one picture for everyone."""
        if not self.title.is_open:
            return
        scene, names, say = self.title.scene, walk.match.names(), walk.match.translator(ENGLISH)
        rows, view = walk.match.position.blind(SPECTATOR, 0).rows.tobytes(), walk.view(SPECTATOR)
        drawn = None if scene.by_seat else scene.elements(walk.board, view, names, say)
        for seat in range(walk.match.players):
            assert walk.match.position.blind(seat, 0).rows.tobytes() == rows
            assert walk.view(seat) == msgspec.structs.replace(view, seat=seat)
            assert drawn is None or scene.elements(walk.board, walk.view(seat), names, say) == drawn

    def test_different_salts_deal_differently_and_replace_the_generator(self, kind: Kind) -> None:
        start = self.game(kind).position(1)
        one, other = start.blind(0, 1), start.blind(0, 2)
        assert one.hash() != other.hash()
        assert not np.array_equal(one.rows["rng"], start.rows["rng"])

    # --- undo ---

    def check_undo_restores_earlier_states_and_redo_the_present(self, walk: Walk) -> None:
        other = walk.match.clone()
        if count := other.undoable:
            back = walk.chance.randint(1, count)
            other.undo(back)
            assert other.ply == walk.ply - back
            assert other.redoable == back
            assert other.position.rows.tobytes() == walk.states[other.ply]
            other.redo(back)
            assert other.position.rows.tobytes() == walk.states[-1]
            assert other.record() == walk.match.record()
        while other.undoable:
            other.undo()
            assert other.position.rows.tobytes() == walk.states[other.ply]

    def check_no_undo_crosses_a_reveal_or_another_players_decision(self, walk: Walk) -> None:
        match = walk.match
        for turn, reveals, seat in walk.turns[match.ply - match.undoable : match.ply]:
            assert (turn, reveals) == walk.turns[-1][:2]
            assert seat == walk.turns[-2][2]
        with pytest.raises(rooftop.UndoError, match="cannot undo"):
            match.undo(match.undoable + 1)

    def check_playing_on_after_undo_forgets_what_was_undone(self, walk: Walk) -> None:
        if walk.match.undoable and not walk.match.over:
            other = walk.match.clone()
            other.undo()
            other.play(walk.chance.choice(other.legal()))
            assert other.redoable == 0
            with pytest.raises(rooftop.UndoError, match="cannot redo"):
                other.redo()
            walk.found.add("undone")

    def check_any_earlier_position_can_be_restored(self, walk: Walk) -> None:
        if not walk.match.over:
            return
        for ply in walk.chance.sample(range(walk.ply), min(walk.ply, 5)):
            assert walk.match.position_at(ply).rows.tobytes() == walk.states[ply]
        with pytest.raises(rooftop.OptionError, match="ply must be from 0 to"):
            walk.match.position_at(walk.ply + 1)

    # --- words: those without a translation fail in every check ---

    def check_notation_parses_back_and_is_unique(self, walk: Walk) -> None:
        written = [self.title.moves.notation(walk.board, action) for action in walk.legal]
        assert [self.title.moves.parse(walk.board, text) for text in written] == walk.legal
        assert len(set(written)) == len(written)

    def check_every_decision_has_a_prompt_headings_and_parts(self, walk: Walk) -> None:
        for language in LANGUAGES:
            assert bool(walk.match.prompt(language)) != walk.match.over
            for move in walk.moves(language):
                assert 1 <= len(move.group) <= 2
                for words in (move.text, *move.group):
                    assert words.strip()
                    assert "{" not in words

    def test_every_part_of_every_action_has_a_name(self, kind: Kind) -> None:
        board = self.game(kind).board
        for action in range(self.title.actions):
            assert all(isinstance(part, str) and part for part in self.title.moves.parts(board, action))

    def check_the_position_and_the_log_can_be_told(self, walk: Walk) -> None:
        match = walk.match
        for language in LANGUAGES:
            say, names = match.translator(language), match.names(language)
            if walk.ply % 2 == 0 or match.over:
                assert self.title.text(walk.board, walk.view(max(match.to_act, 0)), names, say)
            for seat in walk.seats if match.over else ():
                assert not [line for line in match.log(seat, language) if "{" in line]

    def check_why_not_explains_exactly_the_illegal_actions(self, walk: Walk) -> None:
        """Some actions, and sometimes all, in alternating languages."""
        if walk.match.over:
            return
        legal = set(walk.legal)
        say = walk.match.translator(LANGUAGES[walk.ply % len(LANGUAGES)])
        actions = range(self.title.actions)
        for action in walk.chance.sample(actions, min(len(actions), 20)) if walk.ply % 5 else actions:
            reason = walk.match.why_not(action, say.language)
            assert (reason is None) == (action in legal), (action, reason)
            assert not reason or (reason.strip() and "{" not in reason), (action, reason)

    def check_the_rules_refuse_exactly_the_illegal_actions(self, walk: Walk) -> None:
        """All actions, interpreted and compiled alike, and for the same reasons in every world that looks the
        same to the seat to act."""
        position, seat = walk.match.position, walk.match.to_act
        refusals = [position.refusal(action) for action in range(self.title.actions)]
        allowed = [action for action, refusal in enumerate(refusals) if refusal is None]
        assert allowed == sorted(walk.legal)
        for world in (position.blind(max(seat, 0), 1), walk.exchanged(seat).position):
            assert [world.refusal(action) for action in range(self.title.actions)] == refusals
        actions = range(self.title.actions)
        for action in walk.chance.sample(actions, min(len(actions), 20)) if walk.ply % 8 else actions:
            assert walk.interpreted.refusal(action) == refusals[action]

    def check_an_illegal_move_is_refused_with_a_sentence_and_changes_nothing(self, walk: Walk) -> None:
        if walk.match.over:
            return
        illegal = sorted(set(range(self.title.actions)) - set(walk.legal))
        record = walk.match.record()
        with pytest.raises(rooftop.MoveError, match="is not legal now"):
            walk.match.play(walk.chance.choice(illegal))
        assert walk.match.position.rows.tobytes() == walk.states[-1]
        assert walk.match.record() == record

    # --- events ---

    def check_only_events_that_are_declared_secret_hide_anything(self, walk: Walk) -> None:
        rows = self.title.events.rows
        if walk.ply:
            for kind, _, _, _, known_to in walk.match.events(walk.match.decisions[-1]):
                assert known_to == EVERYONE or rows[kind].secret

    def check_pieces_travel_between_parts_of_the_picture(self, walk: Walk) -> None:
        if walk.ply == 0 or (walk.ply % 5 and "travelled" in walk.found):
            return
        board, last = walk.board, walk.match.decisions[-1]
        marks = [mark for mark, _ in self.title.marks(board, walk.match.translator(ENGLISH))]
        for seat in (SPECTATOR, last.seat):
            picture = walk.match.drawn(walk.view(seat))
            for event in events_for(seat, walk.match.events(last)):
                if way := self.title.events.way(board, event, marks):
                    walk.found.add("travelled")
                    for part in (way.start, way.end):
                        assert any(f' id="{name}"' in picture for name in shortened(part)), (event, part)
                    assert not way.piece or f' id="{way.piece}"' in empty_board(walk.match.game), way

    # --- files ---

    def check_a_saved_match_loads_to_equal_bytes(self, walk: Walk) -> None:
        if walk.ply == walk.saved_at or walk.match.over:
            assert_loads_again(walk.match, walk.folder)

    # --- colours ---

    def test_other_colours_change_only_the_colours_and_what_comes_with_them(self, kind: Kind) -> None:
        """The deal, the moves and what everyone sees of them are the same; the file names the colours."""
        players, options = kind
        ids = colour_ids(self.title, self.title.edition(), players)
        colours = ids[::-1][:players]
        plain, other = self.game(kind), new_game(self.title, players, options, colours=colours)
        one, two = plain.position(5).rows, other.position(5).rows
        for name in one.dtype.names or ():
            if name not in self.colour_fields:
                assert one[name].tobytes() == two[name].tobytes(), name
        for name in self.colour_fields:
            assert one[name].tobytes() != two[name].tobytes() or "dealt" in options.values(), name
        assert self.title.hash(plain.edition) == self.title.hash(other.edition)
        for language in LANGUAGES:
            say = translator(self.title.package, language)
            assert [colour for colour, _ in self.title.marks(other.board, say)] == colours
            rows = self.title.colours(plain.board, say, options)
            assert [row.id for row in rows] == ids
            assert sorted(rows) == sorted(self.title.colours(other.board, say, options))
            assert len({row.letter for row in rows}) == len({row.name for row in rows}) == len(ids)
        file = Match(other, 5).file()
        assert file.colours == colours
        assert file.commitment == Match(plain, 5).file().commitment
        assert b"colours" not in Match(plain, 5).file().encode()
        assert new_game(self.title, players, options, colours=ids[:players]).board is plain.board

    def test_a_game_with_other_colours_loads_to_equal_bytes(
        self, kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("rooftop.game.match.title", lambda name: self.title)
        players, options = kind
        colours = colour_ids(self.title, self.title.edition(), players)[-players:]
        assert_loads_again(replay(new_game(self.title, players, options, colours=colours), 5, 0), tmp_path)

    def test_colours_that_cannot_be_played_are_refused(self) -> None:
        players = max(self.title.players)
        ids = colour_ids(self.title, self.title.edition(), players)
        for wrong in (ids[: players - 1], [ids[0]] * players, [*ids[1:players], "plaid"], ids[0]):
            with pytest.raises(rooftop.OptionError, match=f"colours must be {players} different ones of"):
                new_game(self.title, players, colours=wrong)

    # --- words for newcomers, previews, reasons ---

    def test_words_about_the_game_are_in_every_language(self, kind: Kind) -> None:
        title, board = self.title, self.game(kind).board
        for language in LANGUAGES:
            say = translator(title.package, language)
            assert set(title.source_names(say, None, None)) == set(title.sources)
            assert title.blurb(say)
            marks = title.marks(board, say)
            assert len(marks) == len(set(title.names(board, say))) == kind[0]
            assert len({colour for colour, _ in marks}) == len({letter for _, letter in marks}) == kind[0]
            for option in title.options:
                for text in (option.help, option.values, *(label for _, label in option.choices)):
                    assert language not in TRANSLATED or say(text) != text

    def check_every_decision_names_clauses_and_gives_at_most_two_hints(self, walk: Walk) -> None:
        if walk.match.over:
            return
        hints, view = self.title.hints, walk.view(walk.match.to_act)
        assert self.title.clauses(walk.board, view)
        english = hints(walk.board, view, walk.match.translator(ENGLISH))
        assert len(english) <= 2
        for language in TRANSLATED:
            others = hints(walk.board, view, walk.match.translator(language))
            assert [name for name, _ in english] == [name for name, _ in others]
            assert all(one != other for (_, one), (_, other) in zip(english, others, strict=True))

    def test_a_first_game_can_be_played(self) -> None:
        for players in self.title.players:
            assert not Match(new_game(self.title, players, self.title.first_game), 1).over

    def check_a_preview_shows_what_is_certain_and_nothing_hidden(self, walk: Walk) -> None:
        match = walk.match
        if match.over or walk.ply % 3:
            return
        action, after = walk.chance.choice(walk.legal), match.clone()
        language = LANGUAGES[walk.ply % len(LANGUAGES)]
        looked = preview(match, action, language)
        assert looked == preview(walk.exchanged(match.to_act), action, language)
        assert all("{" not in line for line in looked.lines)
        board = empty_board(match.game)
        assert all(f' id="{price.sign}"' in board and price.change for price in looked.prices)
        assert all(price.text and "{" not in price.text for price in looked.prices)
        if "hold" in self.title.state.fields:
            after.position.state["hold"] = 1  # a preview stops at the end of the player's own turn
        play_with_forced(after, action)
        for change in looked.changes:
            was = match.points(change.seat)[change.source]
            assert after.points(change.seat)[change.source] == was + change.points

    def check_a_part_that_cannot_be_chosen_says_why(self, walk: Walk) -> None:
        match, parts = walk.match, self.title.moves.parts
        if match.over or walk.ply % 7:
            return
        offered = {part for action in walk.legal for part in parts(walk.board, action)}
        others = sorted(all_parts(match.game) - offered)
        for target in walk.chance.sample(others, min(3, len(others))):
            assert reasons(match, target)
            assert len({len(reasons(match, target, language)) for language in LANGUAGES}) == 1
        assert reasons(match, "nothing of ours") == []


@lru_cache(maxsize=1)
def all_parts(game: Game) -> set[str]:
    """Every part of the picture that some action names."""
    parts = game.title.moves.parts
    return {part for action in range(game.title.actions) for part in parts(game.board, action)}


def shortened(part: str) -> list[str]:
    """A part, and those that it may belong to: seat-0-stock-white, seat-0-stock, seat-0."""
    words = part.split("-")
    return ["-".join(words[:length]) for length in range(len(words), min(len(words), 2) - 1, -1)]


@lru_cache(maxsize=1)
def empty_board(game: Game) -> str:
    return svg(game.title, game.board, Match(game, 0).view(), layer="board")


def assert_loads_again(match: Match, folder: Path) -> None:
    match.save(path := folder / "game.json")
    loaded = Match.load(path)
    assert loaded.position.rows.tobytes() == match.position.rows.tobytes()
    assert loaded.file() == match.file()
    assert loaded.record() == match.record()
    assert loaded.view() == match.view()


def translate_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message missing from the catalogue would show up in English; from now on it is an error."""
    call, many = Translator.__call__, Translator.many

    def strict_call(say: Translator, message: str, **parts: object) -> str:
        assert is_translated(say, message), message
        return call(say, message, **parts)

    def strict_many(say: Translator, one: str, more: str, n: int, **parts: object) -> str:
        assert is_translated(say, one, more, n), one
        return many(say, one, more, n, **parts)

    monkeypatch.setattr(Translator, "__call__", strict_call)
    monkeypatch.setattr(Translator, "many", strict_many)


@lru_cache(maxsize=10_000)
def is_translated(say: Translator, message: str, more: str = "", n: int = 0) -> bool:
    words = say.catalogue.ngettext(message, more, n) if more else say.catalogue.gettext(message)
    return say.language not in TRANSLATED or message in ALIKE or words not in (message, more)
