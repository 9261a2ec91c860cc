"""The reader of the catalogue: gettext files by locale, with English as the fallback of all."""

import re
import sys
from functools import lru_cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import structlog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

DEFAULT: Final = "en"
PSEUDO: Final = "en-XA"
"""The pseudo-language: English one third longer and accented, to find texts that do not fit or are not translated."""

FOLDERS: Final[list[Traversable]] = [files("bot.locale")]
"""The folders with texts; an external game adds its own before the first text is read."""

SHARED: Final = "game."
"""The beginning of the ids of texts that all games share: a game has its own instead by the same id with its key."""

GAME: Final = ".rules.short"
"""The end of an id that each game has; before it stands the game's key."""

READER: Final = re.compile(r"\.(at_)?you$")
"""The end of an id whose text speaks to its reader; it belongs to the text without it."""

MISSING: Final = "tableside.text_missing"
"""The audit event, with the id, when a text is asked for that does not exist."""

_ACCENTS: Final = str.maketrans("aeiouAEIOUcnyCNY", "àéîöûÀÉÎÖÛçñýÇÑÝ")
# Gaps, Discord's own marks (mentions, times, commands) and links stay as they are.
_KEPT: Final = re.compile(r"(\{[^}]*\}|<[^>]*>|https?://\S+)")

log = structlog.get_logger()


class Catalogue:
    """The texts of one locale.

    Attributes:
        ids: the ids of all texts.
    """

    def __init__(self, locale: str) -> None:
        self.locale = locale
        written = DEFAULT if locale == PSEUDO else locale
        language = written.replace("-", "_")
        self._forms: dict[str, tuple[str, ...]] = {}
        for file in _files(written):
            with file.open("rb") as source:
                for message in read_po(source, locale=language):
                    key = message.id if isinstance(message.id, str) else message.id[0]
                    forms = [message.string] if isinstance(message.string, str) else message.string or ()
                    if key and all(forms) and not message.fuzzy:
                        self._forms[key] = tuple(pseudo(form) if locale == PSEUDO else form for form in forms)
        games = [key.removesuffix(GAME) for key in self._forms if key.endswith(GAME)]
        shared = {key.removeprefix(SHARED): forms for key, forms in self._forms.items() if key.startswith(SHARED)}
        for game in games:
            self._forms |= {
                f"{game}.{key}": forms
                for key, forms in shared.items()
                if f"{game}.{READER.sub('', key)}" not in self._forms
            }
        self._form_of = c2py(get_plural(language).plural_expr)
        self.ids = frozenset(self._forms)

    def text(self, key: str, count: int = 1) -> str:
        """Return the text of an id, with gaps in braces, in the plural form for a count if it has plural forms.

        A missing text is logged and replaced by its id, which is better for a person than nothing.
        """
        forms = self._forms.get(key)
        if forms is None:
            if self.locale != DEFAULT:
                return catalogue(DEFAULT).text(key, count)
            log.error("text missing", text=key)
            sys.audit(MISSING, key)
            return key
        return forms[0] if len(forms) == 1 else forms[self._form_of(count)]


@lru_cache(maxsize=64)
def catalogue(locale: str | None) -> Catalogue:
    """Return the best catalogue for a Discord locale: its own, its language's, or English."""
    wanted = locale or DEFAULT
    served = (name for name in (wanted, wanted.partition("-")[0]) if name == PSEUDO or _files(name))
    return load(next(served, DEFAULT))


@lru_cache(maxsize=64)
def load(locale: str) -> Catalogue:
    """Return the catalogue of a locale that has one."""
    return Catalogue(locale)


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the locales that have texts."""
    found = {place.name for folder in FOLDERS for place in folder.iterdir() if place.is_dir() and _files(place.name)}
    return tuple(sorted(found))


def pseudo(text: str) -> str:
    """Return text in the pseudo-language."""
    parts = _KEPT.split(text)
    spoken = "".join(part if _KEPT.fullmatch(part) else part.translate(_ACCENTS) for part in parts)
    return spoken + "~" * (len(_KEPT.sub("", text)) // 3)


def _files(locale: str) -> list[Traversable]:
    """Return the files of a locale: the bot's own, and those of the games."""
    folders = [folder.joinpath(locale, "LC_MESSAGES") for folder in FOLDERS]
    return [file for folder in folders if folder.is_dir() for file in folder.iterdir() if file.name.endswith(".po")]
