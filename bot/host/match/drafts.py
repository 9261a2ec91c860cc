"""Drafts: a seat's picks that have not been committed yet, played on a copy of the match."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from bot.host.kernel.errors import Outdated
from bot.storage.matches import DraftRow
from engine.contract import AnyGame, Decision, IllegalPick, Key, Message, Seat, check_pick
from engine.dice import NoDice


class Stale(Outdated):
    """A click refers to something outdated: the panel has moved on."""

    reason = Message("panel.stale")


class Made(Struct, frozen=True):
    """One pick in a draft, for display: the kind of question, the options chosen, and whether that is implied."""

    kind: str
    labels: tuple[Message, ...]
    implied: bool = False


class Draft(Struct, frozen=True):
    """A seat's current draft.

    Attributes:
        state: a copy of the match with the draft played on it.
        made: the picks in the draft, in order.
        asked: the seat's next question, or None if it is waiting for others.
        beyond: the question that follows if the seat makes the implied choice; an answer to it makes both. None unless
            `asked` has an implied choice.
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

    @property
    def question(self) -> Decision | None:
        """The question to put to the player: the one behind an implied choice, or else the next one."""
        return self.beyond or self.asked

    def implied(self) -> list[tuple[str, list[Key]]]:
        """Return the pick that an answer to the question beyond implies."""
        asked = self.asked
        return [] if asked is None or asked.implied is None else [(asked.id, [asked.implied])]


def draft_of(game: AnyGame, after: Any, made: tuple[Made, ...], row: DraftRow) -> Draft:
    """Return a seat's draft; `after` and `made` are the result of its picks, as `played` returns it."""
    asked = asked_of(game, after, row.seat)
    offered = {option.key for option in asked.options} if asked else set()
    chosen = tuple(key for key in row.chosen if key in offered)
    held = None
    if row.held is not None and asked is not None and asked.id == row.held[0]:
        held, asked = made_of(asked, row.held[1]), None
    return Draft(after, made, asked, chosen, held, row.revision, _beyond(game, after, asked))


def _beyond(game: AnyGame, after: Any, asked: Decision | None) -> Decision | None:
    """Return the question that follows a seat's implied choice; None if there is none or it takes several answers."""
    if asked is None or asked.implied is None:
        return None
    state, _ = played(game, after, [(asked.id, [asked.implied])])
    beyond = asked_of(game, state, asked.seat)
    return beyond if beyond is not None and beyond.least == beyond.most == 1 else None


def played(game: AnyGame, state: Any, picks: Iterable[tuple[str, list[Key]]]) -> tuple[Any, tuple[Made, ...]]:
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


def undo(draft: Draft, row: DraftRow) -> None:
    """Remove the last step in a draft from its row: a held answer, one of several choices, or else the last pick.

    With a pick, the choice that it implied is removed too.
    """
    if draft.held is not None:
        row.held = None
    elif draft.chosen:
        row.chosen = list(draft.chosen[:-1])
    else:
        kept = draft.made[:-1]
        while kept and kept[-1].implied:
            kept = kept[:-1]
        row.picks = row.picks[: len(kept)]


def choose(draft: Draft, row: DraftRow, decision: str, key: Key) -> None:
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
    return Made(asked.kind, labels, implied=chosen == (asked.implied,))
