"""Texts about the events of a Varia match, moment by moment: dice, totals, odds, and what they mean."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from bot.ui.games.episodes import Episode, FactKind, Kinds, Merged, cut
from bot.ui.games.story import by_fields, with_outcome
from bot.ui.texts.words import Rendered, Words
from engine.contract import Fact, SeatRef
from engine.games.varia import events as e
from engine.kit.facts import Ended, Left


def episodes(facts: Sequence[Fact], words: Words) -> list[Episode]:
    """Return what happened in a turn of Varia from its first moment on, or all if no moment began, fact by fact."""
    first = next((place for place, fact in enumerate(facts) if isinstance(fact, e.MomentBegan)), 0)
    return cut(joined(facts[first:]), KINDS, words, lambda fact: KINDS[type(fact)].weight == "outcome")


class _Pair(Fact, frozen=True):
    """A player's power roll and focus roll for one action, which share a line."""

    rolls: tuple[e.Rolled, ...]


class _Plan(Merged, frozen=True):
    """Several actions that a player planned in one go, which share a line: `Planned` and `Combined`."""


def joined(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts, with what a player planned in one go, and both rolls for an action, merged into one each."""
    pairs: list[Fact] = []
    for fact in facts:
        before = pairs[-1] if pairs else None
        if isinstance(fact, e.Planned | e.Combined):
            plan = before.parts if isinstance(before, _Plan) else (before,)
            if isinstance(plan[-1], e.Planned | e.Combined) and plan[-1].seat == fact.seat:
                pairs[-1] = _Plan((*plan, fact))
            else:
                pairs.append(fact)
        elif isinstance(fact, e.Rolled) and isinstance(before, _Pair) and before.rolls[0].seat == fact.seat:
            pairs[-1] = _Pair((*before.rolls, fact))
        elif isinstance(fact, e.Rolled) and fact.figure != "effect":
            pairs.append(_Pair((fact,)))
        else:
            pairs.append(fact)
    return pairs


def _first_player(fact: e.FirstPlayerRolled, words: Words) -> str:
    rolls = ", ".join(
        words("varia.fact.first_roll", seat=SeatRef(seat), roll=roll) for seat, roll in enumerate(fact.rolls)
    )
    if len(set(fact.rolls)) == 1:
        return words("varia.fact.first_player_tie", rolls=Rendered(rolls))
    return words("varia.fact.first_player", seat=SeatRef(fact.rolls.index(max(fact.rolls))), rolls=Rendered(rolls))


def _planned(fact: _Plan, words: Words) -> str:
    """Name the action of each moment of a plan; the last that is said of a moment has all its cards."""
    cards = {part.moment: part.cards for part in fact.parts}
    actions = (words("varia.fact.plan.action", moment=moment, cards=cards[moment]) for moment in sorted(cards))
    return words("varia.fact.plan", seat=SeatRef(fact.parts[0].seat), actions=Rendered(", ".join(actions)))


def _queued(fact: e.Queued, words: Words) -> str:
    first, *rest = fact.actions
    line = words(f"varia.fact.queued_{fact.why}", seat=SeatRef(fact.seat), cards=first)
    return f"{line} {words('varia.fact.queued_too', count=len(rest))}" if rest else line


def _faced(fact: e.Faced, words: Words) -> str:
    if fact.attacker is None or fact.chance is None:
        return ""
    ways, of = fact.chance
    return words("varia.fact.odds", seat=SeatRef(fact.attacker), ways=ways, of=of, percent=round(100 * ways / of))


def _rolled(fact: _Pair | e.Rolled, words: Words) -> str:
    first, *_ = rolls = fact.rolls if isinstance(fact, _Pair) else (fact,)
    told = ", ".join(_roll(each, words) for each in rolls)
    return words("varia.fact.rolled", seat=SeatRef(first.seat), rolls=Rendered(told))


def _roll(fact: e.Rolled, words: Words) -> Rendered:
    """Describe one roll: the dice that count, the bonus, the total, and any dice that do not count."""
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
    first, second = fact.points
    return words("varia.fact.standing", first=SeatRef(0), second=SeatRef(1), first_hp=first, second_hp=second)


def _treated(fact: e.Treated, words: Words) -> str:
    types = " ".join(words.plain(f"varia.type.{name}") for name in fact.types)
    return words("varia.fact.treated", seat=SeatRef(fact.seat), cards=fact.cards, types=types)


def _became(fact: e.Became, words: Words) -> str:
    part = "" if fact.into else "part_"
    key = f"varia.fact.became_{part}{fact.until.replace(' ', '_')}"
    return words(key, seat=SeatRef(fact.seat), cards=fact.cards, into=fact.into)


def _looked(key: str, fact: e.Looked | e.LookedUnseen, words: Words) -> str:
    """Say at whose cards a player looked; one's own are called so."""
    return by_fields(f"varia.fact.{key}{'_own' if fact.target == fact.seat else ''}", "source")(fact, words)


KINDS: Final[Kinds] = {
    e.FirstPlayerRolled: FactKind(_first_player),
    e.TurnBegan: FactKind(by_fields("varia.fact.turn_began")),
    e.Reshuffled: FactKind(by_fields("varia.fact.reshuffled")),
    e.Moved: FactKind(
        lambda fact, words: words(
            "varia.fact.engaged" if fact.engaged else "varia.fact.disengaged", seat=SeatRef(fact.seat)
        )
    ),
    e.Planned: FactKind(by_fields("varia.fact.planned")),
    e.Combined: FactKind(by_fields("varia.fact.combined")),
    _Plan: FactKind(_planned),
    e.Replaced: FactKind(by_fields("varia.fact.replaced")),
    e.ReturnedFromQueue: FactKind(by_fields("varia.fact.returned")),
    e.TokenCreated: FactKind(
        lambda fact, words: by_fields(f"varia.fact.token{'_beyond' if fact.beyond else ''}")(fact, words)
    ),
    e.MomentBegan: FactKind(by_fields("varia.fact.moment_began")),
    e.Performed: FactKind(
        lambda fact, words: by_fields(f"varia.fact.performed{'_hp' if fact.hp else ''}")(fact, words)
    ),
    e.Queued: FactKind(_queued),
    e.Occurred: FactKind(by_fields("varia.fact.occurred", "on")),
    e.Faced: FactKind(_faced, "detail"),
    e.Rolled: FactKind(_rolled, "detail"),
    _Pair: FactKind(_rolled, "detail"),
    e.Hit: FactKind(_hit),
    e.Missed: FactKind(lambda fact, words: words(f"varia.fact.missed_{fact.why}", seat=SeatRef(fact.seat))),
    e.Damaged: FactKind(by_fields("varia.fact.damaged")),
    e.Healed: FactKind(by_fields("varia.fact.healed")),
    e.RegainedAP: FactKind(by_fields("varia.fact.regained_ap")),
    e.StacksGained: FactKind(by_fields("varia.fact.stacks")),
    e.StackLost: FactKind(by_fields("varia.fact.stack_lost")),
    e.Disrupted: FactKind(by_fields("varia.fact.disrupted")),
    e.Treated: FactKind(_treated),
    e.TookSure: FactKind(by_fields("varia.fact.took_sure")),
    e.LostAP: FactKind(by_fields("varia.fact.lost_ap")),
    e.Discarded: FactKind(by_fields("varia.fact.discarded", "source")),
    e.Forgot: FactKind(by_fields("varia.fact.forgot", "source")),
    e.ForgotUnseen: FactKind(by_fields("varia.fact.forgot_unseen", "source")),
    e.Returned: FactKind(by_fields("varia.fact.returned", "to")),
    e.ReturnedUnseen: FactKind(by_fields("varia.fact.returned_unseen", "to")),
    e.Looked: FactKind(partial(_looked, "looked")),
    e.LookedUnseen: FactKind(partial(_looked, "looked_unseen")),
    e.Ruined: FactKind(by_fields("varia.fact.ruined")),
    e.Repaired: FactKind(by_fields("varia.fact.repaired")),
    e.Became: FactKind(_became),
    e.BecameAgain: FactKind(by_fields("varia.fact.became_again")),
    e.Changed: FactKind(by_fields("varia.fact.changed")),
    e.Retargeted: FactKind(by_fields("varia.fact.retargeted")),
    e.Joined: FactKind(by_fields("varia.fact.joined")),
    e.TokenGone: FactKind(by_fields("varia.fact.token_gone")),
    e.Prevented: FactKind(by_fields("varia.fact.prevented", "what")),
    e.CutShort: FactKind(by_fields("varia.fact.cut_short", "what")),
    e.Standing: FactKind(_standing),
    Left: FactKind(by_fields("varia.fact.left")),
    Ended: FactKind(with_outcome("varia.fact.won", "varia.fact.drawn")),
}
