"""Communication with Discord: calls, pacing, delivery, and the meaning of each error."""
