"""The picture of how things stand on a panel: both players face to face, and a column for each planned moment.

The reader is on the left and below, whoever sits where. Between both actions of a moment is what it brings on average.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.varia import situation
from bot.ui.games.varia.cards import line
from bot.ui.games.varia.faces import art
from bot.ui.games.varia.model import AP, ActionTile, TimelineMoment, board_head, board_model, described, in_play
from bot.ui.games.varia.planned_tile import PlannedTile
from bot.ui.pictures.badges import PLATE, PileSign
from bot.ui.pictures.colours import GLOW, mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Box, Label, Plate, Stack, column, row, scene_of
from bot.ui.pictures.parts import card, disc, face, image, piece, points, sign
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Illustration, Image, Names, Scene
from bot.ui.pictures.scoreboard import HEART
from bot.ui.pictures.strip import WIDE, StripPlayer
from bot.ui.pictures.text import width
from bot.ui.pictures.tones import BLOW, CREAM, GOLD, HEAL, INK, MUTED
from bot.ui.texts.words import Rendered, Spoken, Words
from engine.contract import CardRef, Decision, Forecast, Seat, SeatRef, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import ActionView, VariaView
from engine.kit.forecasts import whole

SITUATION: Final = "varia-situation.png"

TEXT: Final = 38
"""The size of text, in pixels of a picture 1,080 wide: a phone shows it 11 pixels high."""

HEAD, MIDDLE = 114, 200
"""The height of the players' plates, and the width of the one between them, in pixels."""

TURN: Final = (44, 20)
"""The largest and the smallest size of the word for a turn."""

FACE, ITEM, ITEMS, WAITS = 43, 44, 310, 30
"""The radius of a player's face, the greatest width of the art of a card in play, and of all of them, and the side of
the sign before those that wait to be paid for, in pixels."""

NAME, POINTS, AFTER, COUNT = (46, 28), (58, 58), (46, 46), (44, 44)
"""The sizes of a name, of a player's points, of what they are expected to be after the turn, and of a number."""

GAP, PAD = 10, 7
"""The gaps between moments and between their parts, and the frame around the one that is asked about, in pixels."""

TILE, TALL, RESULT, WAITING = 151, 214, 76, 72
"""The heights of an action, of one without another above it, of what a moment brings, and of the line in place of a
plan that does not exist yet."""

LOSER, BOTH, NUMBER = 21, 18, 25
"""The radii of the face of a player who loses points, of each of two one above the other, and of the disc with a
moment's number."""

ABREAST: Final = 120
"""The least width of what each of two players loses if they stand side by side."""

FIGURE, EACH, NOTE = (52, 24), (34, 24), (34, 24)
"""The sizes of what a moment brings, as a figure, as one of two above each other, and as words."""


class Standing(Struct, frozen=True):
    """How a player stands.

    Attributes:
        after: the points after the turn on average; None if they do not change.
        most: the points that fill the bar.
        ap: the action points; the reader's are those that the plan leaves.
        hand: the number of cards that the reader does not see; None for the reader's own.
        in_play: the art of stacks and items.
        queue: the art of actions that are still to be paid for.
    """

    player: StripPlayer
    points: int
    after: int | None
    most: int
    ap: int
    hand: int | None
    in_play: tuple[Illustration, ...]
    queue: tuple[Illustration, ...]


class Change(Struct, frozen=True):
    """What a player loses or gains in a moment on average, such as "−6"."""  # noqa: RUF002 - a minus sign

    player: StripPlayer
    text: str
    gain: bool


class PlanColumn(Struct, frozen=True):
    """A moment.

    Attributes:
        theirs: the other player's action.
        own: the reader's.
        changes: what it brings on average.
        note: what it brings in a word or two if nobody loses or gains anything; empty if that is not known.
        now: whether it is being played, or the question is about it.
    """

    number: str
    theirs: ActionTile | None
    own: ActionTile | None
    changes: tuple[Change, ...]
    note: str
    now: bool


