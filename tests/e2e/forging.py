"""Forged clicks, commands and modals on a running bot: no incident, and no change by a foreigner. For `make soak`.

    python -m tests.e2e.forging --minutes 60 --database postgres --seed 7

Each round is a separate world with two servers. Matches of all games, lobbies, tournaments, a set, a format, decks, a
collection and a trade are created by ordinary clicks. Then two foreigners forge, and only rows of their own may change;
then everyone forges. A round is repeated by its own seed.
"""

import argparse
import asyncio
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import select

from bot.storage.schema import metadata
from sandbox.client import Person
from sandbox.description import ChannelDescription, GuildDescription, WorldDescription
from sandbox.interactions import COMMAND, COMPONENT, MODAL_SUBMIT, InteractionSettings
from sandbox.seen import parts_of
from sandbox.wire import Json
from tests.e2e.fleet import Fleet
from tests.e2e.forged_interactions import BUTTON, Forger, users_of
from tests.e2e.players import IDLE, anything_new, ids_of
from tests.e2e.sample_world import furnish
from tests.support.databases import postgres_server
from tests.support.discord import Stage, open_stage

ZOE, MALLORY = "Zoe", "Mallory"
"""The foreigners: a member of the first server who takes part in nothing, and the owner of the second."""

WORLD: Final = WorldDescription(
    people=("Ada", "Ben", "Cleo", ZOE, MALLORY),
    guilds=(
        GuildDescription(
            "The Tableside Inn", (ChannelDescription("lobby"), ChannelDescription("cards")), ("Ada", "Ben", "Cleo", ZOE)
        ),
        GuildDescription("Elsewhere", (ChannelDescription("hall"),), (MALLORY, ZOE)),
    ),
)

ANSWER: Final = 60.0
"""The seconds to wait for an answer: a longer one was forgotten, however busy the machine is."""

WELCOME: Final = ("join", "watch", "tjoin")
"""Actions that anyone may take at another person's table or tournament; foreigners do not forge them here."""

INVITING: Final = ("trade", "tradepost")
"""Commands and actions that create something together with another person."""

LAST: Final = ("forget", "leave", "leaving", "quit", "withdraw", "setdelete", "setdeleting", "tcourse", "tleave")
"""Actions that remove many targets of forging."""

BOOKKEEPING: Final = frozenset({"deferred", "destinations", "inbox", "leases", "notes", "orders", "posts", "surfaces"})
"""Tables of the service itself, which belong to no person and no server."""

OWNERS: Final = ("user", "owner", "opener", "organiser", "uploader", "giver")
"""Columns that name the owner of a row."""

AT_ONCE: Final = 6
"""The number of concurrent forged interactions."""

Rows = dict[str, dict[str, dict[str, Any]]]


@dataclass
class Report:
    """The forged acts, their answers and the errors found; `faults` must be empty."""

    acts: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Report") -> None:
        """Add another report."""
        self.acts += other.acts
        self.answers += other.answers
        self.rounds += other.rounds
        self.faults += other.faults

    def lines(self) -> list[str]:
        """Return the report as lines of text."""
        acts = ", ".join(f"{count} {name}" for name, count in sorted(self.acts.items()))
        answers = ", ".join(f"{count} {name}" for name, count in sorted(self.answers.items()))
        return [
            f"rounds: {self.rounds}; forged: {self.acts.total()} ({acts}); answered: {answers}",
            f"faults: {len(self.faults)}",
            *self.faults,
        ]


