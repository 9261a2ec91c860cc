"""Everything behind the More button, and the answers to some commands: the log, the rules, the list of matches."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.host.kernel.paces import pace_of
from bot.host.match.panel_actions import Panel
from bot.host.match.queries import Ended, TableView, Waiting
from bot.ui.games.renderer import Renderer
from bot.ui.games.rules import current_sections, explanation
from bot.ui.match.panel_texts import how_many
from bot.ui.match.posts import DESCRIPTION, fit_beats
from bot.ui.messages.buttons import Item, button
from bot.ui.messages.components import LABEL, Part, action_row, button_to, divided, layout
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Attachment, Outgoing, attached, beside, rows
from bot.ui.messages.widgets import BUTTONS, in_advance
from bot.ui.people.settings import askings
from bot.ui.pictures.game_banner import CardFan, draw_fan
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.seat_faces import faces_of
from bot.ui.pictures.single_face import draw_face
from bot.ui.pictures.tones import Tones
from bot.ui.texts.words import Rendered, Spoken, Words, isolated, shortened, time_left
from engine.contract import Decision, Fact
from engine.contract.spec import Spec

LISTED: Final = 5
"""How many matches of a person have a face and buttons; the others are a line each."""

LAST: Final = 10
"""The most finished matches in the list of a person's matches; fewer stand below several that run."""

RUNNING: Final = 9
"""The most matches in the list of those that run in a server, for which a message has room."""

OTHERS: Final = 2000
"""The maximum number of characters for the other matches."""

LOG_ROOM: Final = 3500
"""The maximum number of characters to show of a log; the full log is attached as a file."""


def more(
    match: int,
    shown: Panel | None,
    spec: Spec,
    words: Words,
    *,
    house: bool = False,
    for_desks: bool = False,
    puzzle: bool = False,
) -> Outgoing:
    """Return the less common actions in a match; only a seated player gets the actions that need a seat.

    `shown` is that player's panel while the match runs; its question may be answered with a pass in advance. `house`
    says whether a house player, who can be asked for its reasons, is taking part, and `for_desks` whether the panel's
    pictures are others at a desk. A `puzzle` has no number, and nobody leaves it.
    """
    actions = ("piles", "now", "rules", *(() if puzzle else ("log", *(("why",) if house else ()))))
    title = words("puzzle.more") if puzzle else words("more.title", match=match)
    looks = [button(match, action, words) for action in actions]
    if shown is None:
        return Outgoing(content=title, view=rows(looks))
    row, own = shown.match, shown.own
    hinted = house and row.lesson is None and not puzzle
    acts = [*([button(match, "hint", words, ButtonStyle.primary)] if hinted else []), button(match, "me", words)]
    if for_desks and shown.person.pictures:
        other = "no" if shown.person.desk else "yes"
        acts.append(button_to(CustomId("screen", match, argument=other), words.plain(f"button.screen.{other}")))
    if not own.extended and not row.untimed:
        acts.append(button(match, "longer", words))
    if pace_of(row.pace).days:
        acts.append(button(match, "unwait" if own.waits else "wait", words))
    disputes = [button(match, "rewind", words)] if spec.rewinds and row.vote is None and row.loaded is None else []
    calls = [button(match, "tcall", words)] if row.series is not None else []
    leave = [] if puzzle else [button(match, "leave", words, ButtonStyle.danger)]
    asking: list[Item] = [_asking(match, own.asking, words)] if spec.windows else []
    asked = None if shown.vote is not None else shown.question
    ahead: list[Item] = [] if asked is None else [*in_advance(match, asked, shown.draft, words)]
    move = [button(match, "playhere", words)] if row.solo and row.puzzle is None else []
    view = rows(ahead, looks, acts, asking, [*disputes, *calls, *move, *leave])
    return Outgoing(content=title, view=view)


def _asking(match: int, chosen: str, words: Words) -> "discord.ui.Select[discord.ui.View]":
    """Return the select with which a player decides when to be asked in this match's response windows."""
    options = askings(words)
    for option in options:
        option.default = option.value == chosen
    return discord.ui.Select(custom_id=str(CustomId("asking", match)), options=options)


def piles(shown: TableView, words: Words, renderer: Renderer) -> Outgoing:
    """Return the piles that everybody may look through."""
    return _sections(
        words("more.piles"),
        [
            (each.title, each.told or ", ".join(map(words.card, each.cards)) or words("game.piles.empty"))
            for each in renderer.piles(shown.view, words)
        ],
    )


