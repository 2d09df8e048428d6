"""A bot in Python: it plays at random. The protocol is in docs/bot-protocol.md.

rooftop arena tower-up --bots "exec:python examples/bot.py",greedy
ROOFTOP_TOKEN=... python examples/bot.py ws://127.0.0.1:8000/bots/socket     (needs: pip install websockets)
"""

import json
import os
import random
import sys


def answer(message):
    if message["type"] == "turn":
        action = random.choice(message["actions"])
        return json.dumps({"type": "move", "turn": message["turn"], "action": action})


if len(sys.argv) == 1:
    for line in sys.stdin:
        if reply := answer(json.loads(line)):
            print(reply, flush=True)
else:
    from websockets.sync.client import connect

    with connect(sys.argv[1], open_timeout=60, ping_timeout=None) as socket:  # the server may be busy
        socket.send(json.dumps({"type": "token", "token": os.environ["ROOFTOP_TOKEN"]}))
        for frame in socket:
            if reply := answer(json.loads(frame)):
                socket.send(reply)
