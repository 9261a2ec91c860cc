"""Recurrences: tournaments that are held again and again, and announced some days ahead without anybody's click.

Their times are by the server's clocks. A recurrence's organiser and the settings of its coming evenings are in its
template, a tournament that is never held. A transaction that changes a recurrence locks that template.
"""
