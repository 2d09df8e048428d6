"""Deterministic fault simulation.

A world has people with pages, a network, servers and a disk, all in one thread on a clock that jumps from
event to event. The servers run production code; the world replaces the machine, and a seed determines all
random events. So a seed gives the same schedule each time, on every machine: which frames are lost, when a
server dies, how long the disk takes.

`laws.py` defines the invariants. `python tools/simulate_faults.py` runs thousands of schedules, or repeats
one of them.
"""
