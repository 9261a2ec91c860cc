"""Zarcana: a board of tarot cards that grows, splits and crumbles, and minions that use the cards' powers."""
