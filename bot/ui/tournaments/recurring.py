"""Tournaments that are held again and again: the organiser's page about their dates, and posts."""

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import ButtonStyle, SelectOption

from bot.host.people.time_zones import FORM, local
from bot.host.recurring.dates import AHEAD, RHYTHMS, Plan
from bot.host.recurring.management import Recurring
from bot.host.tournament.creation import TIME_LENGTH
from bot.host.tournament.tournament import Tournament
from bot.ui.messages.buttons import button, label_of
from bot.ui.messages.components import action_row, button_to, layout, setting, text_modal, with_button
from bot.ui.messages.custom_ids import Argument, CustomId
from bot.ui.messages.outgoing import Outgoing, rows
from bot.ui.people.time_zones import weekday_name, zone_place
from bot.ui.texts.words import Rendered, Words, moment, shortened

RECURRING_POSTS: Final = ("evening_missed", "evening_skipped", "carry_on")
"""The kinds of posts about recurrences."""

CARRIED: Final = ("organiser", "nobody", "game")
"""The reasons for which a recurrence waits until somebody carries it on."""

LABEL: Final = 45
"""The maximum length of the label of a modal's field."""


class PlanArgument(Argument, frozen=True):
    """A plan in a custom id."""

    rhythm: str
    day: int
    minute: int
    ahead: int

    @classmethod
    def of(cls, plan: Plan) -> "PlanArgument":
        """Return a plan as an argument."""
        return cls(plan.rhythm, plan.day, plan.minute, plan.ahead)

    @property
    def plan(self) -> Plan:
        """The plan."""
        return Plan(self.rhythm, self.day, self.minute, self.ahead)


class SkippedEvening(Argument, frozen=True):
    """The evening that a button skips: the announced tournament or 0, and the day of the next one to announce."""

    evening: int
    day: int


def occasion(plan: Plan | None, season: str | None, words: Words) -> list[str]:
    """Return lines about the occasion of a tournament: how often it is held, and the season in which it counts."""
    lines: list[str] = []
    if plan is not None:
        lines.append(words("recurring.occasion", rhythm=Rendered(rhythm(plan, words))))
    if season is not None:
        lines.append(words("recurring.counts", title=season))
    return lines


def rhythm(plan: Plan, words: Words, key: str | None = None) -> str:
    """Return how often evenings are held, such as "every Friday"; `key` is another rhythm than the plan's."""
    return words.plain(f"recurring.{key or plan.rhythm}", day=weekday_name(plan.weekday, words))


def page(shown: Recurring, words: Words) -> Outgoing:
    """Return when a tournament is held again, what can be changed about that, and what can be done."""
    row, plan, zone = shown.tournament.row, shown.plan, shown.tournament.zone
    title = words("recurring.title", title=row.title, rhythm=rhythm(plan, words), time=_clock(plan))
    typed = _button(shown, "twhen", words, argument=str(PlanArgument.of(plan)))
    about = with_button("\n".join([title, *_state(shown, words)]), typed)
    place = words("recurring.zone", place=zone_place(zone, words))
    return layout(
        [
            about,
            *setting(words("recurring.rhythm"), _rhythms(shown, words)),
            *setting(words("recurring.ahead"), _days_ahead(shown, words)),
            place,
            *(action_row(*each) for each in _buttons(shown, words)),
        ]
    )


def _clock(plan: Plan) -> str:
    return f"{plan.minute // 60:02}:{plan.minute % 60:02}"


def _state(shown: Recurring, words: Words) -> list[str]:
    """Return what happens next."""
    zone = shown.tournament.zone
    when, announced = (Rendered(moment(at)) for at in (shown.plan.begins(zone), shown.plan.announced(zone)))
    lines: list[str] = []
    if shown.coming is not None and shown.coming.starts is not None:
        lines.append(words("recurring.coming", when=Rendered(moment(shown.coming.starts))))
    if shown.status in ("waiting", "nowhere"):
        return [*lines, words(f"recurring.{shown.status}")]
    return [*lines, words("recurring.next" if shown.status else "recurring.first", when=when, announced=announced)]


