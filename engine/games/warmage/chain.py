"""The Chain: casting Spells onto it, opening windows for answers, and resolving it from the top down."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from engine.contract import CardRef, Seat
from engine.games.warmage import events
from engine.games.warmage.cards import Counter, Effect, PlayerAim, Protect, Redirect
from engine.games.warmage.pieces import Announced, Check, Finish, Link, Missing, Point, Resolve, Respond, Run
from engine.games.warmage.play import WarMagePlay
from engine.games.warmage.rulings import ACTS
from engine.games.warmage.state import WarMageState
from engine.games.warmage.targets import distinct, redirected, still_there, taken_up

Fate: TypeAlias = Literal["success", "countered", "fizzled"]


class Foreseen(Struct, frozen=True):
    """What becomes of a Spell if nobody adds to the Chain: its fate, and the player at whom it is aimed in the end."""

    fate: Fate
    target: Seat | None


def castable(state: WarMageState, seat: Seat) -> dict[int, tuple[Announced, Missing | None]]:
    """Return the cards that a player can cast now, one of each: to open a Chain, or to answer its top Spell.

    Each is mapped to its announcement with all forced targets, and to the next choice to make.
    """
    timing = state.cards.answers if state.chain else state.cards.opens
    if not state.chain and state.acts >= ACTS:
        return {}
    hand = [number for number in state.players[seat].hand if state.instances[number].card in timing]
    found = {number: taken_up(state, seat, Announced(number)) for number in distinct(state, hand)}
    return {number: taken for number, taken in found.items() if taken is not None}


def cast(play: WarMagePlay, seat: Seat, announced: Announced) -> None:
    """Put a Spell on the Chain, pay for it, and open a window for answers.

    Effects triggered by the payment are carried out before anybody answers.
    """
    state = play.state
    response = bool(state.chain)
    if not response:
        state.acts += 1
        state.chains += 1
    state.players[seat].hand.remove(announced.card)
    state.show((announced.card,))
    targets, protected = announced.targets, state.cards.by_id[state.card(announced.card)].uncounterable
    state.chain.append(Link(announced.card, seat, targets, response, protected))
    spell, aimed, paid = _ref(play, targets.spell), _ref(play, targets.card), play.refs(announced.paid)
    play.tell(events.Cast(seat, play.ref(announced.card), targets.player, spell, aimed, paid, response))
    play.push(Respond())
    play.discard_from_hand(seat, announced.paid)


def _ref(play: WarMagePlay, instance: int | None) -> CardRef | None:
    return None if instance is None else play.ref(instance)


def respond(play: WarMagePlay, _: Respond) -> None:
    """Open a window: everybody except the top Spell's caster may answer (rules, who may respond; R1).

    The window opens whatever the players' hands contain, so that it reveals nothing about them.
    """
    state = play.state
    if state.chain:
        state.windows += 1
        state.window = tuple(state.clockwise(state.chain[-1].seat)[:-1])
        state.sealed = {}
        state.announced = {}


def take_answer(play: WarMagePlay, seat: Seat, announced: Announced | None) -> None:
    """Seal an answer (None for a pass). Close the window after the last answer or, in seat order, the first Spell."""
    state = play.state
    state.sealed[seat] = announced
    state.announced.pop(seat, None)
    in_order = state.options.responses == "seat_order"
    if not state.waiting or (in_order and announced is not None):
        close_window(play)


def close_window(play: WarMagePlay) -> None:
    """Open the sealed answers.

    If everybody passed, the Chain resolves. If several players answered with a Spell, one is drawn by lot (seed,
    Chains; R3).
    """
    state = play.state
    answers = {seat: answer for seat in state.window if (answer := state.sealed.get(seat)) is not None}
    state.window, state.sealed, state.announced = (), {}, {}
    if not answers:
        play.tell(events.ChainClosed(len(state.chain)))
        play.push(Resolve())
        return
    first = play.dice.choose("coin", list(answers)) if len(answers) > 1 else next(iter(answers))
    cast(play, first, answers[first])
    for seat, answer in answers.items():
        if seat != first:
            play.tell_once(events.CameSecond(seat, play.ref(answer.card)), seat)


def resolve(play: WarMagePlay, _: Resolve) -> None:
    """Carry out the top Spell; it fizzles if none of its targets is left (rules, R4, R6)."""
    state = play.state
    if not state.chain:
        return
    link = state.chain[-1]
    card = state.card(link.card)
    aims = state.cards.by_id[card].aims
    play.push(Resolve())
    if aims and not any(still_there(state, aim, link.targets) for aim in aims):
        state.chain.pop()
        play.tell(events.Resolved(link.seat, play.ref(link.card), "fizzled"))
        play.discard([link.card])
        return
    play.tell(events.Resolved(link.seat, play.ref(link.card), "success"))
    play.push(Check(), Finish(link.card))
    if state.cards.by_id[card].do:
        play.push(Run(card, link.card, link.seat, targets=link.targets))


def finish(play: WarMagePlay, task: Finish) -> None:
    """Put a successfully cast Spell into play or on the Discard, and trigger effects that wait for its casting."""
    state = play.state
    place = state.link(task.card)
    if place is None:
        return
    link = state.chain.pop(place)
    spell = state.cards.by_id[state.card(link.card)]
    aims_at_player = any(isinstance(aim, PlayerAim) for aim in spell.aims)
    where = link.targets.player if aims_at_player else link.seat
    play.push(Point("spell_cast", link.seat))
    if spell.lingering and where is not None and state.living(where):
        play.lay(where, link.card, link.seat)
    else:
        play.discard([link.card])


def counter(play: WarMagePlay, card: int, to: Literal["discard", "hand"]) -> None:
    """Cancel a Spell that is being cast; its cost is not refunded (seed, Countering; rules, R17)."""
    state = play.state
    place = state.link(card)
    if place is None:
        return
    link = state.chain[place]
    if link.protected:
        play.tell(events.CounterFailed(link.seat, play.ref(card)))
        return
    del state.chain[place]
    play.tell(events.Countered(link.seat, play.ref(card), to))
    if to == "hand":
        state.players[link.seat].hand.append(card)
    else:
        play.discard([card])


def remove_links(play: WarMagePlay, seat: Seat) -> list[int]:
    """Remove a player's Spells from the Chain (rules, R5) and return the cards; the caller has to place them."""
    state = play.state
    gone = [link.card for link in state.chain if link.seat == seat]
    state.chain = [link for link in state.chain if link.seat != seat]
    for card in gone:
        play.tell(events.Removed(seat, play.ref(card)))
    return gone


