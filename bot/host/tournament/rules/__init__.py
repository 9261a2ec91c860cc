"""The rules of tournaments as pure functions: pairings, standings, scores. No database, no clock, no randomness."""
