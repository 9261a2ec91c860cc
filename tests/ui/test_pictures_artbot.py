"""Art Bot's pictures: of what lies open alone, every difference seen, every text whole, small, described in words."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.games.artbot import board
from bot.ui.games.artbot.faces import art_bot_face
from bot.ui.games.artbot.model import GlitchModel, HitModel, PotModel, board_model, hand_model
from bot.ui.games.artbot.picture import (
    BOARD,
    board_drawing,
    board_picture,
    draw_board,
)
from bot.ui.games.artbot.robot import robot_of
from bot.ui.games.card_pages import card_picture
from bot.ui.pictures.board import LEAST, MARGIN, WIDE
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.scene import Frame, Group
from bot.ui.pictures.text import width
from bot.ui.texts.words import Spoken, Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import EVERYTHING, SPECTATOR, Outcome, Viewer
from engine.dice import FairDice
from engine.registry import GAMES
from tests.ui.named_options import key_of_named
from tests.ui.picture_reader import NAMES, at_random, opened, played_out

ARTBOT, RENDERER = GAMES["artbot"], RENDERERS["artbot"]
SETS = shipped_sets(ARTBOT)
CARDS = ARTBOT.cards(SETS)
DECKS = [deck_of(ready, CARDS) for each in SETS for ready in each.decks]
PEOPLE = [Player(user=seat + 1, name=NAMES[seat]) for seat in range(8)]
WORDS, PSEUDO = Words(None, PEOPLE, CARDS), Words("en-XA", PEOPLE, CARDS)

DECK = ["Easel Stomper", "Anvil Aesthete", "Kiln Kicker", "Halo Iron", "Crane of a Thousand Canvases", "Gesso Nurse"]
SEATS: dict[str, Any] = {
    "A": {"active": ["Omnibrush Prime", "Dropped Pixel", "Halo Iron"], "inactive": DECK},
    "B": {"active": ["Gesso Nurse"], "inactive": DECK, "discard": ["Kiln Kicker"]},
    "C": {"active": ["Gesso Nurse", "Halo Iron"], "inactive": DECK},
}


def position(**changed: Any) -> Any:
    return ARTBOT.position({"seats": SEATS, **changed}, CARDS)


def after(state: Any, *names: str) -> Any:
    """Return the state after a turn, each pick by the card or the player that it names."""
    for name in names:
        (asked,) = ARTBOT.decisions(state)
        key = key_of_named(asked.options, name, WORDS)
        ARTBOT.apply(state, asked.id, [key], FairDice.seeded("ui"))
    return state


def hit() -> Any:
    return after(position(), "Omnibrush Prime", "Halo Iron", "Ben")


def glitch() -> Any:
    return after(position(), "Dropped Pixel", "Halo Iron", "Cleo")


def duel(**changed: Any) -> Any:
    zones = {"inactive": DECK, "in_play": ["Halo Iron"], "won": ["Kiln Kicker"], "aside": ["Gesso Nurse"]}
    seats = {"A": {**zones, **changed}, "B": zones}
    return ARTBOT.position({"options": {"mode": "toe-to-toe"}, "seats": seats}, CARDS)


def last_cards(state: Any) -> tuple[str, list[str]]:
    """Return the title and the names of the last cards, as the board's words have them; nothing without any."""
    told = RENDERER.board(seen(state), Spoken.of(WORDS))
    lines = [line for line in told.splitlines() if line.startswith("The last cards")]
    title, _, cards = "".join(lines).partition(": ")
    return title, cards.split(", ") if cards else []


def seen(state: Any, viewer: Viewer = SPECTATOR) -> Any:
    return ARTBOT.view(state, viewer)


def test_the_end_does_not_call_cards_lost_that_were_played() -> None:
    """With quick rules, the Discard Pile also has the cards that its owner played."""
    _, state = played_out(ARTBOT, CARDS, DECKS[:2], 1, rules="quick")
    runner_up = state.outcome.ranking[1][0]
    title, cards = last_cards(state)
    assert title == f"The last cards {NAMES[runner_up]} discarded"
    assert cards == [CARDS.name(ref.card) for ref in seen(state).seats["AB"[runner_up]].discard[:4]]


def test_the_end_shows_no_cards_of_a_player_who_left() -> None:
    """All cards of such a player are put away: nobody took them."""
    state = position()
    for seat in (1, 2):
        ARTBOT.leave(state, seat, FairDice.seeded("ui"))
    assert state.outcome.reason == "artbot.end.left"
    assert last_cards(state) == ("", [])


def test_the_end_shows_no_cards_below_a_shared_first_place() -> None:
    """The living share it, so that the next in the ranking may be a player who has left."""
    state = position()
    ARTBOT.leave(state, 2, FairDice.seeded("ui"))
    view = replace(seen(state), outcome=Outcome(((0, 1), (2,)), "artbot.end.round_cap"))
    assert board.last_cards(view)[1] == ()


