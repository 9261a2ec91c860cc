"""Answering an interaction: in time, in the person's words, and with an incident number where something went wrong."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Literal, TypeVar, cast

import discord
import structlog
from msgspec import Struct, field

from bot.host.access import Channels, Rule
from bot.host.kernel.click import Click
from bot.host.kernel.errors import UserError
from bot.host.kernel.host import Host
from bot.host.operations import fleet
from bot.interactions import access, surfaces
from bot.messenger import responses
from bot.priority import going_first
from bot.rendering.languages import Languages, spoken_by
from bot.storage import inbox
from bot.storage.inbox import DeferredRow
from bot.storage.outbox import SurfaceRow
from bot.ui.decks import refusal
from bot.ui.games.renderer import Renderer
from bot.ui.messages import Outgoing
from bot.ui.words import Rendered, Words
from cardsdb.deck_codes import DeckRefused
from engine.contract import IllegalDeck

PATIENCE: Final = 1.5
"""After how many seconds an answer that is not there yet is announced to Discord, which waits for three."""

TOKEN_LIFE: Final = 15 * 60.0
"""For how many seconds an interaction can be answered after it was announced."""

T = TypeVar("T")

ANNOUNCED: Final = 60.0
"""For how many seconds another process is left with an answer that it has announced."""

FINISHING: Final = 10.0
"""For how many seconds what is being answered is waited for when the service stops."""

log = structlog.get_logger()


class Front(Struct, frozen=True):
    """What every answer is made with.

    Attributes:
        channels: tells what people may do in channels in which they do not act.
        patience: after how many seconds an answer that is not there yet is announced.
        commands: the ids that Discord has given the commands, by name.
        ongoing: what is being answered at this moment.
        announced: the interactions whose answers this process has announced and not given yet.
    """

    host: Host
    languages: Languages
    renderers: Mapping[str, Renderer]
    channels: Channels
    patience: float = PATIENCE
    commands: dict[str, int] = field(default_factory=dict)
    ongoing: set[asyncio.Task[Any]] = field(default_factory=set)
    announced: set[int] = field(default_factory=set)

    def command(self, name: str) -> Rendered:
        """Return a command as a text names it: one that can be clicked, once Discord has told its id."""
        number = self.commands.get(name)
        return Rendered(f"`/{name}`" if number is None else f"</{name}:{number}>")


class Answer(Struct, frozen=True):
    """What an interaction is answered with.

    Attributes:
        message: a message, or None where nothing is said.
        how: as a private message, as one that everybody sees, or by changing the message that was clicked on.
        too: a private message that follows.
        then: what is done with the id of the message once it is given.
    """

    message: Outgoing | None
    how: Literal["private", "public", "update"] = "private"
    too: Outgoing | None = None
    then: Callable[[int], Awaitable[None]] | None = None


def say(text: str) -> Answer:
    """Answer with a line of text, privately."""
    return Answer(Outgoing(content=text))


def click_of(interaction: discord.Interaction, *, panel: bool = False) -> Click:
    """Return an interaction as the host takes it; with `panel` one that is answered with the person's panel."""
    message = interaction.message.id if interaction.message else None
    at, token = interaction.created_at.timestamp(), interaction.token if panel else None
    return Click(interaction.id, interaction.user.id, at, message, str(interaction.locale), token)


async def answer(
    front: Front,
    interaction: discord.Interaction,
    work: Coroutine[Any, Any, Answer],
    *,
    rule: Rule | None = None,
    private: bool = True,
    anew: bool = False,
) -> None:
    """Answer an interaction with what some work comes to; Discord hears of it in time, however long that takes.

    The work begins only if the door admits the interaction: by the `rule` of its action, or by a command's own.

    What cannot be done is said in the person's words; what should not have happened gets an incident number. An answer
    that may be public says so before, because the first thing that Discord hears of it decides; so does a click whose
    answer is a message `anew`, which is then what the interaction's token edits. What was announced is noted, so that
    somebody is told even if this process ends before the answer is there.
    """
    with ongoing(front):
        await _answer(front, interaction, _worked(front, interaction, work, rule), private=private, anew=anew)


async def _answer(
    front: Front,
    interaction: discord.Interaction,
    work: Coroutine[Any, Any, tuple[Answer, SurfaceRow | None]],
    *,
    private: bool,
    anew: bool,
) -> None:
    structlog.contextvars.bind_contextvars(interaction=interaction.id, guild=interaction.guild_id)
    begun, metrics = front.host.clock.steady(), front.host.metrics
    task = asyncio.create_task(work)
    with front.host.courtesy.answering():
        done, _ = await asyncio.wait({task}, timeout=front.patience)
    if done:
        message = await _give_last(front, interaction, *task.result())
        metrics.answered.observe(front.host.clock.steady() - begun)
    else:
        await responses.defer(interaction, private=private, anew=anew)
        metrics.answered.observe(front.host.clock.steady() - begun)
        front.announced.add(interaction.id)
        try:
            message = await _give_late(front, interaction, task)
        finally:
            front.announced.discard(interaction.id)
    found, _ = task.result()
    if message is not None and found.then is not None:
        await found.then(message)


async def _give_late(
    front: Front, interaction: discord.Interaction, task: asyncio.Task[tuple[Answer, SurfaceRow | None]]
) -> int | None:
    """Give an answer that was announced, and note for as long that somebody waits for it."""
    async with front.host.database.transaction() as tx:
        await inbox.defer(tx, DeferredRow(interaction.id, interaction.token, str(interaction.locale), front.host.now()))
    message = await _give_last(front, interaction, *await task)
    async with front.host.database.transaction() as tx:
        await inbox.settle(tx, interaction.id)
    return message


