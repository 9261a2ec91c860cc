"""The match page as one HTML file that works without a connection: style, script, fonts and the recording are in it.

The fonts of both typefaces are put in whole, and others if a picture has a letter that only they have. Chinese,
Japanese and Korean letters are left to the browser: their font is larger than twenty pages.
"""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.host.fairness.export_files import Export, Export1, replay_entry
from bot.host.fairness.replays import ExportedMatch, opened
from bot.host.fairness.verification import shareable
from bot.host.match.players import Player
from bot.host.review.analysis import MatchReview, look_over
from bot.ui.fonts.font_files import FONTS, TEXT, FontFile, font_of
from bot.ui.games.renderer import Renderer
from bot.ui.pictures.picture import description
from bot.ui.pictures.svg import element, said
from bot.ui.replays.course import course
from bot.ui.replays.recording import Recorder, Recording
from bot.ui.replays.seat_names import seat_players
from bot.ui.replays.signs import signs
from bot.ui.texts.words import Rendered, Spoken
from engine.contract import AnyGame

SCRIPTS: Final = ("dom", "copy", "record", "stage", "cards", "log", "course", "dice", "main")
"""The modules of the script, each after those that it imports."""

TYPES: Final = {".otf": "font/otf", ".ttf": "font/ttf"}
"""The media types of fonts."""

STYLES: Final = 8
"""The number of styles to keep: nearly all pages need no other fonts and share one."""

SCRIPTED: Final = (
    *("spectator", "player", "everything", "hand", "empty", "unseen", "upcoming", "step", "odds", "play", "pause"),
    *("insecure", "checking", "holds", "broken", "compare", "alone", "deleted", "sealed", "beyond", "copied"),
)
"""The texts that the script fills in, under `replay.`."""

WRITTEN: Final = (
    *("noscript", "board", "words", "log", "fairness", "seals", "check", "keys", "keylist", "controls", "slider"),
    *("first", "turnback", "back", "play", "next", "turnnext", "last", "eyes", "speed", "close"),
)
"""The texts in the file around it, under `replay.`."""

ALIKE: Final = {"check": "button.verify"}
"""Those of them that a message has as well, with their ids."""

