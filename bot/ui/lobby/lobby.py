"""A table before its match starts: the lobby that everybody sees, and a seated player's own settings."""

from collections.abc import Sequence
from typing import Any, Final

import discord
import msgspec
from discord import ButtonStyle

from bot.host.kernel.paces import AWAY_DAYS, pace_of
from bot.host.lobby import Defaults, Lobby, missing
from bot.host.lobby.table_options import fields
from bot.host.ratings.rating import unrated
from bot.ui.decks.choice import UNPICTURED, DeckPictures, deck_parts, deck_select
from bot.ui.lobby import stakes
from bot.ui.lobby.characters import stand_in
from bot.ui.lobby.table_options import length_of, option_line
from bot.ui.match.posts import headline, seal_line
from bot.ui.messages import components
from bot.ui.messages.buttons import button, label_of
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, attached, rows
from bot.ui.messages.widgets import SELECT
from bot.ui.people.ratings import rating_status
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words, moment, shortened
from engine.contract import AnyGame, Message, Seat
from engine.contract.spec import Preset

OWN: Final = 300
"""The maximum number of characters for listing the titles of a server's own sets, or a person's own decks."""

ACROSS: Final = 5
"""The most buttons in a row."""

BESIDE: Final = "beside"
"""The argument of buttons that are not on the table's own message."""


def lobby(
    shown: Lobby,
    game: AnyGame,
    usual: Defaults,
    words: Words,
    picture: Picture | None = None,
    *,
    worded: bool = True,
) -> Outgoing:
    """Return a table's lobby, or its outcome once it is no longer open.

    The picture, if any, shows the seats. Beside it, words list them only if `worded` is set, and always those whose
    players have to agree. Of the settings, it says in one line those that are not `usual` there.
    """
    row = shown.match
    length = length_of(game, row.options, len(shown.seats), row.pace, words)
    asked = missing(shown)
    places = _places(shown, words)
    lines = places if worded or picture is None else [places[seat] for seat in asked]
    lines.append(words("lobby.length", length=length))
    unusual = _unusual(shown, game, usual, words)
    if unusual:
        lines.append(words("lobby.unusual", settings=Rendered(" · ".join(unusual))))
    embed = discord.Embed(
        description="\n".join([*lines, seal_line(shown.seal, words)]),
        colour=discord.Colour.blurple() if row.status == "lobby" else discord.Colour.greyple(),
    )
    advised = None if row.status != "lobby" else _advised(shown, game)
    if advised is not None:
        advice = words(f"{row.game}.preset.{advised.name}.advised")
        embed.add_field(name=words.plain("lobby.advice"), value=advice, inline=False)
    if shown.keeps is not None:
        people = [seat.seat for seat in shown.seats if seat.user is not None]
        line = stakes.agreement(shown.keeps, people, words)
        embed.add_field(name=words.plain("keeps.field"), value=line, inline=False)
    embed.set_footer(text=_title(shown, words))
    mentions = _invited(shown) if row.status == "lobby" else ()
    return Outgoing(
        content=_invitation(shown, words),
        embeds=(embed,),
        view=_lobby_buttons(shown, words),
        files=attached(picture),
        mentions=mentions,
        silent=not mentions,
    )


def outcome(shown: Lobby, thread: int | None, words: Words) -> Outgoing:
    """Return what a table's message becomes at the end of its match: the result, the way to the match, and the seal."""
    row = shown.match
    there = [] if thread in (None, row.channel) else [f"<#{thread}>"]
    embed = discord.Embed(description=seal_line(shown.seal, words), colour=discord.Colour.greyple())
    embed.set_footer(text=_title(shown, words))
    again = button(row.id, "rewatch" if row.status == "over" else "log", words)
    return Outgoing(
        content=" · ".join([headline(shown, words), *there]),
        embeds=(embed,),
        view=rows([again]),
        silent=True,
    )


def _unusual(shown: Lobby, game: AnyGame, usual: Defaults, words: Words) -> list[str]:
    """Return what is not as usual at a table: pace, rules, cards, who takes over for leavers, and being unrated."""
    row, rules = shown.match, usual.options.model_dump(mode="json")
    why = unrated(row, words.seats)
    told: list[str] = [] if row.pace == usual.pace else [words("pace.none" if row.untimed else f"pace.{row.pace}")]
    names = [field.name for field in fields(game.spec.options) if row.options[field.name] != rules[field.name]]
    told += [option_line(game, name, row.options[name], words) for name in names]
    if row.takeover is not None:
        told.append(words("table.takeover.agreed", player=stand_in(shown, row.takeover, words)))
    if shown.own:
        told.append(words("lobby.own", titles=shortened(", ".join(shown.own), OWN)))
    return told if why is None else [*told, rating_status(why, words, row.origin)]


def _title(shown: Lobby, words: Words) -> str:
    return words.plain("lobby.title", game=words(f"{shown.match.game}.name"), match=shown.match.id)


