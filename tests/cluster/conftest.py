"""These tests need Ray, which has its own environment: `make ray` runs them."""

import os

collect_ignore = [] if os.environ.get("ROOFTOP_RAY") else ["test_cluster.py"]
