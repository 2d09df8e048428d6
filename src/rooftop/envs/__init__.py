"""The titles as environments of PettingZoo, Gymnasium and OpenSpiel (`pip install "rooftop[envs]"`).

Each library has a module of its own; importing one imports that library alone.
"""

VERSION = 1  # in the ids; goes up when rules, action numbers or observations of a title change
