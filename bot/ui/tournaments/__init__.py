"""How tournaments look: standings and brackets as pictures and as text, pairings, the final report.

Pure functions of the host's data: no network, no database. Every viewer sees the same, in their own language.
"""
