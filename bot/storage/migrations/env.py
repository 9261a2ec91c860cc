"""Runs migrations over the connection that `bot.storage.migrate` passes in."""

from alembic import context

from bot.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite cannot alter most things in place, so a batch copies the table.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
