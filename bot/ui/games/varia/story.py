"""What happened in a Varia match, told moment by moment: dice, totals, odds, and what they mean."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.ui.games.renderer import Beat
from bot.ui.words import Rendered, Words
from engine.contract import CardRef, Fact, SeatRef
from engine.games.varia import events as e
from engine.kit.facts import Ended, Left


def story(facts: Sequence[Fact], words: Words) -> list[Beat]:
    """Return what happened, in order. Odds and rolls are particulars of what they belong to."""
    beats: list[Beat] = []
    for fact in _joined(facts):
        told = _TELL.get(type(fact))
        line = "" if told is None else told(fact, words)
        if not line:
            continue
        if isinstance(fact, _PARTICULARS) and beats:
            last = beats[-1]
            beats[-1] = Beat(last.line, (*last.particulars, line))
        else:
            beats.append(Beat(line))
    return beats


def resolution(facts: Sequence[Fact]) -> Sequence[Fact]:
    """Return what happened from the first moment on, where a moment began."""
    first = next((place for place, fact in enumerate(facts) if isinstance(fact, e.MomentBegan)), 0)
    return facts[first:]


class _Pair(Fact, frozen=True):
    """A player's rolls for one action, power and focus, told in one line."""

    rolls: tuple[e.Rolled, ...]


def _joined(facts: Sequence[Fact]) -> list[Fact]:
    """Put a player's roll for focus behind the one for power."""
    joined: list[Fact] = []
    for fact in facts:
        before = joined[-1] if joined else None
        if isinstance(fact, e.Rolled) and isinstance(before, _Pair) and before.rolls[0].seat == fact.seat:
            joined[-1] = _Pair((*before.rolls, fact))
        elif isinstance(fact, e.Rolled) and fact.figure != "effect":
            joined.append(_Pair((fact,)))
        else:
            joined.append(fact)
    return joined


def headline(facts: Sequence[Fact], words: Words) -> str:
    """Return the last thing that counts: the outcome, the points after the last moment, or who begins."""
    for kind in (Ended, e.Standing, e.TurnBegan):
        last = next((fact for fact in reversed(facts) if isinstance(fact, kind)), None)
        if last is not None:
            return _TELL[kind](last, words)
    return ""


_PARTICULARS: Final = (_Pair, e.Rolled, e.Faced)


def _first_player(fact: e.FirstPlayerRolled, words: Words) -> str:
    rolls = ", ".join(
        words("varia.fact.first_roll", seat=SeatRef(seat), roll=roll) for seat, roll in enumerate(fact.rolls)
    )
    return words(
        "varia.fact.first_player" if len(set(fact.rolls)) > 1 else "varia.fact.first_player_tie", rolls=Rendered(rolls)
    )


def _performed(fact: e.Performed, words: Words) -> str:
    key = "varia.fact.performed_hp" if fact.hp else "varia.fact.performed"
    return words(key, seat=SeatRef(fact.seat), cards=fact.cards, ap=fact.ap, hp=fact.hp)


def _queued(fact: e.Queued, words: Words) -> str:
    first, *rest = fact.actions
    line = words(f"varia.fact.queued_{fact.why}", seat=SeatRef(fact.seat), cards=first)
    return f"{line} {words('varia.fact.queued_too', count=len(rest))}" if rest else line


def _faced(fact: e.Faced, words: Words) -> str:
    if fact.attacker is None or fact.chance is None:
        return ""
    ways, of = fact.chance
    return words("varia.fact.odds", seat=SeatRef(fact.attacker), ways=ways, of=of, percent=round(100 * ways / of))


def _pair(fact: _Pair, words: Words) -> str:
    rolls = ", ".join(_roll(each, words) for each in fact.rolls)
    return words("varia.fact.rolled", seat=SeatRef(fact.rolls[0].seat), rolls=Rendered(rolls))


def _rolled(fact: e.Rolled, words: Words) -> str:
    return words("varia.fact.rolled", seat=SeatRef(fact.seat), rolls=_roll(fact, words))


def _roll(fact: e.Rolled, words: Words) -> Rendered:
    """Return one roll: the dice that count, what is added, the total, and the dice that did not count."""
    dice = "+".join(str(face) for face in fact.pools[fact.kept]) or "0"
    rest = ["+".join(map(str, pool)) for number, pool in enumerate(fact.pools) if number != fact.kept]
    key = f"varia.fact.roll_{fact.figure}{'_again' if rest else ''}"
    told = words(key, dice=dice, plus=f"{fact.plus:+d}", total=fact.total, rest=" / ".join(rest))
    notes = []
    if fact.again:
        notes.append(words("varia.fact.rerolled", faces=", ".join(map(str, fact.again))))
    if fact.face is not None:
        notes.append(words("varia.fact.set", face=fact.face))
    return Rendered(f"{told} ({'; '.join(notes)})") if notes else told


def _hit(fact: e.Hit, words: Words) -> str:
    values: dict[str, Any] = {"seat": SeatRef(fact.seat), "target": SeatRef(fact.target), "dealt": fact.dealt}
    if not fact.prevented:
        return words("varia.fact.hit", **values)
    return words(
        "varia.fact.hit_prevented" if fact.dealt else "varia.fact.hit_all_prevented", prevented=fact.prevented, **values
    )


def _standing(fact: e.Standing, words: Words) -> str:
    first, second = fact.hp
    return words("varia.fact.standing", first=SeatRef(0), second=SeatRef(1), first_hp=first, second_hp=second)


