"""The world behind the sockets: servers, channels, people, messages and commands.

SimCord's backend stores it, and only this package uses SimCord. SimCord calls that backend internal, so its version is
pinned exactly, and `tests/sandbox/test_world.py` lists everything used here. Nothing in this package depends on
sockets, people's clients, faults or limits.
"""

from simcord.backend.models import Guild, Interaction, Message, ResponseKind, User

from sandbox.world.backend import Happening
from sandbox.world.channel import Channel
from sandbox.world.hidden import hidden_channel
from sandbox.world.snapshot import load, save
from sandbox.world.threads import ThreadLimits, ThreadPlan
from sandbox.world.world import UploadedPart, World

__all__ = [
    "Channel",
    "Guild",
    "Happening",
    "Interaction",
    "Message",
    "ResponseKind",
    "ThreadLimits",
    "ThreadPlan",
    "UploadedPart",
    "User",
    "World",
    "hidden_channel",
    "load",
    "save",
]
