"""The implementation of each effect in the card language."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from engine.contract import CardRef, Seat, letter, mark
from engine.games.varia import events
from engine.games.varia.action_figures import profile_of
from engine.games.varia.language import effects as e
from engine.games.varia.language.terms import Whom
from engine.games.varia.language.values import Amount, Roll
from engine.games.varia.pieces import Action, ChoosePrompt, Due, Overlay, VariaInstance
from engine.games.varia.play import VariaPlay
from engine.games.varia.rolls import bounded, throw
from engine.games.varia.rulings import MOST_CHANGES
from engine.games.varia.state import VariaState
from engine.games.varia.timeline import create_token, join, join_token, move_from_queue, move_to_queue
from engine.games.varia.values import kinds_seen, number, side
from engine.text import slug


def do(play: VariaPlay, due: Due, step: int) -> None:
    """Carry out one effect of a trigger, or ask for the cards that a player has to choose for it."""
    effect = play.state.cards.trigger(due.origin, due.number).do[step]
    play.budget.spend()
    _DO[type(effect)](play, due, step, effect)


def _whom(state: VariaState, due: Due, who: Whom) -> Seat:
    """Return the seat that an effect refers to; "target" is the target of the action that has the trigger."""
    if who != "target":
        return side(due.seat, who)
    action = state.action_at(due.seat, due.moment)
    return 1 - due.seat if action is None else action.target


# Distance, points, stacks, drawing


def _move_players(play: VariaPlay, due: Due, step: int, effect: e.Move) -> None:
    play.move(due.seat, engaged=effect.to == "engaged")


def _heal(play: VariaPlay, due: Due, step: int, effect: e.Heal) -> None:
    play.heal(_whom(play.state, due, effect.who), _amount(play, due, effect.amount))


def _change_ap(play: VariaPlay, due: Due, step: int, effect: e.ChangeAP) -> None:
    change = play.regain_ap if effect.effect == "gain ap" else play.lose_ap
    change(_whom(play.state, due, effect.who), _amount(play, due, effect.amount))


def _draw(play: VariaPlay, due: Due, step: int, effect: e.Draw) -> None:
    play.draw(_whom(play.state, due, effect.who), _amount(play, due, effect.count))


def _gain_stacks(play: VariaPlay, due: Due, step: int, effect: e.GainStacks) -> None:
    play.gain_stacks(_whom(play.state, due, effect.who), slug(effect.stack), _amount(play, due, effect.count))


def _lose_stacks(play: VariaPlay, due: Due, step: int, effect: e.LoseStacks) -> None:
    seat, stack = _whom(play.state, due, effect.who), slug(effect.stack)
    count = play.state.players[seat].stacks.get(stack, 0) if effect.count == "all" else effect.count
    play.lose_stacks(seat, stack, count)


def _damage(play: VariaPlay, due: Due, step: int, effect: e.Damage) -> None:
    target, amount = _whom(play.state, due, effect.who), _amount(play, due, effect.amount)
    if amount > 0:
        play.tell(events.Damaged(target, amount, CardRef(due.origin)))
        play.lose_hp(target, amount)


def _amount(play: VariaPlay, due: Due, amount: Amount) -> int:
    """Return the amount of an effect, never below 0.

    "Damage dealt" is the full difference, even beyond the target's remaining health (rules, further rulings).
    """
    if not isinstance(amount, Roll):
        return max(0, number(play.state, due.seat, amount))
    state = play.state
    action = state.action_at(due.seat, due.moment) if due.source == "action" else None
    improved = 0 if action is None else profile_of(state, due.seat, action).improved
    # Improved and Impaired apply to every roll for their action (rules, Improved).
    return max(0, throw(play, due.seat, "effect", bounded(amount.dice, amount.sides, amount.plus, improved)))


# Cards and items


GOING: Final = {"discard": "card discarded", "forget": "card forgotten"}
"""What something lasting notices as cards are moved by an effect."""


def _choose(play: VariaPlay, due: Due, step: int, effect: e.MoveCards | e.Ruin | e.Repair) -> None:
    """Find the cards or items for an effect, or ask for them if there is a choice.

    A hand's owner chooses from it, because nobody else knows its cards; the card's player chooses everything else.
    """
    state, owner = play.state, _whom(play.state, due, effect.who)
    zone = _zone(effect)
    found = _candidates(state, due.seat, owner, effect)
    play.budget.spend(len(found))
    count = 1 if isinstance(effect, e.Ruin | e.Repair) else len(found) if effect.count == "all" else effect.count
    if count >= len(found):
        finish(play, due, effect, owner, found)
    elif zone == "deck":
        finish(play, due, effect, owner, found[::-1][:count])
    elif isinstance(effect, e.MoveCards) and effect.by == "chance":
        purpose = f"{effect.effect}.{letter(owner)}"
        finish(play, due, effect, owner, play.dice.shuffle(purpose, found)[:count])
    else:
        state.prompt = ChoosePrompt(owner if zone == "hand" else due.seat, owner, zone, count, due, step)


def _zone(effect: e.MoveCards | e.Ruin | e.Repair) -> Any:
    if isinstance(effect, e.MoveCards):
        return effect.source
    return "items" if isinstance(effect, e.Ruin) else "ruined"


def _candidates(state: VariaState, seat: Seat, owner: Seat, effect: e.MoveCards | e.Ruin | e.Repair) -> list[int]:
    player = state.players[owner]
    zone = _zone(effect)
    if zone == "items":
        return [item for item in player.gear if item not in player.ruined]
    if zone != "discard":
        return list(getattr(player, zone))
    types, without = frozenset(getattr(effect, "types", ())), frozenset(getattr(effect, "without", ()))
    if not types and not without:
        return list(player.discard)
    kinds = {number: kinds_seen(state, seat, number) for number in player.discard}
    return [card for card in player.discard if types <= kinds[card] and not without & kinds[card]]


def candidates(state: VariaState, prompt: ChoosePrompt) -> list[int]:
    """Return the cards or items that can be chosen for a prompt's effect."""
    effect: Any = state.cards.trigger(prompt.due.origin, prompt.due.number).do[prompt.step]
    return _candidates(state, prompt.due.seat, prompt.owner, effect)


