"""Texts about tournaments: standings, pairings and the reasons for them, brackets, a player's tasks and results."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Final, Literal

from bot.host.kernel.paces import DAY, HOUR, MINUTE
from bot.host.tournament.meetings import SeriesView
from bot.host.tournament.rules.bracket import Seed, Source, Stage
from bot.host.tournament.rules.course import Placed
from bot.host.tournament.rules.knockout import KnockoutStanding
from bot.host.tournament.rules.standings import TIEBREAKS, Player, Series, Standing, opponent
from bot.ui.texts.words import Rendered, Value, Words, moment, shortened
from bot.ui.tournaments import bracket as trees
from bot.ui.tournaments.bracket import BracketMatch, BracketTree, forks
from bot.ui.tournaments.pictures.knockout import state_text
from bot.ui.tournaments.pictures.standings import cut_text, direct_shown, last_on, percent, place_text
from bot.ui.tournaments.tournament_view import Highlight, TournamentView, mention, score

PAGE: Final = 2000
"""The maximum number of characters on a page, so that it fits a message, an embed and a panel."""

PAIRS, NAMED = 4, 8
"""The maximum number of matches, and of players, that are named where a bracket is summed up."""


def standings(
    tournament: TournamentView, table: Sequence[Standing], words: Words, on: Collection[Player] = ()
) -> list[Rendered]:
    """Return the standings in pages; `on` are the players who advance."""
    last, lines = last_on(table, on), list[str]()
    if tournament.champion is not None:
        lines.append(
            words(tournament.named("bracket.text.champion"), player=mention(tournament, tournament.champion, words))
        )
    for row in table:
        lines.append(_standing(tournament, table, row, words))
        if row.player == last:
            lines.append(words("standings.text.cut", line=cut_text(tournament, len(on), words)))
    return pages(standings_title(tournament, words), lines or [words("standings.text.nobody")], words)


def standings_title(tournament: TournamentView, words: Words) -> Rendered:
    """Return the title of the standings."""
    return words(tournament.named("standings.text.title"), title=tournament.title)


def knockout(tournament: TournamentView, table: Sequence[KnockoutStanding], words: Words) -> list[Rendered]:
    """Return the standings of a knockout in pages."""
    lines: list[str] = []
    for row in table:
        player = mention(tournament, row.player, words)
        done = words("knockout.text", place=place_text(row.place, words), player=player, won=row.won, lost=row.lost)
        lines.append(f"{done} · {state_text(tournament, row, words)}")
    return pages(standings_title(tournament, words), lines, words)


def _standing(tournament: TournamentView, table: Sequence[Standing], row: Standing, words: Words) -> str:
    direct = direct_shown(table, row)
    state = "disqualified" if row.place is None else "left" if tournament.entrants[row.player].left else ""
    told = [
        words(
            "standings.text.place",
            place=place_text(row.place, words),
            player=mention(tournament, row.player, words),
            count=row.points,
        ),
        words("standings.text.buchholz", points=row.buchholz),
        words("standings.text.opponents", percent=Rendered(percent(row.opponents))),
        words("standings.text.direct", points=direct) if direct.isdigit() else "",
        words("standings.text.byes", count=row.byes) if row.byes else "",
        words(f"knockout.state.{state}") if state else "",
    ]
    return " · ".join(each for each in told if each)


def tiebreaks(words: Words) -> Rendered:
    """Return an explanation of the tie-breaks, in order."""
    lines = [words(f"standings.tiebreak.{key}", number=at) for at, key in enumerate(TIEBREAKS, 1)]
    return Rendered("\n".join([words("standings.tiebreaks"), *lines]))


def pairings(tournament: TournamentView, number: int, meetings: Sequence[SeriesView], words: Words) -> list[Rendered]:
    """Return the pairings for a round and the results so far, in pages; rounds are counted from 0."""
    lines = _pairings(tournament, meetings, words) or [words("pairings.none")]
    title = words("pairings.title", title=tournament.title, number=number + 1)
    return pages(title, [*lines, *dates(tournament, words)], words)


def results(tournament: TournamentView, number: int, meetings: Sequence[SeriesView], words: Words) -> Rendered:
    """Return the results of a round's matches, as many as fit a message; rounds are counted from 0."""
    title = words("pairings.results", number=number + 1)
    return pages(title, _pairings(tournament, [each for each in meetings if each.table is not None], words), words)[0]


