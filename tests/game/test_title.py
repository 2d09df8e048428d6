"""Titles as objects, loaded once per process."""

import os
import threading

import pytest

from lanterns import TITLE
from rooftop.errors import OptionError
from rooftop.game.edition import Edition
from rooftop.game.position import new_game
from rooftop.game.title import Option, _own_edition, loaded_once, switch


def test_threads_that_ask_at_the_same_time_get_one_edition(monkeypatch):
    editions, read = [], Edition.load
    both, second = threading.Barrier(2), threading.Event()

    def load(path):
        if len(loads) == 1:
            loads.append(path)  # the other thread
            second.set()
            return read(path)
        loads.append(path)
        both.wait()
        for _ in range(1000):  # now the other thread asks
            if second.is_set():
                break
            os.sched_yield()
        return read(path)

    loads: list[object] = []
    monkeypatch.setattr(Edition, "load", load)
    edition = loaded_once(_own_edition.__wrapped__)  # type: ignore[attr-defined]

    def ask():
        editions.append(edition("rooftop.titles.tower_up"))

    def ask_second():
        both.wait()
        ask()

    threads = [threading.Thread(target=ask), threading.Thread(target=ask_second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loads) == 1
    assert editions[0] is editions[1]


def test_an_option_is_the_number_of_its_choice():
    side = Option("side", "A", "A or B", "which side is used", (("A", "side A"), ("B", "side B")))
    hold = switch("hold", "a turn waits for its player")
    assert [side.number("A"), side.number("B"), hold.number(False), hold.number(True)] == [0, 1, 0, 1]
    with pytest.raises(OptionError, match=r"^option side: must be A or B, not 'C'$"):
        side.number("C")
    for wrong in (1, "true"):
        with pytest.raises(OptionError, match=r"^option hold: must be true or false, not "):
            hold.number(wrong)


def test_a_small_title_gets_what_it_does_not_say():
    game = new_game(TITLE, 3, {"gusts": True}, colours=("blue", "red", "green"))
    assert game.encoded.tolist() == [1]
    assert game.observation_names()[:2] == ["number-1", "number-2"]
    assert [row.id for row in game.board.player_names] == ["blue", "red", "green", "yellow"]
    position = game.position(1)
    legal = [action for action in range(TITLE.actions) if position.refusal(action) is None]
    assert position.legal() == legal
