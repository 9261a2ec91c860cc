"""WarMage's renderer."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from bot.ui.games.renderer import Renderer
from bot.ui.games.warmage import cards, picture
from bot.ui.games.warmage.board import advice, board, hand, piles, step
from bot.ui.games.warmage.emojis import SCHOOL_EMOJIS, WOUNDS, emoji
from bot.ui.games.warmage.episodes import KINDS, episodes
from bot.ui.games.warmage.model import hand_model, numbers
from bot.ui.games.warmage.record import record
from bot.ui.games.warmage.sigil import SCHOOLS, sigil_of
from bot.ui.games.warmage.signs import SIGNS
from bot.ui.games.warmage.situation import glimpsed, held, open_cards, score, situation
from bot.ui.games.warmage.situation_picture import situation_picture
from bot.ui.games.warmage.turn import turn_strip
from bot.ui.pictures.tones import tones_of
from bot.ui.texts.words import Words
from engine.contract import Decision, Fact
from engine.games.warmage.events import Rewound, TurnBegan

STEP_RULES = {"draw": ("turn",), "cast": ("turn", "cast", "wounds"), "end": ("turn", "play"), "over": ("aim",)}
"""The sections of the rules that cover each step; an open Chain has sections of its own."""


class WarMageRenderer(Renderer):
    """WarMage in words and pictures."""

    key = "warmage"
    for_desks = True
    rule_sections = ("aim", "turn", "cast", "chain", "play", "wounds", "last_chance", "printed")
    kinds, turns = KINDS, (TurnBegan,)
    emojis = (*WOUNDS, *SCHOOL_EMOJIS.values())
    pick_signs: ClassVar = {"warmage.pick.deck": "layers", "warmage.pick.fill": "layers", "warmage.pick.flesh": "drop"}
    signs = SIGNS
    tones = tones_of(*(SCHOOLS["gloom"][part] for part in "kdp"))

    step = staticmethod(step)
    board = staticmethod(board)
    situation = staticmethod(situation)
    score = staticmethod(score)
    held = staticmethod(held)
    open_cards = staticmethod(open_cards)
    hand = staticmethod(hand)
    piles = staticmethod(piles)
    advice = staticmethod(advice)
    board_picture = staticmethod(picture.board_picture)
    situation_picture = staticmethod(situation_picture)
    hand_cards = staticmethod(hand_model)
    glimpsed = staticmethod(glimpsed)
    numbers = staticmethod(numbers)
    record = staticmethod(record)
    board_drawing = staticmethod(picture.board_drawing)
    turn_strip = staticmethod(turn_strip)
    episodes = staticmethod(episodes)
    card_line = staticmethod(cards.short)
    card_page = staticmethod(cards.page)
    draw_card = staticmethod(picture.card_picture)
    art = staticmethod(lambda spell, _: sigil_of(spell))
    emoji = staticmethod(emoji)

    def report(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Sequence[str]:
        """Return what happened in a turn in a few lines; of one that was taken back, only that it was."""
        taken_back = [fact for fact in facts if isinstance(fact, Rewound)]
        return super().report(taken_back or facts, before, words)

    def question(self, asked: Decision, words: Words) -> str:
        """Return the question that a decision asks."""
        aimed = ".at" if asked.kind == "answer" and "target" in asked.about else ""
        return words(f"warmage.ask.{asked.kind}{aimed}", **asked.about)

    def nothing(self, words: Words) -> str:
        """Return why a seat can only pass."""
        return words("warmage.nothing")

    def rule_sections_now(self, view: Any) -> Sequence[str]:
        """Return the sections of the rules that cover the current step."""
        return ("chain", "play", "last_chance") if view.chain else STEP_RULES[view.step]


RENDERER: Final = WarMageRenderer()
"""The game's renderer, loaded by its key."""