class Forging:
    """One round: a furnished world, and people who forge in it."""

    def __init__(self, fleet: Fleet, seed: int, people: dict[str, Person]) -> None:
        self.fleet = fleet
        self.people = people
        self.report = Report(rounds=1)
        self._chance = Random(f"forging {seed}")
        self._interactions = fleet.room.sandbox.parts.interactions
        self._world = fleet.room.sandbox.parts.world

    async def forge(self, names: Sequence[str], acts: int, but: Sequence[str] = ()) -> None:
        """Perform a number of random forged acts by some people, several at the same time, without the actions in
        `but`."""
        seen = self._shown()
        messages = self._messages()
        commands = self._world.visible_commands(self.people["Ada"].id, self.people["Ada"].here, 1)
        forger = Forger(self._chance, seen, [each.id for each in self.people.values()], commands, but)
        for _ in range(0, acts, AT_ONCE):
            if self.fleet.is_hurt:
                return
            await asyncio.gather(*(self._act(forger, self._chance.choice(names), messages) for _ in range(AT_ONCE)))

    def _messages(self) -> dict[str, int]:
        """Return the messages that people see, by each custom id on them and by their own ids."""
        seen = [message for person in self.people.values() for message in person.seen()]
        there = {str(wanted): message.id for message in seen for wanted in ids_of(message)}
        return there | {f"message {message.id}": message.id for message in seen}

    def _shown(self) -> list[Json]:
        """Return all components that anyone was ever shown, in messages and in modals."""
        found: list[Json] = []
        for person in self.people.values():
            for news in person.heard:
                raw = json.loads(json.dumps(news))
                outcome = raw.get("outcome") or {}
                for shown in (raw.get("message"), outcome.get("message"), outcome.get("modal")):
                    if shown:
                        found += [shown, *parts_of(shown.get("components") or [])]
        return found

    async def _act(self, forger: Forger, name: str, messages: Mapping[str, int]) -> None:
        person, (kind, data) = self.people[name], forger.one()
        channels = [int(each["id"]) for guild in person.places["guilds"] for each in guild["channels"]]
        channel = self._chance.choice([*channels, *([person.dm_id] if person.dm_id else [])])
        source = None
        if kind == COMPONENT or (kind == MODAL_SUBMIT and self._chance.random() < 0.7):
            number = messages.get(data["custom_id"]) or self._chance.choice(list(messages.values()))
            places = [each for each in self._world.backend.channels if self._world.find_message(each, number)]
            source = self._world.find_message(places[0], number) if places else None
            if source is None and kind == COMPONENT:
                return  # the message has been deleted meanwhile
        if kind == COMMAND and (named := users_of(data)):
            data["resolved"] = {"users": {each: self._world.user_payload(int(each)) for each in named}}
        shown_by = None
        if kind == MODAL_SUBMIT:
            click = {"custom_id": data["custom_id"], "component_type": BUTTON}
            shown_by, _ = self._interactions.begin(COMPONENT, person.id, channel, click, source)
        begun = self._interactions.begin(kind, person.id, channel, data, source, shown_by)
        outcome = await self._interactions.outcome(*begun)
        self.report.acts[{2: "commands", 3: "clicks", 4: "suggestions", 5: "modals"}[kind]] += 1
        self.report.answers[outcome.kind] += 1
        if outcome.kind == "failed":
            self.report.faults.append(f"{name} got no answer to {json.dumps(data)[:300]}")

    # ------------------------------------------------------------- what changed

    async def foreigners(self, acts: int) -> None:
        """Have the foreigners forge, and report changes to rows that are not theirs."""
        own = {self.people[name].id for name in (ZOE, MALLORY)}
        theirs = {int(guild["id"]) for guild in self.people[MALLORY].places["guilds"]}
        await self.calm()
        before = await self._rows()
        await self.forge((ZOE, MALLORY), acts, (*WELCOME, *INVITING))
        await self.calm()
        after = await self._rows()
        others = {
            of: {int(row["id"]) for row in before[table].values() if _owner(row) not in own}
            for of, table in {"match": "matches", "tournament": "tournaments", "trade": "trades"}.items()
        }
        for table, rows in after.items():
            for key, row in {**before[table], **rows}.items():
                old, new = before[table].get(key), rows.get(key)
                if old == new or _owner(row) in own or row.get("guild", row.get("id")) in theirs:
                    continue
                if old is not None or any(row.get(of) in numbers for of, numbers in others.items()):
                    changed = {name for name in row if (old or {}).get(name) != (new or {}).get(name)}
                    self.report.faults.append(
                        f"a foreigner changed {table} {key}: {sorted(changed)} {_brief(old, new)}"
                    )

    async def calm(self) -> None:
        """Wait until the bot has sent everything, and nobody sees anything new."""
        while await anything_new(list(self.people.values()), 4 * IDLE):
            pass

    async def _rows(self) -> Rows:
        """Return all rows with an owner, by table and primary key."""
        found: Rows = {}
        async with self.fleet.room.reading() as connection:
            for name, table in metadata.tables.items():
                if name not in BOOKKEEPING:
                    rows = [dict(row._mapping) for row in await connection.execute(select(table))]
                    keys = [column.name for column in table.primary_key]
                    found[name] = {" ".join(str(row[key]) for key in keys): row for row in rows}
        return found

    def incidents(self) -> None:
        """Report every logged error and every uncaught failure of the bot, each only once."""
        said = Counter(
            f"{line['event']}: {(str(line) if 'exception' not in line else _told(line))[-1200:]}"
            for line in self.fleet.said
            if line.get("level") in ("error", "critical")
        )
        self.report.faults += [f"{count} times: {text}" for text, count in said.items()]