def chosen(play: VariaPlay, prompt: ChoosePrompt, cards: Sequence[int]) -> None:
    """Continue an effect after its cards have been chosen."""
    effect: Any = play.state.cards.trigger(prompt.due.origin, prompt.due.number).do[prompt.step]
    finish(play, prompt.due, effect, prompt.owner, cards)


def finish(
    play: VariaPlay, due: Due, effect: e.MoveCards | e.Ruin | e.Repair, owner: Seat, cards: Sequence[int]
) -> None:
    """Apply an effect to some cards or items."""
    if isinstance(effect, e.Ruin | e.Repair):
        for item in cards:
            (_ruin if isinstance(effect, e.Ruin) else _repair)(play, owner, item)
    elif cards:
        _move(play, owner, effect, cards)


def _move(play: VariaPlay, owner: Seat, effect: e.MoveCards, cards: Sequence[int]) -> None:
    state, player = play.state, play.state.players[owner]
    pile: list[int] = getattr(player, effect.source)
    if effect.effect != "discard" and effect.source in ("hand", "forgotten") and len(cards) < len(pile):
        state.lose_track(pile, *([owner] if effect.source == "hand" or effect.to == "hand" else []))
    if effect.effect in GOING:
        play.notice(GOING[effect.effect], owner, len(cards))
    for card in cards:
        pile.remove(card)
    play.state.comes_or_goes()
    source: Any = effect.source
    if effect.effect == "discard":
        state.show(tuple(cards))
        play.tell(events.Discarded(owner, source, play.refs(cards)))
        for card in cards:
            play.to_discard(owner, card)
    elif effect.effect == "forget":
        _forget(play, owner, source, cards)
    else:
        (player.hand if effect.to == "hand" else player.deck).extend(cards)
        _tell_returned(play, owner, effect, cards)


def _forget(play: VariaPlay, owner: Seat, source: Any, cards: Sequence[int]) -> None:
    """Forget cards, and report it. Their pile is closed: only a hand's owner knows which were forgotten from it.

    A card that does something when it is forgotten is shown to everybody, as one that does something when drawn.
    """
    state = play.state
    acting = [card for card in cards if state.cards.own_triggers(state.card(card), "forgotten")]
    state.show(acting)
    if source == "discard":
        acting = list(cards)
    if acting:
        play.tell(events.Forgot(owner, source, play.refs(acting)))
    hidden = [card for card in cards if card not in acting]
    if hidden:
        unseen = events.ForgotUnseen(owner, source, len(hidden))
        told = events.Forgot(owner, source, play.refs(hidden)) if source == "hand" else unseen
        play.tell(told, (owner,), unseen)
    for card in cards:
        play.to_forgotten(owner, card)


def _tell_returned(play: VariaPlay, owner: Seat, effect: e.MoveCards, cards: Sequence[int]) -> None:
    """Report returned cards.

    Only their owner learns which forgotten cards return to the hand; nobody learns which return to the deck.
    """
    state, source = play.state, effect.source
    if source == "discard":
        play.tell(events.Returned(owner, "discard", effect.to, play.refs(cards)))
        return
    unseen = events.ReturnedUnseen(owner, effect.to, len(cards))
    if effect.to == "deck":
        play.tell(unseen)
        return
    state.show(cards, mark(owner))
    play.tell(events.Returned(owner, "forgotten", "hand", play.refs(cards)), (owner,), unseen)


