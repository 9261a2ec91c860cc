"""A smoke test: every kind of request that the bot makes, on a real server, compared with Discord's documentation."""
