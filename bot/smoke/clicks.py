"""Ten clicks by a person, requested one by one: commands, modals, deferrals and private panels."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import discord
from discord import InteractionType, app_commands

from bot.smoke.requests import ENGLISH, layout, picture, shown
from bot.smoke.session import NotReached, SmokeClient, SmokeSession

COUNT: Final = 10
"""How many clicks there are."""

PATIENCE: Final = 300.0
"""For how many seconds to wait for a click."""

COMMAND: Final = "smoke"
OPTION: Final = "word"
"""The test's slash command, and its option."""

Tell = Callable[[str], None]


def smoke_commands() -> list[dict[str, Any]]:
    """Return the payloads of the test's own commands: a slash command with suggestions, and one in a person's menu."""
    word = {
        "type": discord.AppCommandOptionType.string.value,
        "name": OPTION,
        "description": ENGLISH.plain("smoke.option"),
        "required": True,
        "autocomplete": True,
    }
    slash = {"type": 1, "name": COMMAND, "description": ENGLISH.plain("smoke.command"), "options": [word]}
    return [slash, {"type": 2, "name": ENGLISH.plain("smoke.title")}]


class SmokeModal(discord.ui.Modal):
    """A modal with a text input and a select."""

    def __init__(self) -> None:
        super().__init__(title=ENGLISH.plain("smoke.title"), custom_id="smoke:modal", timeout=None)
        word = discord.ui.TextInput[discord.ui.Modal](custom_id="word", default=COMMAND, max_length=20)
        options = [discord.SelectOption(label=ENGLISH.plain("smoke.modal.choice"), value="one", default=True)]
        choice = discord.ui.Select[discord.ui.Modal](custom_id="choice", options=options)
        self.add_item(discord.ui.Label(text=ENGLISH.plain("smoke.modal.word"), component=word))
        self.add_item(discord.ui.Label(text=ENGLISH.plain("smoke.modal.choose"), component=choice))
        self.stop()