def _told(line: Json) -> str:
    about = {name: value for name, value in line.items() if name in ("match", "tournament", "surface", "kind", "error")}
    return f"{about} {line['exception']}"


def _owner(row: Json) -> Any:
    return next((row[each] for each in OWNERS if row.get(each) is not None), None)


def _brief(old: Json | None, new: Json | None) -> str:
    changed = {
        name: ((old or {}).get(name), (new or {}).get(name))
        for name in (old or new or {})
        if (old or {}).get(name) != (new or {}).get(name)
    }
    return str(changed)[:300]


async def forged_round(
    stage: Stage, folder: Path, seed: int, acts: int, server: str | None = None, **environment: Any
) -> Report:
    """Furnish a world and forge in it: a third of the acts by foreigners, the others by everyone.

    Acts that leave few targets, such as deleting all data about a person, come in the last third.
    """
    patient = InteractionSettings(first_answer=ANSWER)
    fleet = await Fleet.opened(
        stage, folder, seed, server=server, world=WORLD, interactions=patient, TEST_PATIENCE="5", **environment
    )
    stage.forgive(fleet.room.sandbox)  # Discord would not send forged interactions
    fleet.room.freeze()
    people = {name: await fleet.room.client.person(name) for name in WORLD.people}
    await furnish(fleet.room, people["Ada"], people["Ben"], people["Cleo"])
    await fleet.room.quiet(people["Ada"])  # effects of the furnishing are not changes by a foreigner
    forging = Forging(fleet, seed, people)
    await forging.foreigners(acts // 3)
    await forging.forge(WORLD.people, acts // 3, LAST)
    await forging.forge(WORLD.people, acts // 3)
    codes = await fleet.stop()
    forging.incidents()
    if codes != [0]:
        forging.report.faults.append(f"the bot ended with {codes}")
    return forging.report


def say(*lines: str) -> None:
    """Print lines and flush them."""
    print(*lines, sep="\n", flush=True)  # noqa: T201 - a command's report


async def main(arguments: argparse.Namespace) -> int:
    """Run rounds for the given number of minutes, and print the findings after each."""
    found, began = Report(), time.monotonic()
    say(f"seed {arguments.seed}, {arguments.database}")
    with ExitStack() as held:
        server = held.enter_context(postgres_server()) if arguments.database == "postgres" else None
        while (time.monotonic() - began) / 60 < arguments.minutes:
            seed = arguments.seed + found.rounds
            with TemporaryDirectory() as folder:
                async with open_stage() as stage:
                    found.add(await forged_round(stage, Path(folder), seed, arguments.acts, server))
            minutes = (time.monotonic() - began) / 60
            say(f"--- after round {found.rounds} (seed {seed}), {minutes:.1f} minutes", *found.lines())
    return 1 if found.faults else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Forge clicks, commands and modals.")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--acts", type=int, default=3000, help="how many forged acts a round has")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    sys.exit(asyncio.run(main(parser.parse_args())))
