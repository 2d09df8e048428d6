"""Titles as objects, loaded once per process."""

import os
import threading

from rooftop.game.edition import Edition
from rooftop.game.title import _own_edition, loaded_once


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
