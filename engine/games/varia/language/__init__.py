"""The language in which Varia's cards are written: small parts that mean the same on every card."""
