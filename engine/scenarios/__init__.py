"""Rules tests as data: a file describes a position, the picks made from it, and the expected results."""
