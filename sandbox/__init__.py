"""A local Discord: REST and gateway server and a chat page, for trying the bot and for its tests."""
