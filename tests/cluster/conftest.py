"""These tests need Ray, which has an environment of its own: `make ray` runs them."""

import os

if os.environ.get("ROOFTOP_RAY"):
    import tests.cluster.patience  # noqa: F401

    collect_ignore = []
else:
    collect_ignore = ["test_cluster.py"]
