"""The language in which Varia's cards are written: small parts with the same meaning on every card."""