@pytest.mark.parametrize("seed", range(3))
def test_everybody_sees_the_same_board_and_nothing_hidden_is_drawn(seed: int) -> None:
    for state in at_random(ARTBOT, CARDS, DECKS[:3], seed, 7):
        views = [seen(state, viewer) for viewer in (EVERYTHING, SPECTATOR, 0, 1)]
        assert len({board_model(view, WORDS) for view in views}) == 1
        guess = ARTBOT.determinize(state, 0, FairDice.seeded("guess", seed))
        assert board_model(seen(guess), WORDS) == board_model(views[1], WORDS)
        assert hand_model(seen(guess, 0), 0, WORDS) == hand_model(views[2], 0, WORDS)


def test_every_player_has_a_robot_which_is_that_of_their_newest_discarded_card() -> None:
    dealt = {letter: {"active": DECK[:2], "inactive": DECK} for letter in "ABC"}
    start = board_model(seen(position(seats=dealt)), WORDS).panels
    assert len({str(panel.robot) for panel in start}) == len(start)
    assert not any(panel.is_card for panel in start)
    discarded = {**dealt, "B": {**dealt["B"], "discard": ["Gesso Nurse", "Halo Iron"]}}
    view = seen(position(seats=discarded))
    shown = {panel.seat: panel for panel in board_model(view, WORDS).panels}
    top = CARDS.by_id[view.seats["B"].discard[0].card]
    assert (shown[1].robot, shown[1].is_card) == (robot_of(top), True)
    assert f"On top: {top.name}." in board_picture(view, WORDS).description
    assert top.name in board.board(view, WORDS)


def test_an_eliminated_player_has_no_robot() -> None:
    state = position()
    ARTBOT.leave(state, 2, FairDice.seeded("ui"))
    assert {panel.seat for panel in board_model(seen(state), WORDS).panels if panel.robot is None} == {2}


def test_a_victims_choice_is_drawn_as_a_reveal_and_a_sum() -> None:
    shown = board_model(seen(hit()), WORDS).event
    assert isinstance(shown, HitModel)
    assert shown.card is not None
    assert (shown.seat, shown.victim, shown.card.name) == (0, 1, "Omnibrush Prime")
    assert [card.name for card in shown.revealed] == DECK
    assert (shown.sum, shown.choice) == ("60 PP − 30 RP = 30", "Now Ben chooses 3 of them to lose")
    fates = {panel.seat: panel.fate for panel in board_model(seen(hit()), WORDS).panels}
    assert fates == {0: "", 1: "target", 2: ""}


def test_the_hand_of_a_victim_stays_and_the_picture_below_has_what_there_is_to_choose_from() -> None:
    victim = Words(None, PEOPLE, CARDS, reader=1)
    hand, situation = RENDERER.panel_pictures(seen(hit(), 1), 1, victim)
    assert hand.description.splitlines()[0] == "1 Gesso Nurse"
    assert "Choose 3 of these to lose" in situation.description.splitlines()
    assert "- Easel Stomper · Physical Damage 20 PP · 0 RP · Common" in situation.description.splitlines()
    attacker = hand_model(seen(hit(), 0), 0, WORDS)
    assert [card.name for card in attacker] == ["Dropped Pixel"]


def test_equal_cards_of_a_hand_are_one_card_with_their_number() -> None:
    hand = ["Dropped Pixel", "Gesso Nurse", "Dropped Pixel"]
    state = ARTBOT.position({"seats": {"A": {"active": hand}, "B": {"active": ["Gesso Nurse"]}}}, CARDS)
    shown = hand_model(seen(state, 0), 0, WORDS)
    assert {card.name: card.copies for card in shown} == {"Dropped Pixel": 2, "Gesso Nurse": 1}


def test_a_glitch_is_remembered_for_one_turn() -> None:
    state = glitch()
    shown = board_model(seen(state), WORDS)
    assert shown.event == GlitchModel("GLITCH!", "All hands are mixed, and Cleo gets only 2 cards")
    assert [panel.fate for panel in shown.panels] == ["", "", "glitch"]
    assert "GLITCH by Ada!" in board_picture(seen(state), WORDS).description
    assert "🔀 **GLITCH** by **<@1>**!" in RENDERER.board(seen(state), WORDS)
    while seen(state).turn < 3:
        (asked,) = ARTBOT.decisions(state)
        ARTBOT.apply(state, asked.id, ARTBOT.default(state, asked.id, FairDice.seeded("x")), FairDice.seeded("x"))
    assert not isinstance(board_model(seen(state), WORDS).event, GlitchModel)