def foreseen(state: WarMageState) -> tuple[Foreseen, ...]:
    """Return what becomes of each Spell in the Chain, from the bottom up, if nobody adds to the Chain.

    This considers what Spells do to each other, but not the choices that players make while Wounds are dealt.
    """
    guess = state.copy()
    fates: dict[int, Fate] = {}
    aims = {link.card: link.targets.player for link in state.chain}
    while guess.chain:
        link = guess.chain[-1]
        spell = state.cards.by_id[state.card(link.card)]
        there = not spell.aims or any(still_there(guess, aim, link.targets) for aim in spell.aims)
        fates[link.card] = "success" if there else "fizzled"
        aims[link.card] = link.targets.player
        place = guess.link(link.targets.spell)
        if there and place is not None:
            for effect in spell.do:
                _foresee(guess, effect, place, link, fates)
        guess.chain = [each for each in guess.chain if each.card not in fates]
    return tuple([Foreseen(fates[link.card], aims[link.card]) for link in state.chain])


def _foresee(guess: WarMageState, effect: Effect, place: int, link: Link, fates: dict[int, Fate]) -> None:
    aimed_at = guess.chain[place]
    if isinstance(effect, Counter) and not aimed_at.protected:
        fates[aimed_at.card] = "countered"
    elif isinstance(effect, Protect):
        guess.chain[place] = replace(aimed_at, protected=True)
    elif isinstance(effect, Redirect) and link.targets.player is not None:
        guess.chain[place] = redirected(aimed_at, link.targets.player)
