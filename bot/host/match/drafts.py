"""Drafts: a seat's picks that have not been committed yet, played on a copy of the match."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bot.host.kernel.errors import Outdated
from engine.budget import STEPS_A_ROW, StrictBudget
from engine.contract import AnyGame, Decision, Forecast, IllegalPick, Key, Message, Option, Seat, check_pick
from engine.dice import NoDice

if TYPE_CHECKING:  # forecasts are computed in a process without a database
    from bot.storage.matches import DraftRow


class Stale(Outdated):
    """A click refers to something outdated: the panel has moved on."""

    reason = Message("panel.stale")


MOST_CHANGES: Final = 20
"""How many whole choices are offered where all that one can do but pass is to begin one."""

MOST_WHOLES: Final = 50
"""How many options are tried at most to find out whether only one thing can follow. A hand has fewer, unless a set was
written to fill it."""

Pick: TypeAlias = tuple[str, list[Key]]
"""A decision's id and the keys that answer it."""


class Made(Struct, frozen=True):
    """One pick in a draft, for display.

    Attributes:
        kind: the kind of question.
        labels: the labels of the options chosen.
        partial: whether one click may have made this pick and the next, so that both are undone together.
        begins: whether the pick only begins something that the next one completes.
    """

    kind: str
    labels: tuple[Message, ...]
    partial: bool = False
    begins: bool = False


class Whole(Struct, frozen=True):
    """An option that begins something, together with one option of the question that completes it, as one choice.

    Attributes:
        option: the choice as a panel offers it.
        begins: the key of the option that begins it.
        asked: the question that completes it.
        key: the key of the option that completes it.
    """

    option: Option
    begins: Key
    asked: Decision
    key: Key


class Reached(Struct, frozen=True):
    """Where a seat's picks lead.

    Attributes:
        state: a copy of the match with the picks played on it.
        made: the picks that were legal.
        asked: the seat's next question, or None if it is waiting for others.
        beyond: the question that follows if the seat makes the implied choice; None if no choice is implied.
        wholes: the whole choices that a panel offers in place of an option that begins them, by that option's key.
        shown: the match that a panel shows: the same as `state`, or the one after the implied choice.
    """

    state: Any
    made: tuple[Made, ...]
    asked: Decision | None
    beyond: Decision | None
    wholes: Mapping[Key, tuple[Whole, ...]]
    shown: Any


class Draft(Struct, frozen=True):
    """A seat's current draft.

    Attributes:
        state: a copy of the match with the draft played on it.
        made: the picks in the draft, in order.
        asked: the seat's next question, or None if it is waiting for others.
        beyond: the question that follows if the seat makes the implied choice; an answer to it makes both. None unless
            `asked` has an implied choice.
        wholes: the whole choices offered in place of an option of the question that begins them, by its key.
        chosen: the keys chosen so far, if the question takes several.
        held: the final answer that is held until its time comes, or None.
        revision: how often the draft has changed; a click on an older panel is stale.
    """

    state: Any
    made: tuple[Made, ...]
    asked: Decision | None
    chosen: tuple[Key, ...]
    held: Made | None
    revision: int
    beyond: Decision | None = None
    wholes: Mapping[Key, tuple[Whole, ...]] = {}

    @property
    def passed(self) -> Decision | None:
        """The question that the bot passes because the seat can do nothing else; None if there is none."""
        asked = self.asked
        return None if asked is None or asked.answerable or self.made else asked

    @property
    def question(self) -> Decision | None:
        """The question to put to the player: the one behind an implied choice, or else the next one."""
        asked = self.beyond or self.asked
        if asked is None or not self.wholes:
            return asked
        wholes = {key: [whole.option for whole in there] for key, there in self.wholes.items()}
        return replace(asked, options=tuple(each for one in asked.options for each in wholes.get(one.key, [one])))

    def resolved(self, decision: str, keys: Sequence[Key]) -> tuple[list[Pick], Decision, Sequence[Key]]:
        """Return the picks that an answer includes, and the question that it answers last, with the keys for that.

        An answer to the question beyond includes the implied choice, and a whole choice what begins it. Raises Stale if
        the seat does not have the question.
        """
        if self.asked is not None and self.asked.id == decision:
            before, asked = list[Pick](), self.asked
        elif self.asked is not None and self.asked.implied and self.beyond is not None and self.beyond.id == decision:
            before, asked = [(self.asked.id, [self.asked.implied])], self.beyond
        else:
            raise Stale
        whole = next((each for there in self.wholes.values() for each in there if [each.option.key] == [*keys]), None)
        if whole is None or asked is not (self.beyond or self.asked):
            return before, asked, keys
        return [*before, (asked.id, [whole.begins])], whole.asked, [whole.key]


def reached(game: AnyGame, state: Any, seat: Seat, picks: Iterable[Pick], before: tuple[Made, ...] = ()) -> Reached:
    """Play a seat's picks on a copy of a match up to the first illegal one, and return where they lead.

    `before` are the picks of the draft that have been played on the match already.
    """
    after, more = played(game, state, picks)
    made = (*before, *more)
    asked = asked_of(game, after, seat)
    beyond, then = _beyond(game, after, asked)
    wholes = {} if asked is None else _wholes(game, then, beyond or asked)
    return Reached(after, made, asked, beyond, wholes, then)


def draft_of(reached: Reached, row: "DraftRow") -> Draft:
    """Return a seat's draft, given where its picks lead."""
    asked, beyond, wholes = reached.asked, reached.beyond, reached.wholes
    offered = {option.key for option in asked.options} if asked else set()
    chosen = tuple(key for key in row.chosen if key in offered)
    held = None
    if row.held is not None and asked is not None and asked.id == row.held[0]:
        held, asked, beyond, wholes = made_of(asked, row.held[1]), None, None, {}
    return Draft(reached.state, reached.made, asked, chosen, held, row.revision, beyond, wholes)