def _token(fact: e.TokenCreated, words: Words) -> str:
    key = "varia.fact.token_beyond" if fact.beyond else "varia.fact.token"
    return words(key, seat=SeatRef(fact.seat), cards=fact.cards, moment=fact.moment)


def _replaced(fact: e.Replaced, words: Words) -> str:
    return words("varia.fact.replaced", seat=SeatRef(fact.seat), moment=fact.moment, old=fact.old, cards=fact.cards)


def _stacks(fact: e.StacksGained, words: Words) -> str:
    return words("varia.fact.stacks", count=fact.count, seat=SeatRef(fact.seat), card=fact.card, height=fact.height)


def _treated(fact: e.Treated, words: Words) -> str:
    types = " ".join(words.plain(f"varia.type.{name}") for name in fact.types)
    return words("varia.fact.treated", seat=SeatRef(fact.seat), cards=fact.cards, types=types)


def _became(fact: e.Became, words: Words) -> str:
    part = "" if fact.into else "part_"
    key = f"varia.fact.became_{part}{fact.until.replace(' ', '_')}"
    return words(key, seat=SeatRef(fact.seat), cards=fact.cards, into=fact.into)


def _retargeted(fact: e.Retargeted, words: Words) -> str:
    return words("varia.fact.retargeted", seat=SeatRef(fact.seat), cards=fact.cards, target=SeatRef(fact.target))


def _by(key: str, field: str) -> Callable[[Any, Words], str]:
    """Tell a fact by its own fields, in the text for one of them."""

    def tell(fact: Any, words: Words) -> str:
        return _plain(f"{key}_{getattr(fact, field).replace(' ', '_')}")(fact, words)

    return tell


def _ended(fact: Ended, words: Words) -> str:
    if fact.outcome.drawn:
        return words("varia.fact.drawn", reason=words(fact.outcome.reason))
    return words("varia.fact.won", seat=SeatRef(fact.outcome.ranking[0][0]), reason=words(fact.outcome.reason))


def _plain(key: str) -> Callable[[Any, Words], str]:
    """Tell a fact by its own fields: seats as players, cards by name, the rest as it is."""

    def tell(fact: Any, words: Words) -> str:
        values = {name: getattr(fact, name) for name in fact.__struct_fields__}
        if isinstance(values.get("seat"), int):
            values["seat"] = SeatRef(values["seat"])
        if isinstance(values.get("active"), int):
            values["active"] = SeatRef(values["active"])
        return words(key, **{name: value for name, value in values.items() if isinstance(value, _SHOWN)})

    return tell


_SHOWN: Final = (int, str, SeatRef, CardRef, tuple)

_TELL: Final[dict[type[Fact], Callable[[Any, Words], str]]] = {
    e.FirstPlayerRolled: _first_player,
    e.TurnBegan: _plain("varia.fact.turn_began"),
    e.Reshuffled: _plain("varia.fact.reshuffled"),
    e.Moved: lambda fact, words: words(
        "varia.fact.engaged" if fact.engaged else "varia.fact.disengaged", seat=SeatRef(fact.seat)
    ),
    e.Planned: _plain("varia.fact.planned"),
    e.Combined: _plain("varia.fact.combined"),
    e.Replaced: _replaced,
    e.ReturnedFromQueue: _plain("varia.fact.returned"),
    e.TokenCreated: _token,
    e.MomentBegan: _plain("varia.fact.moment_began"),
    e.Performed: _performed,
    e.Queued: _queued,
    e.Occurred: lambda fact, words: words(f"varia.fact.occurred_{fact.on}", seat=SeatRef(fact.seat), card=fact.card),
    e.Faced: _faced,
    e.Rolled: _rolled,
    _Pair: _pair,
    e.Hit: _hit,
    e.Missed: lambda fact, words: words(f"varia.fact.missed_{fact.why}", seat=SeatRef(fact.seat)),
    e.Damaged: _plain("varia.fact.damaged"),
    e.Healed: _plain("varia.fact.healed"),
    e.RegainedAP: _plain("varia.fact.regained_ap"),
    e.StacksGained: _stacks,
    e.StackLost: _plain("varia.fact.stack_lost"),
    e.Disrupted: _plain("varia.fact.disrupted"),
    e.Treated: _treated,
    e.TookSure: _plain("varia.fact.took_sure"),
    e.LostAP: _plain("varia.fact.lost_ap"),
    e.Discarded: _by("varia.fact.discarded", "source"),
    e.Forgot: _by("varia.fact.forgot", "source"),
    e.ForgotUnseen: _by("varia.fact.forgot_unseen", "source"),
    e.Returned: _by("varia.fact.returned", "to"),
    e.ReturnedUnseen: _by("varia.fact.returned_unseen", "to"),
    e.Ruined: _plain("varia.fact.ruined"),
    e.Repaired: _plain("varia.fact.repaired"),
    e.Became: _became,
    e.BecameAgain: _plain("varia.fact.became_again"),
    e.Changed: _plain("varia.fact.changed"),
    e.Retargeted: _retargeted,
    e.Joined: _plain("varia.fact.joined"),
    e.TokenGone: _plain("varia.fact.token_gone"),
    e.Prevented: _by("varia.fact.prevented", "what"),
    e.CutShort: _by("varia.fact.cut_short", "what"),
    e.Standing: _standing,
    Left: _plain("varia.fact.left"),
    Ended: _ended,
}
