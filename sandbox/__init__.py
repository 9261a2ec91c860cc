"""A local Discord for the bot's tests and for trying it out: a REST and gateway server and a chat page."""