class Clicks:
    """Asks a person for one click after another, and answers each in a different way.

    Args:
        tell: shows the person what to do.
        connection: the gateway connection; once it has ended, no more clicks are awaited.
    """

    def __init__(self, session: SmokeSession, tell: Tell, connection: asyncio.Task[None], patience: float) -> None:
        self._session = session
        self._client: SmokeClient = session.client
        self._tell = tell
        self._connection = connection
        self._patience = patience
        self._number = 0

    async def run(self) -> None:
        """Ask for all ten clicks; each part ends early if nobody clicks."""
        async with self._session.part("Clicks: commands and modals"):
            application = self._client.application
            if application is not None and application.interactions_endpoint_url:
                raise NotReached(f"Discord sends clicks to {application.interactions_endpoint_url}")
            await self._command()
            await self._menu()
        async with self._session.part("Clicks: buttons"):
            if self._session.person is None:
                raise NotReached("nobody clicked")
            await self._buttons()

    async def _command(self) -> None:
        session = self._session
        act = await self._next("command", COMMAND, InteractionType.application_command)
        session.person = act.user
        text = ENGLISH.plain("smoke.answer")
        await session.step(
            "Create Interaction Response, a private message",
            lambda: act.response.send_message(text, ephemeral=True),
        )
        callback = f"/interactions/{act.id}/{act.token}/callback"
        await session.step(
            "Create Interaction Response, a second time",
            lambda: session.request("POST", callback, {"type": 5}),
            "400/40060",
        )
        following = await session.step(
            "Create Followup Message, private", lambda: act.followup.send(text, ephemeral=True, wait=True)
        )
        if following is not None:
            await session.step("Edit Followup Message", lambda: following.edit(content=None, view=layout(text)))
        await session.step("Delete Original Interaction Response", act.delete_original_response, "204")

    async def _menu(self) -> None:
        session = self._session
        opened = await self._next("menu", ENGLISH.plain("smoke.title"), InteractionType.application_command)
        await session.step("Create Interaction Response, a modal", lambda: opened.response.send_modal(SmokeModal()))
        sent = await self._next("submit", "smoke:modal", InteractionType.modal_submit)
        await session.step(
            "Create Interaction Response, type 5 to a modal of a command",
            lambda: sent.response.defer(ephemeral=True, thinking=True),
        )
        await self._edit(sent)

    async def _buttons(self) -> None:
        session = self._session
        view = discord.ui.View(timeout=None)
        for name in ("update", "wait", "think", "panel", "form"):
            label = ENGLISH.plain(f"smoke.button.{name}")
            view.add_item(discord.ui.Button(label=label, custom_id=f"smoke:{name}"))
        view.stop()
        text = ENGLISH.plain("smoke.buttons")
        await session.needed(
            "Create Message, with buttons", lambda: session.say(session.channel, content=text, view=view)
        )
        act = await self._pressed("update")
        await session.step(
            "Create Interaction Response, type 7",
            lambda: act.response.edit_message(content=ENGLISH.plain("smoke.updated")),
        )
        late = await self._pressed("wait")
        await session.step("Create Interaction Response, type 6", late.response.defer)
        await session.step("Edit Original Interaction Response", lambda: late.edit_original_response(content=text))
        thinking = await self._pressed("think")
        await session.step(
            "Create Interaction Response, type 5",
            lambda: thinking.response.defer(ephemeral=True, thinking=True),
        )
        await self._edit(thinking)
        original = f"/webhooks/{thinking.application_id}/{thinking.token}/messages/@original"
        await session.step("Get Original Interaction Response", lambda: session.request("GET", original))
        await self._panel()
        form = await self._pressed("form")
        await session.step("Create Interaction Response, a modal", lambda: form.response.send_modal(SmokeModal()))
        filled = await self._next("submit.again", "smoke:modal", InteractionType.modal_submit)
        await session.step("Create Interaction Response, type 6 to a modal", filled.response.defer)
        await session.step(
            "Edit Original Interaction Response",
            lambda: filled.edit_original_response(content=ENGLISH.plain("smoke.done"), view=None),
        )

    async def _panel(self) -> None:
        session, text = self._session, ENGLISH.plain("smoke.panel")

        def panel(file: discord.File) -> discord.ui.LayoutView:
            row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
            row.add_item(discord.ui.Button(label=ENGLISH.plain("setting.change"), custom_id="smoke:change"))
            return layout(text, shown(file), row)

        act, first, second = await self._pressed("panel"), picture("PNG"), picture("PNG", colour=120)
        await session.step(
            "Create Interaction Response, a private panel with a picture",
            lambda: act.response.send_message(view=panel(first), files=[first], ephemeral=True),
        )
        change = await self._pressed("change")
        await session.step(
            "Create Interaction Response, type 7 with another picture",
            lambda: change.response.edit_message(view=panel(second), attachments=[second]),
        )

    async def _edit(self, act: discord.Interaction) -> None:
        """Fill in a deferred answer with a private panel."""
        text = ENGLISH.plain("smoke.answer")
        await self._session.step(
            "Edit Original Interaction Response, Components V2",
            lambda: act.edit_original_response(view=layout(text)),
        )

    async def _pressed(self, name: str) -> discord.Interaction:
        return await self._next(name, f"smoke:{name}", InteractionType.component)

    async def _next(self, what: str, wanted: str, kind: InteractionType) -> discord.Interaction:
        """Ask the person for a click, and return it. Raises NotReached if nobody clicks in time."""
        self._number += 1
        self._tell(
            ENGLISH.plain(
                "smoke.click",
                number=self._number,
                count=COUNT,
                what=ENGLISH.plain(f"smoke.what.{what.removesuffix('.again')}"),
            )
        )
        try:
            async with asyncio.timeout(self._patience):
                while True:
                    act = await self._act()
                    if act.type is InteractionType.autocomplete:
                        await self._suggest(act)
                    elif act.type is kind and _name(act) == wanted:
                        return act
        except TimeoutError:
            raise NotReached("nobody clicked") from None

    async def _act(self) -> discord.Interaction:
        """Return the next interaction. Raises NotReached if the connection ends."""
        following = asyncio.ensure_future(self._client.acts.get())
        try:
            await asyncio.wait({following, self._connection}, return_when=asyncio.FIRST_COMPLETED)
            if not following.done():
                raise NotReached(f"the connection to the gateway ended: {self._connection.exception()}")
            return following.result()
        finally:
            following.cancel()

    async def _suggest(self, act: discord.Interaction) -> None:
        """Answer with suggestions for the command's option; record each as a step of the test."""
        choices = [app_commands.Choice(name=COMMAND, value=COMMAND)]
        if _name(act) == COMMAND:
            await self._session.step(
                "Create Interaction Response, suggestions", lambda: act.response.autocomplete(choices)
            )


def _name(act: discord.Interaction) -> str:
    """Return the custom id or the command name of an interaction."""
    data: Any = act.data or {}
    return str(data.get("custom_id", data.get("name", "")))
