"""Answers to interactions: in time, in the person's language, and with an incident number after a failure."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, Literal, TypeVar, cast

import discord
import structlog
from msgspec import Struct, field

from bot.host.access import Channels, Rule
from bot.host.kernel.click import NAME_LENGTH, Click
from bot.host.kernel.errors import UserError
from bot.host.kernel.host import Host
from bot.host.kernel.outages import is_outage, surely
from bot.host.operations import fleet
from bot.interactions import admission, surfaces
from bot.messenger import responses, tokens
from bot.priority import going_first
from bot.rendering.faces import Faces
from bot.rendering.languages import Languages, spoken_by
from bot.rendering.lobbies import Lobbies
from bot.rendering.tournaments import TournamentPictures
from bot.storage import inbox
from bot.storage.inbox import DeferredRow
from bot.storage.outages import Unavailable
from bot.storage.showings import Showing
from bot.ui.decks.personal import refusal
from bot.ui.games.renderer import Renderer
from bot.ui.messages.custom_ids import read
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Rendered, Words
from cardsdb.deck_codes import DeckRefused
from engine.contract import IllegalDeck

PATIENCE: Final = 1.5
"""Seconds until an answer that is not ready is announced to Discord, which waits for three."""

TOKEN_LIFE: Final = 15 * 60.0
"""How many seconds after its answer was announced an interaction can still be answered."""

T = TypeVar("T")

ANNOUNCED: Final = 60.0
"""How many seconds another process has to give an answer that it has announced."""

FINISHING: Final = 10.0
"""How many seconds a stopping service waits for answers in progress."""

log = structlog.get_logger()


class Front(Struct, frozen=True):
    """The dependencies of every answer.

    Attributes:
        channels: looks up people's permissions in channels other than the interaction's own.
        faces: draws pictures with people's avatars.
        patience: seconds until an answer that is not ready is announced.
        public_url: the address at which match pages are served, without a slash at its end; None if they are not.
        commands: the ids that Discord gave the commands, by name.
        ongoing: the tasks of the answers in progress.
        announced: the ids of the interactions whose answers this process has announced but not given yet.
        incomplete: the ids of the interactions whose answers lack something yet, by the messages that show them.
    """

    host: Host
    languages: Languages
    renderers: Mapping[str, Renderer]
    channels: Channels
    faces: Faces
    patience: float = PATIENCE
    public_url: str | None = None
    commands: dict[str, int] = field(default_factory=dict)
    ongoing: set[asyncio.Task[Any]] = field(default_factory=set)
    announced: set[int] = field(default_factory=set)
    incomplete: dict[int, int] = field(default_factory=dict)

    @property
    def lobbies(self) -> Lobbies:
        """What renders tables before their matches."""
        return Lobbies(self.host, self.languages, self.renderers, self.faces)

    @property
    def tournaments(self) -> TournamentPictures:
        """What draws pictures of tournaments."""
        return TournamentPictures(self.host, self.renderers, self.faces)

    def command(self, name: str) -> Rendered:
        """Return a command as it appears in text: clickable as soon as its id is known."""
        number = self.commands.get(name)
        return Rendered(f"`/{name}`" if number is None else f"</{name}:{number}>")


class Answer(Struct, frozen=True):
    """The answer to an interaction.

    Attributes:
        message: a message, or None to say nothing.
        how: as a private message, as one that everybody sees, or by updating the clicked message.
        too: a private message that follows; a function makes it after the answer, which so does not wait for it.
        then: called with the token that edits the new message (see `bot.messenger.tokens`) and its id, once it has been
            sent. If the answer updates the clicked message, this is about the message that follows.
        late: waits for what was not ready in time, and returns the whole message, or None if nothing has come. It
            replaces the answer, unless something newer stands there by then.
    """

    message: Outgoing | None
    how: Literal["private", "public", "update"] = "private"
    too: Outgoing | Callable[[], Awaitable[Outgoing]] | None = None
    then: Callable[[str, int], Awaitable[None]] | None = None
    late: Callable[[], Awaitable[Outgoing | None]] | None = None


def say(text: str) -> Answer:
    """Answer with a line of text, privately."""
    return Answer(Outgoing(content=text))


def click_of(interaction: discord.Interaction, *, panel: bool = False) -> Click:
    """Return an interaction in the form that the host expects.

    If `panel` is set, the reply becomes the person's panel.
    """
    message = interaction.message.id if interaction.message else None
    at, token = interaction.created_at.timestamp(), interaction.token if panel else None
    who, data = interaction.user, dict[str, Any](interaction.data or {})
    sure = read(data.get("custom_id")).sure
    name, avatar = who.display_name[:NAME_LENGTH], None if who.avatar is None else who.avatar.key
    return Click(
        interaction.id,
        who.id,
        at,
        message,
        str(interaction.locale),
        token,
        name,
        avatar,
        interaction.channel_id,
        sure,
        interaction.guild_id,
        interaction.permissions.manage_threads,
    )


class _Sent(Struct, frozen=True):
    """The ids of the new messages of an answer: the answer itself, and what followed it."""

    answer: int | None
    following: int | None


class Reply(Struct):
    """The reply to one interaction.

    Attributes:
        rule: the access rule of a click or of a submitted modal; a command has its own.
        private: whether the answer can only be a private message. The first response decides that.
        anew: whether the answer to a click is a new message, which the interaction's token then edits.
        before: the clicked surface as it was before the work.
    """

    front: Front
    interaction: discord.Interaction
    rule: Rule | None = None
    private: bool = True
    anew: bool = False
    before: Showing | None = None

    async def answer(self, work: Coroutine[Any, Any, Answer]) -> None:
        """Answer with the result of some work, in time for Discord, however long the work takes.

        The work starts only if the interaction is admitted. A refusal is explained in the person's language; an
        unexpected error gets an incident number. A deferral is stored, so that the person gets an answer even if this
        process ends before the work is done.
        """
        structlog.contextvars.bind_contextvars(interaction=self.interaction.id, guild=self.interaction.guild_id)
        host = self.front.host
        with ongoing(self.front):
            begun = host.clock.steady()
            task = asyncio.create_task(self._prepare(work))
            with host.courtesy.answering():
                done, _ = await asyncio.wait({task}, timeout=self.front.patience)
            if done:
                sent = await self._send(task.result())
                host.metrics.answered.observe(host.clock.steady() - begun)
            else:
                await responses.defer(self.interaction, private=self.private, anew=self.anew)
                host.metrics.answered.observe(host.clock.steady() - begun)
                sent = await self._send_late(task)
            found = task.result()
            await self._then(found, sent)
            if found.late is not None and (sent.answer is not None or found.how == "update"):
                await self._complete(found.late, sent.answer)

    async def ask(self, work: Coroutine[Any, Any, discord.ui.Modal | Answer]) -> None:
        """Answer with the modal that some work returns, or with the reason why there is none.

        A modal can only be the first response, so it cannot be deferred: the work has to be quick.
        """
        with ongoing(self.front):
            with self.front.host.courtesy.answering():
                found = await self._prepare(work)
            if isinstance(found, Answer):
                await self._send(found)
            else:
                await responses.ask(self.interaction, found)

    async def _prepare(self, work: Coroutine[Any, Any, T]) -> T | Answer:
        """Return the result of some work, or the answer to its error."""
        host = self.front.host
        try:
            await admission.admit(host, self.front.channels, self.interaction, rule=self.rule)
            self.before = await surfaces.clicked_on(host, self.interaction)
            found: T | Answer = await work
        except Exception as error:  # noqa: BLE001 - any error is answered and logged
            found = _refusal(self.interaction, error)
            outcome = "refused" if isinstance(error, REFUSALS) or is_outage(error) else "incident"
        else:
            outcome = "ok"
        finally:
            work.close()  # it never started if the interaction was not admitted
        host.metrics.interactions.labels(self.interaction.type.name, outcome).inc()
        return found

    async def _send(self, found: Answer) -> _Sent:
        """Send an answer and its follow-up; after an error, send its incident number.

        If the answer updates a surface that the outbox also updates, make sure that the newest state remains.
        """
        message, following = None, None
        try:
            if found.message is not None and found.how == "update" and self._can_become(found.message):
                self.front.incomplete.pop(self._place(), None)
                await responses.update(self.interaction, found.message)
            elif found.message is not None:
                message = await responses.reply(self.interaction, found.message, private=found.how != "public")
        except Exception as error:  # noqa: BLE001
            message = await responses.reply(self.interaction, _incident(self.interaction, error))
        else:
            if found.too is not None:
                following = await self._follow_up(found.too)
        if found.how == "update":
            await surfaces.show_newest(self.front.host, self.interaction, self.before)
        return _Sent(message, following)

    async def _send_late(self, task: asyncio.Task[Answer]) -> _Sent:
        """Send an announced answer, and keep a record of the deferral until it is sent."""
        front, number = self.front, self.interaction.id
        front.announced.add(number)
        try:
            with suppress(Unavailable):
                async with front.host.database.transaction() as tx:
                    token, locale = self.interaction.token, str(self.interaction.locale)
                    await inbox.defer(tx, DeferredRow(number, token, locale, front.host.now()))
            sent = await self._send(await task)
            await surely(front.host, partial(_settle, front.host, number))
        finally:
            front.announced.discard(number)
        return sent

    async def _then(self, found: Answer, sent: _Sent) -> None:
        """Do what is to be done with the new message of an answer.

        After an update, also one that was only announced, the interaction's token alone edits the clicked message,
        which everybody may see; a new message is then a follow-up.
        """
        updates = found.how == "update"
        message = sent.following if updates else sent.answer
        if found.then is None or message is None:
            return
        announced = self.interaction.response.type is discord.InteractionResponseType.deferred_message_update
        token = self.interaction.token
        await found.then(tokens.of_follow_up(token, message) if updates or announced else token, message)

    async def _complete(self, late: Callable[[], Awaitable[Outgoing | None]], message: int | None) -> None:
        """Replace the answer by the whole one once there is one, unless its message shows something newer by then.

        `message` is the new message with the answer; None if it is the clicked one.
        """
        host, incomplete = self.front.host, self.front.incomplete
        place, number = self._place(message), self.interaction.id
        before = self.before if message is None else None

        async def stands() -> bool:
            newest = incomplete.get(place) == number
            return newest and await surfaces.stands(host, self.interaction, message, before)

        incomplete[place] = number
        whole = await late()
        if whole is not None and await stands():
            taken = await responses.replace(self.interaction, whole, new=message is not None)
            if not taken or not await stands():
                await surfaces.show_again(host, self.interaction, message)
        if incomplete.get(place) == number:
            del incomplete[place]

    def _place(self, message: int | None = None) -> int:
        """Return the id of the message with the answer: a new one, or else the clicked one."""
        clicked = self.interaction.message
        return message if message is not None else 0 if clicked is None else clicked.id

    def _can_become(self, wanted: Outgoing) -> bool:
        """Whether the clicked message can be updated to the wanted one: both are panels, or neither is."""
        clicked = self.interaction.message
        return clicked is not None and wanted.layout == clicked.flags.components_v2

    async def _follow_up(self, too: Outgoing | Callable[[], Awaitable[Outgoing]]) -> int | None:
        """Send the message that follows an answer, and return its id; after an error, send its incident number."""
        try:
            return await responses.follow_up(self.interaction, too if isinstance(too, Outgoing) else await too())
        except Exception as error:  # noqa: BLE001
            return await responses.follow_up(self.interaction, _incident(self.interaction, error))


async def _settle(host: Host, interaction: int) -> None:
    """Forget a deferral whose answer has been given."""
    async with host.database.transaction() as tx:
        await inbox.settle(tx, interaction)


async def finish(front: Front) -> None:
    """Wait for the answers in progress, so that people who clicked just before the service stops get theirs."""
    if front.ongoing:
        await asyncio.wait(front.ongoing, timeout=FINISHING)


@contextmanager
def ongoing(front: Front) -> Iterator[None]:
    """Give the current task priority, and have a stopping service wait for it."""
    task = cast("asyncio.Task[Any]", asyncio.current_task())
    front.ongoing.add(task)
    try:
        with going_first():
            yield
    finally:
        front.ongoing.discard(task)


async def incident_of(interaction: discord.Interaction, error: Exception) -> None:
    """Answer an interaction whose handling failed before it had an answer, unless it asks for suggestions."""
    found = _incident(interaction, error)
    if interaction.type is not discord.InteractionType.autocomplete:
        await responses.reply(interaction, found)


REFUSALS: Final = (UserError, DeckRefused, IllegalDeck)
"""The errors with which a use case refuses a request; the person reads the reason in their own language."""


def _refusal(interaction: discord.Interaction, error: Exception) -> Answer:
    """Return the answer to an error: the reason for a refusal, or the number of an incident."""
    if isinstance(error, UserError):
        return say(spoken_by(interaction).message(error.reason))
    if isinstance(error, DeckRefused | IllegalDeck):
        return say(refusal(error.reasons, spoken_by(interaction)))
    return Answer(_incident(interaction, error))


def _incident(interaction: discord.Interaction, error: Exception) -> Outgoing:
    """Log an unexpected exception under an incident number, and return the message that names it.

    A database that cannot be used is no incident: the message says so.
    """
    if is_outage(error):
        return Outgoing(content=spoken_by(interaction)("error.storage"))
    incident = secrets.token_hex(4)
    about = {"interaction": interaction.id, "guild": interaction.guild_id, "kind": interaction.type.name}
    log.error("incident", incident=incident, **about, exc_info=error)
    return Outgoing(content=spoken_by(interaction)("error.incident", incident=incident))


async def repair(front: Front, late: Callable[[str, str], Awaitable[None]]) -> None:
    """Answer the deferred interactions of a process that has ended; `late` takes the token and the text.

    Skip the deferrals that this process will answer itself, and recent ones that another process may still answer.
    """
    spared = 0.0 if await fleet.alone(front.host) else ANNOUNCED
    async with front.host.database.reading() as connection:
        waiting = await inbox.unanswered(connection, front.host.now() - spared)
    for row in waiting:
        if row.interaction in front.announced:
            continue
        if front.host.now() - row.at < TOKEN_LIFE:
            await late(row.token, Words(row.locale)("error.interrupted"))
        await _settle(front.host, row.interaction)
