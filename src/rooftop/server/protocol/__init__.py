"""Everything that goes over the wire, as structs: socket frames and the bodies of the HTTP API.

docs/protocol.md explains them. The frames of players' commands are in `tables.commands`.
"""

from __future__ import annotations

from rooftop.server.protocol.received import *
from rooftop.server.protocol.sent import *
from rooftop.server.protocol.health import *
from rooftop.server.protocol.people import *
from rooftop.server.protocol.messages import *
from rooftop.server.protocol.tables import *
from rooftop.server.protocol.games import *
from rooftop.server.protocol.lessons import *
from rooftop.server.protocol.titles import *

VERSION = 1
