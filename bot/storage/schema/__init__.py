"""The tables. Times are seconds since 1970 (UTC); ids of Discord are integers, ids of ours count from 1.

A match is its row, its seats, its log of entries and the events that followed from them. Whatever waits for somebody,
a draft, a timer, a post, a surface, is a row of its own.
"""

from bot.storage.schema.base import metadata
from bot.storage.schema.fleet import leases
from bot.storage.schema.homebrew import guild_sets, workshops
from bot.storage.schema.matches import card_sets, drafts, entries, events, matches, seats, watchers
from bot.storage.schema.people import aways, blocks, guilds, users
from bot.storage.schema.service import deferred, inbox, notes, orders
from bot.storage.schema.waiting import destinations, posts, surfaces, timers

__all__ = [
    "aways",
    "blocks",
    "card_sets",
    "deferred",
    "destinations",
    "drafts",
    "entries",
    "events",
    "guild_sets",
    "guilds",
    "inbox",
    "leases",
    "matches",
    "metadata",
    "notes",
    "orders",
    "posts",
    "seats",
    "surfaces",
    "timers",
    "users",
    "watchers",
    "workshops",
]
