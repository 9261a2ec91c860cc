"""WarMage's pictures: of what lies open alone, every difference seen, every text whole, small, described in words."""

from collections import Counter
from typing import Any

import pytest

from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import card_picture
from bot.ui.games.trophies import seat_tones
from bot.ui.games.warmage.faces import spell_face
from bot.ui.games.warmage.model import board_model, hand_model
from bot.ui.games.warmage.picture import (
    BOARD,
    HELD,
    board_drawing,
    board_picture,
    draw_board,
)
from bot.ui.games.warmage.situation_picture import SituationModel, lay_situation, situation_model
from bot.ui.pictures.board import GAP, LEAST, MARGIN, WIDE
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.scene import Frame, Group, Image
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip import WIDE as STRIP
from bot.ui.pictures.symbols import Sign
from bot.ui.pictures.text import width
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import EVERYTHING, SPECTATOR, Viewer
from engine.dice import FairDice
from engine.registry import GAMES
from tests.ui.picture_laws import texts_of as texts_of_scene
from tests.ui.picture_reader import NAMES, at_random, opened

WARMAGE, RENDERER = GAMES["warmage"], RENDERERS["warmage"]
CARDS = WARMAGE.cards(shipped_sets(WARMAGE))
PEOPLE = [Player(user=seat + 1, name=NAMES[seat]) for seat in range(6)]
WORDS, PSEUDO = Words(None, PEOPLE, CARDS), Words("en-XA", PEOPLE, CARDS)

SEATS: dict[str, Any] = {
    "A": {"hand": ["Cinder Dart", "Unbroken Word"]},
    "B": {"hand": ["Salve"], "flesh": 1, "mortal": 1, "play": [{"card": "Hollow Moon", "seat": "C"}, "Barkskin"]},
    "C": {"hand": ["Undertow", "Swerve", "Undertow"]},
}
MIDDLE: dict[str, Any] = {"deck": ["Squall"] * 4, "row": ["Salve", "Comet Price", "Squall"], "discard": ["Salve"]}


def position(**changed: Any) -> Any:
    return WARMAGE.position({**MIDDLE, "seats": SEATS, **changed}, CARDS)


def after(state: Any, *picks: tuple[int, str]) -> Any:
    """Return the state after some answers, each a seat's and by its label or key."""
    for seat, wanted in picks:
        asked = next(each for each in WARMAGE.decisions(state) if each.seat == seat)
        key = next(each.key for each in asked.options if wanted in (each.key, WORDS.label(each.label)))
        WARMAGE.apply(state, asked.id, [key], FairDice.seeded("ui"))
    return state


def dart(**changed: Any) -> Any:
    return after(position(**changed), (0, "Cinder Dart"), (0, "Ben"))


def countered() -> Any:
    return after(dart(), (1, "pass"), (2, "Undertow"))


def saved() -> Any:
    return after(countered(), (1, "pass"), (0, "Unbroken Word"), (0, "Cinder Dart (Ada)"))


def seen(state: Any, viewer: Viewer = SPECTATOR) -> Any:
    return WARMAGE.view(state, viewer)


@pytest.mark.parametrize("seed", range(3))
def test_everybody_sees_the_same_board_and_nothing_hidden_is_drawn(seed: int) -> None:
    for state in at_random(WARMAGE, CARDS, [None] * 4, seed, 9):
        views = [seen(state, viewer) for viewer in (EVERYTHING, SPECTATOR, 0, 1)]
        assert len({board_model(view, WORDS) for view in views}) == 1
        guess = WARMAGE.determinize(state, 0, FairDice.seeded("guess", seed))
        assert board_model(seen(guess), WORDS) == board_model(views[1], WORDS)
        assert hand_model(seen(guess, 0), 0, WORDS) == hand_model(views[2], 0, WORDS)


def test_a_sealed_answer_changes_nothing_in_the_picture() -> None:
    assert board_picture(seen(after(dart(), (2, "Undertow"))), WORDS) == board_picture(seen(dart()), WORDS)


def test_the_chain_is_drawn_from_its_top_with_what_becomes_of_it() -> None:
    shown = board_model(seen(countered()), WORDS)
    assert [(link.number, link.seat, link.name, link.fate, link.at, link.upon) for link in shown.chain] == [
        (2, 2, "Undertow", "success", None, (1, "Cinder Dart")),
        (1, 0, "Cinder Dart", "countered", 1, None),
    ]
    assert shown.may_answer == (0, 1)
    assert [link.fate for link in board_model(seen(saved()), WORDS).chain] == ["success"] * 3


def test_cards_in_play_say_who_cast_them() -> None:
    player = board_model(seen(position()), WORDS).players[1]
    assert [(lying.name, lying.by and lying.by.sign) for lying in player.play] == [
        ("Hollow Moon", "C"),
        ("Barkskin", None),
    ]
    assert [lying.art for lying in player.play] == [
        spell_face(CARDS.by_id[CARDS.find(lying.name)], WORDS).art for lying in player.play
    ]
    assert (player.flesh, player.mortal, player.left, player.most, player.told) == (1, 1, 3, 6, "3 Wounds until out")