def test_a_tie_of_toe_to_toe_shows_the_pot() -> None:
    shown = board_model(seen(duel()), WORDS).event
    assert isinstance(shown, PotModel)
    assert [[card.name for card in cards] for _, cards in shown.cards] == [["Halo Iron"], ["Halo Iron"]]
    assert RENDERER.hand_pictures(seen(duel(), 0), 0, WORDS) == ()


CHANGES: dict[str, tuple[Any, Any]] = {
    "another card that hits": (hit(), after(position(), "Halo Iron", "Dropped Pixel", "Ben")),
    "a Glitch": (glitch(), position(active="B")),
    "whose turn it is": (position(), position(active="B")),
    "a card more in a deck": (position(), position(seats={**SEATS, "C": {**SEATS["C"], "inactive": [*DECK, *DECK]}})),
    "a card more discarded": (position(), position(seats={**SEATS, "C": {**SEATS["C"], "discard": DECK[:1]}})),
    "who is out": (position(), position(seats={**SEATS, "C": {"discard": DECK}})),
    "another card in the pot": (duel(), duel(in_play=["Mallet Minder"])),
    "a card won": (duel(), duel(won=DECK)),
}


@pytest.mark.parametrize("changed", CHANGES)
def test_every_difference_is_seen(changed: str) -> None:
    before, then = (opened(board_picture(seen(state), WORDS).content) for state in CHANGES[changed])
    assert (before.size, before.tobytes()) != (then.size, then.tobytes())


def test_a_board_is_drawn_once_and_always_the_same() -> None:
    first = board_picture(seen(hit()), WORDS)
    assert board_picture(seen(hit()), WORDS).content is first.content
    draw_board.cache_clear()
    assert board_picture(seen(hit()), WORDS) == first
    assert first.name == BOARD


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_board_is_small_and_described_whole(seats: int) -> None:
    everybody = {letter: {"active": DECK[:4], "inactive": DECK * 3, "discard": DECK} for letter in "ABCDEFGH"[:seats]}
    everybody["A"] = {**everybody["A"], "active": ["Omnibrush Prime", "Halo Iron"]}
    state = position(seats=everybody)
    names = ["Omnibrush Prime", "Halo Iron", *(["Ben"] if seats > 2 else [])]
    made = board_picture(seen(after(state, *names)), WORDS)
    assert opened(made.content).width == WIDE
    assert len(made.content) < 180_000
    assert len(made.description) < DESCRIPTION
    assert all(f"{name}: " in made.description for name in NAMES[:seats])
    assert "Ada hits Ben, who reveals Easel Stomper" in made.description
    assert "<@" not in made.description


@pytest.mark.parametrize("words", [WORDS, PSEUDO], ids=["english", "pseudo"])
def test_every_text_is_whole(words: Words) -> None:
    for card in CARDS.by_id.values():
        assert not any(said.endswith("…") for said in texts(art_bot_face(card, words).scene().items)), card.name
        assert not any(said.endswith("…") for said in texts(art_bot_face(card, words, text=True).scene().items)), (
            card.name
        )
    events = [board_model(seen(state), words).event for state in (hit(), glitch(), duel())]
    lines = [getattr(event, name, "") for event in events for name in ("sum", "choice", "title", "line")]
    assert max(width(line, 24) for line in lines) < WIDE - 4 * MARGIN
    points = [panel.points for state in (hit(), duel()) for panel in board_model(seen(state), words).panels]
    assert max(width(text, LEAST) for text in points) < 280


def test_a_card_that_is_looked_up_is_a_picture() -> None:
    found = card_picture(RENDERER, "Marble Mauler", CARDS, WORDS)
    assert found is not None
    assert found.description.splitlines()[:2] == ["Marble Mauler", "Rare · Physical Damage"]
    assert found.content != getattr(card_picture(RENDERER, "Halo Iron", CARDS, WORDS), "content", None)
    assert card_picture(RENDERER, "Nobody's Card", CARDS, WORDS) is None


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_two_players_are_side_by_side_and_more_have_a_row_each(seats: int) -> None:
    everybody = {letter: {"active": DECK[:2], "inactive": DECK} for letter in "ABCDE"[:seats]}
    scene = board_drawing(seen(position(seats=everybody)), WORDS)
    plates = [group.items[0] for group in scene.items if isinstance(group, Group) and group.id.startswith("seat")]
    frames = [plate for plate in plates if isinstance(plate, Frame)]
    assert len({frame.fill for frame in frames}) == len(frames) == seats, "everybody has a colour"
    lefts, tops = ({frame.at[axis] for frame in frames} for axis in (0, 1))
    assert (len(lefts), len(tops)) == ((2, 1) if seats == 2 else (1, seats))
    assert all(frame.size[0] == WIDE - 2 * MARGIN for frame in frames) == (seats > 2)
