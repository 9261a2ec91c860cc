"""The meaning of each Discord error, by the kind of request and the error code.

A code has one *sense*, whatever the request; a kind of request has an outcome for every sense. If the code does
not decide, the status does. Discord documentation, "Opcodes and Status Codes" and "Rate Limits".
"""

from collections.abc import Mapping
from enum import Enum
from http import HTTPStatus
from typing import Final

from bot.messenger.requests import Request

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_SERVER: Final = 10004
UNKNOWN_MESSAGE: Final = 10008
DM_TOO_FAST: Final = 40003
INVALID_FORM: Final = 50035
MISSING_ACCESS: Final = 50001
THREAD_ARCHIVED: Final = 50083
THREAD_LOCKED: Final = 160005


INTERACTIONS: Final = frozenset({Request.CALLBACK, Request.FOLLOW_UP, Request.EDIT_ORIGINAL, Request.EDIT_FOLLOW_UP})
"""The kinds that use an interaction's token; all others use the bot's."""


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
    """What an error code means, whatever the request."""

    MESSAGE = "there is no such message, or it is not ours"
    PLACE = "there is no such channel, server or role"
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


CODES: Final[Mapping[Sense, str]] = {
    Sense.MESSAGE: """
        10008 Unknown message; 50005 Cannot edit a message of another user; 50021 Cannot do this on a system message;
        50162 Voice messages cannot be edited; 520003 Cannot edit a poll message
    """,
    Sense.PLACE: """
        10003 Unknown channel; 10004 Unknown guild; 10011 Unknown role; 50028 Invalid role; 50055 Invalid guild
    """,
    Sense.PERSON: """
        10007 Unknown member; 10013 Unknown user; 40007 The user is banned from this guild; 50033 Invalid recipients
    """,
    Sense.CLOSED: "50007 Cannot send messages to this user; 50278 No mutual guilds with this user",
    Sense.REFUSED: """
        20012 Not authorized for this application; 20024 Under minimum age;
        20035 Guild premium subscription level too low; 30033 Maximum number of thread participants;
        30038 Maximum number of uncompleted guild scheduled events; 40058 Cannot send a message in a forum channel;
        40066 No tags available that non-moderators can set;
        40067 A tag is required to create a forum post in this channel; 50001 Missing access;
        50003 Cannot do this on a DM channel; 50008 Cannot send messages in a non-text channel;
        50009 Channel verification level is too high; 50013 Missing permissions;
        50024 Cannot do this on this type of channel; 50095 Server is not available in this location;
        50101 Server needs more boosts; 60003 Two factor is required;
        160002 Cannot reply without permission to read message history; 160005 Thread is locked;
        160006 Maximum number of active threads; 160007 Maximum number of active announcement threads
    """,
    Sense.ARCHIVED: "50083 Thread is archived",
    Sense.EXISTS: "160004 Thread has already been created for this message",
    Sense.ANSWERED: "40060 Interaction has already been acknowledged",
    Sense.OVER: """
        10015 Unknown webhook; 10062 Unknown interaction;
        40094 Maximum number of follow-up messages of this interaction; 50027 Invalid webhook token
    """,
    Sense.BUSY: """
        20016 Slowmode rate limit; 20022 Announcement rate limit for edits; 20028 Write rate limit of the channel;
        20029 Write rate limit of the server; 30046 Maximum number of edits to messages older than an hour;
        40003 Opening direct messages too fast; 40004 Sending messages is temporarily disabled;
        40006 Feature is temporarily disabled server-side; 40062 Service resource is being rate limited;
        40333 Cloudflare is blocking the request; 110000 Index not yet available; 110001 Application not yet available;
        130000 API resource is overloaded
    """,
    Sense.LOGIN: "40001 Unauthorized; 50014 Invalid authentication token",
    Sense.EVENT: "10070 Unknown guild scheduled event; 180000 Cannot update a finished event",
    # The content is at fault; the codes in the second part, from 10001 on, belong to requests that the bot never makes.
    Sense.UNKNOWN: """
        0 General error; 20009 Explicit content cannot be sent to the recipient;
        20031 Words that are not allowed in a name or topic; 30015 Maximum number of attachments in a message;
        40005 Request entity too large; 50006 Cannot send an empty message; 50035 Invalid form body;
        50045 File exceeds the maximum size; 50046 Invalid file uploaded; 50068 Invalid message type;
        50109 Request body contains invalid JSON; 50110 Provided file is invalid;
        50123 Type of the provided file is invalid; 50146 Uploaded file not found;
        200000 Message was blocked by automatic moderation; 200001 Title was blocked by automatic moderation;
        240000 Message blocked by harmful links filter; 400001 File uploads are limited for this guild;
        10001 Unknown account; 10002 Unknown application; 10005 Unknown integration; 10006 Unknown invite;
        10009 Unknown permission overwrite; 10010 Unknown provider; 10012 Unknown token;
        10014 Unknown emoji; 10016 Unknown webhook service; 10020 Unknown session; 10021 Unknown asset;
        10026 Unknown ban; 10027 Unknown SKU; 10028 Unknown store listing; 10029 Unknown entitlement;
        10030 Unknown build; 10031 Unknown lobby; 10032 Unknown branch; 10033 Unknown store directory layout;
        10036 Unknown redistributable; 10038 Unknown gift code; 10049 Unknown stream;
        10050 Unknown premium server subscribe cooldown; 10057 Unknown guild template;
        10059 Unknown discoverable server category; 10060 Unknown sticker; 10061 Unknown sticker pack;
        10063 Unknown application command; 10065 Unknown voice state; 10066 Unknown application command permissions;
        10067 Unknown stage instance; 10068 Unknown guild member verification form; 10069 Unknown guild welcome screen;
        10071 Unknown guild scheduled event user; 10087 Unknown tag; 10097 Unknown sound;
        10124 Unknown invite target users job; 10129 Unknown invite target users; 20001 Bots cannot use this endpoint;
        20002 Only bots can use this endpoint; 20015 Premium subscription required;
        20018 Only the owner of this account can do this; 30001 Maximum number of guilds;
        30002 Maximum number of friends; 30003 Maximum number of pins; 30004 Maximum number of recipients;
        30005 Maximum number of guild roles; 30007 Maximum number of webhooks; 30008 Maximum number of emojis;
        30010 Maximum number of reactions; 30011 Maximum number of group DMs; 30013 Maximum number of guild channels;
        30016 Maximum number of invites; 30018 Maximum number of animated emojis;
        30019 Maximum number of server members; 30030 Maximum number of server categories;
        30031 Guild already has a template; 30032 Maximum number of application commands;
        30034 Maximum number of daily application command creates; 30035 Maximum number of bans for non-guild members;
        30037 Maximum number of bans fetches; 30039 Maximum number of stickers; 30040 Maximum number of prune requests;
        30042 Maximum number of guild widget settings updates; 30045 Maximum number of soundboard sounds;
        30047 Maximum number of pinned threads in a forum channel; 30048 Maximum number of tags in a forum channel;
        30052 Bitrate too high for this type of channel; 30056 Maximum number of premium emojis;
        30058 Maximum number of webhooks of a guild; 30060 Maximum number of channel permission overwrites;
        30061 The channels of this guild are too large; 40002 Account has to be verified;
        40009 Only one channel can have a parent modified at a time; 40012 Connection has been revoked;
        40018 Only consumable SKUs can be consumed; 40019 Only sandbox entitlements can be deleted;
        40032 Target user is not connected to voice; 40033 Message has already been crossposted;
        40041 Application command of that name already exists; 40043 Application interaction failed to send;
        40061 Tag names must be unique; 40074 Entitlement has already been granted; 50002 Invalid account type;
        50004 Guild widget disabled; 50010 OAuth2 application does not have a bot;
        50011 OAuth2 application limit reached; 50012 Invalid OAuth2 state; 50015 Note was too long;
        50016 Too few or too many messages to delete; 50017 Invalid MFA level;
        50019 Message can only be pinned to its own channel; 50020 Invite code invalid or taken;
        50025 Invalid OAuth2 access token; 50026 Missing OAuth2 scope;
        50034 Message too old to bulk delete; 50036 Invite was accepted to a guild without the bot;
        50039 Invalid activity action; 50041 Invalid API version; 50054 Cannot self-redeem this gift; 50057 Invalid SKU;
        50067 Invalid request origin; 50070 Payment source required to redeem gift;
        50073 Cannot modify a system webhook; 50074 Cannot delete a channel required for community guilds;
        50080 Cannot edit stickers within a message; 50081 Invalid sticker; 50084 Invalid thread notification settings;
        50085 Value of before is earlier than the thread; 50086 Community server channels must be text channels;
        50091 Entity type of the event differs; 50097 Server needs monetization enabled;
        50124 Duration of the provided file is too long; 50131 Owner cannot be pending member;
        50132 Ownership cannot be transferred to a bot; 50138 Failed to resize asset below the maximum size;
        50144 Cannot mix subscription and other roles for an emoji;
        50145 Cannot convert between premium and normal emoji; 50151 Emoji is invalid;
        50159 Voice messages have no additional content; 50160 Voice messages have a single audio attachment;
        50161 Voice messages need metadata; 50163 Cannot delete guild subscription integration;
        50167 Cannot send voice effect while muted; 50173 Cannot send voice messages in this channel;
        50178 User account must first be verified; 50192 Provided file has no valid duration;
        50600 No permission to send this sticker; 80004 No users with this tag; 90001 Reaction was blocked;
        90002 User cannot use burst reactions; 150006 Stage is already open;
        160014 Cannot forward a message whose content cannot be read; 170001 Invalid JSON for uploaded Lottie file;
        170002 Lottie with rasterized images; 170003 Sticker maximum framerate exceeded;
        170004 Sticker maximum frame count exceeded; 170005 Lottie maximum dimensions exceeded;
        170006 Sticker frame rate too small or too large; 170007 Sticker animation too long;
        180002 Failed to create stage for stage event; 220001 Webhook posted to a forum channel without a thread;
        220002 Webhook posted to a forum channel with both thread name and id;
        220003 Webhooks can only create threads in forum channels;
        220004 Webhook services cannot be used in forum channels; 340015 Joining new servers is limited for the user;
        350000 Cannot enable onboarding; 350001 Cannot update onboarding; 500000 Failed to ban users;
        520000 Poll voting blocked; 520001 Poll expired; 520002 Invalid channel type for poll creation;
        520004 Cannot use an emoji of the poll; 520006 Cannot expire a non-poll message;
        530000 No permission to use provisional accounts; 530001 ID token expired;
        530002 Issuer of the ID token does not match; 530003 Audience of the ID token does not match;
        530004 ID token was issued too long ago; 530006 No unique username could be made in time;
        530007 Invalid client secret
    """,
}
"""Every error code that Discord documents, with a short meaning."""

