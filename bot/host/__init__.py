"""The use cases of matches: lobby, table, clock, outbox. Knows the engine's contract, but no game and no Discord."""
