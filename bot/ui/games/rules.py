"""The rules of a game in words, the same for every game: sections from the catalogue."""

from collections.abc import Sequence
from typing import Any

from bot.ui.games.panel_renderer import PanelRenderer
from bot.ui.texts.words import Words
from engine.contract import Decision


def all_sections(renderer: PanelRenderer, words: Words) -> list[tuple[str, str]]:
    """Return the rules summary as sections, each with a title and text."""
    return _sections(renderer, renderer.rule_sections, words)


def current_sections(renderer: PanelRenderer, view: Any, words: Words) -> list[tuple[str, str]]:
    """Return the sections of the rules that cover the current step."""
    return _sections(renderer, renderer.rule_sections_now(view), words)


def explanation(renderer: PanelRenderer, asked: Decision, words: Words) -> str:
    """Return what a question is about: what can be chosen, what that does, and what happens after a pass."""
    return words(f"{renderer.key}.help.{asked.kind}")


def _sections(renderer: PanelRenderer, sections: Sequence[str], words: Words) -> list[tuple[str, str]]:
    keys = [f"{renderer.key}.rules.{section}" for section in sections]
    return [(words(f"{key}.title"), words(key)) for key in keys]
