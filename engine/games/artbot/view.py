"""Each viewer's view of an Art Bot match, and the sampling of states that a viewer cannot tell apart."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from engine.contract import EVERYTHING, CardRef, Outcome, Seat, View, Viewer, letter, mark
from engine.dice import Dice
from engine.games.artbot.pieces import ArtBotInstance, Hit, Step
from engine.games.artbot.state import ArtBotState


class ArtBotSeatView(Struct, frozen=True):
    """One player's zones. A card in the Active or Inactive Deck is None if the viewer does not know it.

    Only the owner sees `active` in the order dealt. Everybody else sees the known cards first, so that no
    position reveals which card was returned or taken (rules, further rulings: order of a hand). `inactive` begins with
    the top card, `discard` with the newest. `aside` and `won` are used in Toe-to-Toe.
    """

    hp: int
    out: bool
    active_size: int
    active: tuple[CardRef | None, ...]
    inactive_size: int
    inactive: tuple[CardRef | None, ...]
    discard: tuple[CardRef, ...]
    in_play: tuple[CardRef, ...]
    aside: tuple[CardRef, ...]
    won: tuple[CardRef, ...]


class HitView(Struct, frozen=True):
    """A hit that its victim has yet to answer.

    It has `pp` Power Points, less the `rp` Rarity Points of the revealed cards. The victim chooses `count` of those
    cards or, in a backfire, `count` cards from the Discard Pile.
    """

    seat: Seat
    victim: Seat
    pp: int
    rp: int
    revealed: tuple[CardRef, ...]
    count: int
    backfires: bool


class GlitchView(Struct, frozen=True):
    """A Glitch that has just mixed all hands: its player, and the player left short."""

    seat: Seat
    short: Seat


class ArtBotView(View, frozen=True, kw_only=True):
    """An Art Bot match as one viewer sees it.

    `order` lists the seats in turn order; `glitch` is a Glitch played in this turn or the one before.
    """

    mode: Literal["battle", "toe-to-toe"]
    turn: int
    round: int
    round_cap: int
    step: Step
    active: Seat
    order: tuple[Seat, ...]
    seats: dict[str, ArtBotSeatView]
    hit: HitView | None
    glitch: GlitchView | None
    ready: tuple[Seat, ...]
    outcome: Outcome | None


def view(state: ArtBotState, viewer: Viewer) -> ArtBotView:
    """Return a viewer's view. It never contains the active player's unfinished choices: they are part of the draft."""
    return ArtBotView(
        viewer=viewer,
        mode=state.options.mode,
        turn=state.turn,
        round=state.round,
        round_cap=state.options.round_cap,
        step=state.step,
        active=state.active,
        order=state.order,
        seats={letter(seat): _seat_view(state, seat, viewer) for seat in range(len(state.players))},
        hit=None if state.hit is None else _hit_view(state, state.hit),
        glitch=_glitch_view(state),
        ready=state.ready,
        outcome=state.outcome,
    )


def _hit_view(state: ArtBotState, hit: Hit) -> HitView:
    return HitView(hit.seat, hit.victim, hit.pp, hit.rp, state.refs(hit.revealed), hit.count, hit.backfires)


def _glitch_view(state: ArtBotState) -> GlitchView | None:
    glitch = state.glitch
    return None if glitch is None or glitch.turn < state.turn - 1 else GlitchView(glitch.seat, glitch.short)


def _seat_view(state: ArtBotState, seat: Seat, viewer: Viewer) -> ArtBotSeatView:
    player = state.players[seat]
    return ArtBotSeatView(
        hp=player.hp,
        out=seat not in state.living,
        active_size=len(player.active),
        active=_hand(state, seat, viewer),
        inactive_size=len(player.inactive),
        inactive=_known(state, player.inactive[::-1], viewer),
        discard=state.refs(reversed(player.discard)),
        in_play=state.refs(player.in_play),
        aside=state.refs(player.aside),
        won=state.refs(player.won),
    )


def _hand(state: ArtBotState, seat: Seat, viewer: Viewer) -> tuple[CardRef | None, ...]:
    hand = state.players[seat].active
    if viewer in (seat, EVERYTHING):
        return _known(state, hand, viewer)
    return _known(state, sorted(hand, key=lambda number: not state.knows(viewer, number)), viewer)


def _known(state: ArtBotState, cards: Sequence[int], viewer: Viewer) -> tuple[CardRef | None, ...]:
    return tuple([state.ref(number) if state.knows(viewer, number) else None for number in cards])


def deal_unknown(guess: ArtBotState, viewer: Viewer, dice: Dice) -> None:
    """Redeal unknown cards among decks and hands in a way that the match could have produced."""
    shuffles = hidden_shuffles(guess, viewer)
    for number in {number for _, places in shuffles for number in places}:
        was = guess.dealt[number]
        guess.instances[number] = ArtBotInstance(was.card, was.owner, guess.instances[number].known_to)
    for purpose, places in shuffles:
        _deal(guess, places, purpose, dice)


def hidden_shuffles(state: ArtBotState, viewer: Viewer) -> list[tuple[str, list[int]]]:
    """Return the shuffles that lead from the cards as dealt to what a viewer does not know: a purpose, and the places.

    First, the cards in each deck that the viewer has never seen are shuffled, then the cards in each later mix that the
    viewer could not track, oldest mix first. A card that the viewer saw between two mixes is included only from the
    later mix on.
    """
    own = mark(viewer)
    unknown = [number for number, card in enumerate(state.instances) if not card.known_to & own]
    since = dict.fromkeys(unknown, 0)
    mixes = [mixed for mixed in state.mixes if not mixed.followed & own]
    for age, mixed in enumerate(mixes, 1):
        since |= {
            number: age
            for number, known_to in zip(mixed.cards, mixed.known_to, strict=True)
            if known_to & own and number in since
        }
    shuffles = []
    for seat in range(len(state.players)):
        deck = [number for number in unknown if not since[number] and state.dealt[number].owner == seat]
        shuffles.append((f"determinize.{letter(seat)}", deck))
    for age, mixed in enumerate(mixes, 1):
        pile = [number for number in mixed.cards if since.get(number, age + 1) <= age]
        shuffles.append(("determinize.mix", pile))
    return shuffles


def _deal(guess: ArtBotState, places: Sequence[int], purpose: str, dice: Dice) -> None:
    """Shuffle the cards among some places. The seats that know the card in a place stay the same."""
    cards = sorted((guess.instances[number] for number in places), key=lambda card: (card.card, card.owner))
    dealt = dice.shuffle(purpose, cards)
    for number, card in zip(places, dealt, strict=True):
        guess.instances[number] = ArtBotInstance(card.card, card.owner, guess.instances[number].known_to, card.taken)
