"""Matches that are played to be photographed, at a live pace and in real time, with all that players see in them."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from bot.ui.messages.custom_ids import parse
from bot.ui.texts.words import Words
from engine.registry import GAMES
from sandbox.client import Person, Refused
from sandbox.seen import Message
from tests.e2e.camera import Camera
from tests.e2e.panel_looks import Album, edits, moved
from tests.e2e.players import Player, Room, answered, begin, find, found, ids_of, news, offered, play_here

ENGLISH: Final = Words(None)

PATIENCE: Final = 120.0
"""The seconds in which the bot must answer, on a machine that draws and computes much else."""

LONGEST: Final = 1800.0
"""The seconds that a match may take."""

MATCHES: Final = 3
"""How many matches are played at most for what a match may not have had: house players think as long as they may."""

IDLE: Final = ("lock", "pass", "stay", "disengage", "no", "end", "decline", "gap", "discard", "reorient", "undo")
"""Answers that bring nothing to look at."""

PLANNED: Final = 3
"""The picks after which a player locks in."""

BUSY: Final = 0.9
"""How often a player prefers an answer that is not idle."""

SENTENCES: Final = 4
"""The sentences that the description of a turn's picture must have to be worth a look."""

WORTH: Final = {"varia": " loses ", "artbot": " loses "}
"""What it must say in some games: that somebody has lost something."""

ENOUGH: Final = 12
"""How many panels of each kind are measured in a game."""

STEP: Final = 1.0
"""The seconds after which players look again at their panels, if they have heard nothing."""


class Sight(Struct, frozen=True):
    """A panel with a question: the kinds of its answers, the picks of the plan so far, and its text."""

    kinds: frozenset[str]
    planned: int
    text: str

    def moment(self, game: str) -> str:
        """Return the name of the moment that the panel shows, or else "other"."""
        return next((name for name, wanted in MOMENTS[game].items() if wanted(self)), "other")

    def offers(self, *kinds: str) -> bool:
        """Return whether the panel offers one of some kinds of answers."""
        return not self.kinds.isdisjoint(kinds)


Moment = Callable[[Sight], bool]

MOMENTS: Final[Mapping[str, Mapping[str, Moment]]] = {
    "varia": {
        "hand": lambda seen: seen.offers("plan") and not seen.offers("gap") and not seen.planned,
        "plan": lambda seen: seen.offers("lock") and not seen.offers("gap", "fast") and seen.planned >= PLANNED,
        "answer": lambda seen: seen.offers("gap") and seen.planned > 0,
        "fast": lambda seen: seen.offers("fast"),
    },
    "artbot": {
        "hand": lambda seen: seen.offers("card") and ENGLISH("artbot.ask.play") in seen.text,
        "plan": lambda seen: seen.offers("left"),
        "answer": lambda seen: seen.offers("card") and "do you lose" in seen.text,
    },
    "warmage": {
        "hand": lambda seen: seen.offers("row"),
        "plan": lambda seen: seen.offers("cast") and not seen.offers("pass"),
        "answer": lambda seen: seen.offers("cast") and seen.offers("pass"),
    },
    "zarcana": {
        "hand": lambda seen: seen.offers("play", "place", "use") and not seen.planned,
        "plan": lambda seen: seen.planned > 0,
    },
}
"""The moments of each game in which a panel is photographed, by name."""


class Click(Struct, frozen=True):
    """A click on a panel: what the panel showed, and how much the person had heard by then."""

    panel: Message
    heard: int


class Sitter(Player):
    """A player who mostly does what can be seen on a board, and plans a few picks before locking in.

    One who `rests` does no more than they have to, so that the match ends.
    """

    def __init__(self, room: Room, person: Person, match: int) -> None:
        super().__init__(room, person, match)
        self.planned = 0
        self.rests = False
        self.last: Click | None = None

    def sight(self) -> tuple[Message, Sight] | None:
        """Return the panel and what it shows, if it asks a question."""
        panel = self.panel()
        if panel is None or not (offers := offered(panel)):
            return None
        kinds = frozenset(_kind(custom_id, value) for custom_id, value, _ in offers)
        return panel, Sight(kinds, self.planned, panel.text)

    async def act(self) -> bool:
        """Answer the question on the panel, if there is one, and return whether there was one."""
        panel = self.panel()
        offers = offered(panel) if panel is not None else []
        if panel is None or not offers:
            return False
        eager = [offer for offer in offers if _kind(*offer[:2]) not in IDLE]
        eager = [offer for offer in eager if _kind(*offer[:2]) == "engage"] or eager
        final = [offer for offer in offers if offer[2]] if self.rests or self.planned >= PLANNED else []
        custom_id, value, is_final = self.chance.choice(
            final or (eager if eager and self.chance.random() < BUSY else offers)
        )
        self.planned = 0 if is_final else self.planned + 1
        self.last = Click(panel, len(self.person.heard))
        try:
            await answered(self.person, panel, custom_id, value)
        except Refused:
            self.planned, self.last = 0, None  # the panel changed during the click
        return True


