"""A table as a picture: faces, decks and empty chairs, all of them in words too."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.host.decks.choices import DeckChoice
from bot.host.lobby import Lobby
from bot.locale.catalogue import PSEUDO
from bot.rendering.game_art import arts_of, cards_of
from bot.storage.matches import SeatRow
from bot.ui.games import RENDERERS
from bot.ui.lobby import lobby as lobby_ui
from bot.ui.lobby.picture import table_card, table_picture
from bot.ui.pictures.avatar import Avatar
from bot.ui.pictures.painter import texts
from bot.ui.pictures.portraits.portrait import Medallion
from bot.ui.pictures.seat_faces import PORTRAITS
from bot.ui.pictures.table_card import WIDE, table_scene
from bot.ui.texts.words import Spoken, Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import AnyGame
from engine.registry import GAMES
from tests.ui.picture_reader import NAMES, opened
from tests.ui.test_panel import check, row, usual_of


def table(game: AnyGame, seats: int, names: Sequence[str] = NAMES) -> Lobby:
    """A table of people with these names, at which the last two seats of several are kept for somebody and free."""
    ready = [deck for each in shipped_sets(game) for deck in each.decks] if game.spec.decks else []
    decks = tuple(DeckChoice(each, msgspec.to_builtins(deck_of(each, cards_of(game)))) for each in ready)
    sitting = [
        SeatRow(1, seat, user=seat + 1, name=names[seat], deck=decks[seat % len(decks)].stored if decks else None)
        for seat in range(seats)
    ]
    if seats > 2:
        sitting[-2:] = [SeatRow(1, seats - 2, invited=99), SeatRow(1, seats - 1)]
    there = replace(row(game, []), options=game.spec.options().model_dump(mode="json"))
    return Lobby(there, tuple(sitting), decks, "seal")


def shown(lobby: Lobby, locale: str = "en") -> tuple[Any, ...]:
    key = lobby.match.game
    words = Words(locale, lobby.players, cards_of(GAMES[key]))
    return lobby, arts_of(GAMES[key], RENDERERS[key]), RENDERERS[key], words


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_a_table_of_any_size_names_every_seat_in_the_picture_and_in_words(key: str, locale: str) -> None:
    game = GAMES[key]
    for seats in range(game.spec.least, game.spec.most + 1):
        lobby, arts, renderer, words = shown(table(game, seats), locale)
        picture = table_picture(lobby, arts, renderer, words)
        assert opened(picture.content).width == WIDE
        assert len(picture.content) < 120_000
        card = table_card(lobby, arts, renderer, Spoken.of(words))
        assert len(card.chairs) == seats
        for chair in card.chairs:
            assert chair.name in picture.description
            assert chair.note in picture.description
        check(lobby_ui.lobby(lobby, game, usual_of(game), words, picture, worded=False))


def test_the_picture_writes_whole_names_where_there_is_room() -> None:
    lobby, arts, renderer, words = shown(table(GAMES["artbot"], 4))
    card = table_card(lobby, arts, renderer, Spoken.of(words))
    told = set(texts(table_scene(card).items))
    assert {"Art Bot Cards", "Ada", "Ben", "Invited", "Free seat", card.chairs[0].note} <= told
    assert [chair.taken for chair in card.chairs] == [True, True, False, False]


def test_the_chair_of_an_invited_person_has_their_name_if_it_is_known() -> None:
    lobby, arts, renderer, words = shown(table(GAMES["artbot"], 4))
    lobby.seats[2].name = "Cleo"
    chair = table_card(lobby, arts, renderer, Spoken.of(words)).chairs[2]
    assert (chair.name, chair.note, chair.taken) == ("Cleo", "Invited", False)
    assert "Cleo, Invited" in table_picture(lobby, arts, renderer, words).description


def test_words_list_the_seats_only_without_the_picture_or_for_somebody_who_does_without() -> None:
    lobby, arts, renderer, words = shown(table(GAMES["artbot"], 4))
    picture, game = table_picture(lobby, arts, renderer, words), GAMES["artbot"]
    named = [
        [line for line in (message.embeds[0].description or "").splitlines() if line.startswith("**")]
        for message in (
            lobby_ui.lobby(lobby, game, usual_of(game), words, picture, worded=False),
            lobby_ui.lobby(lobby, game, usual_of(game), words, picture, worded=True),
            lobby_ui.lobby(lobby, game, usual_of(game), words, None, worded=False),
        )
    ]
    assert [len(lines) for lines in named] == [0, 4, 4]
    seats = (replace(lobby.seats[0]), replace(lobby.seats[1], agreed=False), *lobby.seats[2:])
    asked = lobby_ui.lobby(replace(lobby, seats=seats), game, usual_of(game), words, picture, worded=False)
    assert (asked.embeds[0].description or "").splitlines()[0] == "**2.** <@2> · must agree to the change"


def test_house_players_and_people_have_their_faces_and_only_ready_decks_have_one() -> None:
    lobby = table(GAMES["varia"], 2)
    own = {**(lobby.seats[1].deck or {}), "name": "My own"}
    lobby = replace(lobby, seats=(lobby.seats[0], replace(lobby.seats[1], user=None, house="wren", deck=own)))
    lobby, arts, renderer, words = shown(lobby)
    ada, wren = table_card(lobby, arts, renderer, Spoken.of(words.with_avatars({0: b"ada"}))).chairs
    assert (ada.face, wren.face) == (Avatar(b"ada"), Medallion(PORTRAITS["wren"]))
    assert ada.deck is not None
    assert wren.deck is None
    assert wren.note == "normal · My own"
