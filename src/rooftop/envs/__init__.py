"""The titles as PettingZoo, Gymnasium and OpenSpiel environments (`pip install "rooftop[envs]"`).

Each library has its own module; importing one imports only that library.
"""

VERSION = 1  # in the ids; increases when rules, action numbers or observations of a title change
