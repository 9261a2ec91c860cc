"""What a panel shows of a Varia match: points, cards in play, and the timeline as far as it is planned."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.ui.games.card_numbers import subject_of
from bot.ui.games.panel_renderer import Laid, PanelLine
from bot.ui.games.varia import board, cards
from bot.ui.texts.words import Rendered, Words
from engine.contract import Arg, Decision, Forecast, Message, Option, Seat, SeatRef, letter
from engine.games.varia.cards import action_of
from engine.games.varia.language.effects import Ruin
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import ActionView, VariaView
from engine.kit.forecasts import signed, whole

QUIET: Final = ("moment.none", "moment.little")
"""How the ids of a forecast's lines end that say that nothing much happens."""

SUM: Final = "varia.forecast.sum."
"""How the ids of a forecast's sum begin."""

PICTURED: Final = 6
"""The maximum number of moments in a picture of the plans."""

ANSWERED: Final = ("movement", "action")
"""The steps in which the reactive player has not planned anything yet."""

PLANNED: Final = (*ANSWERED, "reaction")
"""The steps in which a player plans moment by moment."""


def situation(view: VariaView, seat: Seat, words: Words) -> list[PanelLine]:
    """Return the timeline, the distance, both players' points and cards in play, and the queues.

    The pictures show all but the queues, and of the timeline as much as there is room for.
    """
    plans = pictures_plans(view, seat)
    return [
        *(PanelLine(line, plans) for line in timeline(view, words)),
        *(
            PanelLine(line, drawn=True)
            for line in (words(f"varia.panel.{view.distance}"), *standing(view, seat, words))
        ),
        *(PanelLine(line, drawn=True) for line in board.in_play(view.seats[letter(seat)], words)),
        *(PanelLine(line) for line in _queues_of(view, seat, words)),
    ]


def hand_is_drawn(view: VariaView, seat: Seat) -> bool:
    """Whether the pictures on a seat's panel show its hand, items and stacks: only if it has cards in hand."""
    return bool(view.seats[letter(seat)].hand)


def pictures_plans(view: VariaView, seat: Seat) -> bool:
    """Whether a seat's panel has a picture of the plans: somebody has planned an action, and no plan is too long."""
    plans = [view.seats[letter(each)].plan for each in (1 - seat, seat)]
    return any(map(any, plans)) and max(map(len, plans)) <= PICTURED


def planned_moment(asked: Decision | None) -> int:
    """Return the moment, from 1, for which a question asks what to plan; 0 if it is about something else."""
    moment = asked.about.get("moment") if asked is not None and asked.kind in ("action", "reaction") else None
    return moment if isinstance(moment, int) else 0


def standing(view: VariaView, seat: Seat, words: Words) -> Iterable[str]:
    """Yield the opponent's points and what the opponent has in play, then the points of the seat itself."""
    own, other = view.seats[letter(seat)], view.seats[letter(1 - seat)]
    points = {"hp": max(0, other.hp), "ap": other.ap, "count": other.hand_size}
    yield words("varia.panel.player", seat=SeatRef(1 - seat), **points)
    yield from board.in_play(other, words)
    yield words("varia.panel.own", hp=max(0, own.hp), ap=own.ap_after if any(own.plan) else own.ap)


def _queues_of(view: VariaView, seat: Seat, words: Words) -> Iterable[str]:
    """Yield each player's actions that are still to be paid for."""
    for each in (1 - seat, seat):
        queue = view.seats[letter(each)].queue
        if queue:
            listed = ", ".join(words.cards_of(action.cards) for action in queue)
            yield words("varia.panel.queue", seat=SeatRef(each), queue=listed)


def timeline(view: VariaView, words: Words) -> Iterable[str]:
    """Yield the planned moments; before the reactive player plans, only the active player's side."""
    first, second = view.seats[letter(view.active)].plan, view.seats[letter(1 - view.active)].plan
    if not first and not second:
        return
    alone = view.step in ANSWERED
    yield words(
        "varia.panel.plan" if alone else "varia.panel.timeline",
        seat=SeatRef(view.active),
        second=SeatRef(1 - view.active),
    )
    for moment in range(max(len(first), len(second))):
        number = Rendered(f"`{moment + 1}`")
        own = _side(first, moment, words)
        if alone:
            yield words("varia.panel.planned", number=number, action=own)
            continue
        open_ = view.step == "reaction" and moment >= len(second)
        other = words("varia.panel.open") if open_ else _side(second, moment, words)
        yield words("varia.panel.moment", number=number, first=own, second=other)
    if any(map(_queues, (*first, *second))):
        yield words("varia.panel.queues")


def _side(plan: Sequence[ActionView | None], moment: int, words: Words) -> Rendered:
    """Return one side of a moment, or that the side leaves it empty."""
    action = plan[moment] if moment < len(plan) else None
    if action is None:
        return words("varia.panel.empty")
    name = words("varia.panel.action", cards=action.cards)
    if action.now:
        name = words("varia.board.now", action=name, now=action.now)
    if action.disrupted:
        return words("varia.board.disrupted", action=name)
    return words("varia.panel.unpaid", action=name) if _queues(action) else name


def _queues(action: ActionView | None) -> bool:
    """Whether an action cannot be paid for, and will therefore go to the queue."""
    return action is not None and not (action.will_pay or action.performed or action.disrupted)


def held(view: VariaView, seat: Seat) -> frozenset[str]:
    """Return the cards in a seat's hand of Varia and its items."""
    shown = view.seats[letter(seat)]
    return frozenset(ref.card for ref in (*(shown.hand or ()), *shown.items))


