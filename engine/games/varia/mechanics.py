"""The game mechanics that a card uses, determined from its data and counted in the coverage table.

A scenario covers a mechanic if a card with that mechanic takes part and, for a mechanic with facts of its own, one of
these facts is reported.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

from msgspec import Struct
from pydantic import BaseModel

from engine.games.varia import cards as c
from engine.games.varia.language import changes as ch
from engine.games.varia.language import effects as e
from engine.games.varia.language import values as v
from engine.games.varia.language.terms import KEYWORDS
from engine.games.varia.pool import VariaCards
from engine.games.varia.soundness import parts


class Mechanic(Struct, frozen=True):
    """One game mechanic.

    Attributes:
        name: its name in the rules and in the coverage table.
        used: tests whether a part of a card uses it.
        told: the tags of facts, one of which is reported when the mechanic acts; empty if it shows only in figures or
            options.
    """

    name: str
    used: Callable[[Any], bool]
    told: tuple[str, ...] = ()


def _is(kind: Any, **wanted: Any) -> Callable[[Any], bool]:
    """Return a test for parts of a kind whose fields have the given values; a tuple lists several accepted values."""

    def used(part: Any) -> bool:
        return isinstance(part, kind) and all(
            getattr(part, name) in (value if isinstance(value, tuple) else (value,)) for name, value in wanted.items()
        )

    return used


def _has(kind: Any, *fields: str) -> Callable[[Any], bool]:
    """Return a test for parts of a kind that have at least one of the fields set."""
    return lambda part: isinstance(part, kind) and any(getattr(part, field) for field in fields)


def _names(word: str, field: str = "keywords") -> Callable[[Any], bool]:
    """Return a test for actions and changes that contain a word, as a keyword or in another field such as `cannot`."""
    return lambda part: isinstance(part, c.Figures | ch.Change) and word in getattr(part, field)


def _gains(keyword: str) -> Callable[[Any], bool]:
    return lambda part: isinstance(part, ch.Change) and keyword in part.keywords


def _counts(what: str, *, typed: bool = False) -> Callable[[Any], bool]:
    return lambda part: isinstance(part, v.Count) and part.count == what and (bool(part.types) or not typed)


def _dice(part: Any) -> bool:
    return isinstance(part, c.Figures) and (
        (part.power is not None and part.power_dice != 1) or (part.focus is not None and part.focus_dice != 1)
    )


def _asks_when_planned(part: Any) -> bool:
    return isinstance(part, c.KeywordRule) and any(each.on == "planned" and each.may for each in part.triggers)


def _two_texts(part: Any) -> bool:
    return isinstance(part, c.ItemCard) and part.action is not None and bool(part.grants or part.triggers)


def _extra_dice(part: Any) -> bool:
    return isinstance(part, ch.Change) and (part.power_dice > 0 or part.focus_dice > 0)


MECHANICS: Final = (
    Mechanic("cost in AP", _has(c.Cost, "ap"), ("performed",)),
    Mechanic("cost in HP", _has(c.Cost, "hp"), ("performed",)),
    Mechanic("missing power", _is(c.Figures, power=None)),
    Mechanic("missing focus", _is(c.Figures, focus=None)),
    Mechanic("dice counts", _dice, ("rolled",)),
    Mechanic("extra dice", _extra_dice, ("rolled",)),
    Mechanic("+P|+F", _has(ch.Change, "power", "focus")),
    Mechanic("Fast", _names("fast")),
    Mechanic("Impaired", _names("impaired"), ("rolled",)),
    Mechanic("Improved", _names("improved"), ("rolled",)),
    Mechanic("Ranged", _names("ranged")),
    Mechanic("Spellfuse", _names("spellfuse"), ("planned",)),
    Mechanic("gains Fast", _gains("fast"), ("combined", "replaced")),
    Mechanic("gains Spellfuse", _gains("spellfuse"), ("planned", "replaced")),
    Mechanic("keyword that asks at planning", _asks_when_planned, ("token created",)),
    Mechanic("when planned", _is(c.Trigger, on="planned"), ("occurred",)),
    Mechanic("before performing", _is(c.Trigger, on="perform"), ("occurred",)),
    Mechanic("Start of Moment", _is(c.Trigger, on="start"), ("occurred",)),
    Mechanic("On-Hit", _is(c.Trigger, on="hit"), ("occurred",)),
    Mechanic("when hit", _is(c.Trigger, on="struck"), ("occurred",)),
    Mechanic("End of Moment", _is(c.Trigger, on="end"), ("occurred",)),
    Mechanic("start of turn", _is(c.Trigger, on="turn"), ("occurred",)),
    Mechanic("when drawn", _is(c.Trigger, on="drawn"), ("occurred",)),
    Mechanic("when discarded", _is(c.Trigger, on="discarded"), ("occurred",)),
    Mechanic("when forgotten", _is(c.Trigger, on="forgotten"), ("occurred",)),
    Mechanic("when ruined", _is(c.Trigger, on="ruined"), ("occurred",)),
    Mechanic("when a card is drawn", _is(c.Trigger, on="card drawn"), ("occurred",)),
    Mechanic("when a card is discarded", _is(c.Trigger, on="card discarded"), ("occurred",)),
    Mechanic("when a card is forgotten", _is(c.Trigger, on="card forgotten"), ("occurred",)),
    Mechanic("when engaging", _is(c.Trigger, on="engage"), ("occurred",)),
    Mechanic("when disengaging", _is(c.Trigger, on="disengage"), ("occurred",)),
    Mechanic("offered, not compulsory", _is(c.Trigger, may=True)),
    Mechanic("active from the discard pile", _has(c.ActionCard, "in_discard"), ("joined", "occurred")),
    Mechanic("joins an action from the discard pile", _is(e.Join), ("joined",)),
    Mechanic("continuous effect of an item", _has(c.ItemCard, "grants")),
    Mechanic("continuous effect of a stack", _has(c.StackCard, "grants")),
    Mechanic("item with two texts", _two_texts),
    Mechanic("ruin", _is(e.Ruin), ("ruined",)),
    Mechanic("repair", _is(e.Repair), ("repaired",)),
    Mechanic("disrupt", _is(e.Disrupt), ("disrupted",)),
    Mechanic("token in the next available moment", _is(e.CreateToken, where="next"), ("token created",)),
    Mechanic("token that joins its maker", _is(e.CreateToken, where="this"), ("token created",)),
    Mechanic("token onto an occupied moment", _has(c.TokenCard, "fast"), ("combined", "replaced")),
    Mechanic("tied token", _is(e.CreateToken, tied=True), ("token gone",)),
    Mechanic("cannot be combined", _names("combine", "cannot")),
    Mechanic("cannot be replaced", _names("replace", "cannot")),
    Mechanic("cannot be disrupted", _names("disrupt", "cannot")),
    Mechanic("cannot miss", _names("miss", "cannot"), ("hit",)),
    Mechanic("a player cannot", _has(c.Rules, "forbids", "forbids_opponent")),
    Mechanic("gain stacks", _is(e.GainStacks), ("stacks gained",)),
    Mechanic("lose stacks", _is(e.LoseStacks), ("stack lost",)),
    Mechanic("stack depleting at each end of moment", _is(c.Depletion, on="moment"), ("stack lost",)),
    Mechanic(
        "stack depleting on a named event", _is(c.Depletion, on=("turn", "performed", "hit", "struck")), ("stack lost",)
    ),
    Mechanic("permanent stack", _is(c.StackCard, depletes=None)),
    Mechanic("becomes, as a whole", _has(e.Become, "into"), ("became",)),
    Mechanic("becomes, in one part", _is(e.Become, into=None), ("became",)),
    Mechanic("becomes for a time, and again what it was", _is(e.Become, until=get_args(ch.Until)), ("became again",)),
    Mechanic("becomes for good", _is(e.Become, until="for good"), ("became",)),
    Mechanic("copy of the opposing action", _is(e.Become, into="opposing"), ("became",)),
    Mechanic("treated as", _has(ch.Change, "add", "drop"), ("treated",)),
    Mechanic("seen so by one player", _is(ch.Sees)),
    Mechanic("the nth performed in a turn", _has(c.Grant, "nth"), ("performed",)),
    Mechanic("sure number instead of dice", _is(ch.Sure), ("took sure",)),
    Mechanic("set dice", _has(ch.Change, "set_power", "set_focus"), ("rolled",)),
    Mechanic("re-rolled dice", _has(ch.Change, "reroll_power", "reroll_focus"), ("rolled",)),
    Mechanic("count of a discard pile by type", _counts("discard", typed=True)),
    Mechanic("count of own HP", lambda part: _counts("hp")(part) or _counts("lost hp")(part)),
    Mechanic("count of stacks", _counts("stacks")),
    Mechanic("count of performed actions", _counts("performed")),
    Mechanic("count of ruined items", _counts("ruined items")),
    Mechanic("count of a hand", _counts("hand")),
    Mechanic("damage dealt", _counts("damage dealt"), ("hit",)),
    Mechanic("comparison", _is(v.Compare)),
    Mechanic("opposed or not", _is(v.Opposed | v.Unopposed)),
    Mechanic("by distance", _is(v.Distance)),
    Mechanic("by role", _is(v.Role)),
    Mechanic("in a combo", _is(v.Combined)),
    Mechanic("engage", _is(e.Move, to="engaged"), ("moved",)),
    Mechanic("disengage", _is(e.Move, to="disengaged"), ("moved",)),
    Mechanic("regain HP", _is(e.Heal), ("healed",)),
    Mechanic("lose HP to an effect", _is(e.Damage), ("damaged",)),
    Mechanic("draw", _is(e.Draw), ("drew",)),
    Mechanic("discard", _is(e.MoveCards, effect="discard"), ("discarded",)),
    Mechanic("forget", _is(e.MoveCards, effect="forget"), ("forgot",)),
    Mechanic("return", _is(e.MoveCards, effect="return"), ("returned",)),
    Mechanic("look at a hand", _is(e.Look, source="hand"), ("looked",)),
    Mechanic("look at a deck", _is(e.Look, source="deck"), ("looked",)),
    Mechanic("look at a forgotten pile", _is(e.Look, source="forgotten"), ("looked",)),
    Mechanic("regain AP", _is(e.ChangeAP, effect="gain ap"), ("regained ap",)),
    Mechanic("lose AP", _is(e.ChangeAP, effect="lose ap"), ("lost ap",)),
    Mechanic("change of a cost", _has(ch.Change, "ap"), ("performed",)),
    Mechanic("change of a cost in HP", _has(ch.Change, "hp"), ("performed",)),
    Mechanic("to the queue", _is(e.ToQueue), ("queued",)),
    Mechanic("from the queue", _is(e.FromQueue), ("returned from queue",)),
    Mechanic("change of an action for a time", _is(e.ChangeAction), ("changed",)),
    Mechanic("change of a target", _is(e.Retarget), ("retargeted",)),
    Mechanic("choice of a target", _is(c.Figures, target="either")),
)
"""Every mechanic of the card language."""


def mechanics(card: c.AnyCard, pool: VariaCards) -> frozenset[str]:
    """Return the names of the mechanics that a card uses, directly or through a keyword of its set."""
    used = [card, *(part for _, part in parts(card)), *_by_keywords(card, pool)]
    return frozenset(mechanic.name for mechanic in MECHANICS if any(mechanic.used(part) for part in used))


def _by_keywords(card: c.AnyCard, pool: VariaCards) -> Iterator[BaseModel]:
    figures = c.action_of(card)
    for name in () if figures is None else figures.keywords:
        if name not in KEYWORDS:
            yield pool.keywords[name]
            yield from (part for _, part in parts(pool.keywords[name]))
