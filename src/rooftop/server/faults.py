"""Named points at which a test can kill the server.

`ROOFTOP_FAIL_POINT="publish:5"` kills it at the fifth pass; `"before-commit:5:0.1"` first waits a tenth of a
second there, while other threads continue. A simulation replaces `arrive` and decides what happens.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

arrive: Callable[[str], None] | None = None

_name, _count, _seconds, *_ = (*os.environ.get("ROOFTOP_FAIL_POINT", "").split(":"), "", "")
_left = int(_count or 1)


def fail_point(name: str) -> None:
    """Kill the process, as kill -9 does, if the environment variable names this point."""
    global _left
    if arrive is not None:
        arrive(name)
    if name == _name:
        _left -= 1
        if _left <= 0:
            time.sleep(float(_seconds or 0))
            os.kill(os.getpid(), signal.SIGKILL)
