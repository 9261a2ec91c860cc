"""`tableside setup`: from nothing to a running bot, one step after another.

Each step looks at how things are (`.env`, the application, the servers) and does only what is missing. So a setup that
was stopped goes on where it was when it begins again.
"""
