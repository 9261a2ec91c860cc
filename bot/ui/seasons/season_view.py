"""A season in words: its leader and the reasons, the players who have moved, and its rules."""

from collections.abc import Iterable
from typing import Any, Final

from bot.host.seasons.rules import Line, decided_by
from bot.host.seasons.season import Season
from bot.ui.texts.words import Rendered, Words, day, namesakes
from bot.ui.tournaments.tournament_view import Entrant, TournamentView, mention

EVENINGS: Final = 5
"""The number of evenings with a column of their own, the latest ones."""


def event_of(season: Season) -> TournamentView:
    """Return the people of a season by their numbers, so that they are named and drawn as in a tournament."""
    same = namesakes(season.names)
    names = enumerate(season.names.items())
    return TournamentView(
        season.row.title, {number: Entrant(name, user, namesake=user in same) for number, (user, name) in names}
    )


def named(season: Season, lines: Iterable[Line], words: Words) -> Rendered:
    """Return mentions of the players of some lines."""
    event = event_of(season)
    return Rendered(", ".join(mention(event, season.numbers[line.user], words) for line in lines))


def rules(season: Season, words: Words) -> list[str]:
    """Return the rules of a season's table."""
    row = season.row
    counts = {"points": 1, "best": row.best, "ties": 1, "final": row.final}
    values: dict[str, Any] = {"points": figures(row.points), "last": row.points[-1]}
    return [words.plain(f"season.rule.{key}", count=count, **values) for key, count in counts.items() if count]


def situation(season: Season, words: Words) -> list[Rendered]:
    """Return how a season stands: the leader and the reasons, the players who have moved, and what is not final yet."""
    row, table = season.row, season.table
    if row.status == "planned" or not table:
        return [
            words("season.planned" if row.status == "planned" else "season.empty", title=row.title, count=row.weeks)
        ]
    key = "season.won" if row.status == "over" else "season.leads"
    lines = [
        words(
            key if len(season.leaders) == 1 else f"{key}.equal",
            title=row.title,
            players=named(season, season.leaders, words),
            count=table[0].points,
            number=len(season.played),
        ),
        _why(season, words),
    ]
    if season.risen and row.status != "over":
        best = season.risen[0]
        player = named(season, [best], words)
        lines.append(words("season.risen", player=player, before=best.before or 0, place=best.place))
    if season.provisional:
        lines.append(words("season.provisional"))
    if season.until is not None:
        lines.append(words("season.final_next" if row.final else "season.until", when=Rendered(day(season.until))))
    return lines


def _why(season: Season, words: Words) -> Rendered:
    """Return why the first is first: the evenings won, and how far behind the second is or what decides."""
    first, *others = season.table
    player = named(season, [first], words)
    if first.last is not None:
        return words("season.why.final", player=player)
    told = words("season.why.evenings", evenings=_summed(first))
    if not others or others[0].place == 1:
        return told
    second = named(season, others[:1], words)
    why = words(
        f"season.why.{decided_by(first, others[0])}",
        player=player,
        second=second,
        count=first.points - others[0].points,
    )
    return Rendered(f"{told} {why}")


def listed(season: Season, lines: Iterable[Line], words: Words) -> list[Rendered]:
    """Return lines of the table in words, with the points of each evening."""
    return [
        words(
            "season.line",
            place=line.place,
            player=named(season, [line], words),
            count=line.points,
            evenings=_summed(line),
        )
        for line in lines
    ]


def _summed(line: Line) -> Rendered:
    return Rendered(" + ".join(text for text, _, _ in columns(line) if text != "–"))


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
