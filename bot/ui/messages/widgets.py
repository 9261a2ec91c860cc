"""The widgets with which players answer any decision in any game: buttons, selects and pages.

Options become buttons as far as five rows of five go; those with a text to read first, and more options, become selects
of at most 25 each, by group, and if these do not fit on a panel, they become pages. Several answers are chosen by
buttons from up to ten options. Nothing is left out: a decision can have from 1 to 300 options.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import ButtonStyle, SelectOption
from msgspec import Struct

from bot.host.match.drafts import Draft
from bot.ui.messages.components import LABEL, Row, action_row, button_to
from bot.ui.messages.custom_ids import CustomId
from bot.ui.texts.words import Words, shortened
from engine.contract import Decision, Option

BUTTONS: Final = 5
"""The maximum number of options shown as buttons, and of buttons in a row."""

PAIRS: Final = 4
"""The number of buttons in a row that a phone shows in two lines without a gap."""

ROWS: Final = 5
"""The maximum number of rows of buttons and selects; a panel has one more, for its controls."""

MANY: Final = 15
"""The maximum number of options shown as buttons beside selects, so that a message has at most 40 components."""

FEW: Final = 10
"""The maximum number of options shown as buttons if several are to be chosen one after the other."""

SELECT: Final = 25
"""The maximum number of options in a select."""

SELECTS: Final = 4
"""The maximum number of selects on a panel at once; more become pages."""

HERE: Final = "panel"
"""The argument of buttons that show something on their panel, with the way back, instead of in a new message."""

HINT: Final = 100
PLACEHOLDER: Final = 150

Button: TypeAlias = "discord.ui.Button[Any]"

Hint = Callable[[Option], str | None]
"""Returns the line below an option in a select, for details that do not fit in the option's label."""

EmojiOf = Callable[[Option], str | None]
"""Returns the name of the emoji on an option, which is shown once the bot has that emoji."""

LabelOf = Callable[[Option], str]
"""Returns the label of an option."""


class Look(Struct, frozen=True):
    """How options look: the line below each, its emoji, and its label, which is its text if nothing else says so.

    `beaten` says that some option is forecast to bring more than what ends the question, which then is not green.
    """

    hint: Hint
    emoji: EmojiOf
    label: LabelOf | None = None
    beaten: bool = False


class Page(Struct, frozen=True):
    """The options in one select, and the text id of their group if they all belong to the same one."""

    group: str | None
    options: tuple[Option, ...]


def widgets(
    match: int,
    asked: Decision,
    draft: Draft,
    words: Words,
    look: Look,
    page: int = 0,
    warned: Option | None = None,
) -> list[Row]:
    """Return the rows of widgets with which a player answers a decision.

    `page` is the page to show if the rows do not fit together; `warned` is an option that the player has to confirm.
    """
    made = _Maker(match, asked, draft, words, look)
    if warned is not None:
        return made.sure(warned)
    if asked.most == asked.least == 1:
        return made.one(page)
    return made.several(page)


def in_advance(match: int, asked: Decision, draft: Draft, words: Words) -> list[Button]:
    """Return a green button for each answer with which a seat may also pass in advance what comes next."""
    options = asked.options if asked.most == asked.least == 1 else ()
    return [
        button_to(
            CustomId("skip", match, asked.id, draft.revision, option.key),
            words.plain(f"{option.label.id}.ahead"),
            ButtonStyle.success,
        )
        for option in options
        if option.ahead is not None and option.asks is None
    ]


def pages(options: Sequence[Option]) -> list[Page]:
    """Divide options into selects of at most 25: by group or, if that makes too many selects, simply in order."""
    groups: dict[str | None, list[Option]] = {}
    for option in options:
        groups.setdefault(option.group, []).append(option)
    cut = [
        Page(group, tuple(members[start : start + SELECT]))
        for group, members in groups.items()
        for start in range(0, len(members), SELECT)
    ]
    if len(cut) <= SELECT:
        return cut
    return [Page(None, tuple(options[start : start + SELECT])) for start in range(0, len(options), SELECT)]


