"""People who play from one panel alone, and the panels as the database has them."""

import re
from collections import Counter
from typing import Any, Final

from msgspec.structs import replace

from bot.host.match import panel_actions
from bot.host.match.drafts import asked_of, made_of, played
from bot.host.match.panel_actions import Panel
from bot.rendering.forecasts import with_forecasts
from bot.rendering.languages import spoken_to
from bot.ui.games import RENDERERS, emojis_of
from bot.ui.match.panel import panel
from bot.ui.messages.custom_ids import CustomId, parse
from engine.contract import Key
from engine.dice import FairDice
from engine.players.levels import LEVELS
from engine.players.lines import Pick
from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.database_reader import Records
from tests.e2e.players import Player, Room, found, offered
from tests.probe.renderer import renderer

ASLEEP: Final = "This panel sleeps"

OURS: Final = re.compile(r"<:(\w+):\d+>")
PLAIN: Final = {emoji.full_name: emoji.plain or "" for emoji in emojis_of(RENDERERS.values())}
"""The bot's own emojis in a text, and the plain ones that texts have until those exist."""

SKIPPING: Final = 2
"""After how many passes in a row on a topic a person passes ahead on it."""


class Living(Player):
    """A player who clicks at random on one panel alone: the hand sent by DM, or the panel that My hand opened once."""

    def __init__(self, room: Room, person: Person, match: int, *, dms: bool = False) -> None:
        super().__init__(room, person, match, dms=dms)
        self.woken = 0

    async def look(self) -> Message | None:
        """Return the panel. Open it if there is none, and wake it if it sleeps."""
        if self.dms:
            return await self.shown()
        if self._panel is None:
            return await super().look()
        shown = self.person.now(self._panel)
        if ASLEEP in shown.text:
            self.woken += 1
            self._panel = (await self.person.click(shown, found(shown, "refresh"))).message
        return None if self._panel is None else self.person.now(self._panel)

    @property
    def open(self) -> Message:
        """The panel as it is now."""
        there = self.panel() if self.dms else self._panel
        assert there is not None
        return self.person.now(there)

    def dismiss(self) -> None:
        """Close the panel, which the bot cannot notice."""
        self._panel = None


class PanelReader:
    """Reads panels from a room's database."""

    def __init__(self, room: Room, records: Records) -> None:
        self.records = records
        self.host = records.host()
        self.renderers = {**RENDERERS, "probe": renderer()}

    async def panel(self, player: Player) -> Panel:
        """Return the contents of a player's panel."""
        return await with_forecasts(self.host, await panel_actions.show(self.host, player.match, player.person.id))

    def message(self, shown: Panel) -> Message:
        """Return a panel without a picture as its person should see it."""
        made = panel(shown, spoken_to(shown), self.renderers[shown.match.game])
        assert made.view is not None
        return Message({"content": "", "embeds": [], "components": made.view.to_components()})


VARIANT: Final = "\ufe0f"
"""What makes a sign an emoji; buttons and texts write some signs with it and without."""


def looks(message: Message) -> tuple[Any, ...]:
    """Return what a person can see of a panel, with plain emojis, and what its components do."""
    buttons = [(each.label, _does(each.custom_id), each.style, each.disabled) for each in message.buttons]
    selects = [(each.placeholder, _does(each.custom_id), each.options, each.disabled) for each in message.selects]
    text = OURS.sub(lambda found: PLAIN[found[1]], message.text).replace(VARIANT, "")
    return text, buttons, selects


def _does(custom_id: str | None) -> CustomId:
    """Return what a component does; the revision counts only if it answers a question."""
    wanted = parse(custom_id or "")
    return wanted if wanted.decision else replace(wanted, revision=0)


class _Habits:
    """How often a person has passed in a row, by topic."""

    def __init__(self) -> None:
        self.passed = Counter[str]()

    def note(self, shown: Panel, key: Key) -> None:
        """Note an answer on a panel."""
        asks = (each for each in (shown.draft.asked, shown.question) if each is not None)
        found = ((each.topic, option) for each in asks for option in each.options if option.key == key)
        topic, option = next(found, (None, None))
        if topic is not None and option is not None:
            self.passed[topic] = self.passed[topic] + 1 if option.passes else 0

    def skips(self, shown: Panel, key: Key) -> bool:
        """Whether the person passes ahead with an answer on a panel."""
        options = () if shown.question is None else shown.question.options
        found = (option.ahead for option in options if option.key == key and option.asks is None)
        return (ahead := next(found, None)) is not None and self.passed[ahead] >= SKIPPING


