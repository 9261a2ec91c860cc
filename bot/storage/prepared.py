"""Prepared statements: text that is made once, and executed without SQLAlchemy's preparations for each execution.

They are for what every click does. On SQLite they are executed in the event loop's thread (`sqlite.py`), so each must
be quick: it looks for few rows, by an index. Listeners on the engine hear of them as of any other statement.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from sqlite3 import Error
from typing import Any, Final, TypeAlias, cast

from msgspec import Struct
from sqlalchemy import ClauseElement, Delete, Float, Insert, Select, Update
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import TypeEngine
from sqlalchemy.util.concurrency import greenlet_spawn

from bot.storage import sqlite

Wording: TypeAlias = Select[Any] | Insert | Update | Delete
Values: TypeAlias = Mapping[str, Any]
Processor: TypeAlias = Callable[[Any], Any]
Row: TypeAlias = Sequence[Any]

_NONE: Final[Values] = {}


class Prepared:
    """A statement, given as SQLAlchemy's, or as a function that makes it for a dialect's name.

    Values are given by the names of its parameters; an insert or update without values of its own also sets the columns
    that are named. All methods raise DBAPIError.
    """

    def __init__(self, wording: Wording | Callable[[str], Wording]) -> None:
        self._wording = wording
        self._texts: dict[tuple[str, tuple[str, ...]], _Text] = {}

    async def rows(self, connection: AsyncConnection, values: Values = _NONE) -> list[Row]:
        """Execute it, and return the rows."""
        text = self._text(connection.dialect, values)
        rows, _ = await _execute(connection, text.sql, text.bound(values))
        return [text.read(row) for row in rows] if text.readers else rows

    async def first(self, connection: AsyncConnection, values: Values = _NONE) -> Row | None:
        """Execute it, and return the first row, or None."""
        rows = await self.rows(connection, values)
        return rows[0] if rows else None

    async def changed(self, tx: AsyncConnection, values: Values = _NONE) -> int:
        """Execute it, and return the number of rows that it inserted, changed or deleted."""
        text = self._text(tx.dialect, values)
        _, count = await _execute(tx, text.sql, text.bound(values))
        return count

    async def each(self, tx: AsyncConnection, many: Iterable[Values]) -> None:
        """Execute it once for each mapping of values, which all have the same names."""
        rows = list(many)
        if tx.dialect.name == "sqlite":
            for values in rows:
                await self.changed(tx, values)
        elif rows:
            text = self._text(tx.dialect, rows[0])
            await tx.exec_driver_sql(text.sql, [text.bound(values) for values in rows])

    def _text(self, dialect: Dialect, values: Values) -> "_Text":
        key = (dialect.name, tuple(values))
        text = self._texts.get(key)
        if text is None:
            wording = self._wording
            made = wording if isinstance(wording, ClauseElement) else wording(dialect.name)
            text = self._texts[key] = _text_of(made, dialect, key[1])
        return text


class _Text(Struct, frozen=True):
    """A statement's text for one dialect and the names of its values.

    Attributes:
        gaps: for each parameter, in order, the name of its value and what turns that into the stored form, if anything
            does; or None and the stored form of a constant.
        readers: what turns a stored form into a value, by the number of the column.
    """

    sql: str
    gaps: tuple[tuple[str | None, Any], ...]
    readers: tuple[tuple[int, Processor], ...]

    def bound(self, values: Values) -> tuple[Any, ...]:
        """Return the parameters in order."""
        return tuple(
            [
                process if name is None else values[name] if process is None else process(values[name])
                for name, process in self.gaps
            ]
        )

    def read(self, row: Row) -> Row:
        """Return a row with the values of its columns."""
        read = list(row)
        for number, process in self.readers:
            read[number] = process(read[number])
        return read


def _text_of(wording: Wording, dialect: Dialect, names: Sequence[str]) -> _Text:
    """Return a statement's text. Raises KeyError if a value is missing."""
    compiled = wording.compile(dialect=dialect, column_keys=list(names))
    defaults = {column.key: column.default for column in (*compiled.insert_prefetch, *compiled.update_prefetch)}
    gaps: list[tuple[str | None, Any]] = []
    for name in compiled.positiontup or ():
        bind, default = compiled.binds[name], cast("Any", defaults.get(name))
        process = _impl(bind.type, dialect).bind_processor(dialect)
        if name in names:
            gaps.append((name, process))
            continue
        if default is None and bind.required:
            raise KeyError(name)
        usual = bind.effective_value if default is None else default.arg if default.is_scalar else default.arg(None)
        gaps.append((None, usual if process is None else process(usual)))
    columns = enumerate(wording.exported_columns)
    readers = [(number, _reader(column.type, dialect)) for number, column in columns]
    return _Text(compiled.string, tuple(gaps), tuple((number, each) for number, each in readers if each is not None))


def _impl(kind: TypeEngine[Any], dialect: Dialect) -> TypeEngine[Any]:
    return kind.dialect_impl(dialect)


def _reader(kind: TypeEngine[Any], dialect: Dialect) -> Processor | None:
    # For a float, SQLAlchemy asks what the driver returns; it is a float.
    return None if isinstance(kind, Float) else _impl(kind, dialect).result_processor(dialect, None)


async def _execute(connection: AsyncConnection, sql: str, parameters: tuple[Any, ...]) -> sqlite.Result:
    if connection.dialect.name != "sqlite":
        result = await connection.exec_driver_sql(sql, parameters)
        return (list(result.all()) if result.returns_rows else []), result.rowcount
    return await at_once(connection, sql, parameters)


async def at_once(connection: AsyncConnection, sql: str, parameters: tuple[Any, ...] = ()) -> sqlite.Result:
    """Execute the text of a quick statement on SQLite. Raises DBAPIError."""
    plain = cast("Any", connection.sync_connection)
    listeners = plain.engine.dispatch.before_cursor_execute
    for listener in listeners or ():  # its iterator is slow, even if there are no listeners
        await greenlet_spawn(listener, plain, None, sql, parameters, None, False)  # noqa: FBT003 - SQLAlchemy's hook
    try:
        return await sqlite.driver(connection).at_once(sql, parameters)
    except Error as error:
        raise _wrapped(connection, sql, parameters, error) from error


async def commit(connection: AsyncConnection) -> None:
    """Commit the transaction on SQLite. Raises DBAPIError."""
    if connection.in_transaction():
        await connection.commit()
        return
    try:
        await sqlite.driver(connection).commit()
    except Error as error:
        raise _wrapped(connection, "COMMIT", (), error) from error


def _wrapped(connection: AsyncConnection, sql: str, parameters: tuple[Any, ...], error: Error) -> BaseException:
    return DBAPIError.instance(sql, parameters, error, Error, dialect=connection.dialect)
