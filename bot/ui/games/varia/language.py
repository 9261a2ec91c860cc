"""Putting the card language into the guide's terms: each part has one wording, the same on every card."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from bot.ui.texts.words import Rendered, Words
from engine.games.varia.cards import Depletion, Grant, Trigger
from engine.games.varia.language import effects as e
from engine.games.varia.language import values as v
from engine.games.varia.language.changes import Change, Filter, Sees
from engine.games.varia.language.terms import KEYWORDS, Which

NTH: Final = {1: "first", 2: "second", 3: "third"}
"""The places in a turn that have a word of their own."""


def joined(texts: Iterable[str], between: str) -> Rendered:
    """Join finished texts about a card of Varia into one."""
    return Rendered(between.join(texts))


def types(names: Iterable[str], words: Words) -> Rendered:
    """Return types as a type line lists them."""
    return joined([words.plain(f"varia.type.{name}") for name in names], " ")


def _kinds(names: Sequence[str], words: Words) -> Rendered:
    """Return types as modifiers of a following noun, with a trailing space; empty if any type is meant."""
    return Rendered(f"{types(names, words)} ") if names else Rendered("")


def _typed(key: str, names: Sequence[str], words: Words, whose: str = "") -> Rendered:
    """Return a sentence about an action's types; some are nouns, and the others are adjectives.

    `whose` ends the id of a text about another action than the one that the card speaks of: see `_own`, or ".struck".
    """
    kind = "attack" if names[0] == "attack" else "noun" if names[-1] in ("attack", "block") else "other"
    return words(f"{key}.{kind}{whose}", types=types(names, words))


def keyword(name: str, words: Words) -> str:
    """Return a keyword's name: from the catalogue if it is one of the guide's, otherwise unchanged."""
    return words.plain(f"varia.keyword.{name}") if name in KEYWORDS else name


def trigger(each: Trigger, words: Words, *, lasting: bool = False) -> Rendered:
    """Return when a trigger occurs, under which conditions, and what it does.

    A `lasting` card's own trigger is about its player's action, or about the attack that has hit its player.
    """
    done = joined([effect(one, words) for one in each.do], "; ")
    if each.may:
        done = words("varia.trigger.may", effects=done)
    whose = ".struck" if each.on == "struck" else _own(lasting)
    conditions = [_typed("varia.when.types", each.types, words, whose)] if each.types else []
    if each.without:
        conditions.append(_typed("varia.when.without", each.without, words, whose))
    conditions += [condition(one, words, own=lasting) for one in each.when]
    if conditions:
        done = words("varia.trigger.when", conditions=_and(conditions, words), effects=done)
    return words(f"varia.trigger.{each.on.replace(' ', '_')}", effects=done)


def _own(own: bool) -> str:  # noqa: FBT001 - the only thing that is asked
    """Return the end of the id of a text that speaks of the player's own action rather than of "the action"."""
    return ".own" if own else ""


def _and(texts: list[Rendered], words: Words) -> Rendered:
    return joined(texts, words.plain("varia.and"))


def _all(conditions: Iterable[v.Condition], words: Words, *, own: bool = False) -> Rendered:
    return _and([condition(each, words, own=own) for each in conditions], words)


def meant(which: Filter, side: str, words: Words) -> Rendered:
    """Return whose actions are meant, and of which types."""
    whose = words(f"varia.whose.{side}", types=_kinds(which.types, words))
    return words("varia.whose.without", whose=whose, types=types(which.without, words)) if which.without else whose


def grant(each: Grant, words: Words) -> list[Rendered]:
    """Return what a lasting card does to actions."""
    whose = meant(each, each.of, words)
    if each.nth is not None:
        place = f"{NTH.get(each.nth, 'later')}.{each.of}"
        whose = words(f"varia.whose.nth.{place}", nth=each.nth, types=_kinds(each.types, words))
        if each.without:
            whose = words("varia.whose.nth.without", whose=whose, types=types(each.without, words))
    lines = [words("varia.grant.trigger", whose=whose, rule=trigger(one, words)) for one in each.triggers]
    return [change(each, whose, words, own=each.of == "opponent"), *lines] if fragments(each, words) else lines