class Clicker(Living):
    """A player who plays as an easy house player does, by clicks on one panel.

    `clicks` are the answers so far: each with the number of events before it, and the seat.
    """

    def __init__(self, room: Room, person: Person, match: int, reader: PanelReader, *, dms: bool) -> None:
        super().__init__(room, person, match, dms=dms)
        self.reader = reader
        self.clicks = list[tuple[int, int]]()
        self._line = list[Pick]()
        self._habits = _Habits()

    async def act(self) -> bool:
        """Click once if there is a choice to make, and return whether there was."""
        shown = await self.reader.panel(self)
        if shown.asked is None or not shown.asked.answerable:
            return False
        there = await self.look()
        assert there is not None
        custom_id, value = self._next(shown, there)
        key = value or parse(custom_id).argument
        warned = parse(custom_id).action == "warn"
        skips = not warned and self._habits.skips(shown, key)
        self._habits.note(shown, key)
        # More and the button behind it, or an answer that is asked about and the button that confirms it
        self.clicks += [(shown.match.events, shown.seat)] * (2 if skips or warned else 1)
        if warned and await self.click(there, custom_id, value):
            asked = await self.look()
            assert asked is not None
            return await self.click(asked, found(asked, "pick"), None)
        return await (self.skip(there, key) if skips else self.click(there, custom_id, value))

    def _next(self, shown: Panel, there: Message) -> tuple[str, str | None]:
        """Return the custom id of the next click, and the value that it chooses in a select."""
        asked = shown.question
        assert asked is not None
        if asked.most == asked.least == 1:
            return _offering(there, self._keys(shown)[0]) or self.chance.choice(offered(there))[:2]
        left = [key for key in self._keys(shown) if key not in shown.draft.chosen]
        if not left:
            return found(there, "commit"), None
        offered_now = [option.key for option in asked.options if option.key not in shown.draft.chosen]
        if asked.ordered and left == offered_now[: len(left)]:
            return found(there, "keep"), None
        return _offering(there, left[0]) or self.chance.choice(offered(there))[:2]

    def _keys(self, shown: Panel) -> tuple[Key, ...]:
        """Return the keys of the next answer as the panel offers them: without implied ones, and of whole choices."""
        asked = shown.draft.asked
        assert asked is not None
        options = {option.key for option in asked.options}
        while self._line and not (self._line[0][0] == asked.id and options.issuperset(self._line[0][1])):
            self._line.pop(0)  # it was clicked, or the clock played instead
        self._line = self._line or self._think(shown)
        keys, then = self._line[0][1], [each for _, each in self._line[1:3]]
        if shown.draft.beyond is not None and keys == (asked.implied,) and then:
            keys = then.pop(0)
        wholes = shown.draft.wholes.get(keys[0], ()) if keys else ()
        return next(((whole.option.key,) for whole in wholes if [(whole.key,)] == then[:1]), keys)

    def _think(self, shown: Panel) -> list[Pick]:
        """Return what an easy house player does next, up to a pick that is a choice on a panel by itself."""
        game, seat = self.reader.host.games[shown.match.game], shown.seat
        dice = FairDice.seeded("clicker", self.room.seed, seat, shown.match.entries, shown.draft.revision)
        guess = game.determinize(shown.draft.state, seat, dice)
        line = [*LEVELS["easy"].line(game, guess, seat, dice)]
        while True:
            *picks, last = [(decision, [*keys]) for decision, keys in line]
            before, _ = played(game, guess, picks)
            asked = asked_of(game, before, seat)
            if asked is None or not made_of(asked, last[1]).partial:
                return line
            after, _ = played(game, before, [last])
            line += LEVELS["easy"].line(game, after, seat, dice)


def _offering(there: Message, key: Key) -> tuple[str, str | None] | None:
    """Return the click by which a panel offers an option, or None if it is on another page."""
    fitting = (
        (custom_id, value)
        for custom_id, value, _ in offered(there)
        if (parse(custom_id).argument if value is None else value) == key
    )
    return next(fitting, None)
