"""Varia's renderer."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from bot.ui.games.card_numbers import Numbers
from bot.ui.games.episodes import points_told
from bot.ui.games.renderer import Renderer
from bot.ui.games.varia import cards, decks, picture
from bot.ui.games.varia.aim_picture import aim_picture
from bot.ui.games.varia.board import board, hand, piles, score, step
from bot.ui.games.varia.emblem import PALETTES
from bot.ui.games.varia.emojis import AP, TYPES, emoji, sign
from bot.ui.games.varia.episodes import KINDS, episodes, joined
from bot.ui.games.varia.faces import art
from bot.ui.games.varia.model import hand_model, numbers
from bot.ui.games.varia.panel_pictures import glimpsed, hand_told, usable
from bot.ui.games.varia.reasons import reason
from bot.ui.games.varia.record import record
from bot.ui.games.varia.report import beside, blows, report
from bot.ui.games.varia.signs import SIGNS
from bot.ui.games.varia.situation import (
    answer,
    forecast,
    hand_is_drawn,
    held,
    label,
    open_cards,
    outcome,
    pictures_plans,
    plan,
    scope,
    situation,
)
from bot.ui.games.varia.situation_picture import situation_picture
from bot.ui.games.varia.turn import turn_strip
from bot.ui.pictures.tones import tones_of
from bot.ui.texts.words import Words
from engine.contract import Decision, Forecast, Seat
from engine.games.varia.events import TurnBegan

STEP_RULES = {
    "movement": ("turn", "distance"),
    "action": ("turn", "fast", "queue"),
    "reaction": ("turn", "fast", "queue"),
    "fast_action": ("fast",),
    "fast_reaction": ("fast",),
    "over": ("aim",),
}
"""The sections of the rules that cover each step; Resolution is covered by those on the moment and the clash."""


class VariaRenderer(Renderer):
    """Varia in words and pictures."""

    key = "varia"
    for_desks = True
    rule_sections = ("aim", "turn", "moment", "clash", "distance", "fast", "queue", "items", "stacks", "printed")
    kinds, turns = KINDS, (TurnBegan,)
    folded = ("varia.group.combo", "varia.group.fuse")
    emojis = (AP, *TYPES)
    locks = ("varia.pick.lock", "varia.pick.pass")
    pick_signs: ClassVar = {"varia.pick.engage": "arrow", "varia.pick.disengage": "wind", "varia.pick.roll": "pips"}
    signs = SIGNS
    tones = tones_of(*PALETTES["cinder-vanguard"])

    step = staticmethod(step)
    board = staticmethod(board)
    situation = staticmethod(situation)
    score = staticmethod(score)
    held = staticmethod(held)
    hand_is_drawn = staticmethod(hand_is_drawn)
    glimpsed = staticmethod(glimpsed)
    usable = staticmethod(usable)
    open_cards = staticmethod(open_cards)
    plan = staticmethod(plan)
    forecast = staticmethod(forecast)
    forecast_is_drawn = staticmethod(pictures_plans)
    label = staticmethod(label)
    outcome = staticmethod(outcome)
    scope = staticmethod(scope)
    reason = staticmethod(reason)
    hand = staticmethod(hand)
    piles = staticmethod(piles)
    board_picture = staticmethod(picture.board_picture)
    aim_picture = staticmethod(aim_picture)
    situation_picture = staticmethod(situation_picture)
    hand_cards = staticmethod(hand_model)
    hand_told = staticmethod(hand_told)
    record = staticmethod(record)
    board_drawing = staticmethod(picture.board_drawing)
    colours = staticmethod(picture.colours)
    turn_strip = staticmethod(turn_strip)
    episodes = staticmethod(episodes)
    joined = staticmethod(joined)
    report = staticmethod(report)
    beside = staticmethod(beside)
    points = staticmethod(points_told)
    blows = staticmethod(blows)
    card_line = staticmethod(cards.line)
    sign = staticmethod(sign)
    card_page = staticmethod(cards.page)
    draw_card = staticmethod(picture.card_picture)
    art = staticmethod(art)
    emoji = staticmethod(emoji)
    deck = staticmethod(decks.contents)
    deck_cards = staticmethod(decks.all_cards)
    deck_face = staticmethod(decks.face)
    draw_cards = staticmethod(picture.draw_cards)
    readable = staticmethod(picture.readable)
    deck_figures = staticmethod(decks.figures)
    deck_curve = staticmethod(decks.curve_lines)
    most_copies = staticmethod(decks.most_copies)
    deck_look = staticmethod(decks.look)
    good_at = staticmethod(decks.good_at)

    def numbers(self, view: Any, seat: Seat, _: Decision | None, words: Words, /) -> Numbers:
        """Return the numbers of a seat's cards, which they keep for a turn."""
        return numbers(view, seat, words)

    def question(self, asked: Decision, words: Words) -> str:
        """Return the question that a decision asks; for an offer, add what is offered.

        A fast step says if the opponent has played a Fast card: it is asked even if its player has passed in advance.
        An answer names the action that it meets.
        """
        purpose = asked.about.get("purpose")
        suffix = "" if asked.about else ".plain"
        if asked.kind in ("fast_action", "fast_reaction") and "seat" in asked.about:
            suffix = ".again"
        elif asked.kind == "reaction" and "cards" in asked.about:
            suffix = ".to"
        asks = words(f"varia.ask.{asked.kind}{suffix if purpose is None else f'.{purpose}'}", **asked.about)
        offer = cards.offer(asked, words)
        return asks if offer is None else f"{asks}\n{offer}"

    def staked(self, asked: Decision, forecast: Sequence[Forecast], words: Words) -> str:
        """Return the question; for an answer, with what the action costs on average, and with its rules."""
        answers = asked.kind == "reaction" and "cards" in asked.about
        return answer(asked, forecast, words) if answers else self.question(asked, words)

    def nothing(self, words: Words) -> str:
        """Return why a seat can only pass."""
        return words("varia.nothing")

    def rule_sections_now(self, view: Any) -> Sequence[str]:
        """Return the sections of the rules that cover the current step."""
        return STEP_RULES.get(view.step, ("moment", "clash"))


RENDERER: Final = VariaRenderer()
"""The game's renderer, loaded by its key."""