_GAP: Final = re.compile(r"\{(\w+)\}")
_IMPORT: Final = re.compile(r"^import .*\n", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ", re.MULTILINE)


class PageLink(Struct, frozen=True):
    """What the page at a link says besides the exported match, which names nobody.

    Attributes:
        address: the full address of the page.
        day: the day on which the match ended, as in 2026-11-30.
        players: the players by name; None for a page on which seats stand for them.
        place: the link to where the match was in Discord; None if the page does not say.
    """

    address: str
    day: str
    players: tuple[Player, ...] | None = None
    place: str | None = None


def replay_page(
    match: ExportedMatch,
    renderer: Renderer,
    locale: str | None = None,
    *,
    published: bool = True,
    head: str = "",
    review: MatchReview | None = None,
    link: PageLink | None = None,
) -> str:
    """Return the page of a match in a language. Raises Diverged if the match cannot be replayed.

    If the match's secret is not `published` yet, the page shows only what a spectator saw. `head` is put into the
    file's head. With a review, the page also shows the course of the match, which says things about hidden cards.
    Nothing that a reader sees at first tells the result.
    """
    told = match.told
    words = words_of(match, locale, None if link is None else link.players, published=published)
    recording = Recorder(match, renderer, words, published=published).recording(match.steps())
    first = recording.steps[0].boards[recording.eyes - 1]
    title = title_of(told, words)
    texts = {name: said(words(ALIKE.get(name, f"replay.{name}"))) for name in WRITTEN}
    shown_course = None if review is None or not published else course(match, review, renderer, words)
    shown = {
        **texts,
        "head": head,
        "language": words.catalogue.locale,
        "title": said(title),
        "about": _about(told, link, words),
        "share": "" if link is None else _share(link, words),
        "style": style(frozenset("".join((*recording.elements, *recording.definitions)))),
        "view": "0 0 {} {}".format(*recording.scenes[first][:2]),
        "pieces": "".join(_pieces(recording, first)),
        "definitions": "".join(recording.definitions),
        "signs": signs(renderer, words),
        "ending": "" if shown_course is None else shown_course.ending,
        "fork": _fork(told, link, words) if published else "",
        "course": "" if shown_course is None else shown_course.course,
        "data": _data(told, recording, words, published=published),
        "script": script(),
    }
    return filled("page.html", shown)


def title_of(told: Export, words: Spoken) -> str:
    """Return the title of a match's page: the players and the game."""
    players = f" {words.plain('pairings.versus')} ".join(words.player(seat) for seat in range(len(told.seats)))
    return words("replay.title", players=Rendered(players), game=words(f"{told.game}.name"))


def _about(told: Export, link: PageLink | None, words: Spoken) -> str:
    """Return the line below the title: the match's number and day, and what its game is about."""
    number = said(words("replay.number", match=told.match))
    day = () if link is None else (element("time", link.day, datetime=link.day),)
    return " · ".join((number, *day, said(description(words(f"{told.game}.rules.short")))))


def _share(link: PageLink, words: Spoken) -> str:
    """Return the button that copies the page's address, and whether the page shows names."""
    copy = element("button", said(words("replay.copy.link")), type="button", id="copy-link")
    note = element("span", said(words("replay.unnamed" if link.players is None else "replay.named")))
    address = element("code", said(link.address), id="address", **{"class": "unseen"})
    return element("p", copy + note + address, id="share")


def _fork(told: Export, link: PageLink | None, words: Spoken) -> str:
    """Return the part with the command that plays on from the step that is shown, which the script fills in."""
    parts = [
        element("h2", said(words("replay.fork.title"))),
        element("p", said(words("replay.fork"))),
        element("code", " "),
        element("button", said(words("replay.copy")), type="button", id="copy-fork"),
    ]
    if link is not None and link.place is not None:
        parts.append(element("a", said(words("replay.visit")), href=said(link.place), rel="noreferrer"))
    return element("section", "".join(parts), id="fork", data_match=str(told.match), **{"class": "panel"})


class PageTask(Struct, frozen=True):
    """What another process needs to make a page: the file of a match, and how to show it.

    Attributes:
        content: the exported match, as JSON.
        games: the games by key.
        renderer: the renderer of the match's game.
        locale: the language.
        seconds: how long the search may look for costly moves; None for a page without the course of the match.
    """

    content: str
    games: Mapping[str, AnyGame]
    renderer: Renderer
    locale: str
    seconds: float | None = None


def made_page(task: PageTask) -> str:
    """Return a page made in another process. Raises Unverified if the match fails verification or is of older rules."""
    match = opened(json.loads(task.content), task.games)
    review = None if task.seconds is None else look_over(match.log(), task.seconds)
    return replay_page(match, task.renderer, task.locale, review=review)


def words_of(
    match: ExportedMatch, locale: str | None, named: Sequence[Player] | None = None, *, published: bool = True
) -> Spoken:
    """Return the texts of a match; its file names no people, so they are called after what they play unless `named`."""
    players = seat_players(match, Spoken(locale), published=published) if named is None else named
    return Spoken(locale, players, match.match.cards)


def _pieces(recording: Recording, scene: int) -> list[str]:
    """Return the elements of a scene, each in its place."""
    _, _, *numbers = recording.scenes[scene]
    found = []
    for piece, x, y in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
        _, told, _, *parts = recording.pieces[piece]
        title = element("title", told) if told else ""
        inner = "".join((title, *(recording.elements[part] for part in parts)))
        found.append(element("g", inner, transform=f"translate({x} {y})", role="img" if told else None))
    return found


def _data(told: Export, recording: Recording, words: Spoken, *, published: bool) -> str:
    """Return what the script reads, as JSON in which no element can begin or end."""
    shown: dict[str, Any] = msgspec.to_builtins(recording)
    data = {
        "recording": {name: value for name, value in shown.items() if name != "definitions"},
        "texts": {name: words.plain(f"replay.{name}") for name in SCRIPTED},
        "match": _dice(told) if published else None,
    }
    return msgspec.json.encode(data).decode().replace("</", "<\\/").replace("<!--", "\\u003c!--")


def _dice(told: Export) -> dict[str, Any]:
    """Return what the check of the seal and of the draws needs; `back` is the entry to which a rewind returns."""
    log = []
    for each in told.log:
        entry = replay_entry(each)
        log.append({"back": int("".join(entry.answer or ())) if entry.kind == "rewind" else None, "draws": each[-1]})
    table, key = shareable(told)
    sealed = told.commitment if isinstance(told, Export1) else told.seal
    return {
        "name": str(told.match),
        "seal": sealed,
        "secret": told.secret,
        "key": key,
        "table": table,
        "log": log,
    }


def filled(name: str, shown: Mapping[str, str]) -> str:
    """Return a file of the folder `page` with its gaps filled."""
    return _GAP.sub(lambda gap: shown[gap[1]], file(name))


@cache
def file(name: str) -> str:
    """Return a file of the folder `page`."""
    return files("bot.ui.replays").joinpath("page", name).read_text("utf-8")


@lru_cache(STYLES)
def style(letters: frozenset[str]) -> str:
    """Return the style with both typefaces, and the fonts for those of a page's letters that Inter lacks."""
    faces = [_face(f"tableside-{typeface}", fonts.own) for typeface, fonts in FONTS.items()]
    found = {letter: font_of(letter, TEXT) for letter in sorted(letters)}
    for font in dict.fromkeys(found.values()):
        if font is not None and font.is_ours and font != TEXT.own:
            codes = ",".join(f"U+{ord(letter):X}" for letter, own in found.items() if own == font)
            faces.append(_face("tableside-text", font, f";unicode-range:{codes}"))
    return "\n".join([*faces, file("page.css")])


def _face(family: str, font: FontFile, more: str = "") -> str:
    content = b"" if font.path is None else b64encode(font.path.read_bytes())
    source = f"url(data:{TYPES[font.file[-4:]]};base64,{content.decode()})"
    return f'@font-face{{font-family:"{family}";src:{source}{more}}}'


@cache
def script() -> str:
    """Return the modules as one script: each is there before it is imported, so the imports can go."""
    return "\n".join([_EXPORT.sub("", _IMPORT.sub("", file(f"{name}.js"))) for name in SCRIPTS])
