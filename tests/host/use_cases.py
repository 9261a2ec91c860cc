"""Use cases, found by reading the code: what people's clicks and commands call in the host, and what that reaches."""

import inspect
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import CodeType, FunctionType, ModuleType
from typing import Any

import bot.interactions
from bot.host.kernel.click import Click

ROOM = "bot.host."


@cache
def use_cases() -> dict[str, FunctionType]:
    """The coroutines of the host that clicks and commands call and that take a click or write, by room and name."""
    called = {each for module in _modules() for each in _functions_of(module) for each in _referred(each)}
    return {_name(each): each for each in called if _is_use_case(each)}


def reaches(function: FunctionType, name: str) -> bool:
    """Whether a function of the host, or one that it calls there, refers to an attribute of this name."""
    return any(name in code.co_names for each in _reached(function) for code in _codes(each.__code__))


def _is_use_case(function: FunctionType) -> bool:
    parameters = inspect.signature(function).parameters
    public = function.__module__.startswith(ROOM) and function.__qualname__.isidentifier()
    if not public or not inspect.iscoroutinefunction(function):
        return False
    return any(each.annotation is Click for each in parameters.values()) or reaches(function, "transaction")


def _name(function: FunctionType) -> str:
    return f"{function.__module__.removeprefix(ROOM)}.{function.__qualname__}"


def _modules() -> Iterator[ModuleType]:
    for found in walk_packages(bot.interactions.__path__, f"{bot.interactions.__name__}."):
        yield import_module(found.name)


def _functions_of(where: Any) -> Iterator[FunctionType]:
    for each in vars(where).values():
        if isinstance(each, FunctionType):
            yield each


@cache
def _reached(function: FunctionType) -> frozenset[FunctionType]:
    """A function, and the functions of the host that it calls, directly or not."""
    found, left = set[FunctionType](), [function]
    while left:
        each = left.pop()
        if each not in found:
            found.add(each)
            left += [other for other in _referred(each) if other.__module__.startswith(ROOM)]
    return frozenset(found)


@cache
def _referred(function: FunctionType) -> frozenset[FunctionType]:
    """The functions that a function names: its module's own, another module's, or the methods of a class."""
    found = set[FunctionType]()
    for code in _codes(function.__code__):
        for name in code.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType):
                found.add(inspect.unwrap(value))
            elif isinstance(value, type) and value.__module__.startswith(ROOM):
                found.update(_functions_of(value))
            elif isinstance(value, ModuleType) and value.__name__.startswith("bot."):
                members = (getattr(value, other, None) for other in code.co_names)
                found.update(inspect.unwrap(each) for each in members if isinstance(each, FunctionType))
    return frozenset(found)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A function's code, and that of the functions within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)