class SituationModel(Struct, frozen=True):
    """Everything that the picture shows.

    Attributes:
        turn: the word for a turn, and its number.
        distance: whether the players are engaged, in a word.
        own: how the reader stands.
        waiting: what stands in place of the other player's plan as long as there is none; empty if there is one.
        earlier: how many moments are left out before those that are shown.
        later: how many are left out after them.
    """

    turn: tuple[str, str]
    distance: str
    engaged: bool
    own: Standing
    other: Standing
    moments: tuple[PlanColumn, ...]
    waiting: str
    earlier: int
    later: int


def situation_picture(
    view: VariaView, seat: Seat, words: Words, asked: Decision | None, forecast: Sequence[Forecast]
) -> Picture:
    """Return a picture of how a seat stands, described by the texts that it stands for."""
    spoken = Spoken.of(words)
    lines = [line.text for line in situation.situation(view, seat, spoken)]
    pool, theirs = spoken.pool(VariaCards), view.seats[letter(1 - seat)].plan
    refs = dict.fromkeys(ref.card for action in theirs if action is not None for ref in action.cards)
    cards = [
        spoken("card.described", card=CardRef(each), copies="", text=Rendered(line(pool.by_id[each], spoken)))
        for each in refs
    ]
    told = description("\n".join([*lines, *situation.forecast(forecast, spoken), *cards]))
    return Picture(SITUATION, draw_situation(situation_model(view, seat, words, asked, forecast)), told)