def _advised(shown: Lobby, game: AnyGame) -> Preset | None:
    """Return the preset that suits this number of players better than the table's rules do, or None."""
    return next(
        (
            preset
            for preset in game.spec.presets
            if preset.advised is not None
            and len(shown.seats) >= preset.advised
            and any(shown.match.options[name] != value for name, value in preset.options.items())
        ),
        None,
    )


def _invitation(shown: Lobby, words: Words) -> str:
    row = shown.match
    if row.status == "closed" and row.started is None and row.closing is not None:
        return words.message(msgspec.convert(row.closing, Message))
    if row.status == "running" and row.solo:
        return words("lobby.content.solo", match=row.id)
    if row.status != "lobby":
        return words(f"lobby.content.{row.status}", match=row.id)
    if row.starting is not None:
        return words("lobby.content.starting", match=row.id)
    opener = Rendered(f"<@{row.opener}>")
    game = words(f"{row.game}.name")
    invited = _invited(shown)
    if invited:
        return words("lobby.content.challenge", opener=opener, invited=_mentions(invited), game=game)
    if row.sought is not None and not shown.full:
        return words("lobby.content.sought", opener=opener, game=game, until=Rendered(moment(row.sought)))
    return words("lobby.content.full" if shown.full else "lobby.content.open", opener=opener, game=game)


def _places(shown: Lobby, words: Words) -> list[str]:
    lines: list[str] = []
    asked = missing(shown)
    for seat in shown.seats:
        if seat.seat in asked:
            lines.append(words("lobby.seat_asked", number=seat.seat + 1, player=words.player(seat.seat)))
        elif seat.taken and seat.deck is not None and seat.deck["name"]:
            deck = seat.deck["name"]
            lines.append(words("lobby.seat", number=seat.seat + 1, player=words.seated(seat.seat), deck=deck))
        elif seat.taken:
            lines.append(words("lobby.seat_plain", number=seat.seat + 1, player=words.seated(seat.seat)))
        elif seat.kept_for is not None:
            lines.append(words("lobby.seat_kept", number=seat.seat + 1, player=Rendered(f"<@{seat.kept_for}>")))
        else:
            lines.append(words("lobby.seat_free", number=seat.seat + 1))
    return lines


def _lobby_buttons(shown: Lobby, words: Words) -> discord.ui.View | None:
    """Return the buttons that everybody may need at a table; those that only some can use are in its settings.

    The table of a solo match, which is private, has all of them.
    """
    match, public = shown.match.id, shown.match.guild is not None and not shown.match.solo
    watch = [button(match, "watch", words)] if public else []
    if shown.match.status == "running":
        return rows([button(match, "hand", words, ButtonStyle.primary), button(match, "board", words), *watch])
    if not shown.open:
        return None
    begin = button(match, "start" if shown.full else "join", words, ButtonStyle.success)
    challenge = [button(match, "decline", words)] if _invited(shown) else []
    agree = [button(match, "agree", words, ButtonStyle.success)] if missing(shown) else []
    for_keeps = [button(match, "keeps", words)] if shown.keeps is not None else []
    told = [button(match, "lookout", words)] if shown.match.sought is not None and not shown.full else []
    withdraw = [button(match, "withdraw", words)] if shown.match.solo else []
    more = [*told, *for_keeps, button(match, "table", words), *withdraw]
    buttons = [begin, *agree, seat_button(shown, words), *challenge, *more]
    return rows(buttons[:ACROSS], buttons[ACROSS:])


def seal_post(shown: Lobby, words: Words) -> Outgoing:
    """Return a separate post for a seal that is missing from the table's own message."""
    lines = [words("lobby.content.starting", match=shown.match.id), seal_line(shown.seal, words)]
    return Outgoing(content="\n".join(lines), view=rows([button(shown.match.id, "more", words)]), silent=True)


def unsealed(shown: Lobby, words: Words) -> Outgoing:
    """Return the message telling a match's players that its seal could not be posted anywhere."""
    view = rows([button(shown.match.id, "more", words)])
    return Outgoing(content=words("post.unsealed", match=shown.match.id), view=view)


def waiting(shown: Lobby, words: Words) -> Outgoing:
    """Return the placeholder for a hand until the match starts."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(words("panel.lobby", match=shown.match.id)))
    view.stop()
    return Outgoing(view=view, silent=True)


def dealing(shown: Lobby, words: Words) -> Outgoing:
    """Return what stands in place of a panel until the match begins, or why it never will."""
    row = shown.match
    if row.status == "closed":
        return components.layout([_invitation(shown, words)], silent=True)
    hand = components.action_row(button(row.id, "hand", words))
    return components.layout([words("panel.dealing", match=row.id), seal_line(shown.seal, words), hand])


def seat_button(shown: Lobby, words: Words) -> discord.ui.Button[Any]:
    """Return the button that leads to a person's own deck or, in games without decks, asks for a lucky word."""
    action = "seat" if shown.decks else "word"
    return components.button_to(CustomId(action, shown.match.id), words.plain(f"button.{action}"))


