"""A smoke test: every kind of request that the bot makes, tried on a real server, beside what Discord documents."""
