"""What the bot asks of Discord: every kind of request, the permissions that it takes, and what becomes of its errors.

Each call names its kind. The outcomes of errors, the permissions that the bot is invited with and that `/doctor`
checks, and the answers that the smoke test expects all come from this list. It leaves out what discord.py asks for
when it starts: such an error ends the start.
"""

from enum import Enum

from msgspec import Struct


class Kind(Struct, frozen=True):
    """A kind of request.

    Attributes:
        label: its name in logs and metrics.
        names: the requests of this kind, as Discord's documentation names them; the smoke test makes each of them.
        use: what the bot needs them for.
        outcomes: a letter for each sense of an error, in the order of `bot.messenger.outcomes.Sense`.
        permissions: what they require at the place, as discord.py names it.
        status: the status of a success.
        optional: whether the bot can do without these permissions.
    """

    label: str
    names: tuple[str, ...]
    use: str
    outcomes: str
    permissions: tuple[str, ...] = ()
    status: int = 200
    optional: bool = False


class Request(Enum):
    """The kinds of request that the bot makes. Files are sent with a message, so they are not a separate kind.

    The letters stand for what the bot does about an error, see `bot.messenger.outcomes`. Their columns are the senses:
    message, place, person, closed, refused, archived, exists, answered, over, busy, login, event, unknown.
    """

    SEND = Kind(
        "send message",
        ("Create Message",),
        "posts, boards, and hands by direct message",
        "S N U U N N S S S W X S S",
        permissions=("view_channel", "send_messages", "embed_links", "attach_files"),
    )
    EDIT = Kind("edit message", ("Edit Message",), "keeping boards and hands current", "A N S U N A S S S W X S S")
    DELETE = Kind(
        "delete message",
        ("Delete Message",),
        "messages that a newer one replaced",
        "D D N N N N N N N W X N N",
        status=204,
    )
    OPEN_DM = Kind("open direct messages", ("Create DM",), "hands by direct message", "U U U U U U U U U W X U U")
    MESSAGES = Kind(
        "get messages",
        ("Get Channel Messages",),
        "finding a post again after a failure",
        "N N N N N N N N N W X N N",
        permissions=("view_channel", "read_message_history"),
    )
    THREAD_UNDER = Kind(
        "start thread under message",
        ("Start Thread from Message",),
        "a match's own thread",
        "A N N N N N D N N W X N N",
        permissions=("create_public_threads",),
        status=201,
    )
    THREAD = Kind(
        "start thread without message",
        ("Start Thread without Message",),
        "a match's next thread",
        "N N N N N N N N N W X N N",
        permissions=("create_public_threads",),
        status=201,
    )
    ADD_MEMBER = Kind(
        "add thread member",
        ("Add Thread Member",),
        "players of a match's thread",
        "U N U U U A U U U W X U U",
        permissions=("send_messages_in_threads",),
        status=204,
    )
    MEMBER = Kind("get member", ("Get Guild Member",), "players who left the server", "N N U N N N N N N W X N N")
    GIVE_ROLE = Kind(
        "give role",
        ("Add Guild Member Role",),
        "the role of a tournament's champion",
        "N N U N N N N N N W X N N",
        permissions=("manage_roles",),
        optional=True,
        status=204,
    )
    TAKE_ROLE = Kind(
        "take role",
        ("Remove Guild Member Role",),
        "the role of the champion before",
        "N N U N N N N N N W X N N",
        permissions=("manage_roles",),
        optional=True,
        status=204,
    )
    LOOK = Kind(
        "get server, channel, thread member, scheduled events or application emojis",
        (
            "Get Current User Guilds",
            "Get Guild",
            "Get Guild Channels",
            "Get Channel",
            "Get Thread Member",
            "List Active Guild Threads",
            "List Scheduled Events for Guild",
            "List Application Emojis",
        ),
        "who may read and play where, and what is there already",
        "N N U N N N N N N W X N N",
    )
    MODIFY_THREAD = Kind("modify thread", ("Modify Channel",), "archive times of threads", "N D N N N N N N N W X N N")
    CREATE_EVENT = Kind(
        "create scheduled event",
        ("Create Guild Scheduled Event",),
        "tournaments among the server's events",
        "N N N N N N N N N W X N N",
        permissions=("create_events",),
        optional=True,
    )
    CHANGE_EVENT = Kind(
        "change scheduled event",
        ("Modify Guild Scheduled Event",),
        "tournaments that start, change or end",
        "N N N N N N N N N W X D N",
        permissions=("create_events",),
        optional=True,
    )
    DELETE_EVENT = Kind(
        "delete scheduled event",
        ("Delete Guild Scheduled Event",),
        "tournaments that are called off",
        "N D N N N N N N N W X D N",
        permissions=("create_events",),
        optional=True,
        status=204,
    )
    CREATE_EMOJI = Kind(
        "create application emoji",
        ("Create Application Emoji",),
        "dice, points and suits in texts",
        "N N N N N N N N N W X N N",
        status=201,
    )
    CALLBACK = Kind(
        "interaction callback",
        ("Create Interaction Response",),
        "the first answer to a command or a click",
        "A N N N N S S D N W N S S",
    )
    FOLLOW_UP = Kind(
        "follow-up",
        ("Create Followup Message", "Get Original Interaction Response"),
        "what follows an answer",
        "S N N N N N S D N W N S S",
    )
    EDIT_ORIGINAL = Kind(
        "edit original",
        ("Edit Original Interaction Response",),
        "answers that took long, and open panels",
        "A N N N N S S D N W N S S",
    )
    EDIT_FOLLOW_UP = Kind(
        "edit follow-up",
        ("Edit Followup Message",),
        "hands that follow an answer",
        "A N N N N S S D N W N S S",
    )