def _look(play: VariaPlay, due: Due, step: int, effect: e.Look) -> None:
    """Show closed cards to the card's player. A hand's owner sees which these are; nobody else does.

    What a player has been shown is noted with each card, so that views and guesses follow from it.
    """
    state, owner = play.state, _whom(play.state, due, effect.who)
    found: list[int] = getattr(state.players[owner], effect.source)
    count = len(found) if effect.count == "all" else effect.count
    play.budget.spend(len(found))
    if effect.source == "deck":
        cards = found[::-1][:count]
    elif count >= len(found):
        cards = found[:]
    else:
        cards = play.dice.shuffle(f"look.{letter(owner)}", found)[:count]
    if not cards or (effect.source == "hand" and owner == due.seat):
        return
    state.show(cards, mark(due.seat))
    audience = (due.seat, owner) if effect.source == "hand" else (due.seat,)
    told = events.Looked(due.seat, owner, effect.source, play.refs(cards))
    play.tell(told, audience, events.LookedUnseen(due.seat, owner, effect.source, len(cards)))


def _ruin(play: VariaPlay, seat: Seat, item: int) -> None:
    """Turn an item sideways; actions planned with it, including queued ones, are disrupted (seed, Ruined)."""
    player = play.state.players[seat]
    player.ruined = (*player.ruined, item)
    play.state.comes_or_goes()
    (ref,) = play.refs((item,))
    play.tell(events.Ruined(seat, ref))
    for moment, action in enumerate(player.plan):
        if action is not None and item in action.cards:
            _turn(play, seat, moment, action)
    player.queue = [replace(each, disrupted=True) if item in each.cards else each for each in player.queue]
    play.set_off("ruined", item)


def _repair(play: VariaPlay, seat: Seat, item: int) -> None:
    """Turn an item upright; disrupted actions stay disrupted (rules, further rulings: ruined and repaired)."""
    player = play.state.players[seat]
    player.ruined = tuple(other for other in player.ruined if other != item)
    play.state.comes_or_goes()
    play.tell(events.Repaired(seat, play.refs((item,))[0]))


# Tokens


def _create(play: VariaPlay, due: Due, step: int, effect: e.CreateToken) -> None:
    state = play.state
    card = due.origin if effect.token == "this" else slug(effect.token)
    maker = _maker(state, due) if effect.tied else None
    if effect.where == "this":
        join_token(play, due.seat, card, due.moment, maker)
    else:
        create_token(play, due.seat, card, due.moment, maker, at_once=effect.where == "next moment")


def _maker(state: VariaState, due: Due) -> int | None:
    """Return the component of an action that the trigger is printed on; a tied token depends on this component."""
    action = state.action_at(due.seat, due.moment)
    if action is None:
        return None
    return next((card for card in action.cards if state.card(card) == due.origin), action.cards[0])


def _join(play: VariaPlay, due: Due, step: int, effect: e.Join) -> None:
    """Add the card itself to the action; if the discard pile has several equal ones, take the first."""
    player = play.state.players[due.seat]
    card = next((card for card in player.discard if play.state.card(card) == due.origin), None)
    if card is not None:
        join(play, due.seat, card, due.moment)


# Actions


def _to_action(
    play: VariaPlay, due: Due, step: int, effect: e.Disrupt | e.ToQueue | e.Become | e.ChangeAction | e.Retarget
) -> None:
    """Apply an effect to an action in this moment or the next one.

    An opposing action is affected only if it really opposes this one (rules, further rulings: the opposing action).
    """
    state = play.state
    if effect.what == "opposing" and state.opposing_action(due.seat, due.moment) is None:
        return
    seat = due.seat if effect.what in ("this", "next") else 1 - due.seat
    moment = due.moment + 1 if effect.what in ("next", "opponent next") else due.moment
    action = state.action_at(seat, moment)
    if action is None or action.disrupted:
        return
    passing = isinstance(effect, e.Become | e.ChangeAction) and effect.until != "for good"
    if passing and len(action.overlays) >= MOST_CHANGES:
        play.tell(events.CutShort("changes"))
        return
    match effect:
        case e.Disrupt():
            _disrupt(play, seat, moment, action)
        case e.ToQueue():
            move_to_queue(play, seat, moment)
        case e.Become():
            _become(play, due, step, effect, seat, moment)
        case e.ChangeAction():
            overlay = Overlay(due.seat, due.origin, due.number, step, effect.until)
            state.players[seat].plan[moment] = replace(action, overlays=(*action.overlays, overlay))
            play.tell(events.Changed(seat, moment + 1, play.refs(action.cards), CardRef(due.origin)))
        case e.Retarget():
            target = side(due.seat, effect.to)
            if target != action.target:
                state.players[seat].plan[moment] = replace(action, target=target)
                play.tell(events.Retargeted(seat, moment + 1, play.refs(action.cards), target))


