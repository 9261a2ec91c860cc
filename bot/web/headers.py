"""The headers with which pages are sent: what browsers may do with them."""

from base64 import b64encode
from hashlib import sha256
from typing import Final

from bot.ui.replays.notice import notice_style
from bot.ui.replays.page import script

SAFE: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers of every answer: nothing is guessed, told to other sites, listed by search engines, or allowed to scripts."""

KEPT: Final = "private, no-cache"
"""Browsers may keep a page, and ask each time whether it is still there: so a link that was taken back ends at once."""

_NOTHING: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:"
"""The part of every content policy: nothing is fetched or sent."""

_EMBEDDERS: Final = "https://discord.com https://*.discord.com https://*.discordsays.com"
"""Who may show a match page in a frame: Discord, and the frame in which Discord shows activities."""


def _source(text: str) -> str:
    """Return a text as a source in a content policy: only exactly this text is taken."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


PAGE_POLICY: Final = (
    f"{_NOTHING}; script-src {_source(script())}; style-src 'unsafe-inline'; font-src data:; "
    f"frame-ancestors {_EMBEDDERS}"
)
"""The content policy of match pages, which run their own script and no other."""

NOTICE_POLICY: Final = f"{_NOTHING}; style-src {_source(notice_style())}; frame-ancestors 'none'"
"""The content policy of everything else."""
