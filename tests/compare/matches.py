"""Seeded matches: who sits at a table, with which options and decks, and what everybody does, all drawn from a seed."""

from contextlib import suppress
from hashlib import blake2b
from random import Random
from typing import Any, Final

import msgspec
from pydantic import BaseModel

from bot.host import lobby
from bot.host.kernel.errors import UserError
from bot.host.lobby import Opening
from bot.host.match import panel_actions, rewind
from bot.host.match.table import Table
from bot.host.match.unit_of_work import load
from bot.host.people import settings
from bot.storage import matches
from engine.contract import IllegalDeck, Seat
from engine.dice import FairDice
from engine.players.characters import CHARACTERS
from engine.players.policies import POLICIES
from tests.compare.bot import Person, RunningBot
from tests.engine.random_tables import random_keys, random_options
from tests.host.players import click

PEOPLE: Final = tuple(
    Person(101 + number, name)
    for number, name in enumerate(("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gita", "Hugo", "Ines"))
)
WITHOUT_PICTURES: Final = PEOPLE[2]
BY_BUTTON: Final = PEOPLE[3]

PLACES: Final = {"moving": (71, 901), "still": (72, 902), "words": (73, 903)}
"""A server and a channel for each way of showing turns."""

EASY: Final = tuple(key for key, level in CHARACTERS.items() if level == "easy")

PAUSE: Final = 15.0
"""For how many seconds everybody first waits when nobody has a question; each pause is twice as long as the last."""

LONGEST: Final = 12
"""After how many answers for each seat people leave, so that no match is long."""

DECKS_FIT: Final = ("format", "deck_size")
"""The options that decks have to fit."""

READ: Final = frozenset({"blows", "sums", "board", "log", "more", "piles", "now", "help", "rules", "leave", "page"})
"""The buttons that only show something, by the action in their custom ids, which never changes."""

LOOKED_BACK: Final = ("blows", "sums", "board", "log", "more", "verify")
"""The buttons that are pressed after a match."""


async def choose_settings(at: RunningBot) -> None:
    """Choose settings for the people and the servers."""
    for way, (guild, _) in PLACES.items():
        await settings.change_guild(at.host, guild, "turns", [way])
    await settings.change_person(at.host, WITHOUT_PICTURES.id, "pictures", ["no"])
    await settings.change_person(at.host, BY_BUTTON.id, "hand", ["button"])


