"""How tournaments look: standings and trees as pictures and as text, pairings, the final report.

Pure functions of what the host says: no network, no database. Whoever looks sees the same, in their own language.
"""
