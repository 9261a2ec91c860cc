"""The contents of Varia's pictures of the timeline and of a hand, taken only from a view."""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.card_numbers import Numbers, alike
from bot.ui.games.varia import board
from bot.ui.games.varia.classes import class_of_cards, tones_of_classes
from bot.ui.games.varia.faces import ActionFace, action_face, art, outline_of
from bot.ui.games.varia.listed_card import listed_action
from bot.ui.pictures.badges import PLATE, PileSign
from bot.ui.pictures.colours import GLOW
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.pictures.rich_text import Paragraph
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.scoreboard import Note, PlayerScore
from bot.ui.pictures.seat_faces import faces_of
from bot.ui.pictures.strip import Strip, StripPlayer
from bot.ui.pictures.symbols import Sign
from bot.ui.texts.words import Spoken, Words
from engine.contract import CardRef, Seat, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.rulings import STARTING_HP
from engine.games.varia.view import ActionView, VariaSeatView, VariaView

AP: Final = Sign("points", GLOW, PLATE)
"""The sign of action points."""

FEW: Final = 10
"""The number of cards in a deck below which a board shows it: then the deck will soon be empty."""


class ActionTile(Struct, frozen=True):
    """Everything that a tile shows; for a card without figures, this includes its rules.

    Attributes:
        face: what the tile shows of the card.
        mark: the card's status, in a word or two.
        out: whether the card no longer has any effect.
    """

    face: ActionFace
    mark: str = ""
    out: bool = False


def described(tile: ActionTile) -> str:
    """Return what a tile shows: its card's name, and its status."""
    return f"{tile.face.name}, {tile.mark}" if tile.mark else tile.face.name


class DuellistModel(Struct, frozen=True):
    """A player: the points, what the player has in play, and lines of text about everything else.

    Attributes:
        in_play: the art and the name of each stack and item, with a stack's height, or that an item is ruined.
    """

    seat: Seat
    score: PlayerScore
    in_play: tuple[tuple[Illustration, str], ...]
    lines: tuple[Paragraph, ...]


class TimelineMoment(Struct, frozen=True):
    """A moment: its number, and both players' actions, the active player's first.

    Attributes:
        now: whether it is being played.
        beyond: whether the turn ends before it.
    """

    number: str
    first: ActionTile | None
    second: ActionTile | None
    now: bool
    beyond: bool = False


class VariaBoardModel(Struct, frozen=True):
    """Everything that a picture of the timeline shows, and nothing else.

    Attributes:
        distance: whether the players are engaged, in words.
        players: both players, the active one first.
        beyond: the heading of the moments before which the turn ends.
    """

    distance: str
    engaged: bool
    players: tuple[DuellistModel, DuellistModel]
    moments: tuple[TimelineMoment, ...]
    beyond: str


def board_model(view: VariaView, pool: VariaCards, words: Words) -> VariaBoardModel:
    """Return the model of a duel: both fighters, and the moments on the timeline with their actions."""
    seats, head = (view.active, 1 - view.active), board_head(view, pool, words)
    first, second = (view.seats[letter(seat)].plan for seat in seats)
    moments = [
        TimelineMoment(
            number=str(at + 1),
            first=_tile(first, at, pool, words),
            second=_tile(second, at, pool, words),
            now=at + 1 == view.moment,
            beyond=bool(view.moments) and at >= view.moments,
        )
        for at in range(max(len(first), len(second)))
    ]
    return VariaBoardModel(
        distance=words.plain(f"varia.picture.{view.distance}"),
        engaged=view.distance == "engaged",
        players=(_player(view, seats[0], head, pool, words), _player(view, seats[1], head, pool, words)),
        moments=tuple(moments),
        beyond=words.plain("varia.picture.beyond"),
    )


def board_head(view: VariaView, pool: VariaCards, words: Words) -> Strip:
    """Return the turn and both players, each in the inks of the class that most of their open cards belong to."""
    spoken = Spoken.of(words)
    seats = [view.seats[letter(seat)] for seat in (0, 1)]
    classes = [class_of_cards(_open_cards(each), pool) for each in seats]
    tones, marks, faces = tones_of_classes(classes[0], classes[1]), words.marks(2), faces_of(words, 2)
    fighters = tuple(
        StripPlayer(
            name=spoken.name(seat),
            role=pool.classes.get(classes[seat], ""),
            sign=marks[seat],
            tones=tones[seat],
            points=max(0, seats[seat].hp),
            face=faces[seat],
        )
        for seat in (0, 1)
    )
    return Strip(
        title=(words.plain("strip.turn"), str(view.turn)),
        fighters=fighters,
        first=(view.active, words.plain("varia.strip.first")),
        unit=words.plain("varia.picture.hp"),
        most=max(STARTING_HP, *(each.hp for each in seats)),
    )


def _open_cards(shown: VariaSeatView) -> Iterable[str]:
    """Yield a player's cards that everyone sees: items, the Discard Pile, stacks, and planned actions."""
    yield from (ref.card for ref in (*shown.items, *shown.ruined, *shown.discard))
    yield from shown.stacks
    yield from (ref.card for action in shown.plan if action is not None for ref in action.cards)


