"""What a server gets: the greeting, its log and the settings of its games."""
