"""A command of `tableside` as a separate process; its arguments are in the environment, as JSON."""

import json
import os
import sys

from bot.cli import app

if __name__ == "__main__":
    app(json.loads(os.environ["TEST_ARGUMENTS"]), prog_name=sys.argv[0])
