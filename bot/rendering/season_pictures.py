"""Pictures of what was won: an evening and a season with their podiums above the table, and the hall of fame."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bot.host.seasons.hall import Feat, Wins, wins
from bot.host.seasons.season import Season
from bot.host.tournament.rules.course import Placed
from bot.host.tournament.tournament import Tournament
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, GLOW
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Label, Plate, Space, Stack, column, row
from bot.ui.pictures.parts import face
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.sizes import LINE, NAME
from bot.ui.pictures.tones import CREAM
from bot.ui.seasons.picture import SeasonModel, draw_season, season_model, season_told
from bot.ui.seasons.posts import NAMED, SEASONS, TITLES
from bot.ui.seasons.season_view import event_of, people_of
from bot.ui.texts.words import Words, shortened
from bot.ui.tournaments.pictures.podium import best_of, podium_model, podium_told
from bot.ui.tournaments.pictures.sheet import WIDE, Head, fit_description, sheet_scene
from bot.ui.tournaments.pictures.standings import GAP, LEGEND, ROW, SMALL
from bot.ui.tournaments.tournament_view import (
    Highlight,
    TournamentView,
    drawable_name,
    evening_of,
    faced,
)

FIRST: Final = 10
"""How many lines of the table are below a podium."""

HONOURED: Final = 112
"""The height of a season in the hall of fame."""


def evening_picture(season: Season, shown: Tournament, words: Words, turn: Highlight | None = None) -> Picture:
    """Return the end of an evening as a picture: its podium with the best turn of its final, and the season's table."""
    number, user = shown.row.id, None if turn is None else shown.entrant(turn.player).user
    places = [Placed(each.place, season.numbers[each.user]) for each in season.places if each.tournament == number]
    known = None if turn is None or user not in season.numbers else replace(turn, player=season.numbers[user])
    return _with_podium(season, evening_of(shown, words).title, places, words, turn=known)


def season_podium(season: Season, words: Words) -> Picture:
    """Return the end of a season as a picture: the best on a podium with their points, and the final table."""
    places = [Placed(line.place, season.numbers[line.user]) for line in season.honoured]
    points = {line.place: words.plain("season.points", count=line.points) for line in season.honoured}
    champion = words.plain("season.champion", title=season.row.title)
    return _with_podium(season, champion, places, words, points=points)


def _with_podium(season: Season, title: str, places: Sequence[Placed], words: Words, **shown: Any) -> Picture:
    """Return a podium with a title as a picture, and below it the first lines of the season's table."""
    event = replace(event_of(season), title=title)

    def tell(longest: int) -> str:
        lines = podium_told(event, best_of(places), words, longest, **shown)
        return "\n".join([*lines, season_told(season, 0, words, longest)])

    return Picture(
        "evening.png", draw_season(podium_and_table(season, event, places, words, **shown)), fit_description(tell)
    )


def podium_and_table(
    season: Season, event: TournamentView, places: Sequence[Placed], words: Words, **shown: Any
) -> SeasonModel:
    """Return the model of a podium above the first lines of a season's table."""
    podium, table = podium_model(event, best_of(places), words, **shown), season_model(season, 0, words)
    over, left = season.row.status == "over", len(season.table) - FIRST
    after = words.plain("season.after", number=len(season.played))
    below = Head(words.plain("season.final"), "", "") if over else replace(table.head, page=after)
    head = replace(podium.head, page=words.plain("season.ended") if over else "")
    more = [words.plain("season.more", count=left)] if left > 0 else []
    return replace(
        table,
        head=below,
        note="",
        lines=table.lines[:FIRST],
        legend=(*more, *table.legend),
        podium=replace(podium, head=head),
    )


class Champion(Struct, frozen=True):
    """A season in the hall of fame: its champions' faces and names, its title, their points, and who came next."""

    faces: tuple[PlayerFace, ...]
    names: str
    title: str
    points: str
    others: str


class Winner(Struct, frozen=True):
    """A person who has won evenings of a title, and how often."""

    face: PlayerFace
    name: str
    times: str


class HallModel(Struct, frozen=True):
    """Everything that the picture of the hall of fame shows: seasons, and the winners of evenings by their titles."""

    head: Head
    champions: tuple[Champion, ...]
    evenings: tuple[tuple[str, tuple[Winner, ...]], ...]


