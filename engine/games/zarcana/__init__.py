"""Zarcana: a board of tarot cards that grows, splits and crumbles, with minions that use the cards' powers."""
