"""The card sets that new tables are played with, and those that servers upload."""
