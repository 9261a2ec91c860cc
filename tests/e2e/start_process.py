"""`tableside run` as a script, in the folder that TEST_FOLDER names."""

import os

from bot.cli import app

if __name__ == "__main__":
    os.chdir(os.environ["TEST_FOLDER"])
    app(["run"])