def users_in(feats: Iterable[Feat]) -> dict[int, str]:
    """Return the people in the hall of fame with their latest names, in the order of what they reached."""
    names: dict[int, str] = {}
    for honour in (each for feat in feats for each in feat.honours):
        names.setdefault(honour.user, honour.name)
    return names


def hall_picture(feats: Sequence[Feat], words: Words) -> Picture:
    """Return the latest seasons and evenings of the hall of fame as a picture."""
    model = hall_model(feats, words)

    def tell(longest: int) -> str:
        lines = [
            model.head.title,
            *(
                f"{shortened(each.title, 2 * longest)}: {shortened(each.names, 2 * longest)}"
                for each in model.champions
            ),
        ]
        for title, winners in model.evenings:
            won = ", ".join(f"{shortened(each.name, longest)} {each.times}" for each in winners)
            lines.append(f"{shortened(title, 2 * longest)}: {won}")
        return "\n".join(lines)

    return Picture("hall.png", draw_hall(model), fit_description(tell))


def hall_model(feats: Sequence[Feat], words: Words) -> HallModel:
    """Return the model of the hall of fame, from the latest first."""
    names = users_in(feats)
    event, numbers = people_of(words.plain("button.seasonhall"), names), {user: at for at, user in enumerate(names)}
    seasons = [feat for feat in feats if feat.kind == "season"][:SEASONS]
    champions = tuple(_champion(feat, event, numbers, words) for feat in seasons)
    evenings = tuple(
        (words.plain("season.hall.of", title=won.title), _winners(won, event, numbers, words))
        for won in wins(feats)[:TITLES]
    )

    return HallModel(Head(event.title, "", ""), champions, evenings)


def _champion(feat: Feat, event: TournamentView, numbers: Mapping[int, int], words: Words) -> Champion:
    """Return a season with its champions; several are equal."""
    first = [numbers[each.user] for each in feat.honours if each.place == 1]
    points = [words.plain("season.points", count=feat.points.get(each.user, 0)) for each in feat.honours]
    others = [
        f"{each.place}. {drawable_name(event, numbers[each.user], words)}, {text}"
        for each, text in zip(feat.honours, points, strict=True)
        if each.place != 1
    ]
    return Champion(
        tuple(faced(event, number, words) for number in first),
        ", ".join(drawable_name(event, number, words) for number in first),
        words.plain("season.champion", title=feat.title),
        points[0],
        " · ".join(others),
    )


def _winners(won: Wins, event: TournamentView, numbers: Mapping[int, int], words: Words) -> tuple[Winner, ...]:
    return tuple(
        Winner(
            faced(event, numbers[user], words),
            drawable_name(event, numbers[user], words),
            words.plain("season.hall.won", count=count),
        )
        for user, count in won.winners[:NAMED]
    )


def hall_sheet(model: HallModel) -> Scene:
    """Return the hall of fame as it is drawn: seasons on golden frames, and below them the winners of evenings."""
    evenings = [
        column(
            Label(title, (34, 24), CREAM, "title", height=60),
            column(*map(_winner, winners), gap=GAP),
        )
        for title, winners in model.evenings
    ]
    return sheet_scene(model.head, column(*map(_season, model.champions), gap=2 * GAP), *evenings)


def _season(shown: Champion) -> Stack:
    """Return a season: its champions' faces with crowns, their names, and who came next."""
    texts = column(
        Label(shown.title, (SMALL + 2, 14), CHALK, height=LEGEND),
        Label(shown.names, NAME, CREAM, height=44),
        Label(shown.others, (SMALL, 14), CHALK, height=LEGEND) if shown.others else None,
        grow=1,
    )
    faces = row(*(face(each, 30, GLOW) for each in shown.faces[:3]), gap=12, pad=(0, 0))
    points = Label(shown.points, (36, 20), GLOW, "title", "right")
    return row(
        Space(4),
        column(Space(height=16), faces),
        texts,
        points,
        Space(8),
        gap=16,
        height=HONOURED,
        plate=Plate(PLATE, 14, GLOW, 3),
    )


def _winner(shown: Winner) -> Stack:
    """Return a winner of evenings, and how often they won."""
    times = Label(shown.times, (30, 20), GLOW, side="right")
    return row(
        Space(4),
        face(shown.face, 22),
        Label(shown.name, LINE, CREAM, grow=1),
        times,
        Space(8),
        gap=12,
        height=ROW,
        plate=Plate(PLATE, 10),
    )


draw_hall = DrawnScene(hall_sheet, WIDE)
