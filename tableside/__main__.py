"""The entry point for `python -m tableside`."""

from tableside import main

main()