def byes(tournament: TournamentView, meetings: Sequence[SeriesView], words: Words) -> Rendered:
    """Return who has no opponent in a round, in lines."""
    return Rendered("\n".join(_pairings(tournament, [each for each in meetings if each.table is None], words)))


def _pairings(tournament: TournamentView, meetings: Sequence[SeriesView], words: Words) -> list[Rendered]:
    ordered = sorted(meetings, key=lambda each: (each.table is None, each.table or 0))
    return [_pairing(tournament, meeting, words) for meeting in ordered]


MOST_DATES: Final = 12
"""The maximum number of rounds whose dates are listed."""


def dates(tournament: TournamentView, words: Words) -> list[str]:
    """Return when the current and the coming rounds of a league begin, in lines; none for any other tournament."""
    listed = list(tournament.dates.items())
    lines = [words("tournament.date", number=number, when=Rendered(moment(at))) for number, at in listed[:MOST_DATES]]
    left = len(listed) - len(lines)
    more = [words("tournament.dates.more", count=left)] if left else []
    return [f"**{words('tournament.dates')}**", *lines, *more] if lines else []


def _pairing(tournament: TournamentView, meeting: SeriesView, words: Words) -> Rendered:
    series = meeting.series
    first = mention(tournament, series.first, words)
    if series.second is None:
        return words(_bye_key("pairings.bye", series), player=first)
    second = mention(tournament, series.second, words)
    table, games = meeting.table or 0, Rendered(score(meeting.games))
    if series.state == "won" and series.winner is not None:
        ahead = series.winner == series.first
        games = Rendered(score(meeting.games if ahead else meeting.games[::-1]))
        winner, loser = (first, second) if ahead else (second, first)
        key = "pairings.won" if any(meeting.games) else "pairings.unplayed"
        return words(key, table=table, winner=winner, loser=loser, score=games)
    if series.state in ("drawn", "lost"):
        return words(f"pairings.{series.state}", table=table, first=first, second=second, score=games)
    key = "pairings.playing" if any(meeting.games) else "pairings.open"
    if tournament.cancelled:
        key = "pairings.stopped"
    return words(key, table=table, first=first, second=second, score=games)


def _bye_key(key: str, series: Series) -> str:
    """Return the id of a text about a bye: one that counts nothing, as the player missed a match, has its own text."""
    return f"{key}.lost" if series.state == "lost" else key


def why(tournament: TournamentView, meeting: SeriesView, words: Words) -> Rendered | None:
    """Return why a pairing was made; None for a match in a bracket, which `why_in_tree` explains."""
    if meeting.why is None:
        return None
    first, second = meeting.series.first, meeting.series.second
    high, low = meeting.points
    return words(
        f"meeting.why.{meeting.why}",
        first=mention(tournament, first, words),
        second="" if second is None else mention(tournament, second, words),
        count=high,
        low=low,
    )


def why_in_tree(tournament: TournamentView, tree: BracketTree, node: int, words: Words) -> Rendered:
    """Return why two players meet in a bracket's match, or why one player advances without playing."""
    played = forks(tree)
    fork = played[node]
    if fork.first is None or fork.second is None:
        player = tree.seats[node].winner
        return words("meeting.why.free", player="" if player is None else mention(tournament, player, words))
    first, second = (trees.source_name(source, played, words) for source in (fork.first, fork.second))
    seeds = isinstance(fork.first, Seed) and isinstance(fork.second, Seed)
    return words("meeting.why.seeds" if seeds else "meeting.why.tree", first=first, second=second)


