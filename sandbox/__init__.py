"""A local Discord for testing the bot and for trying it out: a REST and gateway server and a chat page."""
