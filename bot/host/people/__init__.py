"""People's own settings: preferences, blocks, absences, quiet hours."""