def test_a_hand_shows_equal_spells_together_with_their_rules() -> None:
    shown = hand_model(seen(position(), 2), 2, WORDS)
    assert [(card.title, card.number) for card in shown] == [("Undertow ×2", 1), ("Swerve", 2)]
    assert shown[0].rules == "On the top Spell of the Chain: counter it."
    nobody = position(seats={**SEATS, "C": {}})
    assert RENDERER.hand_pictures(seen(nobody, 2), 2, WORDS) == ()


def situation(view: Any, seat: int) -> SituationModel:
    """The model of a seat's situation, without numbers."""
    return situation_model(view, seat, WORDS, {})


def test_a_panel_shows_the_open_chain_to_everybody_and_nothing_hidden() -> None:
    for state in (dart(), countered(), saved()):
        pictures = RENDERER.panel_pictures(seen(state, 1), 1, WORDS)
        guess = WARMAGE.determinize(state, 1, FairDice.seeded("guess"))
        assert RENDERER.panel_pictures(seen(guess, 1), 1, WORDS) == pictures
        chain = situation(seen(state, 1), 1).chain
        assert [each.link for each in chain] == [each.link for each in situation(seen(state, 2), 2).chain]
        assert [bool(each.card.text) for each in chain] == [True] + [False] * (len(chain) - 1)
    sealed = after(dart(), (2, "Undertow"))
    assert RENDERER.panel_pictures(seen(sealed, 1), 1, WORDS) == RENDERER.panel_pictures(seen(dart(), 1), 1, WORDS)


@pytest.mark.parametrize("words", [WORDS, PSEUDO], ids=["english", "pseudo"])
def test_a_chain_on_a_panel_has_its_players_targets_and_fates_whole(words: Words) -> None:
    for state in (saved(), countered()):
        model = situation_model(seen(state, 1), 1, words, {})
        drawn = Counter(each.text for each in texts_of_scene(lay_situation(model), STRIP))
        told = [each.link.told for each in model.chain]
        upon = [each.link.upon[1] for each in model.chain if each.link.upon is not None]
        names = [each.card.name for each in model.chain]
        assert Counter([*told, *upon, *names]) <= drawn
        assert {each.by.name for each in model.chain} <= {*drawn}


CHANGES: dict[str, tuple[Any, Any]] = {
    "a Chain": (position(), dart()),
    "a counter": (dart(), countered()),
    "a Spell protected": (countered(), saved()),
    "another target": (dart(), after(position(), (0, "Cinder Dart"), (0, "Cleo"))),
    "a Flesh Wound more": (position(), position(seats={**SEATS, "B": {**SEATS["B"], "flesh": 2}})),
    "a Wound Mortal": (position(), position(seats={**SEATS, "B": {**SEATS["B"], "flesh": 0, "mortal": 2}})),
    "a card in hand": (position(), position(seats={**SEATS, "B": {**SEATS["B"], "hand": []}})),
    "a card in play": (position(), position(seats={**SEATS, "C": {"play": ["Star Lantern"]}})),
    "who cast a card in play": (position(), position(seats={**SEATS, "B": {**SEATS["B"], "play": ["Hollow Moon"]}})),
    "another card in the Row": (position(), position(row=["Salve", "Comet Price", "Cinder Dart"])),
    "a card in the deck": (position(), position(deck=["Squall"] * 3)),
    "a card discarded": (position(), position(discard=[])),
    "whose turn it is": (position(), position(active="B")),
}


@pytest.mark.parametrize("changed", CHANGES)
def test_every_difference_is_seen(changed: str) -> None:
    before, then = (opened(board_picture(seen(state), WORDS).content) for state in CHANGES[changed])
    assert (before.size, before.tobytes()) != (then.size, then.tobytes())


def test_a_board_is_drawn_once_and_always_the_same() -> None:
    first = board_picture(seen(dart()), WORDS)
    assert board_picture(seen(dart()), WORDS).content is first.content
    draw_board.cache_clear()
    assert board_picture(seen(dart()), WORDS) == first
    assert first.name == BOARD


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_board_is_small_and_described_whole(seats: int) -> None:
    everybody = {
        letter: {"hand": ["Salve"], "flesh": 1, "play": ["Weathervane", "Star Lantern"][: 1 + (letter == "A")]}
        for letter in "ABCDEF"[:seats]
    }
    everybody["A"] = {**everybody["A"], "hand": ["Cinder Dart"]}
    cast = [(0, "Cinder Dart"), (0, "Ben")] if seats > 2 else [(0, "Cinder Dart → Ben")]
    state = after(position(seats=everybody), *cast)
    made = board_picture(seen(state), WORDS)
    assert opened(made.content).width == WIDE
    assert len(made.content) < 150_000
    assert len(made.description) < DESCRIPTION
    assert all(name in made.description for name in NAMES[:seats])
    assert "1 Ada: Cinder Dart → Ben · ✅ happens" in made.description
    assert "<@" not in made.description