def rules_now(shown: TableView, words: Words, renderer: Renderer) -> Outgoing:
    """Return the rules that apply to the current step."""
    return _sections(f"### {renderer.step(shown.view, words)}", current_sections(renderer, shown.view, words))


def panel_help(shown: Panel, words: Words, renderer: Renderer) -> Outgoing:
    """Return help with a seat's question: what it is about, and what is not possible; rules are a click away."""
    asked = shown.question
    lines: list[str] = []
    if asked is not None:
        question, _, details = renderer.question(asked, words).partition("\n")
        lines += [words("panel.question", question=Rendered(question)), *details.splitlines()]
        lines.append(explanation(renderer, asked, words))
        if not asked.least == asked.most == 1:
            lines.append(how_many(asked, words))
        if asked.blocked:
            lines += ["", words("help.blocked"), *_blocked(asked, words)]
    plain = "help.untimed" if shown.match.untimed else "help.panel"
    lines += ["", words(plain if shown.puzzle is None or shown.puzzle.proof is None else "puzzle.help")]
    embed = discord.Embed(description=shortened("\n".join(lines).strip(), DESCRIPTION))
    view = rows([button(shown.match.id, action, words) for action in ("now", "rules")])
    return Outgoing(content=f"### {renderer.step(shown.view, words)}", embeds=(embed,), view=view)


def _blocked(asked: Decision, words: Words) -> list[str]:
    """Return the blocked options and the reasons why they are blocked, one line per reason."""
    reasons: dict[str, list[str]] = {}
    for blocked in asked.blocked:
        reasons.setdefault(words.message(blocked.reason), []).append(words.message(blocked.label))
    return [
        words("help.blocked.line", reason=Rendered(reason), what=Rendered(", ".join(dict.fromkeys(what))))
        for reason, what in reasons.items()
    ]


def _sections(title: str, sections: Sequence[tuple[str, str]]) -> Outgoing:
    text = "\n".join(f"**{heading}**\n{part}" for heading, part in sections)
    return Outgoing(content=title, embeds=(discord.Embed(description=shortened(text, DESCRIPTION)),))


def log(match: int, facts: Sequence[Fact], words: Words, renderer: Renderer) -> Outgoing:
    """Return the log of a match: the latest part as text, and the full log as a file."""
    beats = renderer.story(facts, words)
    if not beats:
        return Outgoing(content=words("log.empty"))
    told = renderer.story(facts, Spoken.of(words))  # a file would show a mention as a number
    whole = "\n".join(line for beat in told for line in (beat.line, *(f"    {part}" for part in beat.particulars)))
    file = Attachment(f"match-{match}.txt", whole.encode(), words.plain("log.file", match=match))
    lines = [words("log.title", match=match), words("log.earlier")]
    embed = discord.Embed(description=fit_beats(beats, LOG_ROOM))
    return Outgoing(content="\n".join(lines), embeds=(embed,), files=(file,))


def games(
    found: Sequence[Waiting],
    user: int,
    words: Words,
    faces: Mapping[int, Picture] = MappingProxyType({}),
    ended: Sequence[Ended] = (),
    *,
    here: bool = False,
) -> Outgoing:
    """Return a list of a person's matches, the first of them with a face and the ways to the hand and to the table.

    `faces` shows the first opponent in some of them, by the number of the match. Below are buttons that show the
    `ended` ones again and, if the list is shown `here` in a server, all that run there.
    """
    groups: list[list[Part]] = []
    files: list[Attachment] = []
    for each in found[:LISTED]:
        face = attached(faces.get(each.match.id))
        files += face
        ways: list[discord.ui.Button[Any]] = []
        if each.own or each.match.solo:
            hand = CustomId("hand", each.match.id)
            ways.append(button_to(hand, words.plain("button.hand"), ButtonStyle.primary))
        if each.link is not None:
            ways.append(discord.ui.Button(url=each.link, label=words.plain("games.visit")))
        groups.append([beside(_game(each, user, words), face), *([action_row(*ways)] if ways else [])])
    if len(found) > LISTED:
        others = (_game(each, user, words).replace("\n", " · ") for each in found[LISTED:])
        groups.append([shortened("\n".join(others), OTHERS)])
    if not found:
        groups.append([words("games.none"), action_row(*_ways_in(words, here=here))])
    elif here:
        groups[-1].append(action_row(button(0, "running", words)))
    again = [_again(each, user, words) for each in ended[: max(0, LAST - 4 * max(0, len(found) - 2))]]
    if again:
        lines = [action_row(*again[start : start + BUTTONS]) for start in range(0, len(again), BUTTONS)]
        groups.append([words("games.again"), *lines])
    return layout(divided(groups), files=tuple(files))


