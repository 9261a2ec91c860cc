"""The games, one package each: all are built from the same parts, and none depends on another."""