def _kind(custom_id: str, value: str | None) -> str:
    return (value or parse(custom_id).argument).partition(":")[0]


async def choose_deck(person: Person, match: int, number: int) -> None:
    """Choose one of the ready-made decks at the table at which a person has just sat down."""
    wanted = ("deck", match)
    seat = await person.wait_for(
        lambda each: any((i.action, i.subject) == wanted for i in ids_of(each)), timeout=PATIENCE
    )
    (select,) = seat.selects
    await person.select(seat, select.custom_id, [select.options[number][0]])


def _says(look: Callable[[], Message | None], text: str) -> bool:
    message = look()
    return message is not None and text in message.text


def winners_first(panels: Sequence[tuple[Person, Message]]) -> list[tuple[Person, Message]]:
    """Return the panels after the end with a winner's before those of who has lost, which all say the same."""
    return sorted(panels, key=lambda each: ENGLISH("panel.lost") in each[1].text)


_ANSWERS: Final[dict[str, asyncio.Lock]] = defaultdict(asyncio.Lock)
"""A lock for each person who waits for the answer to a button: the next private message to them."""


class PhotographedMatch:
    """A match between people, all of whom the script plays, and house players. What is measured is kept in an album."""

    def __init__(self, camera: Camera, album: Album, room: Room, game: str, people: list[Person]) -> None:
        self.camera = camera
        self.album = album
        self.room = room
        self.game = game
        self.people = people
        self.number = 0
        self.missing = dict(MOMENTS[game])
        self.clicked: dict[Sitter, str] = {}
        self.measured: set[int] = set()
        self.has_turn = self.has_blows = False

    async def play(self, **options: object) -> None:
        """Open tables with some options of /play, and play until everything has been photographed."""
        missing = [*self.missing, "turn"]
        for _ in range(MATCHES):
            async with asyncio.timeout(LONGEST):
                await self.play_one(**options)
            missing = [*self.missing, *([] if self.has_turn else ["turn"])]
            if not missing:
                break
        assert not missing, f"{self.game}: there was no {', '.join(missing)}"

    async def play_one(self, **options: object) -> None:
        """Play one match to its end."""
        await self.open(**options)
        sitters = [Sitter(self.room, person, self.number) for person in self.people]
        while (end := self.newest("verify")) is None:
            if not any([await self.look_and_act(sitter) for sitter in sitters]):
                await news(sitters, STEP)
            await self.look_at_turn()
        await self.look_at_end(end, sitters)

    async def open(self, **options: object) -> None:
        """Open a table, look at everything that can be set, and begin the match."""
        opener, *others = self.people
        opened = await opener.slash("play", game=self.game, pace="live", options=options)
        table = await opener.finished(opened, timeout=PATIENCE)
        self.number = parse(found(table, "table")).number
        await self.take(opener, table, "lobby")
        await self.press(opener, table, "table", "set-up")
        if GAMES[self.game].spec.decks:
            await self.press(opener, table, "seat", "deck")
        for number, person in enumerate(others, 1):
            await person.click(person.now(table), found(person.now(table), "join"))
            if GAMES[self.game].spec.decks:
                await choose_deck(person, self.number, number)
        await begin(opener, table)
        if "house" in options:
            await play_here(opener, self.number)

    async def look_and_act(self, sitter: Sitter) -> bool:
        """Photograph a player's panel if it shows something new, then answer its question."""
        sitter.rests = not self.missing and self.has_turn and sitter.person is not self.people[0]
        seen = sitter.sight()
        if seen is None:
            return False
        panel, sight = seen
        moment = sight.moment(self.game)
        self.note_click(sitter, panel)
        await self.measure(sitter.person, panel, moment)
        for name in [name for name, wanted in self.missing.items() if wanted(sight)][:1]:
            del self.missing[name]
            await self.take(sitter.person, panel, name)
            if name == "plan":
                await self.take_board("", "board")
        self.clicked[sitter] = moment
        return await sitter.act()

    def note_click(self, sitter: Sitter, panel: Message) -> None:
        """Note what has changed since a player's last click, which leads to what the panel asks now."""
        if (last := sitter.last) is not None:
            looks = self.album.looks[self.game, self.clicked[sitter]]
            looks.edits.append(edits(sitter.person.heard[last.heard :], last.panel))
            if panel.id == last.panel.id:
                looks.moved.append(moved(last.panel, panel))

    async def measure(self, person: Person, message: Message, surface: str) -> None:
        """Measure a message, unless enough of its kind have been measured."""
        sizes = self.album.looks[self.game, surface].sizes
        if len(sizes) < ENOUGH:
            sizes.append(await self.camera.measure(person, message))

    async def look_at_turn(self) -> None:
        """Photograph the first turn whose picture shows more than one thing, and the first with details."""
        post = self.turn()
        if post is None:
            return
        if post.id not in self.measured:
            self.measured.add(post.id)
            await self.measure(self.people[0], post, "turn")
        if self.has_turn and self.has_blows:
            return
        [picture] = post.attachments
        text = str(picture["description"])
        if text.count(".") < SENTENCES or WORTH.get(self.game, "") not in text:
            return
        if not self.has_turn:
            self.has_turn = True
            await self.take(self.people[0], post, "turn")
        if not self.has_blows and find(post, "blows"):
            self.has_blows = True
            await self.press(self.people[0], post, "blows", "blow-by-blow")

    async def look_at_end(self, end: Message, sitters: list[Sitter]) -> None:
        """Photograph the end of the match, the panels after it, what stays of the board, and a look back at it."""
        watcher = self.people[0]
        await self.take(watcher, end, "end")
        panels: list[tuple[Person, Message]] = []
        for sitter in sitters:
            is_over = partial(_says, sitter.panel, ENGLISH("panel.over"))
            await sitter.person.until(is_over, "the end on the panel", timeout=PATIENCE)
            panels.append((sitter.person, await sitter.shown()))
        for (person, panel), name in zip(winners_first(panels), ("over", "over-for-another"), strict=False):
            await self.take(person, panel, name)
            await self.measure(person, panel, "over")
        await self.take_board(end.text.split()[0], "last-board")  # 🏆, or 🤝 for a draw
        await self.press(watcher, end, "review", "look-back")

    async def press(self, person: Person, message: Message, action: str, name: str) -> None:
        """Press a button, and photograph the answer, which only that person sees."""
        async with _ANSWERS[person.name]:
            before = {each.id for each in person.seen()}
            await person.click(person.now(message), found(person.now(message), action))
            answer = await person.wait_for(
                lambda each: each.ephemeral and not each.thinking and each.id not in before, timeout=PATIENCE
            )
        await self.take(person, answer, name)

    async def take(self, person: Person, message: Message, name: str) -> None:
        await self.camera.take(person, message, f"{self.game}-{name}")

    def newest(self, action: str) -> Message | None:
        """Return the newest message of the match that has a button for an action."""
        seen = reversed(self.people[0].seen())
        return next(
            (each for each in seen if any((i.action, i.subject) == (action, self.number) for i in ids_of(each))), None
        )

    def turn(self) -> Message | None:
        """Return the newest post about a turn, if it has a picture."""
        there = (each for each in reversed(self.people[0].seen()) if each.embeds and not find(each, "board"))
        newest = next((each for each in there if self._is_turn(each)), None)
        return newest if newest is not None and newest.attachments else None

    def _is_turn(self, post: Message) -> bool:
        """Whether a post tells a turn of this match: its title says which, and its footer of which match."""
        embed = post.embeds[0]
        footer = str(embed.get("footer", {}).get("text"))
        return str(embed.get("title")).startswith("Turn ") and f"match {self.number}" in footer

    def board(self) -> Message | None:
        """Return the message that shows how the match stands, if it has been posted."""
        there = [each for each in self.people[0].seen() if find(each, "board") and not find(each, "watch")]
        shown = [each for each in there if each.embeds or not find(each, "log")]
        return next((each for each in reversed(shown) if any(i.subject == self.number for i in ids_of(each))), None)

    async def take_board(self, text: str, name: str) -> None:
        """Photograph that message as soon as it says something."""
        watcher = self.people[0]
        await watcher.until(partial(_says, self.board, text), "the board", timeout=PATIENCE)
        board = self.board()
        assert board is not None
        await self.take(watcher, board, name)
        await self.measure(watcher, board, "board")