def open_cards(view: VariaView, seat: Seat, words: Words) -> list[Laid]:
    """Return the cards of the opponent's actions that are still to come."""
    plan, title = view.seats[letter(1 - seat)].plan, words("varia.panel.cards", seat=SeatRef(1 - seat))
    there = [ref.card for action in plan if action is not None and not action.performed for ref in action.cards]
    return [Laid(title, tuple(there), drawn=pictures_plans(view, seat))] if there else []


def plan(labels: Sequence[Message], words: Words) -> str:
    """Return an empty text: the timeline and the distance already show every pick of a draft."""
    return ""


def forecast(lines: Sequence[Forecast], words: Words) -> list[str]:
    """Return the forecast without the moments in which nobody is expected to lose or gain anything.

    It is empty if there are no others. A single moment is the sum as well.
    """
    return [words.message(line.message) for line in telling(lines)]


def outcome(
    view: VariaView,
    asked: Decision,
    option: Option,
    lines: Sequence[Forecast],
    now: Sequence[Forecast],
    words: Words,
) -> str:
    """Return by signs what an option brings both players on average, the reader first, or who falls with it alone.

    While a plan is made, that is by how much their points change in the moment in question; where an option is about
    the whole turn, as in a fast step, by how much it changes the turn as it is `now`. What locks the plan brings the
    points after that turn. An attack out of reach is said to be so.
    """
    locks = lines is now and not option.steers
    if not lines or option.begins or (option.steers and "moment" not in option.label.args):
        return ""
    moment = option.label.args.get("moment", asked.about.get("moment")) if view.step in PLANNED and not locks else None
    parts, falls = [], []
    for each in (asked.seat, 1 - asked.seat):
        key = "varia.outcome.own" if each == asked.seat else "varia.outcome.other"
        points, change = view.seats[letter(each)].hp, _total(lines, each, moment)
        change -= 0 if moment else _total(now, each)
        after = points + _total(lines, each)
        if after <= 0 and (locks or points + _total(now, each) > 0):
            falls.append(words.plain(f"{key}_fall"))
        elif locks:
            parts.append(words.plain(f"{key}_after", points=f"{after}".replace("-", "−")))
        elif change:
            parts.append(words.plain(key, change=signed(change)))
    far = moment is not None and any(line.chance == 0 for line in lines if line.message.args.get("moment") == moment)
    return " ".join(falls or parts) or words.plain("varia.outcome.far" if far else "varia.outcome.none")


def _total(lines: Sequence[Forecast], seat: Seat, moment: Arg | None = None) -> int:
    """Return by how much a forecast changes a player's points in one moment, or in all of them."""
    there = [line for line in lines if line.message.args.get("moment") == (moment or line.message.args.get("moment"))]
    return sum(whole(line.changes.get(seat, 0)) for line in there if "moment" in line.message.args)


def scope(view: VariaView, seat: Seat, words: Words) -> str:
    """Return a line on what the figures on buttons stand for and take for granted, with the AP that are left."""
    key = "alone" if view.step in ANSWERED and view.active == seat else "whole"
    return words(f"varia.outcome.scope.{key}", seat=SeatRef(1 - seat), ap=view.seats[letter(seat)].ap_after)


def label(view: VariaView, asked: Decision, option: Option, words: Words) -> str:
    """Return the label of an option with the cost of what it plans, or a sign if too few points are left for that.

    What locks the plan says how many points are then unused.
    """
    named, left, pool = words.label(option.label), view.seats[letter(asked.seat)].ap_after, words.pool(VariaCards)
    if option.label.id == "varia.pick.lock" and left > 0:
        return words.plain("varia.unused", label=named, ap=left)
    ref = subject_of(option.label) if option.label.args.get("as") == "plan" else None
    figures = None if ref is None else action_of(pool.by_id[ref.card])
    if ref is None or figures is None:
        return named
    if any(isinstance(part, Ruin) and part.who == "self" for part in cards.all_parts(pool.by_id[ref.card], pool)):
        named = words.plain("varia.ruins", label=named)
    if figures.cost.ap > left:
        return words.plain("varia.queues", label=named)
    return words.plain("varia.costs", label=named, ap=figures.cost.ap)


def answer(asked: Decision, forecast: Sequence[Forecast], words: Words) -> str:
    """Return the question how to answer an action, with what it costs on average, and below it what its cards do."""
    line = next((each for each in forecast if each.message.args.get("moment") == asked.about["moment"]), None)
    loss = 0 if line is None else whole(line.changes.get(asked.seat, 0))
    said = {**asked.about, "seat": SeatRef(1 - asked.seat)}
    if line is None:
        asks = words("varia.ask.reaction.to", **said)
    elif loss >= 0 or line.chance is None or line.chance == 1:
        asks = words("varia.ask.reaction.at", **said, change=signed(loss))
    else:
        asks = words("varia.ask.reaction.chance", **said, change=signed(loss), percent=round(100 * line.chance))
    refs, pool = asked.about["cards"], words.pool(VariaCards)
    played = refs if isinstance(refs, tuple) else ()
    rules = [(ref, " ".join(cards.brief(pool.by_id[ref.card], pool, words))) for ref in played]
    told = [words("varia.ask.reaction.rules", card=ref, rules=Rendered(text)) for ref, text in rules if text]
    return "\n".join([asks, *told])


def telling(lines: Sequence[Forecast]) -> list[Forecast]:
    """Return the lines of a forecast that `forecast` words."""
    told = [line for line in lines if not line.message.id.endswith(QUIET)]
    moments = sum("moment" in line.message.args for line in told)
    if moments == 1:
        told = [line for line in told if not line.message.id.startswith(SUM)]
    return told if moments else []
