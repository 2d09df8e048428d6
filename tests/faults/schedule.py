"""One schedule: a game or two, and everything that goes wrong in between."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Coroutine
from email.message import EmailMessage
from typing import Any, NamedTuple

from sqlalchemy.engine import Connection

from rooftop.server import admin
from rooftop.server.auth import Identity
from rooftop.server.notify.mail import MailError
from rooftop.server.processes.leases import LEASE
from rooftop.server.protocol import NewTable
from rooftop.server.store import key_values
from rooftop.server.tables import gathering, rematches
from rooftop.server.tables.deadlines import BEAT
from tests.faults.disk import PEOPLE, Disk
from tests.faults.laws import Laws
from tests.faults.people import Player
from tests.faults.posts import Post, Work
from tests.faults.servers import Crash, Server, machine
from tests.faults.world import Finding, World

TROUBLE = (2.0, 4.0, 4.0, 8.0, 8.0, 15.0, 40.0)  # maximum seconds in which things go wrong
PATIENCE = 200.0  # seconds after which a game counts as never ending
QUIET = 3.0  # seconds after the end to send messages
ALONE = 60.0  # seconds within which servers must handle people who never come back
FAIL_POINTS = ("before-commit", "after-commit", "publish", "decode", "deliver", "delivered")
FAULTS = (
    "crash", "stop", "fail point", "fail point", "disk", "full", "slow", "cut", "cut", "deaf", "away",
    "clock", "freeze", "mail", "close", "blackout",
)  # fmt: skip
AMONG_SEVERAL = ("freeze", "freeze", "freeze", "cut off", "cut off", "wire")


class Schedule:
    """A world with a table, its players, and faults."""

    def __init__(self, seed: int, tell: Callable[[str], object] | None = None) -> None:
        self.world = world = World(seed, tell)
        self.disk = Disk(world)
        self.laws = Laws(world, self.disk)
        chance = world.chance
        self.players_wanted = chance.choice((2, 2, 2, 3))
        self.people = list(PEOPLE[: chance.choice((1, 2, 2, 2, 3)[: self.players_wanted + 2])])
        self.people = self.people[: self.players_wanted]
        self.control = chance.choice(("none", "none", "turn 30", "live 20+2", "live 5+1", "days 1"))
        self.timeout = chance.choice(("bot:novice", "bot:novice", "forfeit"))
        self.badness = chance.choice((0.0, 0.0, 0.03, 0.1))
        self.trouble = chance.choice(TROUBLE)
        self.think = self.trouble / chance.choice((8, 20, 60))  # so that the game takes about the same time
        self.fault_pace = self.trouble / chance.choice((2, 4, 8))
        self.servers_wanted = chance.choice((1, 1, 2, 2, 2, 3))
        self.disk.is_shared = self.servers_wanted > 1
        self.is_healed = False
        self.healed_at = 0.0
        self.healthy_since = 0.0
        self.servers: list[Server] = []
        self.buried: list[Server] = []
        self.players: list[Player] = []
        self.armed: tuple[str, int, bool] | None = (
            None  # a fail point, the passes until it acts, whether it kills
        )
        self.mail_fails = False
        self.is_closing = False  # the host closes the table when the next command comes
        self._names = 0
        self.rematches_wanted = chance.choice((0, 0, 1, 2))
        self.leavers: list[str] = []  # players who never come back
        if self.control.startswith(("turn", "live")) and world.often(0.6):
            self.leavers = self.people[chance.choice((0, 0, len(self.people) - 1)) :]
            self.rematches_wanted = 0
        # Each schedule has its own mix of faults and people, so that rare events coincide in some.
        faults = FAULTS + AMONG_SEVERAL if self.disk.is_shared else FAULTS
        self.faults = [what for what in faults if world.often(0.5)] or faults
        self.talk = chance.choice((0.02, 0.08, 0.4))  # the share of actions that are chat
        self.agree = chance.choice((0.01, 0.03, 0.2))  # ... or about agreements

    # --- servers ---

    def start_server(self) -> None:
        """Start another server, if there are too few."""
        if len(self.servers) < self.servers_wanted:
            self._names += 1
            self.servers.append(Server(self.world, self.disk, f"server-{self._names}"))
            self.world.note("start", self.servers[-1].name)

    def some_server(self) -> Server | None:
        """A server that listens, if there is one."""
        listening = [server for server in self.servers if server.listens]
        return self.world.chance.choice(listening) if listening else None

    def holder(self) -> Server | None:
        """The server that holds the table."""
        known = self.laws.tables.get(self.players[0].table) if self.players else None
        if known is None or not known.row.holder:
            return self.servers[0] if len(self.servers) == 1 else None
        return next((one for one in self.servers if one.id == known.row.holder), None)

    def lose_server(self, server: Server, wait: float | None = None) -> None:
        """A server has ended, or ends now; another one starts some time later."""
        server.crash()
        if server in self.servers:
            self.servers.remove(server)
            self.buried.append(server)
            self.disturb()
            if wait is None:
                wait = self.world.some_seconds(self.world.chance.choice((0.1, 1.0, 5.0)))
            self.world.after(0.1 if self.is_healed else wait, self.start_server)

    def disturb(self) -> None:
        self.healthy_since = self.world.time

    # --- requests ---

    def request(self, work: Work, then: Callable[[Any], None], otherwise: Callable[[], None]) -> None:
        """Let a page send an HTTP request to a server. It may never get an answer."""
        server = self.some_server()
        if server is None:
            self.world.after(0.3, otherwise)
            return
        post = Post(self.disk, work)
        settled: list[bool] = []

        def settle(answer: Callable[[], None]) -> None:
            if not settled:
                settled.append(True)
                self.world.after(self.world.some_seconds(0.01), answer)

        async def serve() -> None:
            await post.ask(server)
            if post.status == 200:
                settle(lambda: then(post.result))
            else:
                settle(lambda: self.world.after(0.2, otherwise))

        server.start(serve())
        self.world.after(5.0, lambda: settle(otherwise))  # nobody waits forever

    def ring(self) -> None:
        """Now and then, request something that only the owner of the table can do. Answered requests are
        stored."""
        self.world.after(self.world.some_seconds(self.trouble / 8), self.ring)
        if self.is_healed or all(player.is_gone for player in self.players):
            return
        table_id, key = self.players[0].table, f"bell-{self.world.next_number()}"

        async def work(server: Server) -> None:
            def write(connection: Connection) -> None:
                key_values.write(connection, key, server.name)

            await (await server.context.registry.table(table_id)).write(write)

        def rung(_: object) -> None:
            if not self.disk.rows("SELECT 1 FROM house WHERE key = ?", key):
                self.laws.find("what was answered is stored", key)

        self.request(work, rung, lambda: None)

    def open_table(self) -> None:
        bots = self.players_wanted - len(self.people)
        seats = ["me", *["open"] * (len(self.people) - 1), *["bot:novice"] * bots]
        is_rated = bool(self.control != "none" and self.world.often(0.3))
        order = NewTable(
            "lanterns", self.players_wanted, seats, time=self.control, timeout=self.timeout, rated=is_rated
        )
        host = Player.identity(self.people[0])
        self.request(
            lambda server: server.context.lobby.open(host, "10.0.0.1", order),
            lambda made: self.come_to(made.table),
            self.open_table,
        )

    def come_to(self, table: str) -> None:
        """Everyone opens the page of a new table, perhaps twice, and sits down."""
        for name in self.people:
            self.players.append(Player(self, name, table))
            if self.world.often(0.2):
                self.players.append(Player(self, name, table, page="again"))
        if self.world.often(0.3) and len(self.people) < len(PEOPLE):
            self.players.append(Player(self, PEOPLE[-1], table))
        self.sit(table, 0)

    def sit(self, table: str, number: int) -> None:
        """Let people sit down one by one; then the host starts the game, perhaps with bots instead of
        waiting."""
        host = Player.identity(self.people[0])
        if number == len(self.people):
            self.start(host, table)
        elif number and self.world.often(0.1):
            self.request(
                lambda server: server.context.lobby.change_seats(host, table, None, "bot:novice"),
                lambda _: self.start(host, table),
                lambda: self.sit(table, number),
            )
        else:
            who = Player.identity(self.people[number])
            self.request(
                lambda server: server.context.registry.sit(who, table, f"nonce {number}"),
                lambda _: self.sit(table, number + 1),
                lambda: self.sit(table, number),
            )

    def start(self, host: Identity, table: str) -> None:
        """Let a host start a game, or say that they are ready, so that it starts when everyone is there."""
        waits = self.world.often(0.5)

        def ask(server: Server) -> Coroutine[Any, Any, None]:
            if waits and self.laws.tables[table].row.status == "waiting":
                return gathering.say_ready(server.context.registry, host, table, True)
            return gathering.start(server.context.registry, host, table)

        self.request(ask, lambda _: None, lambda: self.start(host, table))

    def play_again(self) -> None:
        """Let everyone ask for a rematch and go to the new table."""
        self.rematches_wanted -= 1
        table = self.players[0].table
        if self.laws.tables[table].row.status != "over":
            return

        def ask(name: str) -> None:
            who = Player.identity(name)
            self.request(
                lambda server: rematches.ask(server.context.registry, who, table),
                lambda found: go(name, found),
                lambda: ask(name),
            )

        def go(name: str, found: str) -> None:
            for player in self.players:
                if player.who.name == name:
                    player.go_to(found)
            self.sit_again(name, found)

        for name in self.people:
            ask(name)

    def sit_again(self, name: str, table: str) -> None:
        who = Player.identity(name)
        self.request(
            lambda server: server.context.registry.sit(who, table, "again"),
            lambda _: None,
            lambda: self.sit_again(name, table),
        )

    def vanish(self) -> None:
        """Somebody closes all pages permanently once the game has begun."""
        known = self.laws.tables.get(self.players[0].table) if self.players else None
        if known is None or known.row.status == "waiting":
            self.world.after(0.3, self.vanish)
            return
        for player in self.players:
            if player.who.name in self.leavers:
                player.vanish()
        server = self.holder()
        if server is not None and not self.is_healed and self.world.often(0.5):
            self.lose_server(server)  # so that no server holds the table

    def close_table(self) -> None:
        """Close a table, like the server's host with `rooftop admin`."""
        table = self.players[0].table
        self.laws.closed.add(table)
        self.disk.begin()
        with self.disk.engine.connect().execution_options(writes=True) as connection:
            admin.close(connection, table, self.world.wall + self.world.time)
            self.laws.after_job(None)
            connection.commit()
        self.disk.committed()

    # --- faults ---

    def arrive(self, point: str) -> None:
        """The code of a server has reached a fail point."""
        if point == "after-commit":
            self.disk.committed()
        if point == "decode" and self.is_closing:
            self.is_closing = False
            self.close_table()
        if self.armed is None or self.armed[0] != point:
            return
        name, passes, kills = self.armed
        self.armed = (name, passes - 1, kills) if passes > 1 else None
        if passes > 1:
            return
        self.world.note("fail point", point, "kills" if kills else "fails")
        self.disturb()
        self.shake()
        if kills:
            raise Crash
        if point == "before-commit":
            raise OSError("no space left on device")
        if point == "after-commit":
            raise OSError("the connection was lost")

    def sent(self, mail: EmailMessage) -> None:
        """A server hands a message to the mail server."""
        if self.mail_fails:
            raise MailError("no answer")
        self.laws.sent_mail(str(mail["Message-ID"]).strip("<>").partition("@")[0])

    def plan_fault(self) -> None:
        self.world.after(self.world.some_seconds(self.fault_pace), self.fault)

    def fault(self) -> None:
        """Make something go wrong."""
        if self.is_healed:
            return
        self.plan_fault()
        world, chance = self.world, self.world.chance
        what = chance.choice(self.faults)
        self.disturb()
        seconds = world.some_seconds(chance.choice((0.3, 2.0, 6.0)))
        world.note("fault", what, f"{seconds:.2f}")
        if what == "fail point":
            point = chance.choice(FAIL_POINTS)
            can_fail = ("before-commit", "after-commit") if self.disk.is_shared else ("before-commit",)
            kills = point not in can_fail or chance.random() < 0.6
            self.armed = (point, chance.randrange(1, 4), kills)
        elif what == "disk":
            self.disk.is_failing = True
            self.shake(seconds)
            world.after(seconds, self.mend_disk)
        elif what == "full":
            self.disk.is_full = True
            self.shake(seconds)
            world.after(seconds, self.mend_disk)
        elif what == "slow":
            world.slowness = chance.choice((20.0, 200.0, 1000.0))
            self.shake(seconds)
            world.after(seconds, self.mend_disk)
        elif what == "clock":
            jumps = (-2.0, 0.5, 2.0, 20.0, 40.0, 3600.0, -3600.0)
            jump = chance.choice(jumps[:-1] if self.leavers else jumps)  # they would get an extra hour
            world.wall += jump
            self.laws.turn_back(max(0.0, -jump))
            self.shake(BEAT)  # servers notice by then
        elif what == "close":
            if self.players and world.often(0.5):
                if world.often(0.5):
                    self.close_table()
                else:
                    self.is_closing = True
        elif what == "mail":
            self.mail_fails = not self.mail_fails
        elif what == "away":
            chance.choice(self.players).leave(seconds) if self.players else None
        elif self.servers:
            server = self.holder() or chance.choice(self.servers)
            if world.often(0.3):
                server = chance.choice(self.servers)
            if what == "crash":
                self.lose_server(server)
            elif what == "blackout":
                seconds = chance.uniform(0.0, 20.0)
                for one in list(self.servers):
                    self.lose_server(one, seconds + world.some_seconds(1.0))
            elif what == "stop":
                server.stop()
            elif what == "freeze":
                seconds = chance.choice((min(seconds, LEASE), chance.uniform(LEASE, 3 * LEASE)))
                server.loop.frozen_until = world.time + seconds
                server.shake(seconds)
                world.after(seconds, self.disturb)
            elif what == "wire":
                for wire in self.world.wires.all:
                    if wire.loop is server.loop and world.often(0.5):
                        wire.is_deaf = wire.other.is_deaf = True
            elif what == "cut off":
                server.is_cut_off = True
                world.after(chance.uniform(0, 3 * LEASE), lambda: self.connect_again(server))
            elif server.sockets:
                socket = chance.choice(server.sockets)
                if what == "cut":
                    socket.cut()
                else:
                    socket.is_deaf = True

    def shake(self, seconds: float = 0.0) -> None:
        """Mark all servers as disturbed for at least some seconds."""
        for server in self.servers:
            server.shake(seconds)

    def connect_again(self, server: Server) -> None:
        server.is_cut_off = False
        server.shake()
        self.disturb()

    def mend_disk(self) -> None:
        self.disk.is_failing = self.disk.is_full = False
        self.world.slowness = 1.0
        self.disturb()
        self.shake()

    def heal(self) -> None:
        """Let nothing go wrong from now on."""
        if self.is_healed:
            return
        self.world.note("all is well")
        self.is_healed, self.mail_fails, self.armed = True, False, None
        self.is_closing, self.healed_at = False, self.world.time
        self.mend_disk()
        for _ in range(self.servers_wanted):
            self.start_server()
        for server in self.servers:
            self.connect_again(server)
        for wire in self.world.wires.all:
            if wire.is_deaf:
                wire.is_deaf = False
                wire.cut()
        for player in self.players:
            if player.socket is not None and (player.socket.bad or player.socket.is_deaf):
                player.socket.cut()

    def look(self) -> None:
        """Check whether servers act on deadlines."""
        self.world.after(5.0, self.look)
        if self.world.time - self.healthy_since > 20.0 and self.some_server() is not None:
            self.laws.check_deadlines(self.world.wall + self.world.time)

    # --- running ---

    @property
    def is_over(self) -> bool:
        """Whether everyone knows that the game is over. If no player is left, it may never be."""
        here = [player for player in self.players if not player.is_gone]
        if here and all(one.status in ("over", "closed") and one.waiting is None for one in here):
            return True
        if not self.players or any(one.who.name in self.people and not one.has_left for one in here):
            return False
        return self.is_healed and self.world.time > self.healed_at + ALONE

    def run(self) -> None:
        """Run to the end. Raises Finding if a law is broken."""
        with machine(self.disk, self.arrive, self.sent):
            try:
                self._run()
            finally:
                for wire in self.world.wires.all:
                    wire.is_cut = True  # otherwise its streams complain that they were not closed
                for server in [*self.servers, *self.buried]:
                    server.bury()

    def _run(self) -> None:
        world = self.world
        for _ in range(self.servers_wanted):
            self.start_server()
        self.open_table()
        self.plan_fault()
        self.look()
        self.ring()
        if self.leavers:
            world.after(world.chance.uniform(0.0, self.trouble), self.vanish)
        world.after(self.trouble, self.heal)
        end = None
        while end is None or world.time < end:
            self._step()
            if not self.is_over:
                end = None
            elif self.is_healed:
                end = end or world.time + QUIET
            elif self.rematches_wanted:
                self.play_again()
            else:
                self.heal()
            if world.time > self.trouble + PATIENCE:
                self.laws.find(
                    "every game ends", [(one.name, one.status, one.waiting) for one in self.players]
                )
        self.laws.check_end(self.players, world.wall + world.time)
        world.note("the end")

    def _step(self) -> None:
        """Let the next thing happen."""
        try:
            self.world.step()
        except Crash:
            for server in self.servers:
                if server.loop is self.world.running:
                    server.crash()
        for server in [server for server in self.servers if server.is_over]:
            self.lose_server(server)


class Outcome(NamedTuple):
    """The outcome of a schedule, with a digest of everything that happened."""

    finding: str | None
    steps: int
    digest: str


def simulate(seed: int, tell: Callable[[str], object] | None = None) -> Outcome:
    """Run a schedule. `tell` gets a line for every event."""
    schedule = Schedule(seed, tell)
    finding = None
    try:
        schedule.run()
    except Finding as found:
        finding = str(found)
    except Exception as error:  # an error of the simulation itself
        last = traceback.extract_tb(error.__traceback__)[-1]
        finding = f"{type(error).__name__}: {error} ({last.name}, line {last.lineno} of {last.filename})"
    return Outcome(finding, schedule.world.steps, schedule.world.digest)