class Selects:
    """Shows pages of options as selects or, if there are too many, as one page and a select that leads to the rest.

    `make_id` makes a custom id from an action and an argument, which is the page's number; `pager` is the action of the
    select that leads to other pages. The select below the pager shows `prompt` or, without one, its page's title.
    """

    def __init__(
        self,
        words: Words,
        look: Look,
        make_id: Callable[[str, str], str],
        pager: str = "page",
        prompt: str | None = None,
    ) -> None:
        self.words = words
        self.hint = look.hint
        self.emoji = look.emoji
        self.label = look.label or (lambda option: words.label(option.label))
        self.make_id = make_id
        self.pager = pager
        self.prompt = prompt

    def rows(self, found: Sequence[Page], page: int, action: str) -> list[Row]:
        """Return a select for each page or, if there are too many, a pager and the select for one page."""
        if len(found) <= SELECTS:
            return [self.select(each, number, action) for number, each in enumerate(found)]
        page = min(page, len(found) - 1)
        ways = [
            SelectOption(label=shortened(self.title(each, number), LABEL), value=str(number), default=number == page)
            for number, each in enumerate(found)
        ]
        pager: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
            custom_id=self.make_id(self.pager, ""), options=ways
        )
        return [action_row(pager), self.select(found[page], page, action, self.prompt)]

    def select(self, page: Page, number: int, action: str, prompt: str | None = None) -> Row:
        """Return the select for one page."""
        options = [
            SelectOption(
                label=shortened(self.label(option), LABEL),
                value=option.key,
                description=None if (line := self.hint(option)) is None else shortened(line, HINT),
                emoji=self.emoji(option),
            )
            for option in page.options
        ]
        chooser: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
            custom_id=self.make_id(action, str(number)),
            placeholder=shortened(prompt or self.title(page, number), PLACEHOLDER),
            options=options,
        )
        return action_row(chooser)

    def title(self, page: Page, number: int) -> str:
        """Return a page's title: its group, or the first and last of its options."""
        first, last = (self.words.label(option.label) for option in (page.options[0], page.options[-1]))
        if page.group is None and number == 0 and len(page.options) < SELECT:
            return self.words.plain("panel.choose_here")
        if page.group is None:
            return first if first == last else self.words.plain("panel.page", first=first, last=last)
        group = self.words.plain(page.group)
        return (
            group
            if len(page.options) < SELECT
            else self.words.plain("panel.page_of", group=group, first=first, last=last)
        )


