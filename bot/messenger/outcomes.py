"""What each answer of Discord's that is an error means: one table, by the kind of request and the error code.

A code has one *sense*, whatever was asked for; a kind of request has an outcome for every sense. Statuses decide where
no code does. Discord documentation, "Opcodes and Status Codes" and "Rate Limits".
"""

from collections.abc import Mapping
from enum import Enum
from http import HTTPStatus
from typing import Final


class Request(Enum):
    """The kinds of request that the bot makes. Files go with a message, so they are no kind of their own."""

    SEND = "send message"
    EDIT = "edit message"
    DELETE = "delete message"
    OPEN_DM = "open direct messages"
    THREAD_UNDER = "start thread under message"
    THREAD = "start thread without message"
    ADD_MEMBER = "add thread member"
    MEMBER = "get member"
    MESSAGES = "get messages"
    LOOK = "get server, channel, thread member or scheduled events"
    MODIFY_THREAD = "modify thread"
    CREATE_EVENT = "create scheduled event"
    CHANGE_EVENT = "change scheduled event"
    DELETE_EVENT = "delete scheduled event"
    CALLBACK = "interaction callback"
    FOLLOW_UP = "follow-up"
    EDIT_ORIGINAL = "edit original"


INTERACTIONS: Final = frozenset({Request.CALLBACK, Request.FOLLOW_UP, Request.EDIT_ORIGINAL})
"""The kinds that are made with an interaction's token; all others are made with the bot's."""


class Outcome(Enum):
    """What the bot does about an error."""

    DONE = "it is so already"
    ANEW = "make it anew at the same place"
    SIMPLER = "once with words alone, then the next place; and an incident"
    WAIT = "try again later"
    NEXT = "the next place"
    UNREACHABLE = "this person cannot be reached so"
    STOP = "stop the process"


class Sense(Enum):
    """What an error code says, whatever the request was."""

    MESSAGE = "there is no such message, or it is not ours"
    PLACE = "there is no such channel or server"
    PERSON = "there is no such person"
    CLOSED = "this person takes no direct messages from the bot"
    REFUSED = "the bot may not do this here"
    ARCHIVED = "the thread is archived"
    EXISTS = "the thread is there already"
    ANSWERED = "the interaction was answered already"
    OVER = "the interaction's token has run out, or is used up"
    BUSY = "not now"
    LOGIN = "the token is not valid"
    EVENT = "there is no such scheduled event, or it is over"
    UNKNOWN = "something else: what was sent is at fault, or the code belongs to other requests"


_SENSES: Final[Mapping[Sense, tuple[int, ...]]] = {
    Sense.MESSAGE: (10008, 50005, 50021, 50162, 520003),
    Sense.PLACE: (10003, 10004, 50055),
    Sense.PERSON: (10007, 10013, 40007, 50033),
    Sense.CLOSED: (50007, 50278),
    Sense.REFUSED: (
        *(
            20012,
            20024,
            20035,
            30033,
            30038,
            40058,
            40066,
            40067,
            50001,
            50003,
            50008,
            50009,
            50013,
            50024,
            50095,
            50101,
        ),
        *(60003, 160002, 160005, 160006, 160007),
    ),
    Sense.ARCHIVED: (50083,),
    Sense.EXISTS: (160004,),
    Sense.ANSWERED: (40060,),
    Sense.OVER: (10015, 10062, 40094, 50027),
    Sense.BUSY: (
        *(20016, 20022, 20028, 20029, 30046, 40003, 40004, 40006, 40062, 40333),
        *(110000, 110001, 130000),
    ),
    Sense.LOGIN: (40001, 50014),
    Sense.EVENT: (10070, 180000),
    Sense.UNKNOWN: (
        # What was sent is at fault.
        *(0, 20009, 20031, 30015, 40005, 50006, 50035, 50045, 50046, 50068, 50109, 50110, 50123, 50146),
        *(200000, 200001, 240000, 400001),
        # The code belongs to requests that the bot does not make.
        *(10001, 10002, 10005, 10006, 10009, 10010, 10011, 10012, 10014, 10016, 10020, 10021, 10026, 10027, 10028),
        *(10029, 10030, 10031, 10032, 10033, 10036, 10038, 10049, 10050, 10057, 10059, 10060, 10061, 10063, 10065),
        *(10066, 10067, 10068, 10069, 10071, 10087, 10097, 10124, 10129),
        *(20001, 20002, 20015, 20018),
        *(30001, 30002, 30003, 30004, 30005, 30007, 30008, 30010, 30011, 30013, 30016, 30018, 30019, 30030, 30031),
        *(30032, 30034, 30035, 30037, 30039, 30040, 30042, 30045, 30047, 30048, 30052, 30056, 30058, 30060),
        *(30061, 40002, 40009, 40012, 40018, 40019, 40032, 40033, 40041, 40043, 40061, 40074),
        *(50002, 50004, 50010, 50011, 50012, 50015, 50016, 50017, 50019, 50020, 50025, 50026, 50028, 50034, 50036),
        *(50039, 50041, 50054, 50057, 50067, 50070, 50073, 50074, 50080, 50081, 50084, 50085, 50086, 50091, 50097),
        *(50124, 50131, 50132, 50138, 50144, 50145, 50151, 50159, 50160, 50161, 50163, 50167, 50173, 50178, 50192),
        *(50600, 80004, 90001, 90002, 150006, 160014),
        *(170001, 170002, 170003, 170004, 170005, 170006, 170007, 180002, 220001, 220002, 220003, 220004),
        *(340015, 350000, 350001, 500000, 520000, 520001, 520002, 520004, 520006),
        *(530000, 530001, 530002, 530003, 530004, 530006, 530007),
    ),
}

