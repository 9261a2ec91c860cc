"""Art Bot's renderer."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from bot.ui.games.artbot import cards, decks, picture
from bot.ui.games.artbot.board import board, hand, piles, score, step
from bot.ui.games.artbot.emojis import POWERS, emoji
from bot.ui.games.artbot.episodes import KINDS, episodes
from bot.ui.games.artbot.faces import LOOKS
from bot.ui.games.artbot.model import hand_model, numbers
from bot.ui.games.artbot.record import record
from bot.ui.games.artbot.robot import robot_of
from bot.ui.games.artbot.signs import SIGNS
from bot.ui.games.artbot.situation import (
    held,
    open_cards,
    situation,
)
from bot.ui.games.artbot.situation_picture import situation_picture
from bot.ui.games.artbot.turn import turn_strip
from bot.ui.games.episodes import losses_told, points_told
from bot.ui.games.renderer import Renderer
from bot.ui.pictures.colours import INK
from bot.ui.pictures.tones import tones_of
from bot.ui.texts.words import Words
from engine.contract import Fact
from engine.games.artbot.events import TurnBegan

STEP_RULES = {"choose": ("turn", "damage"), "discard": ("damage",), "recover": ("damage",), "draw": ("duel",)}
"""The sections of the rules that cover each step."""


class ArtBotRenderer(Renderer):
    """Art Bot Cards in words and pictures."""

    key = "artbot"
    for_desks = True
    rule_sections = ("aim", "turn", "damage", "heal", "steal", "glitch", "end", "quick", "duel", "printed")
    kinds, turns = KINDS, (TurnBegan,)
    emojis = (*POWERS.values(),)
    pick_signs: ClassVar = {"artbot.pick.draw": "layers"}
    signs = SIGNS
    tones = tones_of(INK, *LOOKS["steal"][1:])

    step = staticmethod(step)
    board = staticmethod(board)
    situation = staticmethod(situation)
    score = staticmethod(score)
    held = staticmethod(held)
    open_cards = staticmethod(open_cards)
    hand = staticmethod(hand)
    piles = staticmethod(piles)
    board_picture = staticmethod(picture.board_picture)
    situation_picture = staticmethod(situation_picture)
    hand_cards = staticmethod(hand_model)
    numbers = staticmethod(numbers)
    record = staticmethod(record)
    board_drawing = staticmethod(picture.board_drawing)
    turn_strip = staticmethod(turn_strip)
    points = staticmethod(points_told)
    episodes = staticmethod(episodes)
    card_line = staticmethod(cards.short)
    card_page = staticmethod(cards.page)
    draw_card = staticmethod(picture.card_picture)
    art = staticmethod(lambda card, _: robot_of(card))
    emoji = staticmethod(emoji)
    deck = staticmethod(decks.contents)
    deck_cards = staticmethod(decks.all_cards)
    deck_face = staticmethod(decks.face)
    draw_cards = staticmethod(picture.draw_cards)
    readable = staticmethod(picture.readable)
    deck_figures = staticmethod(decks.figures)
    most_copies = staticmethod(decks.most_copies)
    deck_look = staticmethod(decks.look)
    good_at = staticmethod(decks.good_at)

    def beside(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
        """Return who lost what, and what the picture of a turn does not show; of many players, also all points."""
        points = self.points(facts, before, words) if words.seats[2:] else []
        return [*losses_told(facts, before, words), *super().beside(facts, before, words), *points]

    def rule_sections_now(self, view: Any) -> Sequence[str]:
        """Return the sections of the rules that cover the current step."""
        return STEP_RULES.get(view.step, ("aim", "end"))


RENDERER: Final = ArtBotRenderer()
"""The game's renderer, loaded by its key."""