class SeededMatch:
    """A match of a game, drawn from a seed, from its table to its end."""

    def __init__(self, at: RunningBot, game: str, seed: int, longest: int = LONGEST) -> None:
        self.at = at
        self.host = at.host
        self.game = at.host.games[game]
        self.name = f"{game} {seed}"
        self.chance = Random(self.name)
        self.place = self.chance.choice(list(PLACES.values()))
        self.policy = self.chance.choices(("random", "keys", "defaults"), (6, 3, 1))[0]
        self.longest = longest if self.chance.random() < 0.8 else longest / 3
        self.people: list[Person] = []
        self.match = 0
        self.answers = 0

    async def play(self) -> str:
        """Play the match, and return its digest."""
        messages = self.at.messages
        messages.begin(self.name)
        await self._start()
        turned_back, pause = False, PAUSE
        while (table := await self._table()).row.status == "running":
            messages.step += 1
            if self.answers > self.longest * len(table.seats):
                await self._leave(table)
            elif table.row.events and not turned_back and self.game.spec.rewinds and self.chance.random() < 0.1:
                turned_back = True
                await self._turn_back(table)
            elif await self._answer(table):
                pause = PAUSE
            else:
                await self.at.pass_time(pause)
                pause *= 2
            if self.chance.random() < 0.15:
                await self._look_around()
        await self._look_back()
        return await self._digest()

    async def _start(self) -> None:
        """Open a table, fill its seats and start."""
        spec = self.game.spec
        seats = self.chance.choice((spec.least, spec.least, self.chance.randint(spec.least, spec.most)))
        houses = self.chance.choice((0, 0, 0, self.chance.randint(0, seats - 1)))
        self.people = self.chance.sample(PEOPLE, seats - houses)
        pace = self.chance.choice(("live", "live", "relaxed", "daily"))
        opened = None
        for options in (self._options(), spec.options()):
            wanted = Opening(
                spec.key,
                pace,
                *self.place,
                options,
                seats=seats,
                house=self.chance.choice(EASY) if houses == seats - 1 else None,
            )
            try:
                opened = await lobby.open_table(self.host, self._click(self.people[0]), wanted)
                break
            except (UserError, IllegalDeck):
                continue
        assert opened is not None
        self.match = opened.match.id
        if self.chance.random() < 0.3:
            await self._try(lobby.arrange(self.host, self._click(self.people[0]), self.match, "takeover", "easy"))
        if self.chance.random() < 0.5:
            await self._try(lobby.arrange(self.host, self._click(self.people[0]), self.match, "rating", "rated"))
        await self.at.pass_time(lobby.creation.ANSWER_SECONDS + 1)
        for person in self.people[1:]:
            await lobby.join(self.host, self._click(person), self.match)
            await self.at.settle()
        while any(not seat.taken for seat in (await lobby.look(self.host, self.match)).seats):
            seated = self._click(self.people[0])
            await lobby.arrange(self.host, seated, self.match, "house", self.chance.choice(EASY))
        decks = (await lobby.look(self.host, self.match)).decks
        for person in self.people if decks else ():
            named = self.chance.choice(decks).ready.name
            await self._try(lobby.choose_deck(self.host, self._click(person), self.match, named))
        await self.at.settle()
        for person in self.people:
            await self._try(lobby.agree(self.host, self._click(person), self.match))
        await lobby.start(self.host, self._click(self.people[0]), self.match)
        await self.at.settle()

    def _options(self) -> BaseModel:
        """Return the usual options or drawn ones; what decks are checked against stays as usual."""
        usual = self.game.spec.options()
        if self.chance.random() < 0.5:
            return usual
        kept = {name: value for name, value in usual if name in DECKS_FIT}
        return random_options(self.game.spec.options, self.chance).model_copy(update=kept)

    async def _answer(self, table: Table) -> bool:
        """Have somebody who is asked answer, and return whether anybody was."""
        asked = [each for each in table.open() if table.seats[each.seat].present and self._person(table, each.seat)]
        self.chance.shuffle(asked)
        for each in asked:
            person = self._person(table, each.seat)
            panel = None if person is None else await panel_actions.show(self.host, self.match, person.id)
            if person is None or panel is None or panel.asked is None or panel.draft.held is not None:
                continue
            self.answers += 1
            if self.policy == "keys" or panel.draft.made:
                picks = [(panel.asked.id, random_keys(panel.asked, self.chance))]
            else:
                dice = FairDice.seeded(self.name, self.answers)
                guess = self.game.determinize(table.state, each.seat, dice)
                picks = [*POLICIES[self.policy].line(self.game, guess, each.seat, dice)]
            slowly = self.chance.random() < 0.3
            for decision, keys in picks:
                now = self._click(person)
                shown = await panel_actions.pick(
                    self.host, now, self.match, decision, panel.draft.revision, tuple(keys)
                )
                assert shown is not None
                panel = shown
                if slowly:
                    await self.at.settle()
                if shown.notice is not None:
                    break
            await self.at.settle()
            return True
        return False

    async def _leave(self, table: Table) -> None:
        """Have somebody leave."""
        left = [person for person in self.people if self._seat(table, person) is not None]
        await panel_actions.leave(self.host, self._click(self.chance.choice(left)), self.match)
        await self.at.settle()

    async def _turn_back(self, table: Table) -> None:
        """Have somebody ask to take a move back, and the others vote."""
        there = [person for person in self.people if self._seat(table, person) is not None]
        caller = self.chance.choice(there)
        await self._try(rewind.call(self.host, self._click(caller), self.match))
        await self.at.settle()
        for person in there:
            if (await self._table()).vote is not None and person is not caller:
                yes = self.chance.random() < 0.8
                await self._try(rewind.vote(self.host, self._click(person), self.match, yes=yes))
                await self.at.settle()

    async def _look_around(self) -> None:
        """Have somebody open their panel, and press some of the buttons that only show something."""
        person = self.chance.choice(self.people)
        await self._press(person, "hand")
        shown = sorted(READ & self.at.messages.buttons.keys())
        for action in self.chance.sample(shown, min(2, len(shown))):
            await self._press(person, action)

    async def _look_back(self) -> None:
        """Have two people press every button of a finished match that only shows something."""
        self.at.messages.step += 1
        for person in self.people[:2]:
            for action in ("hand", *LOOKED_BACK):
                await self._press(person, action)

    async def _press(self, person: Person, action: str) -> None:
        """Press the newest button with an action, if there has been one."""
        custom_id = self.at.messages.buttons.get(action)
        if custom_id is not None:
            self.at.messages.what = f"{action} for {person.name}"
            await self.at.click(person, self.place, custom_id)

    async def _digest(self) -> str:
        """Return the digest of everything that was decided in the match."""
        table = await self._table()
        async with self.host.database.reading() as connection:
            log = await matches.log_of(connection, self.match)
        entries = [(each.kind, each.seat, each.decision, each.answer, each.draws) for each in log]
        state = self.game.dump(table.state)
        told = msgspec.json.encode((entries, table.row.status, table.row.outcome, state))
        return blake2b(told, digest_size=12).hexdigest()

    async def _table(self) -> Table:
        async with self.host.database.reading() as connection:
            return await load(self.host, connection, self.match)

    def _person(self, table: Table, seat: Seat) -> Person | None:
        user = table.seats[seat].user
        return next((person for person in self.people if person.id == user), None)

    def _seat(self, table: Table, person: Person) -> Seat | None:
        seat = table.seat_of(person.id)
        return None if seat is None or table.seats[seat].left else seat

    def _click(self, person: Person) -> Any:
        return click(person.id, self.host.now(), person.name)

    async def _try(self, act: Any) -> None:
        """Do something that a table may refuse."""
        with suppress(UserError, IllegalDeck):
            await act
