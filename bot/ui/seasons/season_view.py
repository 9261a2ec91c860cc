"""A season in words: its leader or champion and why, the players who have moved, what is next, and its rules."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, Final

from bot.host.seasons.rules import Line, decided_by
from bot.host.seasons.season import HONOURED, Coming, Season
from bot.ui.texts.words import Rendered, Words, day, moment, namesakes
from bot.ui.tournaments.tournament_view import Entrant, TournamentView, mention

EVENINGS: Final = 5
"""The number of evenings with a column of their own, the latest ones."""


def people_of(title: str, names: Mapping[int, str]) -> TournamentView:
    """Return people by their numbers, in the order of their names by ids, so that they are named as in a tournament."""
    same, known = namesakes(names), [name.casefold() for name in names.values()]
    people: dict[int, Entrant] = {}
    for number, (user, name) in enumerate(names.items()):
        letter = chr(ord("A") + known[:number].count(known[number])) if user in same else ""
        people[number] = Entrant(name, user, letter=letter)
    return TournamentView(title, people)


def event_of(season: Season) -> TournamentView:
    """Return the people of a season by their numbers, so that they are named and drawn as in a tournament."""
    return people_of(season.row.title, season.names)


def named(season: Season, lines: Iterable[Line], words: Words) -> Rendered:
    """Return mentions of the players of some lines."""
    event = event_of(season)
    return Rendered(", ".join(mention(event, season.numbers[line.user], words) for line in lines))


def rules(season: Season, words: Words) -> list[str]:
    """Return the rules of a season's table, as far as they show in it."""
    row, results = season.row, [each for line in season.table for each in line.results if each is not None]
    equal = len({line.points for line in season.table}) < len(season.table)
    best = "best" if all(each.counts for each in results) else "best.brackets"
    counts = {"points": 1, best: row.best, "ties": equal, "ties.then": equal, "final": row.final}
    values: dict[str, Any] = {"points": figures(row.points), "last": row.points[-1]}
    return [words.plain(f"season.rule.{key}", count=count, **values) for key, count in counts.items() if count]


def situation(season: Season, words: Words, *, worded: bool = True) -> list[Rendered]:
    """Return how a season stands: its leader, or the best at the end, and the reasons.

    Unless it is `worded`, it leaves out who was second and third at the end, because a picture shows that.
    """
    row, table, number = season.row, season.table, len(season.played)
    if not table:
        return [
            words("season.planned" if row.status == "planned" else "season.empty", title=row.title, count=row.weeks)
        ]
    over = row.status == "over"
    key = "season.won" if over else "season.leads"
    lines = [words("season.over", title=row.title)] if over else []
    lines.append(
        words(
            key if len(season.leaders) == 1 else f"{key}.equal",
            title=row.title,
            players=named(season, season.leaders, words),
            count=table[0].points,
            number=number,
        )
    )
    lines += [
        words(f"season.place.{line.place}", player=named(season, [line], words), count=line.points)
        for line in season.honoured
        if over and worded and line.place != 1
    ]
    lines += _reasons(season, words)
    if over:
        lines.append(words("season.thanks", count=len(table), number=number))
    if row.ended_by is not None:
        until, by = Rendered(day(season.planned_until)), Rendered(f"<@{row.ended_by}>")
        lines.append(words("season.ended_by", player=by, when=until))
    if row.ended_why:
        lines.append(words("season.ended_why", reason=row.ended_why))
    return lines


def _reasons(season: Season, words: Words) -> list[Rendered]:
    """Return why the first are in this order: the evenings of the first, and what decides between neighbours."""
    table = season.table
    if table[0].last is not None:
        return [words("season.why.final", player=named(season, table[:1], words))]
    lines: list[Rendered] = []
    for ahead, behind in pairwise(line for line in table if line.place <= HONOURED):
        rule = decided_by(ahead, behind)
        if ahead.place == behind.place or (rule == "points" and ahead.place != 1):
            continue
        pairs = enumerate(zip(ahead.results, behind.results, strict=True), 1)
        apart = [at for at, (one, other) in pairs if (one and one.place) != (other and other.place)]
        player, second = named(season, [ahead], words), named(season, [behind], words)
        values: dict[str, Any] = {"count": ahead.points - behind.points, "number": apart[-1]}
        lines.append(words(f"season.why.{rule}", player=player, second=second, **values))
    return lines


def evening(season: Season, words: Words) -> list[Rendered]:
    """Return the news of a season after an evening: its leader and why, the player who rose, and when it ends."""
    rose = [
        words("season.risen", player=named(season, [best], words), before=best.before or 0, place=best.place)
        for best in (season.climber,)
        if best is not None
    ]
    return [*situation(season, words), *rose, *ahead(season, None, words)]


def own(season: Season, reader: int, words: Words, coming: Coming | None = None) -> list[Rendered]:
    """Return where the reader stands in a season, how far behind the best, and what a win would bring if one can."""
    table, running = season.table, season.row.status == "running" and season.last is None
    line, lines = next((each for each in table if each.user == reader), None), list[Rendered]()
    if line is not None:
        lines.append(words("season.own", place=line.place, count=line.points))
    elif table and running:
        lines.append(words("season.own.none"))
    if line is not None and running and line.place != 1:
        rank = 1 if line.place <= HONOURED else HONOURED
        behind = [each.points for each in table if each.place <= rank][-1] - line.points
        lines.append(words(f"season.own.{'behind' if behind else 'equal'}.{rank}", count=behind))
    if table and running and coming is not None and coming.most != 0:
        won = season.with_win(reader)
        gains = line is None or won.points > line.points
        lines.append(words("season.own.win" if gains else "season.own.full", place=won.place, count=won.points))
    return [Rendered(" ".join(lines))] if lines else []


def ahead(season: Season, coming: Coming | None, words: Words) -> list[Rendered]:
    """Return what comes next in a running season, if `coming` says it, and until when evenings count."""
    lines: list[Rendered] = []
    if coming is not None:
        when = "" if coming.state == "running" or coming.starts is None else moment(coming.starts)
        lines.append(words("season.next" if when else f"season.next.{coming.state}", when=Rendered(when)))
    key = "season.final_next" if season.row.final else "season.until"
    until = [] if season.until is None else [words(key, when=Rendered(day(season.until)))]
    most = [] if coming is None or coming.most is None else [words("season.most", number=coming.most)]
    return [*lines, *until, *most]


def listed(season: Season, lines: Iterable[Line], words: Words) -> list[Rendered]:
    """Return lines of the table in words, with the points of each evening."""
    return [
        words(
            "season.line",
            place=line.place,
            player=named(season, [line], words),
            count=line.points,
            evenings=Rendered(" + ".join(text for text, _, _ in columns(line))),
        )
        for line in lines
    ]


def columns(line: Line) -> list[tuple[str, bool, bool]]:
    """Return the points of each evening: the text, whether they count, and whether the player has won the evening.

    What does not count is in brackets, and a dash stands for somebody who was not there. Only the latest evenings have
    a column of their own; before them is the sum of the earlier ones, if there are any.
    """
    found = [
        ("–", False, False)
        if each is None
        else (str(each.points) if each.counts else f"({each.points})", each.counts, each.place == 1)
        for each in line.results[-EVENINGS:]
    ]
    if len(line.results) > EVENINGS:
        earlier = sum(each.points for each in line.results[:-EVENINGS] if each is not None and each.counts)
        found.insert(0, (str(earlier), True, False))
    return found


def figures(points: Iterable[int]) -> Rendered:
    """Return a table of points, the first place's first."""
    return Rendered(", ".join(map(str, points)))
