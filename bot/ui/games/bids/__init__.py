"""How people see Bids."""
