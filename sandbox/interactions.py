"""Interactions: they carry people's actions to the bot, which must answer them in time.

An interaction's lifetime (Discord documentation, "Interactions: Receiving and Responding"): the first answer must come
within three seconds, exactly once, and be of a type that fits the type of interaction; the token is then valid for
fifteen minutes. A refused answer does not use up the interaction.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from sandbox.errors import invalid_form, refusal
from sandbox.world import Happening, ResponseKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.clock import SandboxClock
    from sandbox.wire import Json
    from sandbox.world import Channel, Interaction, Message, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
"""Types of interaction."""
PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
"""Types of answer."""

FILE_LIMIT: Final = 10 * 1024 * 1024
_ALLOWED: Final = {
    COMMAND: frozenset({MESSAGE, DEFERRED, MODAL}),
    COMPONENT: frozenset({MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL}),
    AUTOCOMPLETE: frozenset({CHOICES}),
    MODAL_SUBMIT: frozenset({MESSAGE, DEFERRED}),
}
_ON_A_MESSAGE: Final = frozenset({DEFERRED_UPDATE, UPDATE})

OutcomeKind = Literal["message", "update", "modal", "autocomplete", "deferred", "failed"]
_OUTCOMES: Final[dict[ResponseKind, OutcomeKind]] = {
    ResponseKind.MESSAGE: "message",
    ResponseKind.UPDATE: "update",
    ResponseKind.MODAL: "modal",
    ResponseKind.AUTOCOMPLETE: "autocomplete",
    ResponseKind.DEFERRED: "deferred",
    ResponseKind.DEFERRED_UPDATE: "deferred",
}
NO_ANSWER: Final = "The application did not respond"


@dataclass(frozen=True, slots=True)
class InteractionSettings:
    """The seconds that the bot has for its first answer and for everything after it, and people's language."""

    first_answer: float = 3.0
    token_life: float = 900.0
    locale: str = "en-US"


@dataclass(slots=True)
class Open:
    """An open interaction."""

    record: Interaction
    owners: dict[str, str]
    deadline: float
    expires: float
    began: float = field(default_factory=time.perf_counter)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    answered_after: float = 0.0
    shown: ActionOutcome | None = None
    modal_used: bool = False
    focused_type: int | None = None

    @property
    def by_user_alone(self) -> bool:
        """Whether only this person's own installation of the app authorizes the interaction."""
        return self.owners.keys() == {"1"}


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """The result of a person's action, as they saw it."""

    kind: OutcomeKind
    interaction_id: int
    milliseconds: float
    channel_id: int
    message: Json | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    reason: str | None = None

    def as_json(self) -> Json:
        """Return the outcome as the control API sends it."""
        return {
            "kind": self.kind,
            "interaction_id": str(self.interaction_id),
            "milliseconds": round(self.milliseconds, 3),
            "channel_id": str(self.channel_id),
            "message": self.message,
            "modal": self.modal,
            "choices": self.choices,
            "reason": self.reason,
        }


