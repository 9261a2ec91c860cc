"""Links to the pages of finished matches."""

from typing import Annotated, Final

from msgspec import Struct
from sqlalchemy import Index, String

from bot.storage.schema.base import MatchNumber, Snowflake, table


class PageLinkRow(Struct, frozen=True):
    """A link to a match's page. A match has at most one that names its players, and one that does not.

    Attributes:
        key: the part of the address that nobody can guess: 128 random bits in base64url.
        maker: the person who made it.
        private: whether the match is in a channel that not everybody in its server can see.
        at: when it was made.
        named: whether the page names the players.
    """

    match: MatchNumber
    key: Annotated[str, String(22)]
    maker: Snowflake
    private: bool
    at: float
    named: bool = False


page_links: Final = table(
    "page_links", PageLinkRow, Index(None, "key", unique=True), Index(None, "maker"), key=("match", "named")
)
