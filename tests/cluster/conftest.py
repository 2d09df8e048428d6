"""These tests need Ray, which has an environment of its own: `make ray` runs them."""

import os

collect_ignore = [] if os.environ.get("ROOFTOP_RAY") else ["test_cluster.py"]
