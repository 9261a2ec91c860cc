"""How tournaments look: standings and brackets as pictures and as text, pairings, and the final report.

These are pure functions of the host's data, without network or database. Every viewer sees the same contents, each in
their own language.
"""
