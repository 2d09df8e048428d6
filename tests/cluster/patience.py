"""Makes Ray wait for its own processes as long as a busy machine needs. Import it before anything starts."""

import os
import time

os.environ["RAY_agent_register_timeout_ms"] = "600000"  # noqa: SIM112
os.environ["RAY_worker_register_timeout_seconds"] = "600"  # noqa: SIM112

from ray._private import services
from ray.cluster_utils import Cluster

_get_node = services.get_node


def get_node(*arguments, **more):
    """Ask for a node that starts, until it is there; Ray would give up after 30 seconds."""
    end = time.monotonic() + 600
    while True:
        try:
            return _get_node(*arguments, **more)
        except RuntimeError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


services.get_node = get_node
Cluster._wait_for_node.__defaults__ = (600,)