def _rhythms(shown: Recurring, words: Words) -> "discord.ui.Select[Any]":
    return discord.ui.Select(
        custom_id=_id(shown, "trhythm", str(PlanArgument.of(shown.plan))),
        options=[
            SelectOption(label=rhythm(shown.plan, words, each), value=each, default=each == shown.plan.rhythm)
            for each in RHYTHMS
        ],
    )


def _days_ahead(shown: Recurring, words: Words) -> "discord.ui.Select[Any]":
    options = [
        SelectOption(
            label=words.plain("recurring.ahead.days", count=days), value=str(days), default=days == shown.plan.ahead
        )
        for days in AHEAD
    ]
    return discord.ui.Select(custom_id=_id(shown, "tahead", str(PlanArgument.of(shown.plan))), options=options)


def _buttons(shown: Recurring, words: Words) -> "list[list[discord.ui.Button[Any]]]":
    """Return the buttons: what can be done, and where else to go."""
    row, latest = shown.tournament.row, shown.latest
    if shown.status is None:
        begins = _button(shown, "tbegin", words, ButtonStyle.success, str(PlanArgument.of(shown.plan)))
        return [[begins, button_to(CustomId("tmanage", row.id), label_of("tmanage", words))]]
    first: list[discord.ui.Button[Any]] = []
    if shown.status == "waiting":
        first.append(_button(shown, "tcarry", words, ButtonStyle.success))
    else:
        which = SkippedEvening(0 if shown.coming is None else shown.coming.id, shown.plan.day)
        first.append(_button(shown, "tskip", words, argument=str(which)))
    first += [_button(shown, "tcoming", words), _button(shown, "thome", words)]
    first.append(_button(shown, "tstop", words, ButtonStyle.danger))
    if latest is None:
        return [first]
    return [first, [button_to(CustomId("tmanage", latest), words.plain("recurring.latest"))]]


def when_modal(shown: Recurring, plan: Plan, words: Words) -> discord.ui.Modal:
    """Return the modal for typing when the next evening begins, by the server's clocks."""
    zone = shown.tournament.zone
    label = shortened(words.plain("draft.time.label", place=zone_place(zone, words)), LABEL)
    default = f"{local(plan.begins(zone), zone):{FORM}}"
    text = discord.ui.TextInput[discord.ui.Modal](custom_id="text", max_length=TIME_LENGTH, default=default)
    custom_id = CustomId("twhen", shown.tournament.row.id, argument=str(PlanArgument.of(plan)))
    return text_modal(custom_id, words.plain("button.twhen"), label, text)


def stopped(title: str, words: Words) -> Outgoing:
    """Return the text that replaces the page of a recurrence that was stopped."""
    return layout([words("recurring.stopped", title=title)])


def recurring_post(shown: Tournament, kind: str, content: Mapping[str, Any], words: Words) -> Outgoing:
    """Return a quiet post about an evening that does not take place, or the question who carries on."""
    row = shown.row
    organiser, when = Rendered(f"<@{row.organiser}>"), Rendered(moment(row.starts or 0.0))
    values = {"title": row.title, "when": when, "organiser": organiser}
    why = content.get("why", kind)
    if why == "organiser" and not row.organiser:
        why = "nobody"
    ask = button(row.id, "tcarry", words, ButtonStyle.success)
    view = rows([ask if why in CARRIED else button(0, "mygames", words)])
    return Outgoing(content=words(f"recurring.said.{why}", **values), view=view, silent=kind != "carry_on")


def _button(
    shown: Recurring, action: str, words: Words, style: ButtonStyle = ButtonStyle.secondary, argument: str = ""
) -> "discord.ui.Button[Any]":
    return button_to(_id(shown, action, argument), label_of(action, words), style)


def _id(shown: Recurring, action: str, argument: str = "") -> str:
    return str(CustomId(action, shown.tournament.row.id, argument=argument))