def situation_model(
    view: VariaView, seat: Seat, words: Words, asked: Decision | None = None, forecast: Sequence[Forecast] = ()
) -> SituationModel:
    """Return the model of a seat's situation, given its question and forecast."""
    pool = words.pool(VariaCards)
    head, board, other = board_head(view, pool, words), board_model(view, pool, words), 1 - seat
    plans, place = {each: view.seats[letter(each)].plan for each in (seat, other)}, situation.planned_moment(asked)
    lines = {line.message.args["moment"]: line for line in forecast if "moment" in line.message.args}
    moments = [
        _moment(moment, at, lines.get(at), head.fighters, words, own_first=view.active == seat, place=place)
        for at, moment in enumerate(_with_place(board.moments, place), 1)
    ]
    blocked = {at for at in lines if {"attack", "block"} <= {*_kinds(plans[seat], at), *_kinds(plans[other], at)}}
    moments = [
        replace(moment, note=words.plain("varia.picture.blocked"))
        if at in blocked and moment.note == words.plain("varia.picture.none")
        else moment
        for at, moment in enumerate(moments, 1)
    ]
    first = max(0, min(place - situation.PICTURED // 2 - 1, len(moments) - situation.PICTURED))
    waits = view.step in situation.ANSWERED and not any(plans[other]) and bool(moments)
    total = {each: sum(whole(line.changes.get(each, 0)) for line in lines.values()) for each in (seat, other)}

    def standing(each: Seat) -> Standing:
        shown = view.seats[letter(each)]
        points, fighter = max(0, shown.hp), head.fighters[each]
        left = shown.ap_after if each == seat and any(shown.plan) else shown.ap
        return Standing(
            player=replace(fighter, name=words.plain("player.you")) if each == seat else fighter,
            points=points,
            after=max(0, points + total[each]) if total[each] else None,
            most=head.most,
            ap=left,
            hand=None if each == seat else shown.hand_size,
            in_play=tuple(drawn for drawn, _ in in_play(shown, pool, words)),
            queue=tuple(art(pool.by_id[action.cards[0].card], pool) for action in shown.queue),
        )

    return SituationModel(
        turn=head.title,
        distance=words.plain(f"varia.picture.{view.distance}.short"),
        engaged=view.distance == "engaged",
        own=standing(seat),
        other=standing(other),
        moments=tuple(moments[first : first + situation.PICTURED]),
        waiting=words.plain("varia.picture.answers", seat=SeatRef(other)) if waits else "",
        earlier=first,
        later=max(0, len(moments) - first - situation.PICTURED),
    )


def _with_place(moments: tuple[TimelineMoment, ...], place: int) -> tuple[TimelineMoment, ...]:
    """Return the moments and those up to the one that is asked about."""
    empty = range(len(moments) + 1, place + 1)
    return (*moments, *(TimelineMoment(str(number), None, None, now=False) for number in empty))


def _moment(
    moment: TimelineMoment,
    at: int,
    line: Forecast | None,
    fighters: Sequence[StripPlayer],
    words: Words,
    *,
    own_first: bool,
    place: int,
) -> PlanColumn:
    """Return the column of a moment."""
    own, theirs = (moment.first, moment.second) if own_first else (moment.second, moment.first)
    changes = () if line is None else tuple(_changes(line, fighters))
    note = words.plain("varia.picture.beyond.short") if moment.beyond else ""
    if line is not None and not changes:
        kind = "picture.little" if any(line.changes.values()) else "picture.none"
        note = words.plain("varia.strip.distance" if line.chance == 0 else f"varia.{kind}")
    return PlanColumn(str(at), theirs, own, changes, note, moment.now or at == place)


def _changes(line: Forecast, fighters: Sequence[StripPlayer]) -> Iterable[Change]:
    """Yield the players whose points change by a line, and how."""
    for prefix in ("", "other_"):
        whose, change = line.message.args.get(f"{prefix}seat"), line.message.args.get(f"{prefix}change")
        if isinstance(whose, SeatRef) and isinstance(change, str):
            yield Change(fighters[whose.seat], change, line.changes[whose.seat] > 0)


def _kinds(plan: Sequence[ActionView | None], at: object) -> Sequence[str]:
    """Return the types of an action in a plan, by its moment from 1; none if there is none."""
    action = plan[at - 1] if isinstance(at, int) and at <= len(plan) else None
    return () if action is None else action.types


def lay_situation(model: SituationModel) -> Scene:
    """Return the situation as a scene: the players, and below them the moments."""
    names = Names()
    band = _band(model) if model.waiting else None
    return scene_of(column(_head(model), band, _moments(model, names), gap=GAP + PAD, width=WIDE))


def _head(model: SituationModel) -> Stack:
    """Return both players, the reader on the left, and between them the turn and the distance."""
    wide = (WIDE - MIDDLE) / 2
    ink = GOLD if model.engaged else MUTED
    word, number = model.turn
    room = MIDDLE - 3 * GAP - width(number, TURN[0], "title")
    turn = row(Label(word, TURN, CREAM, "title", most=room), Label(number, TURN, CREAM, "title"), gap=GAP)
    middle = column(turn, Label(model.distance, (TEXT, 24), ink, side="middle", height=TEXT + 6), gap=2)
    own, other = _player(model.own, reader=True), _player(model.other, reader=False)
    below = any(each.in_play or each.queue for each in (model.own, model.other))
    plate, high = Plate(INK, 22, CREAM, 4), HEAD + (ITEM + 6) * below
    return row(own, row(middle, width=MIDDLE, plate=plate), other, height=high, width=2 * wide + MIDDLE)


def _player(shown: Standing, *, reader: bool) -> Stack:
    """Return how a player stands on a plate of their colour; the reader's is mirrored."""
    tones = shown.player.tones
    wide = min(ITEM, (ITEMS - WAITS - 6) / max(1, len(shown.in_play) + len(shown.queue)) - 6)
    items: list[Box | None] = [card(each, wide) for each in shown.in_play]
    if shown.queue:
        items += [sign("start", WAITS, GOLD, tones.base), *(card(each, wide) for each in shown.queue)]
    name = Label(shown.player.name, NAME, CREAM, "title", "left" if reader else "right", grow=1)
    ap = row(image(AP, 38, 38), Label(str(shown.ap), COUNT, GOLD, "title"), gap=4)
    hand = row(image(PileSign("hand"), 42, 42), Label(str(shown.hand), COUNT, tones.tint, "title"), gap=4)
    top: list[Box | None] = [name, ap, None if shown.hand is None else hand]
    hp = Label(str(shown.points), POINTS, (255, 255, 255), "title")
    arrow = sign("arrow", 24, BLOW, tones.base)
    after = None if shown.after is None else Label(str(shown.after), AFTER, BLOW, "title")
    shares = (shown.points / shown.most, (shown.points if shown.after is None else shown.after) / shown.most)
    bar = column(points(shares, tones.light, 27, left=reader), grow=1)
    below: list[Box | None] = [image(HEART, 50, 50), hp, None if after is None else arrow, after, bar]
    if not reader:
        top, below = top[::-1], [bar, hp, None if after is None else arrow, after, below[0]]
    kept = [*items, row(grow=1)] if reader else [row(grow=1), *items[::-1]]
    rows = row(*top, gap=GAP, height=50), row(*below, gap=GAP, height=54), row(*kept, gap=6) if items else None
    texts = column(*rows, grow=1)
    parts: list[Box] = [face(shown.player, FACE), texts]
    return row(*(parts if reader else parts[::-1]), gap=14, pad=(14, 4), grow=1, plate=Plate(tones.base, 24))


def _band(model: SituationModel) -> Stack:
    """Return the line in place of the other player's plan."""
    tones = model.other.player.tones
    said = Label(model.waiting, (TEXT + 2, 28), tones.tint, most=WIDE - 4 * NUMBER)
    plate = Plate(mixed(tones.dark, INK, 0.2), 16, tones.base, 4)
    return row(face(model.other.player, NUMBER), said, gap=14, height=WAITING, plate=plate)


def _moments(model: SituationModel, names: Names) -> Stack | None:
    """Return the columns, with the numbers of moments that are left out beside them."""
    if not model.moments:
        return None
    sides = [Label(f"+{count}", (TEXT, 28), MUTED) if count else None for count in (model.earlier, model.later)]
    return row(sides[0], *[_column(model, moment, names) for moment in model.moments], sides[1], gap=0, width=WIDE)


def _column(model: SituationModel, moment: PlanColumn, names: Names) -> Stack:
    """Return a moment: the other player's action, what both bring, and the reader's."""
    theirs = None if model.waiting else _action(moment.theirs, model.other.player, TILE, names, asked=False)
    high = TALL if model.waiting else TILE
    own = _action(moment.own, model.own.player, high, names, asked=moment.now)
    plate = Plate(GLOW, 18) if moment.now else None
    wide = WIDE / len(model.moments) - 2 * PAD
    return column(theirs, _result(moment, wide), own, gap=GAP, pad=(PAD, PAD), grow=1, plate=plate)


def _result(moment: PlanColumn, wide: float) -> Stack:
    """Return the number of a moment, and the face of each player who loses or gains something, with how much."""
    label = Label(moment.number, (42, 30), INK if moment.now else CREAM, "title", "middle")
    number = disc(NUMBER, GLOW if moment.now else PLATE, GLOW if moment.now else PLATE, 1, label)
    room = wide - 2 * NUMBER - 24
    stacked = len(moment.changes) > 1 and room < ABREAST * len(moment.changes)
    radius, sizes = (BOTH, EACH) if stacked else (LOSER, FIGURE)
    most = room if stacked else room / max(1, len(moment.changes)) - GAP
    changes = [
        row(
            face(change.player, radius),
            Label(change.text, sizes, HEAL if change.gain else BLOW, "title", most=most - 2 * radius - 6),
            gap=6,
            height=RESULT / 2 if stacked else None,
        )
        for change in moment.changes
    ]
    note = Label(moment.note, NOTE, MUTED, side="middle", wrapped=(26, 16, 2), grow=1) if moment.note else None
    brought = column(*changes, grow=1) if stacked else row(*changes, note, gap=GAP, grow=1)
    return row(number, brought, gap=6, pad=(6, 0), height=RESULT, plate=Plate(INK, 12))


def _action(tile: ActionTile | None, player: StripPlayer, high: float, names: Names, *, asked: bool) -> Box:
    """Return an action, or else an empty place with a dash, or with a question mark if it is asked about."""
    if tile is not None:
        drawn = Art(
            lambda room: [Image(PlannedTile(tile, room.width, room.height), room.left, room.top, room.width)],
            (0, high),
        )
        return piece(drawn, names("action", player.sign, tile.face.name), described(tile))
    tones = player.tones
    paper, edge = mixed(tones.dark, INK, 0.35 if asked else 0.6), INK if asked else mixed(tones.base, INK, 0.4)
    mark = Label("?", (110, 110), GLOW, "title", "middle", grow=1)
    dash = Label("–", (60, 60), mixed(tones.light, INK, 0.4), "title", "middle", grow=1)
    return row(mark if asked else dash, height=high, plate=Plate(paper, 14, edge, 4))


draw_situation = DrawnScene(lay_situation, WIDE)