class _Maker:
    """Builds the rows for one decision."""

    def __init__(self, match: int, asked: Decision, draft: Draft, words: Words, look: Look) -> None:
        self.match = match
        self.asked = asked
        self.draft = draft
        self.words = words
        self.shown = Selects(words, look, self.id)
        self.beaten = look.beaten

    def id(self, action: str, argument: str = "", decision: str | None = None) -> str:
        """Return a custom id for this decision, or for another one, at the draft's revision."""
        return str(CustomId(action, self.match, decision or self.asked.id, self.draft.revision, argument))

    def one(self, page: int) -> list[Row]:
        """Return the rows for a question with one answer."""
        options = sorted(self.asked.moves, key=lambda option: option.asks is not None)
        aside = self.aside()
        if len(options) + len(aside) <= BUTTONS:
            return self.buttons([*aside, *map(self.button, options)])
        sizes = Counter(option.group for option in options if not self.shown.hint(option))
        alone = [option for option in options if option.group is None or sizes[option.group] == 1]
        alone = alone if len(alone) + len(aside) <= BUTTONS else []
        last = [
            *self.buttons([*(self.button(option) for option in alone if not option.final), *aside]),
            *self.buttons([self.button(option) for option in alone if option.final]),
        ]
        return [*self.rows([option for option in options if option not in alone], page, len(last)), *last]

    def rows(self, options: Sequence[Option], page: int, taken: int) -> list[Row]:
        """Return rows for options: each group as buttons if there is room beside the rows taken, or as a select."""
        found = pages(options)
        room = ROWS - taken - len(found)
        if room < 0 or len(found) > SELECTS:
            return self.shown.rows(found, page, "select")
        rows: list[Row] = []
        left = MANY
        for number, each in enumerate(found):
            more = (len(each.options) - 1) // BUTTONS
            fits = more <= room and len(each.options) <= left
            if fits and not any(self.shown.hint(option) for option in each.options):
                room -= more
                left -= len(each.options)
                rows += self.buttons([self.button(option) for option in each.options])
            else:
                rows.append(self.shown.select(each, number, "select"))
        return rows

    def buttons(self, found: Sequence[Button]) -> list[Row]:
        """Return as few rows as possible, of four buttons where that makes no more: phones show them in pairs."""
        across = BUTTONS if -(-len(found) // PAIRS) > -(-len(found) // BUTTONS) else PAIRS
        return [action_row(*found[start : start + across]) for start in range(0, len(found), across)]

    def aside(self) -> list[Button]:
        """Return the buttons for the other choices, if the question lies behind an implied one, and for other parts."""
        asked, beyond = self.draft.asked, self.draft.beyond
        found: list[Button] = []
        if asked is not None and beyond is not None and asked.kind != beyond.kind:
            options = [option for option in asked.options if option.key != asked.implied]
            found += [self.button(option, decision=asked.id) for option in options]
        groups = dict.fromkeys(option.group for option in self.asked.options if option.steers and option.group)
        if groups:
            found.append(button_to(self.id("steer", HERE), " · ".join(self.words.plain(group) for group in groups)))
        return found

    def several(self, page: int) -> list[Row]:
        """Return the rows for a question with several answers, which the player picks one by one and then confirms."""
        chosen = self.draft.chosen
        left = [option for option in self.asked.options if option.key not in chosen]
        if self.asked.ordered:
            rows = self.place(left, page)
            style = ButtonStyle.success if self.asked.commits([option.key for option in left]) else ButtonStyle.primary
            rows.append(action_row(button_to(self.id("keep"), self.words.plain("panel.keep_order"), style)))
            return rows
        rows = self.place(left, page) if len(chosen) < self.asked.most else []
        if self.asked.least <= len(chosen):
            label = self.words.plain(self.enough() if chosen else "panel.none", count=len(chosen))
            style = ButtonStyle.success if self.asked.commits(chosen) else ButtonStyle.primary
            rows.append(action_row(button_to(self.id("commit"), label, style)))
        return rows

    def enough(self) -> str:
        """Return the text id of the button that confirms several answers: what is done with them if a text says it."""
        own = f"{self.asked.options[0].label.id}.enough"
        return own if own in self.words.catalogue.ids else "panel.enough"

    def place(self, left: Sequence[Option], page: int) -> list[Row]:
        """Return the rows for choosing the next of several answers."""
        if not left:
            return []
        if len(left) <= FEW:
            return self.buttons([self.button(option, "choose") for option in left])
        return self.shown.rows(pages(left), page, "chosen")

    def distinct(self, option: Option) -> str:
        """Return an option's label, with a number if others have the same label."""
        label = self.shown.label(option)
        same = [each.key for each in self.asked.options if self.shown.label(each) == label]
        if len(same) == 1:
            return label
        return self.words.plain("panel.same", label=label, number=same.index(option.key) + 1)

    def button(self, option: Option, action: str = "pick", decision: str | None = None) -> Button:
        """Return the button for an option: green if it is the one that ends the question, otherwise grey."""
        style = ButtonStyle.success if action == "pick" and self.ends(option) else ButtonStyle.secondary
        wanted = action if option.asks is None else "warn"
        label = self.distinct(option) if action == "choose" else self.shown.label(option)
        return button_to(self.id(wanted, option.key, decision), label, style, emoji=self.shown.emoji(option))

    def ends(self, option: Option) -> bool:
        """Return whether an option is the only loose one that is final: it ends the question with things as they are.

        Those that use something up are in groups. If several loose ones are final, none is the usual one, nor is one
        that passes, or where another option is forecast to bring more.
        """
        if self.beaten:
            return False
        loose = [each for each in self.asked.options if each.final and each.group is None and not each.asks]
        return loose == [option] and not option.passes

    def sure(self, option: Option) -> list[Row]:
        """Return the row that asks the player to confirm an option."""
        label = self.words.plain("panel.sure", option=self.words.label(option.label))
        yes = button_to(self.id("pick", option.key), label, ButtonStyle.danger)
        no = button_to(self.id("refresh"), self.words.plain("button.back"), ButtonStyle.secondary)
        return [action_row(yes, no)]