def _from_queue(play: VariaPlay, due: Due, step: int, effect: e.FromQueue) -> None:
    move_from_queue(play, _whom(play.state, due, effect.who), due.moment)


def _disrupt(play: VariaPlay, seat: Seat, moment: int, action: Action) -> None:
    if "disrupt" in profile_of(play.state, seat, action, moment).cannot:
        play.tell(events.Prevented(seat, "disrupt"))
    else:
        _turn(play, seat, moment, action)


def _turn(play: VariaPlay, seat: Seat, moment: int, action: Action) -> None:
    """Turn an action sideways, including all cards of a combo (rules, ambiguities: disrupted combo)."""
    if not action.disrupted:
        play.state.players[seat].plan[moment] = replace(action, disrupted=True)
        play.tell(events.Disrupted(seat, moment + 1, play.refs(action.cards)))


def _become(play: VariaPlay, due: Due, step: int, effect: e.Become, seat: Seat, moment: int) -> None:
    """Turn an action into something else; a combo changes in full, as it is one action (seed, Becomes & Treated)."""
    state, plan = play.state, play.state.players[seat].plan
    action = plan[moment]
    copy = _copied(state, due, effect)
    if action is None or (effect.into is not None and copy is None):
        return
    overlay = Overlay(due.seat, due.origin, due.number, step, effect.until, copy)
    into = () if copy is None else tuple(CardRef(card) for card in copy)
    play.tell(events.Became(seat, moment + 1, play.refs(action.cards), into, effect.until))
    became = action.became if copy is None else action.became + 1
    overlays = (*action.overlays, overlay)
    if effect.until == "for good":
        state.altered = True
        for card in action.cards:
            state.instances[card] = _for_good(state, card, overlay)
        if len(action.cards) == 1 and not action.overlays and not state.cards.is_item(state.card(action.cards[0])):
            overlays = ()
    plan[moment] = replace(action, overlays=overlays, became=became)


def _copied(state: VariaState, due: Due, effect: e.Become) -> tuple[str, ...] | None:
    """Return the definitions that an action becomes a copy of: all of the original's cards if that is a combo.

    See the rules, further rulings: what an action becomes, if the original or the copy is a combo.
    """
    if effect.into is None:
        return None
    if effect.into not in ("this", "opposing"):
        return (slug(effect.into),)
    own = effect.into == "this"
    model = state.action_at(due.seat, due.moment) if own else state.opposing_action(due.seat, due.moment)
    return None if model is None else model.copy or state.ids(model.cards)


def _for_good(state: VariaState, card: int, overlay: Overlay) -> VariaInstance:
    """Return a card after a permanent change; an item stays the same item, and only its action changes."""
    instance = state.instances[card]
    if state.cards.is_item(instance.card):
        return instance
    if overlay.copy is not None:
        return replace(instance, card=overlay.copy[0], altered=())
    parts = _parts(state, overlay)
    kept = [each for each in instance.altered if not _parts(state, each) <= parts]
    return replace(instance, altered=(*kept, overlay))


def _parts(state: VariaState, overlay: Overlay) -> frozenset[str]:
    """Return the parts of a card that an effect changes."""
    effect = state.cards.trigger(overlay.origin, overlay.number).do[overlay.step]
    return frozenset(part for part in ("types", "subtypes", "power", "focus") if getattr(effect, part) is not None)


_DO: Final[dict[type[Any], Callable[[VariaPlay, Due, int, Any], None]]] = {
    e.Move: _move_players,
    e.Heal: _heal,
    e.Damage: _damage,
    e.ChangeAP: _change_ap,
    e.Draw: _draw,
    e.MoveCards: _choose,
    e.Look: _look,
    e.GainStacks: _gain_stacks,
    e.LoseStacks: _lose_stacks,
    e.CreateToken: _create,
    e.Disrupt: _to_action,
    e.ToQueue: _to_action,
    e.FromQueue: _from_queue,
    e.Ruin: _choose,
    e.Repair: _choose,
    e.Become: _to_action,
    e.ChangeAction: _to_action,
    e.Retarget: _to_action,
    e.Join: _join,
}