async def ask(
    front: Front,
    interaction: discord.Interaction,
    work: Coroutine[Any, Any, discord.ui.Modal | Answer],
    *,
    rule: Rule | None = None,
) -> None:
    """Answer a click with the modal that some work comes to, or with why there is none.

    A modal can only be the first answer, so nothing is announced before: the work has to be quick.
    """
    with ongoing(front):
        with front.host.courtesy.answering():
            found = await _settled(front, interaction, work, rule)
        if isinstance(found, Answer):
            await _give_safely(interaction, found)
        else:
            await responses.ask(interaction, found)


async def finish(front: Front) -> None:
    """Wait for what is being answered: whoever clicked just before the service stops is answered too."""
    if front.ongoing:
        await asyncio.wait(front.ongoing, timeout=FINISHING)


@contextmanager
def ongoing(front: Front) -> Iterator[None]:
    """Let this task go first, and be waited for when the service stops."""
    task = cast("asyncio.Task[Any]", asyncio.current_task())
    front.ongoing.add(task)
    try:
        with going_first():
            yield
    finally:
        front.ongoing.discard(task)


async def _worked(
    front: Front, interaction: discord.Interaction, work: Coroutine[Any, Any, Answer], rule: Rule | None
) -> tuple[Answer, SurfaceRow | None]:
    """Return what some work comes to, and the surface that was clicked on as it was before."""
    before = await surfaces.clicked_on(front.host, interaction)
    return await _settled(front, interaction, work, rule), before


async def _give_last(
    front: Front, interaction: discord.Interaction, found: Answer, before: SurfaceRow | None
) -> int | None:
    """Give an answer; where it changes a surface that the outbox changes too, the newest is shown in the end."""
    message = await _give_safely(interaction, found)
    if found.how == "update":
        await surfaces.show_newest(front.host, interaction, before)
    return message


async def _give_safely(interaction: discord.Interaction, found: Answer) -> int | None:
    """Give an answer, and what follows it; whatever goes wrong, the person is told and the log has it."""
    try:
        message = await _give(interaction, found)
    except Exception as error:  # noqa: BLE001
        return await _give(interaction, Answer(_incident(interaction, error)))
    if found.too is not None:
        try:
            await responses.follow_up(interaction, found.too)
        except Exception as error:  # noqa: BLE001
            await responses.follow_up(interaction, _incident(interaction, error))
    return message


async def incident_of(interaction: discord.Interaction, error: Exception) -> None:
    """Answer an interaction whose handling failed before it had an answer. Suggestions have no such answer."""
    found = _incident(interaction, error)
    if interaction.type is not discord.InteractionType.autocomplete:
        await _give(interaction, Answer(found))


async def _give(interaction: discord.Interaction, found: Answer) -> int | None:
    message = None
    if found.message is not None and found.how == "update" and _can_become(interaction.message, found.message):
        await responses.update(interaction, found.message)
    elif found.message is not None:
        message = await responses.reply(interaction, found.message, private=found.how != "public")
    return message


def _can_become(clicked: discord.Message | None, wanted: Outgoing) -> bool:
    """Whether the message that was clicked on can be changed into another: a panel into a panel."""
    return clicked is not None and wanted.layout == clicked.flags.components_v2


async def _settled(
    front: Front, interaction: discord.Interaction, work: Coroutine[Any, Any, T], rule: Rule | None
) -> T | Answer:
    outcomes = front.host.metrics.interactions
    try:
        await access.admit(front.host, front.channels, interaction, rule=rule)
        found: T | Answer = await work
    except Exception as error:  # noqa: BLE001 - whatever it is, the person is told and the log has it
        found = _refusal(interaction, error)
        outcome = "refused" if isinstance(error, REFUSALS) else "incident"
    else:
        outcome = "ok"
    finally:
        work.close()  # it has not begun if the door refused
    outcomes.labels(interaction.type.name, outcome).inc()
    return found


REFUSALS: Final = (UserError, DeckRefused, IllegalDeck)
"""What a use case refuses with: the person is told why, in the person's words."""


def _refusal(interaction: discord.Interaction, error: Exception) -> Answer:
    """Return the answer to what could not be done; an incident's where nobody expected that."""
    if isinstance(error, UserError):
        return say(spoken_by(interaction).message(error.reason))
    if isinstance(error, DeckRefused | IllegalDeck):
        return say(refusal(error.reasons, spoken_by(interaction)))
    return Answer(_incident(interaction, error))


def _incident(interaction: discord.Interaction, error: Exception) -> Outgoing:
    """Log an exception that nothing expected under a number, and tell the person that number."""
    incident = secrets.token_hex(4)
    about = {"interaction": interaction.id, "guild": interaction.guild_id, "kind": interaction.type.name}
    log.error("incident", incident=incident, **about, exc_info=error)
    return Outgoing(content=spoken_by(interaction)("error.incident", incident=incident))


async def repair(front: Front, late: Callable[[str, str], Awaitable[None]]) -> None:
    """Answer what a process that ended had announced and not answered; `late` takes the token and the text.

    What this process has announced it answers itself; what another one announced shortly before may still be answered
    by it.
    """
    spared = 0.0 if await fleet.alone(front.host) else ANNOUNCED
    async with front.host.database.reading() as connection:
        waiting = await inbox.unanswered(connection, front.host.now() - spared)
    for row in waiting:
        if row.interaction in front.announced:
            continue
        if front.host.now() - row.at < TOKEN_LIFE:
            await late(row.token, Words(row.locale)("error.interrupted"))
        async with front.host.database.transaction() as tx:
            await inbox.settle(tx, row.interaction)
