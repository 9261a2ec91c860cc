"""The table of outcomes: every documented code of Discord's, for every kind of request that the bot makes."""

import ast
import inspect
from http import HTTPStatus
from typing import Final

import pytest

from bot.messenger import calls, responses
from bot.messenger.outcomes import (
    CODES,
    DM_TOO_FAST,
    INTERACTIONS,
    MEANINGS,
    SENSES,
    TABLE,
    UNKNOWN_MESSAGE,
    Outcome,
    Sense,
    outcome,
)
from bot.messenger.requests import Request

UNHEARD_OF: Final = 59_999
"""A code that Discord's list does not have."""

CLIENT_ERRORS: Final = (400, 401, 403, 404, 409, 413)
WAITING: Final = (429, 500, 502, 503, 504)
THREAD_LOCKED, TOO_MANY_THREADS, CANNOT_DM, ARCHIVED, TOKEN_OVER = 160005, 160006, 50007, 50083, 50027


def test_every_documented_code_is_in_the_table_once_with_its_meaning() -> None:
    assert SENSES.keys() == MEANINGS.keys()
    assert len(SENSES) == sum(codes.count(";") + 1 for codes in CODES.values())
    assert all(MEANINGS.values())


def test_every_kind_of_request_has_an_outcome_for_every_sense() -> None:
    assert {request: set(row) for request, row in TABLE.items()} == {request: set(Sense) for request in Request}


def test_every_call_names_its_kind_of_request() -> None:
    """Whatever goes to Discord stands inside `_call` or `_outcomes`, with a kind of request."""
    named = set()
    written = [ast.parse(inspect.getsource(room)) for room in (calls, responses)]
    for node in (node for tree in written for node in ast.walk(tree)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Request":
            named.add(Request[node.attr])
    assert named == set(Request)


@pytest.mark.parametrize("request_", Request)
def test_the_matrix(request_: Request) -> None:
    """What holds of every code, whatever the request."""
    for code in (*MEANINGS, UNHEARD_OF):
        for status in WAITING:
            assert outcome(request_, status, code) is Outcome.WAIT
        for status in CLIENT_ERRORS:
            found = outcome(request_, status, code)
            if status == HTTPStatus.UNAUTHORIZED and code not in (TOKEN_OVER, 10015, 10062, 40094):
                assert found is (Outcome.NEXT if request_ in INTERACTIONS else Outcome.STOP), code
            elif SENSES.get(code) is Sense.BUSY:
                assert found is Outcome.WAIT
            elif SENSES.get(code) is not Sense.LOGIN:
                assert found not in (Outcome.WAIT, Outcome.STOP), code


@pytest.mark.parametrize("code", [0, UNHEARD_OF])
@pytest.mark.parametrize("status", [400, 403, 404, 409])
def test_what_nobody_has_thought_of_is_said_in_words_and_then_in_the_next_place(status: int, code: int) -> None:
    simpler = {Request.SEND, Request.EDIT, *INTERACTIONS}
    person = {Request.OPEN_DM, Request.ADD_MEMBER}
    for request in Request:
        wanted = Outcome.SIMPLER if request in simpler else Outcome.UNREACHABLE if request in person else Outcome.NEXT
        assert outcome(request, status, code) is wanted, request


@pytest.mark.parametrize(
    ("request_", "status", "code", "wanted"),
    [
        (Request.SEND, 400, THREAD_LOCKED, Outcome.NEXT),
        (Request.SEND, 403, CANNOT_DM, Outcome.UNREACHABLE),
        (Request.EDIT, 404, UNKNOWN_MESSAGE, Outcome.ANEW),
        (Request.EDIT, 400, ARCHIVED, Outcome.ANEW),
        (Request.DELETE, 404, UNKNOWN_MESSAGE, Outcome.DONE),
        (Request.THREAD_UNDER, 400, TOO_MANY_THREADS, Outcome.NEXT),
        (Request.THREAD_UNDER, 400, 160004, Outcome.DONE),
        (Request.ADD_MEMBER, 403, 50001, Outcome.UNREACHABLE),
        (Request.ADD_MEMBER, 404, 10003, Outcome.NEXT),
        (Request.ADD_MEMBER, 400, ARCHIVED, Outcome.ANEW),
        (Request.OPEN_DM, 403, DM_TOO_FAST, Outcome.WAIT),
        (Request.CALLBACK, 401, TOKEN_OVER, Outcome.NEXT),
        (Request.FOLLOW_UP, 401, 0, Outcome.NEXT),
        (Request.SEND, 401, 0, Outcome.STOP),
    ],
)
def test_codes_mean_what_discord_says(request_: Request, status: int, code: int, wanted: Outcome) -> None:
    assert outcome(request_, status, code) is wanted
