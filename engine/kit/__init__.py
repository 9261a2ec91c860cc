"""What games are built from, beside the contract."""