def change(each: Change, whose: Rendered, words: Words, *, own: bool = False) -> Rendered:
    """Return how an action changes, and the conditions that must hold for as long as the change lasts.

    The conditions are about the action that changes or, with `own`, about the one of the card's player.
    """
    changes = joined(fragments(each, words), ", ")
    if not each.when:
        return words("varia.change.line", whose=whose, changes=changes)
    return words("varia.change.while", whose=whose, changes=changes, conditions=_all(each.when, words, own=own))


def fragments(each: Change, words: Words) -> list[Rendered]:
    """Return the wording of each single change."""
    found = _figures(each, words)
    for cost in ("ap", "hp"):
        if getattr(each, cost):
            found.append(words(f"varia.change.{cost}", change=Rendered(f"{getattr(each, cost):+d}")))
    found += [words(f"varia.keyword.{name}") for name in each.keywords]
    if each.add:
        found.append(words("varia.change.add", types=types(each.add, words)))
    if each.drop:
        found.append(words("varia.change.drop", types=types(each.drop, words)))
    found += [words(f"varia.cannot.{ban}") for ban in each.cannot]
    set_all = each.set_power is not None and each.set_power == each.set_focus
    for figure in ("power", "focus"):
        if getattr(each, f"reroll_{figure}"):
            found.append(words(f"varia.change.reroll_{figure}", face=getattr(each, f"reroll_{figure}")))
        if getattr(each, f"set_{figure}") is not None and not set_all:
            found.append(words(f"varia.change.set_{figure}", face=getattr(each, f"set_{figure}")))
    if set_all:
        found.append(words("varia.change.set_all", face=each.set_power or 0))
    if each.sure is not None:
        found.append(words("varia.change.sure", power=each.sure.power, focus=each.sure.focus))
    return found


def _figures(each: Change, words: Words) -> list[Rendered]:
    """Return the changes to power and focus, without those of nothing, and the changes to their dice."""
    found: list[Rendered] = []
    if each.power or each.focus:
        (power, first), (focus, second) = _signed(each.power, words), _signed(each.focus, words)
        parts = [words("varia.change.power", change=power)] if each.power else []
        parts += [words("varia.change.focus", change=focus)] if each.focus else []
        line, legend = joined(parts, ", "), first or second
        found.append(line if legend is None else words("varia.amount.legend", effect=line, count=legend))
    for name in ("power_dice", "focus_dice"):
        dice = getattr(each, name)
        if dice:
            way = "more" if dice > 0 else "fewer"
            found.append(words(f"varia.change.{name}.{way}", count=abs(dice)))
    return found


def _signed(number: v.Number, words: Words) -> tuple[Rendered, Rendered | None]:
    if isinstance(number, int):
        return Rendered(f"{number:+d}"), None
    sign = "-" if number.times < 0 and not number.plus else "+"
    return Rendered(f"{sign}X"), counted(number, words)


def bans(cannot: Iterable[str], words: Words) -> Rendered:
    """Return what cannot be done to an action."""
    return joined([words(f"varia.cannot.{ban}.this") for ban in cannot], " ")


def sight_of_discards(each: Sees, words: Words) -> Rendered:
    """Return how a player sees discarded cards."""
    way = "instead" if each.instead else "too"
    return words(f"varia.sees.{way}.{each.of}", types=types(each.subtypes, words))


def depletion(each: Depletion, words: Words) -> Rendered:
    """Return when a stack loses its top card."""
    action = words("varia.depletes.action", types=_kinds(each.types, words))
    if each.without:
        action = words("varia.depletes.without", action=action, types=types(each.without, words))
    by_type = ".by" if each.on == "struck" and (each.types or each.without) else ""
    return words(f"varia.depletes.{each.on}{by_type}", action=action)


# Numbers and conditions