def _tile(plan: tuple[ActionView | None, ...], at: int, pool: VariaCards, words: Words) -> ActionTile | None:
    action = plan[at] if at < len(plan) else None
    if action is None:
        return None
    if action.disrupted:
        mark = "disrupted"
    elif action.performed:
        mark = "performed"
    else:
        mark = "" if action.will_pay else "queues"
    shown = words.plain(f"varia.picture.{mark}") if mark else ""
    return ActionTile(outline_of(action, pool, words), shown, action.disrupted)


def _player(view: VariaView, seat: Seat, head: Strip, pool: VariaCards, words: Words) -> DuellistModel:
    lines = [*board.known_and_queued(view, seat, words)]
    shown = view.seats[letter(seat)]
    if shown.forgotten_size:
        lines.insert(0, words.plain("varia.picture.forgotten", count=shown.forgotten_size))
    notes = [ap_note(shown.ap, words), hand_note(shown.hand_size, words)]
    if shown.deck_size < FEW:
        notes.append(_pile_note("deck", shown.deck_size, words))
    if shown.discard:
        notes.append(_pile_note("discard", len(shown.discard), words))
    score = score_of(head, seat, tuple(notes))
    if seat == view.active:
        score = replace(score, chip=head.first[1])
    told = tuple(Paragraph(line.removeprefix("-# ")) for line in lines)
    return DuellistModel(seat, score, in_play(shown, pool, words), told)


def score_of(head: Strip, seat: Seat, notes: tuple[Note, ...]) -> PlayerScore:
    """Return how a player stands, with notes below the points."""
    fighter = head.fighters[seat]
    points = fighter.points or 0
    return PlayerScore(
        name=fighter.name,
        sign=fighter.sign,
        tones=fighter.tones,
        face=fighter.face,
        figure=str(points),
        unit=head.unit,
        share=points / head.most,
        notes=notes,
    )


def ap_note(ap: int, words: Words) -> Note:
    """Return the note with a player's action points."""
    return Note(AP, words.plain("varia.scores.ap", ap=ap))


def hand_note(count: int, words: Words) -> Note:
    """Return the note with the number of cards in a player's hand."""
    return Note(PileSign("hand"), words.plain("varia.scores.hand", count=count))


def _pile_note(kind: Literal["deck", "discard"], count: int, words: Words) -> Note:
    return Note(PileSign(kind), words.plain(f"varia.scores.{kind}", count=count))


def in_play(shown: VariaSeatView, pool: VariaCards, words: Words) -> tuple[tuple[Illustration, str], ...]:
    """Return the art and the name of each stack and item of a player, with a stack's height, or that it is ruined."""
    ruined = words.plain("varia.picture.ruined")
    there = (
        *((name, f"{pool.name(name)} ×{height}") for name, height in shown.stacks.items()),
        *((ref.card, pool.name(ref.card)) for ref in shown.items),
        *((ref.card, f"{pool.name(ref.card)} ({ruined})") for ref in shown.ruined),
    )
    return tuple((art(pool.by_id[card], pool), told) for card, told in there)


def turn_cards(view: VariaView, seat: Seat, words: Words) -> list[tuple[CardRef, ...]]:
    """Return what a seat can use this turn or has planned, with equal cards together, in an order that stays.

    First come cards without rules, then those with rules, then items, of which those that are only there come last.
    """
    own, pool = view.seats[letter(seat)], words.pool(VariaCards)
    planned = [ref for action in own.plan if action is not None for ref in action.cards if not pool.is_token(ref.card)]

    def place(refs: tuple[CardRef, ...]) -> tuple[object, ...]:
        card = refs[0].card
        face = _face(card, words)
        return face.kind == "item", not pool.performs(card), bool(face.rules), face.name, card

    return sorted(alike(dict.fromkeys((*(own.hand or ()), *planned, *own.items))), key=place)


def numbers(view: VariaView, seat: Seat, words: Words) -> Numbers:
    """Return the numbers of a seat's cards, which they keep for a turn; what can never be chosen has none."""
    pool = words.pool(VariaCards)
    usable = [refs for refs in turn_cards(view, seat, words) if pool.performs(refs[0].card)]
    return {ref: number for number, refs in enumerate(usable, 1) for ref in refs}


def hand_model(view: VariaView, seat: Seat, words: Words) -> tuple[ListedCard, ...]:
    """Return a seat's cards as its hand shows them, not yet laid out; none if the hand is empty or hidden."""
    if not view.seats[letter(seat)].hand:
        return ()
    known = numbers(view, seat, words)
    return tuple(
        listed_action(refs[0].card, _face(refs[0].card, words), known.get(refs[0], 0), len(refs))
        for refs in turn_cards(view, seat, words)
    )


def _face(card: str, words: Words) -> ActionFace:
    """Return a card's face without what only its deck's builder needs."""
    pool = words.pool(VariaCards)
    return replace(action_face(pool.by_id[card], pool, words, reminders=False), gold=None, flavour="", needs="")
