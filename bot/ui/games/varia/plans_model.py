"""The contents of the picture of the plans on a panel, taken only from a view, the seat's question and its forecast."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.varia import situation
from bot.ui.games.varia.faces import face_of
from bot.ui.games.varia.model import ActionTile, TimelineMoment, board_head, board_model
from bot.ui.games.varia.wide_card import WideAction
from bot.ui.pictures.picture import description
from bot.ui.pictures.strip import StripPlayer
from bot.ui.texts.words import Spoken, Words
from engine.contract import Decision, Forecast, Seat, SeatRef, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import ActionView, VariaView

OFTEN: Final = ((0.75, "usually"), (0.45, "maybe"), (0, "rarely"))
"""The least chances to hit for which a picture has a word, and the word."""


class PlannedResult(Struct, frozen=True):
    """What a moment brings on average, in a few words.

    Attributes:
        player: whose points change; None if nobody's do.
    """

    text: str
    player: StripPlayer | None = None


class PlannedMoment(Struct, frozen=True):
    """A moment, with what both players do in it.

    Attributes:
        theirs: the other player's action, with its rules.
        own: the reader's action.
        now: whether it is being played, or the question is about it.
        results: a result for each player whose points change, or else that nobody loses any.
        chance: how likely an attack is to hit, in words; empty if that is certain or changes nothing.
    """

    number: str
    theirs: ActionTile | None
    own: ActionTile | None
    now: bool
    results: tuple[PlannedResult, ...] = ()
    chance: str = ""

    @property
    def told(self) -> str:
        """What it brings, in one line."""
        return ", ".join([*(result.text for result in self.results), *([self.chance] if self.chance else [])])


class PlannedAttack(Struct, frozen=True):
    """The other player's action that the question is about.

    Attributes:
        card: the action with its rules, to be read.
        moment: its moment, in words.
        does: what the other player does, in a few words.
        change: what the reader loses on average if it is not answered; empty if that is nothing.
        unanswered: what that means, or what else happens then.
        chance: how likely it is to hit; empty for what is no attack.
    """

    card: WideAction
    moment: str
    does: str
    change: str
    unanswered: str
    chance: str


class PlansModel(Struct, frozen=True):
    """Everything that the picture shows: the other player, then the reader, and the moments.

    Attributes:
        attack: the action to be answered; the moments are then all others, and small.
        names: whose plan is whose.
        alone: whether only the reader plans so far.
        moment: what a moment is.
        notes: what all moments bring together, if that says more, and what the results take for granted.
    """

    fighters: tuple[StripPlayer, StripPlayer]
    moments: tuple[PlannedMoment, ...]
    attack: PlannedAttack | None
    names: tuple[str, str]
    alone: bool
    moment: str
    notes: tuple[str, ...]


def plans_model(
    view: VariaView,
    seat: Seat,
    pool: VariaCards,
    words: Words,
    asked: Decision | None = None,
    forecast: Sequence[Forecast] = (),
) -> PlansModel:
    """Return the model of the plans."""
    whole, other, spoken = board_model(view, pool, words), 1 - seat, Spoken.of(words)
    fighters = board_head(view, pool, words).fighters
    theirs, lines, place = view.seats[letter(other)].plan, _by_moment(forecast), situation.planned_moment(asked)
    moments: list[PlannedMoment] = []
    for at, moment in enumerate(_with_place(whole.moments, place)):
        first, second = (moment.first, moment.second) if view.active == other else (moment.second, moment.first)
        action = theirs[at] if at < len(theirs) else None
        if action is not None and first is not None:
            first = replace(first, face=face_of(action, pool, words))
        now = moment.now or at + 1 == place
        line = lines.get(at + 1)
        blocked = {"attack", "block"} <= {*_kinds(theirs, at), *_kinds(view.seats[letter(seat)].plan, at)}
        results, chance = _results(line, fighters, spoken, blocked=blocked)
        moments.append(PlannedMoment(str(at + 1), first, second, now, results, chance))
    reader = replace(fighters[seat], name=words.plain("player.you"))
    attack = None
    if situation.answered_moment(view, seat, asked):
        action, tile = theirs[place - 1], moments.pop(place - 1).theirs
        if action is not None and tile is not None:
            number = words.plain("varia.picture.moment", moment=place)
            attack = _attack(action, tile, lines.get(place), (other, seat), number, spoken)
    alone = not any(theirs) and view.step in situation.ANSWERED
    if alone:  # side by side above the hand, whose cards have numbers too
        moments = [
            replace(moment, number=words.plain("varia.picture.moment", moment=at))
            for at, moment in enumerate(moments, 1)
        ]
    taken = ""
    if situation.telling(forecast):
        if view.step in situation.ANSWERED:
            taken = words.plain("varia.picture.alone", seat=SeatRef(1 - view.active))
        elif attack is None:
            taken = words.plain("varia.picture.taken")
    return PlansModel(
        fighters=(fighters[other], reader),
        moments=tuple(moments),
        attack=attack,
        names=(_whose(other, spoken), _whose(seat, spoken)),
        alone=alone,
        moment=words.plain("varia.picture.at_once") if attack is None else "",
        notes=tuple(note for note in (_total(forecast, spoken), taken) if note),
    )


def _whose(seat: Seat, words: Words) -> str:
    return description(words("varia.panel.plan", seat=SeatRef(seat)))


def _with_place(moments: tuple[TimelineMoment, ...], place: int) -> tuple[TimelineMoment, ...]:
    """Return the moments and, as far as there is room, those up to the one that is asked about."""
    empty = range(len(moments) + 1, min(place, situation.PICTURED) + 1)
    return (*moments, *(TimelineMoment(str(number), None, None, now=False) for number in empty))


def _by_moment(forecast: Iterable[Forecast]) -> Mapping[int, Forecast]:
    found = ((line.message.args.get("moment"), line) for line in forecast)
    return {moment: line for moment, line in found if isinstance(moment, int)}


def _total(forecast: Sequence[Forecast], words: Words) -> str:
    """Return the line about all moments together, without markdown; empty if it says no more than the moments."""
    told = (line.message for line in situation.telling(forecast) if line.message.id.startswith(situation.SUM))
    return next((description(words.label(each)) for each in told if not each.id.endswith(".none")), "")


def _changes(line: Forecast) -> Iterable[tuple[Seat, str]]:
    """Yield the players whose points change by a line, and how."""
    for prefix in ("", "other_"):
        whose, change = line.message.args.get(f"{prefix}seat"), line.message.args.get(f"{prefix}change")
        if isinstance(whose, SeatRef) and isinstance(change, str):
            yield whose.seat, change


def _kinds(plan: Sequence[ActionView | None], at: int) -> Sequence[str]:
    """Return the types of an action in a plan; none if there is none."""
    action = plan[at] if at < len(plan) else None
    return () if action is None else action.types


def _results(
    line: Forecast | None, fighters: Sequence[StripPlayer], words: Words, *, blocked: bool
) -> tuple[tuple[PlannedResult, ...], str]:
    """Return what a moment brings: what each player loses or gains, and how likely that is if it isn't certain."""
    if line is None:
        return (), ""
    changes = tuple(
        PlannedResult(words.plain("varia.picture.change", seat=SeatRef(seat), change=by), fighters[seat])
        for seat, by in _changes(line)
    )
    if changes:
        return changes, _chance(line, words)
    if line.chance is not None and not line.chance:
        return (PlannedResult(words.plain("varia.picture.apart")),), ""
    none = "little" if any(line.changes.values()) else "blocked" if blocked else "none"
    return (PlannedResult(words.plain(f"varia.picture.{none}")),), ""


