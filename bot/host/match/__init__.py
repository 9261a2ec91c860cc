"""A running match: its table, its clocks, what its people do, and how it is stored."""
