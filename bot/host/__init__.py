"""Matches as use cases: lobby, table, clock, outbox. Knows the engine's contract, no single game and no Discord."""
