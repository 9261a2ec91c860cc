"""Short pages that say why there is no match page to show."""

from base64 import b64encode
from hashlib import sha256
from typing import Final, Literal, TypeAlias

from bot.ui.pictures.svg import said
from bot.ui.words import Words

Reason: TypeAlias = Literal["unknown", "limited", "busy", "older", "broken"]
"""Why there is no page: the address is wrong or was taken back, the reader asks for too many pages, too many readers
wait for other pages, the match was played by older rules, or its log does not hold."""

_STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1.5rem;text-align:center}"
)

_STYLE_HASH: Final = b64encode(sha256(_STYLE.encode()).digest()).decode()

POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""The content policy of such a page."""


def notice(reason: Reason, words: Words) -> str:
    """Return a page that says why there is nothing to show, and what to do."""
    title, text = said(words(f"link.page.{reason}.title")), said(words(f"link.page.{reason}"))
    language = words.catalogue.locale
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="robots" content="noindex">\n'
        f'<link rel="icon" href="data:,">\n<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n'
        f"<body>\n<main>\n<h1>{title}</h1>\n<p>{text}</p>\n</main>\n</body>\n</html>\n"
    )