def bracket(tournament: TournamentView, tree: BracketTree, words: Words) -> list[Rendered]:
    """Return a bracket, round by round, in pages of lines that can be read aloud."""
    played, lines = forks(tree), list[str](situation(tournament, tree, words))
    for stage, each in groupby(range(len(tree.nodes)), key=lambda node: tree.nodes[node].stage):
        for number, nodes in groupby(each, key=lambda node: tree.nodes[node].round):
            told = [
                _match(tournament, tree, node, played, words)
                for node in nodes
                if trees.is_shown(tree, node, played[node])
            ]
            if told:
                # Never leave a heading alone at the end of a page.
                lines += [f"**{_heading(tree, stage, number, words)}**\n{told[0]}", *told[1:]]
    return pages(bracket_title(tournament, words), lines, words)


def bracket_title(tournament: TournamentView, words: Words) -> Rendered:
    """Return the title of a bracket."""
    return words("bracket.text.title", title=tournament.title)


def situation(tournament: TournamentView, tree: BracketTree, words: Words) -> list[Rendered]:
    """Return how a bracket stands at a glance, in a few lines.

    These say who won and who lost the final or, until then, who plays now, who is still in and who is out. A number
    stands in place of many names. Nothing is said of a bracket that was cancelled.
    """
    if tournament.cancelled:
        return []
    if tree.champion is not None or tournament.over:
        lines = [words(tournament.named("bracket.text.nobody"))]
        if tree.champion is not None:
            lines = [words(tournament.named("bracket.text.champion"), player=mention(tournament, tree.champion, words))]
        lines += [
            words("bracket.now.second", player=mention(tournament, row.player, words))
            for row in tree.standings
            if row.state == "out" and row.reached == "final"
        ]
        return lines
    now = [node for node, seats in enumerate(tree.seats) if seats.open]
    lines = [_played_now(tournament, tree, node, words) for node in now]
    if len(now) > PAIRS:
        lines = [words("bracket.now.many", count=len(now))]
    out = {player for node, seats in enumerate(tree.seats) if trees.is_out(tree, node) for player in seats.losers}
    for key, players in (
        ("in", [player for player in tree.seeds if player not in out]),
        ("out", [player for player in tree.seeds if player in out]),
    ):
        if len(players) > NAMED:
            lines.append(words(f"bracket.now.{key}.many", count=len(players)))
        elif players:
            names = Rendered(", ".join(mention(tournament, player, words) for player in players))
            lines.append(words(f"bracket.now.{key}", players=names))
    return lines


def _played_now(tournament: TournamentView, tree: BracketTree, node: int, words: Words) -> Rendered:
    """Return who plays whom in a match that is to be played, with the score once there is one."""
    seats, games = tree.seats[node], tree.games.get(node, (0, 0))
    first, second = (
        "" if player is None else mention(tournament, player, words) for player in (seats.first, seats.second)
    )
    key = "bracket.now.playing" if any(games) else "bracket.now.open"
    return words(key, first=first, second=second, score=Rendered(score(games)))


def _heading(tree: BracketTree, stage: Stage, number: int, words: Words) -> str:
    node = next(at for at, each in enumerate(tree.nodes) if (each.stage, each.round) == (stage, number))
    name = trees.round_name(tree, node, words)
    if tree.is_double and stage in ("winners", "losers"):
        return words(f"bracket.heading.{stage}", round=name)
    return name