def _ways_in(words: Words, *, here: bool) -> list[Item]:
    """Return what a person without a match is offered: a match, and in a server the ones that run there."""
    looks = [button(0, "running", words)] if here else []
    return [button(0, "playnow", words, ButtonStyle.success), *looks]


def running(found: Sequence[Waiting], user: int, words: Words) -> Outgoing:
    """Return a list of a server's running matches that a person may read, each with a link to its table."""
    groups: list[list[Part]] = [[words("games.running" if found else "games.running.none")]]
    for each in found[:RUNNING]:
        visit: list[Item] = (
            [] if each.link is None else [discord.ui.Button(url=each.link, label=words.plain("games.visit"))]
        )
        groups.append([_game(each, user, words), *([action_row(*visit)] if visit else [])])
    return layout(divided(groups))


def _again(each: Ended, user: int, words: Words, action: str = "rewatch") -> Item:
    """Return the button that shows a finished match again: whom it was against, and how it ended for the person."""
    own = Words(words.catalogue.locale, each.seats)
    others = ", ".join(own.name(seat) for seat, player in enumerate(each.seats) if player.user != user)
    ranking = [] if each.match.outcome is None else each.match.outcome["ranking"]
    first: list[int] = ranking[0] if len(ranking) > 1 else []
    won = any(each.seats[seat].user == user for seat in first)
    result = words.plain(f"profile.came.{'won' if won else 'lost' if first else 'drawn'}")
    label = words.plain("games.ended", game=words(f"{each.match.game}.name"), others=others, result=result)
    return button_to(CustomId(action, each.match.id), shortened(label, LABEL))


def which(
    found: Sequence[int], action: str | None, user: int, words: Words, ended: Mapping[int, Ended] = MappingProxyType({})
) -> Outgoing:
    """Return the question which of several matches is meant, with a button of an action for each, if there is one.

    Those of the `ended` ones say whom they were against.
    """
    if action is None:
        numbers = Rendered(", ".join(f"**{number}**" for number in found))
        return Outgoing(content=words("match.which", matches=numbers))
    buttons = [
        _again(ended[number], user, words, action)
        if number in ended
        else button_to(CustomId(action, number), words.plain("replay.number", match=number))
        for number in found
    ]
    lines = [action_row(*buttons[start : start + BUTTONS]) for start in range(0, len(buttons), BUTTONS)]
    return layout([words("match.which.button"), *lines[:BUTTONS]])


def no_games(words: Words, picture: Picture | None, *, here: bool = False) -> Outgoing:
    """Return what a person without a match is shown, `here` in a server or not; the picture is of several games."""
    return Outgoing(content=words("games.none"), view=rows(_ways_in(words, here=here)), files=attached(picture))


def fan_picture(arts: tuple[Illustration, ...], tones: Tones, words: Words) -> Picture:
    """Return a picture of a fan of cards from several games."""
    return Picture("cards.png", draw_fan(CardFan(arts, tones)), words.plain("games.fan"))


def opponent_picture(found: Waiting, user: int, words: Words) -> Picture | None:
    """Return the face of a person's first opponent in a match, or None if there is no face."""
    seats = [seat for seat, player in enumerate(found.seats) if player.user != user and player.taken]
    face = faces_of(words, len(found.seats))[seats[0]] if seats else None
    if face is None:
        return None
    return Picture(f"opponent-{found.match.id}.png", draw_face(face), isolated(words.name(seats[0])))


def _game(each: Waiting, user: int, words: Words) -> str:
    own = Words(words.catalogue.locale, each.seats)
    others = Rendered(", ".join(own.player(seat) for seat, player in enumerate(each.seats) if player.user != user))
    game = words(f"{each.match.game}.name")
    if each.match.started is None:
        return words("games.lobby", match=each.match.id, game=game)
    if each.deadline is None and each.own:
        return words("games.solo", match=each.match.id, game=game, others=others)
    if each.deadline is None:
        players = Rendered(", ".join(own.player(seat) for seat in each.waited))
        return words("games.others", match=each.match.id, game=game, others=others, players=players)
    when = Rendered(time_left(each.deadline))
    return words("games.waits", match=each.match.id, game=game, others=others, when=when)