def counted(count: v.Count, words: Words) -> Rendered:
    """Return what is counted, and how much each counts for."""
    key = f"varia.count.{count.count.replace(' ', '_')}"
    kinds = _kinds(count.types, words)
    what = words(key if count.count == "turn" else f"{key}.{count.of}", types=kinds, stack=count.stack or "")
    if count.without:
        what = words("varia.count.without", what=what, types=types(count.without, words))
    times = abs(count.times)
    if count.per > 1:
        what = words("varia.count.per", times=times, per=count.per, what=what)
    elif times > 1:
        what = words("varia.count.times", times=times, what=what)
    else:
        what = words("varia.count.all", what=what)
    if count.plus:
        way = "less" if count.times < 0 else "plus"
        what = words(f"varia.count.{way}", plus=count.plus, what=what)
    return what if count.most is None else words("varia.count.most", what=what, most=count.most)


def amount(value: v.Amount, words: Words) -> tuple[Rendered, Rendered | None]:
    """Return an amount and, if it is X, what X stands for."""
    if isinstance(value, v.Count):
        return Rendered("X"), counted(value, words)
    if isinstance(value, v.Roll):
        return Rendered(
            f"{value.dice}d{value.sides}" if not value.plus else f"{value.plus}+{value.dice}d{value.sides}"
        ), None
    return Rendered(str(value)), None


def condition(each: v.Condition, words: Words, *, own: bool = False) -> Rendered:
    """Return the text for a condition, which is about "the action" or, with `own`, about "your action"."""
    match each:
        case v.Compare():
            key = f"varia.when.{each.relation.replace(' ', '_')}"
            to = each.to if isinstance(each.to, int) else counted(each.to, words)
            return words(key, this=counted(each.this, words), to=to)
        case v.Opposed():
            if not each.by:
                return words(f"varia.when.opposed{_own(own)}")
            return _typed("varia.when.opposed_by", each.by, words, _own(own))
        case v.Unopposed():
            return words(f"varia.when.unopposed{_own(own)}")
        case v.Distance():
            return words(f"varia.when.{each.distance}")
        case v.Combined():
            return words(f"varia.when.combined{_own(own)}")
        case v.Role():
            return words(f"varia.when.{each.role}")


# Effects


def effect(each: e.Effect, words: Words) -> Rendered:
    """Return the text for an effect."""
    return _EFFECTS[type(each)](each, words)


def which(what: Which, words: Words) -> Rendered:
    """Return which action is meant."""
    return words(f"varia.which.{what.replace(' ', '_')}")


def _with_amount(key: str, value: v.Amount, words: Words, **more: Any) -> Rendered:
    shown, legend = amount(value, words)
    line = words(key, amount=shown, **more)
    return line if legend is None else words("varia.amount.legend", effect=line, count=legend)


def _several(key: str, count: v.Number, words: Words, **more: Any) -> Rendered:
    if isinstance(count, int):
        return words(key, count=count, **more)
    return _with_amount(f"{key}.some", count, words, **more)


def _lose_stacks(each: e.LoseStacks, words: Words) -> Rendered:
    if each.count == "all":
        return words(f"varia.effect.lose_stacks.{each.who}.all", stack=each.stack)
    return words(f"varia.effect.lose_stacks.{each.who}", count=each.count, stack=each.stack)


def _move_cards(each: e.MoveCards, words: Words) -> Rendered:
    """Return how many cards move, which kind they are, where they come from, and where they go."""
    kinds = _kinds(each.types, words)
    if each.count == "all":
        cards = words("varia.cards.all", types=kinds)
    else:
        chance = ".chance" if each.by == "chance" and each.source != "deck" else ""
        cards = words(f"varia.cards{chance}", count=each.count, types=kinds)
    if each.without:
        cards = words("varia.cards.without", cards=cards, types=types(each.without, words))
    source = words(f"varia.from.{each.source}.{each.who}")
    to = words(f"varia.to.{each.to}.{each.who}") if each.effect == "return" else ""
    chooser = each.who if each.source == "hand" else "self"
    return words(f"varia.effect.{each.effect}.{chooser}", cards=cards, source=source, to=to)


