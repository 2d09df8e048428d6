"""Deterministic fault simulation.

A world has people with pages, a network, servers and a disk, all in one thread on a clock that jumps from one
event to the next. The servers run the code of production; what they take from the machine comes from the
world, and everything that chance decides follows from a seed. So a seed gives the same schedule each time,
on every machine: which frames are lost, when a server dies, how long the disk takes.

`laws.py` says what must hold whatever happens. `python tools/simulate_faults.py` runs schedules by the
thousand, or one of them again.
"""