_LISTED: Final = [
    (int(code), meaning.strip(), sense)
    for sense, codes in CODES.items()
    for code, meaning in (entry.split(maxsplit=1) for entry in codes.split(";"))
]

SENSES: Final[Mapping[int, Sense]] = {code: sense for code, _, sense in _LISTED}
"""The sense of every documented code."""

MEANINGS: Final[Mapping[int, str]] = {code: meaning for code, meaning, _ in _LISTED}
"""The meaning of each documented code."""

_LETTERS: Final = {
    "D": Outcome.DONE,
    "A": Outcome.ANEW,
    "S": Outcome.SIMPLER,
    "W": Outcome.WAIT,
    "N": Outcome.NEXT,
    "U": Outcome.UNREACHABLE,
    "X": Outcome.STOP,
}

TABLE: Final[Mapping[Request, Mapping[Sense, Outcome]]] = {
    request: {sense: _LETTERS[letter] for sense, letter in zip(Sense, request.value.outcomes.split(" "), strict=True)}
    for request in Request
}
"""What the bot does about an error, by the kind of request and the sense of the code."""


def outcome(request: Request, status: int, code: int = 0) -> Outcome:
    """Return what the bot does about an error with a status and a code; the code is 0 if Discord gives none."""
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Outcome.WAIT
    return TABLE[request][sense_of(status, code)]


def sense_of(status: int, code: int) -> Sense:
    """Return what an error means. A code that is not in the table, or belongs to other requests, is unknown.

    A 401 without a more precise code is about the token.
    """
    sense = SENSES.get(code, Sense.UNKNOWN)
    return Sense.LOGIN if status == HTTPStatus.UNAUTHORIZED and sense is not Sense.OVER else sense
