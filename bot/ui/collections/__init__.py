"""Collections, packs and trades."""
