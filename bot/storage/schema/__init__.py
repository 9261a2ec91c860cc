"""The tables. Times are seconds since 1970 (UTC); Discord's ids are integers, our own ids count from 1.

A match consists of its row, its seats, its log of entries and the events caused by them. Everything that is pending (a
draft, a timer, a post or a surface) is a row of its own.
"""

from bot.storage.schema.base import metadata
from bot.storage.schema.card_sets import guild_sets, workshops
from bot.storage.schema.collections import (
    agreements,
    collectors,
    copies,
    keeps,
    movements,
    packs,
    reservations,
    starters,
    trades,
)
from bot.storage.schema.crowns import crowns
from bot.storage.schema.decks import own_decks, own_formats
from bot.storage.schema.matches import card_sets, drafts, entries, events, matches, seals, seats, watchers
from bot.storage.schema.page_links import page_links
from bot.storage.schema.people import aways, barred, blocks, explained, graces, guilds, lookouts, tries, users
from bot.storage.schema.ratings import rating_corrections, ratings, results
from bot.storage.schema.seasons import honours, season_evenings, season_places, seasons
from bot.storage.schema.service import deferred, inbox, leases, notes, orders, readers
from bot.storage.schema.sums import sums
from bot.storage.schema.tournaments import acts, entrants, recurrences, role_holders, series, series_games, tournaments
from bot.storage.schema.waiting import destinations, panel_tokens, posts, surfaces, timers