SENSES: Final[Mapping[int, Sense]] = {code: sense for sense, codes in _SENSES.items() for code in codes}
"""The sense of every documented code."""

_LETTERS: Final = {
    "D": Outcome.DONE,
    "A": Outcome.ANEW,
    "S": Outcome.SIMPLER,
    "W": Outcome.WAIT,
    "N": Outcome.NEXT,
    "U": Outcome.UNREACHABLE,
    "X": Outcome.STOP,
}

# The columns are the senses in their order:
#   message, place, person, closed, refused, archived, exists, answered, over, busy, login, event, unknown
_ROWS: Final[Mapping[Request, str]] = {
    Request.SEND: "S N U U N N S S S W X S S",
    Request.EDIT: "A N S U N A S S S W X S S",
    Request.DELETE: "D D N N N N N N N W X N N",
    Request.OPEN_DM: "U U U U U U U U U W X U U",
    Request.THREAD_UNDER: "A N N N N N D N N W X N N",
    Request.THREAD: "N N N N N N N N N W X N N",
    Request.ADD_MEMBER: "U N U U U A U U U W X U U",
    Request.MEMBER: "N N U N N N N N N W X N N",
    Request.MESSAGES: "N N N N N N N N N W X N N",
    Request.LOOK: "N N U N N N N N N W X N N",
    Request.MODIFY_THREAD: "N D N N N N N N N W X N N",
    Request.CREATE_EVENT: "N N N N N N N N N W X N N",
    Request.CHANGE_EVENT: "N N N N N N N N N W X D N",
    Request.DELETE_EVENT: "N D N N N N N N N W X D N",
    Request.CALLBACK: "A N N N N S S D N W N S S",
    Request.FOLLOW_UP: "S N N N N N S D N W N S S",
    Request.EDIT_ORIGINAL: "A N N N N S S D N W N S S",
}

TABLE: Final[Mapping[Request, Mapping[Sense, Outcome]]] = {
    request: {sense: _LETTERS[letter] for sense, letter in zip(Sense, row.split(" "), strict=True)}
    for request, row in _ROWS.items()
}
"""What the bot does about an error, by the kind of request and the sense of the code."""


def outcome(request: Request, status: int, code: int = 0) -> Outcome:
    """Return what the bot does about an error of a status and a code, which is 0 where Discord gives none."""
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Outcome.WAIT
    return TABLE[request][sense_of(status, code)]


def sense_of(status: int, code: int) -> Sense:
    """Return what an error says. A code that is not in the table is unknown, like one that belongs to other requests.

    A 401 without a code that says more is about the token.
    """
    sense = SENSES.get(code, Sense.UNKNOWN)
    return Sense.LOGIN if status == HTTPStatus.UNAUTHORIZED and sense is not Sense.OVER else sense