def _match(
    tournament: TournamentView, tree: BracketTree, node: int, played: Sequence[BracketMatch], words: Words
) -> Rendered:
    fork, seats = played[node], tree.seats[node]
    sides = [
        _side(tournament, tree, source, played, words) for source in (fork.first, fork.second) if source is not None
    ]
    if fork.number is None:
        return words(f"bracket.text.bye.{trees.round_after(tree, node)}", player=sides[0])
    games = tree.games.get(node, (0, 0))
    values: dict[str, Value] = {
        "number": fork.number,
        "first": sides[0],
        "second": sides[1],
        "score": Rendered(score(games)),
    }
    if seats.winner is not None:
        key = "bracket.text.won" if any(games) else "bracket.text.unplayed"
        return words(key, winner=mention(tournament, seats.winner, words), **values)
    key = "playing" if any(games) else "open" if seats.open else "lost" if seats.losers else "later"
    if tournament.cancelled and key in ("playing", "open"):
        key = "stopped"
    return words(f"bracket.text.{key}", **values)


def _side(
    tournament: TournamentView, tree: BracketTree, source: Source, played: Sequence[BracketMatch], words: Words
) -> Rendered:
    player = trees.comer(tree, source)
    if player is None:
        return trees.source_name(source, played, words)
    seed = tree.seeds.index(player) + 1
    return words("bracket.text.side", player=mention(tournament, player, words), seed=seed)


def player_pages(
    tournament: TournamentView,
    player: Player,
    meetings: Iterable[SeriesView],
    words: Words,
    table: Sequence[Standing] = (),
    tree: BracketTree | None = None,
    *,
    pictured: bool = False,
) -> list[Rendered]:
    """Return one player's tasks, standing and played matches, in pages.

    Args:
        tournament: the tournament.
        player: the player who is reading.
        meetings: current and past series; other players' series are left out.
        words: the texts in the reader's language.
        table: the standings; empty if only a bracket is played.
        tree: the bracket, or None if there is none yet.
        pictured: whether a picture shows the match that the player has to play now.
    """
    own = [each for each in meetings if player in (each.series.first, each.series.second)]
    table_number = next((each.table for each in own if pictured and each.series.state == "open"), None)
    if table_number is None:
        lines: list[str] = [words("own.title", title=tournament.title), next_for(tournament, player, own, words, tree)]
    else:
        lines = [words("own.pictured", table=table_number)]
    lines += [
        words("own.place", place=row.place, players=len(table), count=row.points)
        for row in table
        if row.player == player and row.place is not None
    ]
    done = [each for each in own if each.series.state != "open"]
    if done:
        begun = [_played(tournament, player, each, words) for each in sorted(done, key=lambda each: each.series.round)]
        lines += [f"\n**{words('own.played')}**\n{begun[0]}", *begun[1:]]
    return pages(Rendered(lines[0]), lines[1:], words)


def next_for(
    tournament: TournamentView, player: Player, meetings: Iterable[SeriesView], words: Words, tree: BracketTree | None
) -> str:
    """Return what a player has to do now, or what comes next for them; other players' series are left out."""
    own = [each for each in meetings if player in (each.series.first, each.series.second)]
    if tournament.over or tournament.cancelled:
        return words("tournament.refused.over" if tournament.over else "tournament.refused.cancelled")
    if tournament.entrants[player].left:
        return words("own.left")
    if (now := next((each for each in own if each.series.state == "open"), None)) is not None:
        return _meet(tournament, player, now, words)
    if tree is not None and player in tree.seeds:
        return _in_tree(tournament, tree, player, words)
    if tree is not None:
        return words("own.out")
    last = max(own, key=lambda each: each.series.round).series if own else None
    return words("own.wait" if last is None or last.second is not None else _bye_key("own.bye", last))


def _meet(tournament: TournamentView, player: Player, now: SeriesView, words: Words) -> str:
    other = opponent(now.series, player)
    if other is None:
        return words("own.bye")
    games = now.games if now.series.first == player else now.games[::-1]
    key = "own.playing" if any(games) else "own.meet"
    line = words(
        key,
        player=mention(tournament, other, words),
        table=now.table or 0,
        number=now.series.round + 1,
        score=Rendered(score(games)),
    )
    because = why(tournament, now, words)
    return line if because is None else f"{line}\n-# {because}"