class Interactions:
    """Creates interactions and enforces the rules for answering them."""

    def __init__(self, world: World, clock: SandboxClock, settings: InteractionSettings) -> None:
        self._world = world
        self._clock = clock
        self._settings = settings
        self._open: dict[int, Open] = {}
        self._by_token: dict[str, Open] = {}
        self.deliver: Callable[[Json], None] = self._by_gateway

    def deliver_to(self, deliver: Callable[[Json], None] | None) -> None:
        """Deliver interactions by this function from now on; None delivers them over the gateway."""
        self.deliver = self._by_gateway if deliver is None else deliver

    # ----------------------------------------------------------------- creating

    def begin(
        self,
        kind: int,
        user_id: int,
        channel_id: int,
        data: Json,
        source: Message | None = None,
        shown_by: Open | None = None,
    ) -> tuple[Open, Json]:
        """Create an interaction and its payload for the bot; nothing is sent yet.

        `source` is the message whose component was used; `shown_by` is the interaction that showed the modal.
        """
        self._forget()
        channel = self._world.channel(channel_id)
        now = self._clock.seconds()
        record = self._world.new_interaction(kind, channel_id, user_id, channel.guild_id)
        owners = self._owners(kind, user_id, channel, data, source, shown_by)
        self._world.backend.owners[record.id] = owners
        opened = Open(record, owners, now + self._settings.first_answer, now + self._settings.token_life)
        self._open[record.id] = opened
        self._by_token[record.token] = opened
        if kind == COMMAND:
            record.command_name = data["name"]
            record.command_type = data["type"]
        if kind == AUTOCOMPLETE:
            opened.focused_type = _focused_type(data)
        if shown_by is not None:
            self._world.remember_trigger(record, shown_by.record)
        payload = self._payload(opened, data)
        if source is not None:
            record.source_message_id = source.id
            payload["message"] = self._world.message_payload(source)
        return opened, payload

    def _owners(
        self, kind: int, user_id: int, channel: Channel, data: Json, source: Message | None, shown_by: Open | None
    ) -> dict[str, str]:
        """Return an interaction's installations; a component has those of the interaction that its message answers."""
        if kind in {COMMAND, AUTOCOMPLETE}:
            return self._world.owners_of(self._world.command(data["id"]), user_id, channel)
        if source is None and shown_by is not None:
            return shown_by.owners
        answered = None if source is None else source.interaction_metadata
        owners: dict[str, str] | None = None if answered is None else answered["authorizing_integration_owners"]
        return owners or {"0": str(channel.guild_id or 0)}

    def _payload(self, opened: Open, data: Json) -> Json:
        world, record = self._world, opened.record
        channel = world.channel(record.channel_id)
        payload: Json = {
            "version": 1,
            "type": record.type,
            "token": record.token,
            "locale": self._settings.locale,
            "id": str(record.id),
            "application_id": str(world.application_id),
            "data": data,
            "channel_id": str(channel.id),
            "channel": world.channel_payload(channel),
            "entitlements": [],
            "authorizing_integration_owners": opened.owners,
            "context": world.context_of(channel),
            "attachment_size_limit": FILE_LIMIT,
            "app_permissions": str(world.app_permissions(channel)),
        }
        if record.guild_id is None:
            payload["user"] = world.user_payload(record.user_id)
            return payload
        guild = world.guild(record.guild_id)
        member = world.member_payload(guild, record.user_id)
        member["permissions"] = str(world.permissions(record.user_id, channel))
        payload["channel"]["permissions"] = member["permissions"]
        return payload | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "features": [], "locale": "en-US"},
            "guild_locale": "en-US",
            "member": member,
        }

    def _by_gateway(self, payload: Json) -> None:
        self._world.announce(Happening("INTERACTION_CREATE", payload))

    async def outcome(self, opened: Open, payload: Json) -> ActionOutcome:
        """Deliver the interaction, and wait for the bot's first answer or the deadline."""
        opened.began = time.perf_counter()
        self.deliver(payload)
        if not opened.answered.is_set():
            waiting = asyncio.create_task(opened.answered.wait())
            late = asyncio.create_task(self._clock.reach(lambda: opened.deadline))
            try:
                await asyncio.wait({waiting, late}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                waiting.cancel()
                late.cancel()
        return opened.shown or self._told(opened)

    def _told(self, opened: Open) -> ActionOutcome:
        record = opened.record
        if record.response_kind is None:
            taken = (time.perf_counter() - opened.began) * 1000
            return ActionOutcome("failed", record.id, taken, record.channel_id, reason=NO_ANSWER)
        message = (
            self._world.find_message(record.channel_id, record.message_id) if record.message_id is not None else None
        )
        return ActionOutcome(
            kind=_OUTCOMES[record.response_kind],
            interaction_id=record.id,
            milliseconds=opened.answered_after,
            channel_id=record.channel_id,
            message=self._world.message_payload(message) if message is not None else None,
            modal=record.modal,
            choices=record.autocomplete_choices,
        )

    # ---------------------------------------------------------------- answering

    def to_answer(self, interaction_id: int, token: str, kind: Any) -> Open:
        """Find the interaction for a first answer.

        Refuse an unknown interaction, and a late, repeated or unsuitable answer.
        """
        opened = self._open.get(interaction_id)
        if opened is None or opened.record.token != token:
            raise refusal("unknown_interaction")
        if opened.record.responded:
            raise refusal("already_acknowledged")
        if self._clock.seconds() >= opened.deadline:
            raise refusal("unknown_interaction")
        allowed = _ALLOWED[opened.record.type]
        if opened.record.type == MODAL_SUBMIT and opened.record.source_message_id is not None:
            allowed |= _ON_A_MESSAGE
        if kind not in allowed:
            raise invalid_form([(("type",), "BASE_TYPE_CHOICES", "This kind of answer does not fit the interaction.")])
        return opened

    def answered(self, opened: Open) -> None:
        """Wake the waiting person after the first answer has been accepted."""
        opened.answered_after = (time.perf_counter() - opened.began) * 1000
        opened.shown = self._told(opened)  # before anything else changes the message
        opened.answered.set()

    def by_token(self, application_id: int, token: str) -> Open | None:
        """Find an answered interaction by its token, or return None if the token belongs to no interaction.

        Raises:
            ApiError: If the token has expired (50027), or the interaction is unanswered or another application's
                (10015).
        """
        opened = self._by_token.get(token)
        if opened is None:
            return None
        if self._clock.seconds() >= opened.expires:
            raise refusal("expired_token")
        if not opened.record.responded or application_id != self._world.application_id:
            raise refusal("unknown_webhook")
        return opened

    def find(self, interaction_id: int) -> Open | None:
        """Find an interaction that has not been dropped."""
        return self._open.get(interaction_id)

    def age(self, interaction_id: int | None, seconds: float) -> None:
        """Age one interaction, or all of them, by a number of seconds; deadlines that have then passed take effect."""
        for identifier, opened in self._open.items():
            if interaction_id in {None, identifier}:
                opened.deadline -= seconds
                opened.expires -= seconds
        self._clock.moved()

    def _forget(self) -> None:
        """Drop the interactions whose tokens expired over a minute ago."""
        limit = self._clock.seconds() - 60
        while self._open:
            oldest = next(iter(self._open.values()))
            if oldest.expires > limit:
                return
            self._world.forget_interaction(oldest.record)
            del self._open[oldest.record.id]
            del self._by_token[oldest.record.token]


def _focused_type(data: Json) -> int | None:
    for option in data.get("options") or []:
        if option.get("focused"):
            kind: int = option["type"]
            return kind
        deeper = _focused_type(option)
        if deeper is not None:
            return deeper
    return None