def _look(each: e.Look, words: Words) -> Rendered:
    """Return at how many cards a player looks, and where they lie."""
    if each.count == "all":
        cards = words("varia.cards.all", types="")
    else:
        cards = words("varia.cards" if each.source == "deck" else "varia.cards.chance", count=each.count, types="")
    return words(f"varia.effect.look.{each.source}.{each.who}", cards=cards)


def _token(each: e.CreateToken, words: Words) -> Rendered:
    token = words("varia.effect.copy") if each.token == "this" else words("varia.effect.token", token=each.token)
    line = words(f"varia.effect.create_{each.where.replace(' ', '_')}", token=token)
    return words("varia.effect.tied", effect=line) if each.tied else line


def _become(each: e.Become, words: Words) -> Rendered:
    """Return what an action becomes, and for how long."""
    what = which(each.what, words)
    if each.into in ("this", "opposing"):
        into = words(f"varia.become.copy_of_{each.into}")
    elif each.into is not None:
        into = words("varia.become.card", card=each.into)
    else:
        into = joined(_parts(each, words), ", ")
    return words(f"varia.effect.become.{each.until.replace(' ', '_')}", what=what, into=into)


def _parts(each: e.Become, words: Words) -> list[Rendered]:
    parts = []
    if each.types is not None:
        parts.append(words("varia.become.types", types=types(each.types, words)))
    if each.subtypes is not None:
        key = "varia.become.subtypes" if each.subtypes else "varia.become.no_subtypes"
        parts.append(words(key, types=types(each.subtypes, words)))
    if each.power is not None:
        parts.append(words("varia.become.power", power=each.power))
    if each.focus is not None:
        parts.append(words("varia.become.focus", focus=each.focus))
    return parts


def _change_action(each: e.ChangeAction, words: Words) -> Rendered:
    line = words(
        f"varia.effect.change.{each.until.replace(' ', '_')}",
        what=which(each.what, words),
        changes=joined(fragments(each, words), ", "),
    )
    if not each.when:
        return line
    conditions = _all(each.when, words, own=each.what in ("opposing", "opponent", "opponent next"))
    return words("varia.trigger.when", conditions=conditions, effects=line)


_EFFECTS: Final[dict[type[Any], Callable[[Any, Words], Rendered]]] = {
    e.Move: lambda each, words: words(f"varia.effect.{each.to}"),
    e.Heal: lambda each, words: _with_amount(f"varia.effect.heal.{each.who}", each.amount, words),
    e.Damage: lambda each, words: _with_amount(f"varia.effect.damage.{each.who}", each.amount, words),
    e.ChangeAP: lambda each, words: _with_amount(
        f"varia.effect.{each.effect.replace(' ', '_')}.{each.who}", each.amount, words
    ),
    e.Draw: lambda each, words: _several(f"varia.effect.draw.{each.who}", each.count, words),
    e.MoveCards: _move_cards,
    e.Look: _look,
    e.GainStacks: lambda each, words: _several(f"varia.effect.stacks.{each.who}", each.count, words, stack=each.stack),
    e.LoseStacks: _lose_stacks,
    e.CreateToken: _token,
    e.Disrupt: lambda each, words: words("varia.effect.disrupt", what=which(each.what, words)),
    e.ToQueue: lambda each, words: words("varia.effect.to_queue", what=which(each.what, words)),
    e.FromQueue: lambda each, words: words(f"varia.effect.from_queue.{each.who}"),
    e.Ruin: lambda each, words: words(f"varia.effect.ruin.{each.who}"),
    e.Repair: lambda each, words: words(f"varia.effect.repair.{each.who}"),
    e.Become: _become,
    e.ChangeAction: _change_action,
    e.Retarget: lambda each, words: words(f"varia.effect.retarget.{each.to}", what=which(each.what, words)),
    e.Join: lambda _, words: words("varia.effect.join"),
}