def _chance(line: Forecast, words: Words) -> str:
    """Return how likely a moment's attack is to hit, in words; empty if no roll and no distance decides that."""
    if not line.chance:
        return "" if line.chance is None else words.plain("varia.picture.apart")
    often = next(word for least, word in OFTEN if line.chance >= least)
    return words.plain(f"varia.picture.{often}", percent=round(100 * line.chance))


def _attack(
    action: ActionView, tile: ActionTile, line: Forecast | None, seats: tuple[Seat, Seat], moment: str, words: Words
) -> PlannedAttack:
    """Return what the picture shows of an action of the first of two seats, for the second one to answer."""
    other, reader = seats
    strikes = "attack" in action.types
    attacks = strikes and action.target == reader
    kind = "attack" if attacks else "away" if strikes else "block" if "block" in action.types else "other"
    loses = line is not None and line.changes.get(reader, 0) < 0
    change = next((by for whose, by in _changes(line) if whose == reader), "") if line is not None and loses else ""
    if change:
        unanswered = words.plain("varia.picture.unanswered")
    elif loses:
        unanswered = words.plain("varia.picture.little")
    elif attacks and line is not None:
        unanswered = words.plain("varia.picture.harmless")
    else:
        unanswered = words.plain(f"varia.picture.{kind}.does")
    sure = attacks and bool(change)
    chance = "" if line is None else _chance(line, words) or (words.plain("varia.picture.sure") if sure else "")
    return PlannedAttack(
        card=WideAction(tile.face, mark=tile.mark).within(0),
        moment=moment,
        does=words.plain(f"varia.picture.{kind}", seat=SeatRef(other)),
        change=change,
        unanswered=unanswered,
        chance=chance,
    )