def _in_tree(tournament: TournamentView, tree: BracketTree, player: Player, words: Words) -> Rendered:
    """Return what comes next in a bracket for a player who has no match to play right now."""
    played = forks(tree)
    for node, fork in enumerate(played):
        if fork.first is None or fork.second is None or tree.seats[node].decided:
            continue
        for own, other in ((fork.first, fork.second), (fork.second, fork.first)):
            if trees.comer(tree, own) == player:
                there = trees.comer(tree, other)
                number = fork.number or 0
                if there is not None:
                    return words("own.soon", number=number, player=mention(tournament, there, words))
                return words("own.next", number=number, other=trees.source_name(other, played, words))
    return words("own.champion" if tree.champion == player else "own.out")


def _played(tournament: TournamentView, player: Player, meeting: SeriesView, words: Words) -> Rendered:
    series, other = meeting.series, opponent(meeting.series, player)
    if other is None:
        return words(_bye_key("own.round.bye", series), number=series.round + 1)
    games = meeting.games if series.first == player else meeting.games[::-1]
    came = "drawn" if series.state == "drawn" else "won" if series.winner == player else "lost"
    key = came if any(games) else f"{came}.unplayed"
    return words(
        f"own.round.{key}",
        number=series.round + 1,
        player=mention(tournament, other, words),
        score=Rendered(score(games)),
    )


def provisional(closes: float | None, words: Words) -> str:
    """Return until when the results of a tournament that is over can change; empty if they cannot."""
    return "" if closes is None else words("tournament.provisional", when=Rendered(moment(closes)))


def podium(
    tournament: TournamentView,
    places: Sequence[Placed],
    words: Words,
    best: Highlight | None = None,
    story: Sequence[str] = (),
    *,
    worded: bool = True,
) -> Rendered:
    """Return how a tournament ended, with the places of all players, its story, and the `best` turn of its final.

    Unless it is `worded`, it leaves out what a picture shows.
    """
    named = PODIUM if worded else {}
    lines = [
        words(f"podium.{named[each.place]}", player=mention(tournament, each.player, words))
        for each in places
        if each.place in named
    ]
    if all(each.place != 1 for each in places):
        lines.append(words("podium.nobody"))
    lines = [*dict.fromkeys([*lines, *map(Rendered, story)])]
    if best is not None and worded:
        feat, player = best.feat, mention(tournament, best.player, words)
        lines.append(words("podium.best", player=player, name=feat.name, figure=feat.figure, when=feat.when))
    if best is not None and best.thread is not None:
        lines.append(words("podium.watch", thread=Rendered(f"<#{best.thread}>")))
    return Rendered("\n".join([*lines, words("podium.thanks", count=len(places))]))


PODIUM: Final = {1: "first", 2: "second", 3: "third"}
"""The places that the post names."""


def in_units(seconds: float) -> tuple[Literal["minutes", "hours", "days"], int]:
    """Return the unit in which people say a length of time, days from two whole ones on, and how many of them it is."""
    if seconds < HOUR:
        return "minutes", round(seconds / MINUTE)
    return ("days", round(seconds / DAY)) if seconds > DAY and seconds % DAY == 0 else ("hours", round(seconds / HOUR))


def pages(title: Rendered, lines: Iterable[str], words: Words) -> list[Rendered]:
    """Divide lines into as few pages as possible, each with the title and, if there are several, a page number."""
    room = PAGE - len(title) - len(words("page.small", page=MANY, pages=MANY)) - 2
    found: list[list[str]] = [[]]
    for line in lines:
        if found[-1] and sum(len(each) + 1 for each in (*found[-1], line)) > room:
            found.append([])
        found[-1].append(shortened(line, room))
    numbers = [
        [words("page.small", page=page, pages=len(found))] if len(found) > 1 else []
        for page in range(1, len(found) + 1)
    ]
    return [Rendered("\n".join([title, *each, *number])) for each, number in zip(found, numbers, strict=True)]


MANY: Final = 999
"""More pages than there can ever be."""