def seat(shown: Lobby, own: Seat, built: Sequence[str], words: Words, pictures: DeckPictures = UNPICTURED) -> Outgoing:
    """Return the settings that a seated player can change before the start: the deck and a lucky word.

    Only that player sees the message. `built` lists the names of the player's own decks that fit the table, and
    `pictures` show the decks.
    """
    match, deck, ready = shown.match.id, deck_name(shown, own), [choice.ready for choice in shown.decks]
    names = [*(each.name for each in ready), *built]
    title = [words("seat.title", match=match), *([words("seat.choose")] if names else [])]
    parts: list[components.Part] = ["\n".join(title), *deck_parts(ready, deck, pictures, words)]
    if built:
        parts.append(words("seat.own", decks=shortened(", ".join(built), OWN)))
    if names:
        parts.append(discord.ui.Separator())
    word = shown.seats[own].word
    dice = [*([words("seat.word", word=word)] if word else []), words("seat.secret")]
    if pace_of(shown.match.pace).days:
        dice.append(words("seat.away", most=AWAY_DAYS))
    selects = [
        deck_select(CustomId("deck", match, argument=str(number)), names[start : start + SELECT], ready, deck, words)
        for number, start in enumerate(range(0, len(names), SELECT))
    ]
    rows = [components.action_row(each) for each in selects]
    ask = components.action_row(button(match, "word", words))
    return components.layout([*parts, *rows, "\n".join(dice), ask], files=pictures.files)


def deck_name(shown: Lobby, seat: Seat) -> str | None:
    """Return the name of the deck that a seat plays, or None if it has none."""
    deck = shown.seats[seat].deck
    return deck["name"] if deck else None


def word_modal(match: int, word: str | None, words: Words) -> discord.ui.Modal:
    """Return the modal that asks a seated player for a lucky word; `word` is the present one."""
    return components.word_modal(CustomId("word", match), words("seat.word_about"), words, word)


def changed_notice(shown: Lobby, seats: Sequence[int], words: Words) -> Outgoing:
    """Return a post that asks the players in the given seats to accept a change to their table."""
    row = shown.match
    users = tuple(user for seat in shown.seats if seat.seat in seats and (user := seat.user) is not None)
    line = words("table.changed", players=_mentions(users), opener=Rendered(f"<@{row.opener}>"), match=row.id)
    view = rows([button(row.id, "agree", words, ButtonStyle.success), button(row.id, "table", words)])
    return Outgoing(content=line, view=view, mentions=users)


def invited_notice(shown: Lobby, seats: Sequence[int], words: Words) -> Outgoing | None:
    """Return the post that invites people to seats at a table; None if the seats are kept for nobody any more."""
    row, invited = shown.match, _invited(shown, seats)
    line = words(
        "lobby.invited", people=_mentions(invited), opener=Rendered(f"<@{row.opener}>"), game=words(f"{row.game}.name")
    )
    ways = [_beside(row.id, "join", words, ButtonStyle.success), _beside(row.id, "decline", words)]
    view = rows([*ways, button(row.id, "table", words)])
    return Outgoing(content=line, view=view, mentions=invited) if invited else None


def sought_notice(shown: Lobby, told: Sequence[int], words: Words) -> Outgoing:
    """Return the post that tells the people who want to know of it that somebody looks for a match."""
    row = shown.match
    line = words(
        "lobby.sought",
        opener=Rendered(f"<@{row.opener}>"),
        game=words(f"{row.game}.name"),
        pace=words.plain(f"pace.{row.pace}.name"),
        people=_mentions(told),
    )
    view = rows([_beside(row.id, "join", words, ButtonStyle.success), button(row.id, "lookout", words)])
    return Outgoing(content=line, view=view, mentions=tuple(told), silent=True)


def found_notice(shown: Lobby, came: int, words: Words) -> Outgoing:
    """Return the post that tells those who looked for somebody that their table is full; `came` is the last seat."""
    row = shown.match
    users = tuple(user for seat in shown.seats if seat.seat != came and (user := seat.user) is not None)
    line = words("lobby.found", people=_mentions(users), player=words.seated(came), game=words(f"{row.game}.name"))
    view = rows([button(row.id, "start", words, ButtonStyle.success), seat_button(shown, words)])
    return Outgoing(content=line, view=view, mentions=users)


def _beside(
    match: int, action: str, words: Words, style: ButtonStyle = ButtonStyle.secondary
) -> discord.ui.Button[Any]:
    """Return a button of a post beside the table's own message, which stays as it is when the button is pressed."""
    return components.button_to(CustomId(action, match, argument=BESIDE), label_of(action, words), style)


def _invited(shown: Lobby, seats: Sequence[int] | None = None) -> tuple[int, ...]:
    """Return the people for whom seats are kept, or only some of the seats."""
    among = shown.seats if seats is None else [seat for seat in shown.seats if seat.seat in seats]
    return tuple(seat.kept_for for seat in among if seat.kept_for is not None)


def _mentions(users: Sequence[int]) -> Rendered:
    return Rendered(", ".join(f"<@{user}>" for user in users))