def _beyond(game: AnyGame, after: Any, asked: Decision | None) -> tuple[Decision | None, Any]:
    """Return the question that follows a seat's implied choice, and the match in which it is asked.

    If there is none, or it takes several answers, return None and the match as it is.
    """
    if asked is None or asked.implied is None:
        return None, after
    state, _ = played(game, after, [(asked.id, [asked.implied])])
    beyond = asked_of(game, state, asked.seat)
    return (beyond, state) if beyond is not None and beyond.least == beyond.most == 1 else (None, after)


def _wholes(game: AnyGame, state: Any, asked: Decision) -> dict[Key, tuple[Whole, ...]]:
    """Return the whole choices to offer in place of the options that begin them, where only one thing can follow.

    Where there are several, the next question asks for one of them, so that no card has many buttons, unless all that
    one can do but pass is to begin something, and `MOST_CHANGES` are enough for all of them. It also does if more
    options begin something than `MOST_WHOLES`.
    """
    begins = [option for option in asked.options if option.begins]
    if not (asked.least == asked.most == 1 and len(begins) <= MOST_WHOLES):
        return {}
    after = {each.key: asked_of(game, played(game, state, [(asked.id, [each.key])])[0], asked.seat) for each in begins}
    thens = {
        key: then for key, then in after.items() if then is not None and then.begun and then.least == then.most == 1
    }
    changes = sum(len(then.options) for then in thens.values())
    spread = changes <= MOST_CHANGES and all(option.begins or option.passes for option in asked.options)
    return {
        each.key: tuple([_whole(each, then, option) for option in then.options])
        for each in begins
        if (then := thens.get(each.key)) is not None and (spread or len(then.options) == 1)
    }


def _whole(begins: Option, then: Decision, option: Option) -> Whole:
    """Return a whole choice."""
    label = whole_label(begins.label, option.label)
    key = f"{begins.key}>" if len(then.options) == 1 else f"{begins.key}>{option.key}"
    return Whole(replace(option, key=key, label=label, group=begins.group), begins.key, then, option.key)


def whole_label(begins: Message, completes: Message) -> Message:
    """Return the label of a pick and the one that completes it: `<id>.whole` of the latter; `begun` is the card."""
    return Message(f"{completes.id}.whole", {**completes.args, "begun": begins.args["card"]})


def played(game: AnyGame, state: Any, picks: Iterable[Pick]) -> tuple[Any, tuple[Made, ...]]:
    """Play picks on a copy of a match up to the first illegal one, and return the copy and the picks played."""
    after, made, none = game.copy(state), [], NoDice()
    for decision, keys in picks:
        try:
            asked = check_pick(game.decisions(after), decision, keys)
        except IllegalPick:
            break
        game.apply(after, decision, keys, none)
        made.append(made_of(asked, keys))
    return after, tuple(made)


def asked_of(game: AnyGame, state: Any, seat: Seat) -> Decision | None:
    """Return a seat's question, or None."""
    return next((each for each in game.decisions(state) if each.seat == seat), None)


def outlooks_of(game: AnyGame, reached: Reached) -> Mapping[Key, tuple[Forecast, ...]]:
    """Return the forecast after each option of the question that a draft leads to, as a panel offers it.

    Final options have none. There are none at all if the question takes several options, and if they take too many
    steps together.
    """
    state, asked, budget = reached.shown, reached.beyond or reached.asked, StrictBudget(STEPS_A_ROW)
    if asked is None:
        return {}
    single = tuple([option for option in asked.options if option.key not in reached.wholes])
    found = dict(game.outlooks(state, replace(asked, options=single), budget))
    for begins, wholes in reached.wholes.items():
        begun, _ = played(game, state, [(asked.id, [begins])])
        then = game.outlooks(begun, wholes[0].asked, budget)
        found |= {whole.option.key: then[whole.key] for whole in wholes if whole.key in then}
    return {} if budget.spent else found


def undo(draft: Draft, row: "DraftRow") -> None:
    """Remove the last step in a draft from its row: a held answer, one of several choices, or else the last pick.

    With a pick, everything that one click may have made with it is removed too.
    """
    if draft.held is not None:
        row.held = None
    elif draft.chosen:
        row.chosen = list(draft.chosen[:-1])
    else:
        kept = draft.made[:-1]
        while kept and kept[-1].partial:
            kept = kept[:-1]
        row.picks = row.picks[: len(kept)]


def choose(draft: Draft, row: "DraftRow", decision: str, key: Key) -> None:
    """Add one of several choices to a draft's row, or take it back. Raises Stale and IllegalPick."""
    asked = draft.asked
    if asked is None or asked.id != decision:
        raise Stale
    if key not in {option.key for option in asked.options}:
        raise IllegalPick(Message("refusal.not_offered"))
    chosen = [each for each in row.chosen if each != key]
    if len(chosen) == len(row.chosen):
        chosen.append(key)
    if len(chosen) > asked.most:
        raise IllegalPick(Message("refusal.too_many", {"most": asked.most}))
    row.chosen = chosen


def made_of(asked: Decision, keys: Iterable[Key]) -> Made:
    """Return an answer in the form in which it is displayed."""
    chosen = tuple(keys)
    labels = tuple(option.label for key in chosen for option in asked.options if option.key == key)
    begins = any(option.begins for option in asked.options if option.key in chosen)
    return Made(asked.kind, labels, partial=begins or chosen == (asked.implied,), begins=begins)
