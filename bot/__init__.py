"""The Discord application: settings, host, storage, user interface, texts and the command line."""
