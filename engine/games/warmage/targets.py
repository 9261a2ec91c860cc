"""Legal targets and payments: the choices that a Spell or an activated effect still needs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from engine.contract import EVERYBODY, Arg, Message, Seat, SeatRef
from engine.games.warmage.cards import (
    Ability,
    Aim,
    CardAim,
    Cost,
    Counter,
    Having,
    PlayerAim,
    Protect,
    Redirect,
    Remove,
    Spell,
    SpellAim,
    each_opponent,
)
from engine.games.warmage.pieces import Announced, Choice, Link, Missing, Targets
from engine.games.warmage.state import WarMageState


def complete(state: WarMageState, seat: Seat, announced: Announced) -> tuple[Announced, Missing | None]:
    """Fill in every forced target, and return the next choice, if any. A payment is always a choice."""
    aims, cost = _asked_for(state, announced)
    for aim in aims:
        if each_opponent(aim):
            if not opponents(state, seat):
                return announced, Missing("player", ())
        elif getattr(announced.targets, aim.at) is None:
            among = possible(state, seat, aims, announced.targets)
            if len(among) != 1:
                return announced, Missing(aim.at, tuple(among))
            announced = chosen(announced, aim.at, among)
    if cost.discard > len(announced.paid):
        hand = tuple([number for number in state.players[seat].hand if number != announced.card])
        return announced, Missing("pay", hand)
    return announced, None


def chosen(announced: Announced, choice: Choice, values: Sequence[int]) -> Announced:
    """Return the announcement with one more choice made."""
    targets, paid = announced.targets, announced.paid
    if choice == "pay":
        paid = tuple(values)
    else:
        targets = _aimed(targets, choice, values[0])
    return Announced(announced.card, announced.ability, targets, paid)


def _aimed(targets: Targets, choice: Literal["player", "spell", "card"], value: int) -> Targets:
    match choice:
        case "player":
            return Targets(value, targets.spell, targets.card)
        case "spell":
            return Targets(targets.player, value, targets.card)
        case "card":
            return Targets(targets.player, targets.spell, value)


def taken_up(state: WarMageState, seat: Seat, announced: Announced) -> tuple[Announced, Missing | None] | None:
    """Return the result of `complete`, or None if a target is missing or the cost cannot be paid."""
    if not payable(state, seat, announced):
        return None
    announced, missing = complete(state, seat, announced)
    return None if missing is not None and not missing.among else (announced, missing)


def payable(state: WarMageState, seat: Seat, announced: Announced) -> bool:
    """Whether the cost can be paid."""
    needed = _asked_for(state, announced)[1].discard
    return not needed or len(state.players[seat].hand) - (announced.ability is None) >= needed


def _asked_for(state: WarMageState, announced: Announced) -> tuple[Sequence[Aim], Cost]:
    announces = _announces(state, announced)
    return announces.aims, announces.cost


def _announces(state: WarMageState, announced: Announced) -> Spell | Ability:
    spell = _spell(state, announced.card)
    return spell if announced.ability is None else spell.abilities[announced.ability]


def _spell(state: WarMageState, number: int) -> Spell:
    return state.cards.by_id[state.instances[number].card]


def warning(state: WarMageState, seat: Seat, announced: Announced) -> Message | None:
    """Return what speaks against the targets chosen so far: whom they help or harm, or that a counter counters nothing.

    None if nothing does. Everything that this depends on lies open, apart from the announced card itself.
    """
    does, targets = _announces(state, announced), announced.targets
    effects = {type(effect) for effect in does.do}
    place = state.link(targets.spell)
    aimed = None if place is None else state.chain[place]
    args: dict[str, Arg] = {"card": state.ref(announced.card)}
    if targets.player is not None:
        moved = aimed if Redirect in effects else None
        if moved is not None:
            args["card"] = state.ref(moved.card)
        favour = does.favour if moved is None else _spell(state, moved.card).favour
        args["target"] = SeatRef(targets.player)
        if favour == (-1 if targets.player == seat else 1):
            return Message("warmage.warning.harms" if targets.player == seat else "warmage.warning.helps", args)
    elif aimed is not None and aimed.protected and effects == {Counter}:
        return Message("warmage.warning.uncounterable", {"card": state.ref(aimed.card)})
    elif aimed is not None and Counter in effects and aimed.seat == seat and not _threatens(state, aimed, seat):
        return Message("warmage.warning.counters", {"card": state.ref(aimed.card)})
    elif aimed is not None and Protect in effects and aimed.seat != seat:
        return Message("warmage.warning.protects", {"card": state.ref(aimed.card), "seat": SeatRef(aimed.seat)})
    elif Remove in effects and (found := state.lying(targets.card)) is not None and found[1].seat == seat:
        return Message("warmage.warning.removes", {"card": state.ref(found[1].card)})
    return None


def _threatens(state: WarMageState, link: Link, seat: Seat) -> bool:
    """Whether a Spell in the Chain harms a player."""
    return link.targets.player == seat and _spell(state, link.card).favour < 0


def distinct(state: WarMageState, cards: Sequence[int]) -> list[int]:
    """Return one instance of each card, preferably one known to everybody, so that no secret is given away."""
    found: dict[str, int] = {}
    for number in cards:
        instance = state.instances[number]
        if instance.card not in found or instance.known_to == EVERYBODY:
            found[instance.card] = number
    return list(found.values())


def possible(state: WarMageState, seat: Seat, aims: Sequence[Aim], targets: Targets) -> list[int]:
    """Return the targets for the next aim that leave a legal target for each later one."""
    open_aims = [aim for aim in aims if getattr(targets, aim.at) is None and not each_opponent(aim)]
    return list(_legal(state, seat, open_aims, targets))


def _legal(state: WarMageState, seat: Seat, aims: Sequence[Aim], targets: Targets) -> Iterator[int]:
    """Yield what `possible` returns, given only the aims without a target: looking ahead needs no more than one."""
    aim, later = aims[0], aims[1:]
    for value in _candidates(state, seat, aim, targets):
        if not later or any(True for _ in _legal(state, seat, later, _aimed(targets, aim.at, value))):
            yield value


def _candidates(state: WarMageState, seat: Seat, aim: Aim, targets: Targets) -> Iterable[int]:
    match aim:
        case PlayerAim():
            return _players(state, seat, aim, targets)
        case SpellAim():
            links = state.chain[-1:] if aim.where == "top" else state.chain
            return [link.card for link in links if _fits(state, aim, link)]
        case CardAim():
            return [lying.card for each in state.clockwise(seat) for lying in state.players[each].play]


def _players(state: WarMageState, seat: Seat, aim: PlayerAim, targets: Targets) -> Iterator[Seat]:
    """Yield the players who can be targeted now, except those marked for elimination (rules, further rulings)."""
    having, excepted = aim.having, seat if aim.who == "opponent" else None
    if aim.who == "another":
        place = state.link(targets.spell)
        moved = None if place is None else _player_aim(state, state.chain[place])
        if place is None or moved is None:
            return
        having, excepted = moved.having, state.chain[place].targets.player
    for each in state.clockwise(seat):
        if each not in state.marked and each != excepted and _has(state, each, having):
            yield each


def opponents(state: WarMageState, seat: Seat) -> list[Seat]:
    """Return the players that a card of this player's hits if it targets each opponent, from that player's left."""
    return [each for each in state.clockwise(seat) if each != seat and each not in state.marked]


def hit_by(state: WarMageState, link: Link, target: Seat | None) -> Sequence[Seat]:
    """Return the players that a Spell in the Chain targets: each opponent of its caster, or `target`, if any."""
    if _spell(state, link.card).at_each:
        return opponents(state, link.seat)
    return () if target is None else (target,)


def _may_become_target(state: WarMageState, seat: Seat, link: Link | None) -> bool:
    """Whether a Spell can be redirected to a player.

    The player must meet the Spell's requirement, but may be its caster (rules, notes for the engine).
    """
    aim = None if link is None else _player_aim(state, link)
    return link is not None and aim is not None and link.targets.player != seat and _has(state, seat, aim.having)


def _player_aim(state: WarMageState, link: Link) -> PlayerAim | None:
    """Return how a Spell in the Chain targets one player, or None if it does not."""
    aims = _spell(state, link.card).aims
    return next((aim for aim in aims if isinstance(aim, PlayerAim) and not each_opponent(aim)), None)


def _fits(state: WarMageState, aim: SpellAim, link: Link) -> bool:
    if aim.that == "was a response":
        return link.response
    if aim.that == "targets one player":
        return _spell(state, link.card).targets_one_player
    return True


def _has(state: WarMageState, seat: Seat, having: Having | None) -> bool:
    player = state.players[seat]
    match having:
        case "card in hand":
            return bool(player.hand)
        case "flesh wound":
            return player.flesh > 0
        case "mortal wound":
            return player.mortal > 0
    return True


def still_there(state: WarMageState, aim: Aim, targets: Targets) -> bool:
    """Whether a target is still legal when its Spell resolves (rules, R4).

    A targeted player no longer needs to be an opponent: the Spell may have been redirected. While the caster is in the
    match, there are opponents.
    """
    if each_opponent(aim):
        return True
    if isinstance(aim, CardAim):
        return state.lying(targets.card) is not None
    if isinstance(aim, SpellAim):
        place = state.link(targets.spell)
        return place is not None and _fits(state, aim, state.chain[place])
    seat = targets.player
    if seat is None or not state.living(seat):
        return False
    if aim.who != "another":
        return _has(state, seat, aim.having)
    place = state.link(targets.spell)
    return _may_become_target(state, seat, None if place is None else state.chain[place])


def redirected(link: Link, seat: Seat) -> Link:
    """Return a Spell in the Chain with a new target."""
    return replace(link, targets=replace(link.targets, player=seat))