@pytest.mark.parametrize("words", [WORDS, PSEUDO], ids=["english", "pseudo"])
def test_every_text_is_whole(words: Words) -> None:
    for card in CARDS.by_id.values():
        assert not any(said.endswith("…") for said in texts(spell_face(card, words).scene().items)), card.name
        assert not any(said.endswith("…") for said in texts(spell_face(card, words, text=True).scene().items)), (
            card.name
        )
        assert width(card.name, LEAST + 6) < 420, card.name
    shown = board_model(seen(saved()), words)
    fates = [words.plain(f"warmage.picture.{fate}") for fate in ("success", "countered", "fizzled")]
    assert max(width(fate, LEAST + 4) for fate in fates) < 174
    drawn = Counter(texts(board_drawing(seen(saved()), words).items))
    wanted = [shown.title, shown.asked, *(text for each in shown.players for text in (each.name, each.told))]
    assert Counter(wanted) <= drawn


def test_a_spell_that_is_looked_up_is_a_picture() -> None:
    found = card_picture(RENDERER, "Comet Price", CARDS, WORDS)
    assert found is not None
    assert found.description.splitlines()[:2] == ["Comet Price", "Star · Opener"]
    assert card_picture(RENDERER, "Nobody's Spell", CARDS, WORDS) is None


def pieces_of(state: Any) -> list[Group]:
    return [item for item in board_drawing(seen(state), WORDS).items if isinstance(item, Group) and item.id]


def panel_of(state: Any, seat: str) -> Group:
    return next(piece for piece in pieces_of(state) if piece.id == f"seat {seat}")


@pytest.mark.parametrize("state", [dart(), countered(), saved()], ids=["a Spell", "a counter", "a ward"])
def test_each_spell_of_a_chain_shows_whose_it_is_and_what_it_targets(state: Any) -> None:
    shown = board_model(seen(state), WORDS)
    drawn = [piece for piece in pieces_of(state) if piece.id.startswith("chain")]
    assert len(drawn) == len(shown.chain)
    for link, piece in zip(shown.chain, drawn, strict=True):
        signs = [shown.seats[seat].sign for seat in (link.seat, link.at) if seat is not None]
        number, upon = link.upon or ("", "")
        said = [*signs, str(link.number), link.name, link.told, str(number), upon]
        assert Counter(texts(piece.items)) == Counter(text for text in said if text)
        signs_drawn = [item.source for item in piece.items if isinstance(item, Image) and isinstance(item.source, Sign)]
        steps = [target for target in (link.at, link.upon) if target is not None]
        assert [sign.name for sign in signs_drawn].count("arrow") == len(steps)


def test_a_card_in_play_shows_its_art_and_who_cast_it_for_somebody_else() -> None:
    lying = [each for player in board_model(seen(position()), WORDS).players for each in player.play]
    drawn = [piece for piece in pieces_of(position()) if piece.id.startswith("play")]
    for each, piece in zip(lying, drawn, strict=True):
        arts = [
            item.source.art for item in piece.items if isinstance(item, Image) and isinstance(item.source, SmallCard)
        ]
        assert arts == [each.art]
        caster = [] if each.by is None else [each.by.sign]
        assert " ".join(texts(piece.items)) == " ".join([*caster, each.name])


@pytest.mark.parametrize("count", [0, 1, 5, 7])
def test_a_hidden_hand_is_backs_and_their_number(count: int) -> None:
    panel = panel_of(position(seats={**SEATS, "C": {"hand": ["Salve"] * count}}), "C")
    backs = [item for item in panel.items if isinstance(item, Image) and item.source == HELD]
    assert len(backs) == min(count, 5)
    assert f"{count} card{'' if count == 1 else 's'}" in set(texts(panel.items))


def test_the_last_player_of_an_odd_number_has_a_panel_across_the_board() -> None:
    for seats, wide in ((SEATS, WIDE - 2 * MARGIN), ({**SEATS, "D": {}}, (WIDE - 2 * MARGIN - GAP) / 2)):
        scene = board_drawing(seen(position(seats=seats)), WORDS)
        [plate] = [item for item in scene.items if isinstance(item, Frame) and item.fill == seat_tones(4)[2].deep]
        assert plate.size[0] == wide


@pytest.mark.parametrize("discard", [0, 1])
def test_the_row_and_the_piles_fill_the_width(discard: int) -> None:
    scene = board_drawing(seen(position(discard=["Salve"] * discard)), WORDS)
    cards = [item for item in scene.items if isinstance(item, Group) and item.id.startswith(("row", "pile"))]
    images = [next(part for part in group.items if isinstance(part, Image)) for group in cards]
    assert images[-1].left + images[-1].width == pytest.approx(WIDE - MARGIN)
