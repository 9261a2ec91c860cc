"""Zarcana's renderer."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.ui.games.renderer import Renderer
from bot.ui.games.zarcana import cards, picture
from bot.ui.games.zarcana.board import advice, board, hand, piles, score, step
from bot.ui.games.zarcana.choices import choices, label, outcome
from bot.ui.games.zarcana.emojis import PLAIN, SUITS, emoji
from bot.ui.games.zarcana.episodes import KINDS, episodes
from bot.ui.games.zarcana.faces import art
from bot.ui.games.zarcana.model import hand_model
from bot.ui.games.zarcana.plate import INKS
from bot.ui.games.zarcana.record import record
from bot.ui.games.zarcana.signs import SIGNS
from bot.ui.games.zarcana.situation import glimpsed, held, open_cards, plan, situation
from bot.ui.games.zarcana.turn import points_changed, turn_strip
from bot.ui.pictures.pyramids import PyramidArt
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.tones import tones_of
from bot.ui.texts.words import Rendered, Words, copies
from engine.contract import CardRef, Decision, Fact, Key, Message, Option, Seat
from engine.games.zarcana.events import TurnBegan
from engine.games.zarcana.pool import ZarcanaCards

TURN_RULES = ("aim", "minions", "suits")
"""The sections of the rules that cover a turn: there is only one kind of step."""


class ZarcanaRenderer(Renderer):
    """Zarcana in words and pictures."""

    key = "zarcana"
    earlier_drawn = 2000  # the events of a whole match; a longer one has no map of its last turns
    board_stays = True
    separable = False
    rule_sections = ("aim", "turn", "minions", "suits", "courts", "board", "limits", "end", "printed")
    kinds, turns = KINDS, (TurnBegan,)
    emojis = (*SUITS.values(),)
    locks = ("zarcana.pick.lock",)
    for_desks = True
    pick_signs: ClassVar = {
        "zarcana.pick.draw": "layers",
        "zarcana.pick.discard": "puff",
        "zarcana.pick.reorient": "arrow",
        "zarcana.pick.declare": "end",
    }
    signs = SIGNS
    tones = tones_of(*(INKS["discs"][part] for part in "kap"))

    step = staticmethod(step)
    board = staticmethod(board)
    situation = staticmethod(situation)
    score = staticmethod(score)
    held = staticmethod(held)
    glimpsed = staticmethod(glimpsed)
    open_cards = staticmethod(open_cards)
    hand = staticmethod(hand)
    piles = staticmethod(piles)
    advice = staticmethod(advice)
    plan = staticmethod(plan)
    board_picture = staticmethod(picture.board_picture)
    situation_picture = staticmethod(picture.situation_picture)
    hand_cards = staticmethod(hand_model)
    hand_told = staticmethod(picture.hand_told)
    label = staticmethod(label)
    outcome = staticmethod(outcome)
    record = staticmethod(record)
    board_drawing = staticmethod(picture.board_drawing)
    turn_strip = staticmethod(turn_strip)
    points = staticmethod(points_changed)
    episodes = staticmethod(episodes)
    card_page = staticmethod(cards.page)
    draw_card = staticmethod(picture.card_picture)
    art = staticmethod(art)
    emoji = staticmethod(emoji)

    def beside(self, facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
        """Return what happened in a turn in a few lines: but for points, which its picture shows."""
        drawn = self.points(facts, before, words)
        return [line for line in self.report(facts, before, words) if line not in drawn]

    def forecast_is_drawn(self, *_: object) -> bool:
        """The pictures show the scores before and after a draft."""
        return True

    def option_numbers(self, view: Any, seat: Seat, asked: Decision, words: Words, /) -> Mapping[Key, int]:
        """Return the numbers of cards in the hand, of minions and of spaces."""
        return choices(view, seat, asked, words).numbers

    def question(self, asked: Decision, words: Words) -> str:
        """Return the question that a decision asks."""
        plain = ".plain" if asked.about.keys() <= {"space"} else ""
        return words(f"zarcana.ask.{asked.kind}{plain}", **asked.about)

    def hint(self, option: Option, words: Words) -> str | None:
        """Return a line with the score and the effect of an option's card; None without one, and for a space."""
        if option.group == "zarcana.group.territory":
            return None
        ref = option.label.args.get("card")
        if not isinstance(ref, CardRef):
            return None
        return cards.short(ref.card, words.pool(ZarcanaCards), words, wild=option.label.args.get("as") == "hand")

    def aims_at(self, label: Message) -> bool:
        """Return whether an option names a card for its space alone."""
        return label.args.get("as") is None

    def pick_art(self, label: Message, seat: Seat, words: Words) -> Illustration | None:
        """Return the minion that an option places, its sign, or its card; None for a card that it only aims at."""
        if label.id == "zarcana.pick.place":
            return PyramidArt(seat, "small")
        aims = self.aims_at(label) and label.id not in self.pick_signs
        return None if aims else super().pick_art(label, seat, words)

    def card_text(self, card: str, words: Words, count: int = 1) -> str:
        """Return a line with a card's name, the sign of its suit, its score and its effect."""
        pool = words.pool(ZarcanaCards)
        said = Rendered(cards.short(card, pool, words, wild=False))
        sign = PLAIN[pool.suit_of[card]]
        return words("card.signed", sign=sign, card=CardRef(card), copies=copies(count), text=said)

    def rule_sections_now(self, view: Any) -> Sequence[str]:
        """Return the sections on turns; from the final round on, the section on how the match ends comes first."""
        return TURN_RULES if view.final is None and view.outcome is None else ("end", *TURN_RULES)


RENDERER: Final = ZarcanaRenderer()
"""The game's renderer, loaded by its key."""
