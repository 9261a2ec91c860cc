"""The use cases, from lobby to outbox. They depend on the engine's contract, but on no game and not on Discord."""
