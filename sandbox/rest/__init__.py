"""The REST API: the part of version 10 that a card-game bot uses."""
