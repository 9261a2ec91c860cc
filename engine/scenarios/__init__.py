"""Rules positions as data: a file says how a match stands, what is picked, and what must come of it."""
