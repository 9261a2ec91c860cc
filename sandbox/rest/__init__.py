"""The REST API: version 10 of it, as far as a bot of our kind uses it."""
