"""The first tables.

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    op.create_table(
        "aways",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("begun", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_aways")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("aways", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_aways_user"), ["user"], unique=False)

    op.create_table(
        "blocks",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("blocked", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user", "blocked", name=op.f("pk_blocks")),
    )
    op.create_table(
        "card_sets",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=128), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_card_sets")),
    )
    op.create_table(
        "collectors",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("finished", sa.Integer(), nullable=False),
        sa.Column("last", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_collectors")),
    )
    op.create_table(
        "copies",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("card", sa.String(length=128), nullable=False),
        sa.Column("owner", sa.BigInteger(), nullable=True),
        sa.Column("bound", sa.Boolean(), nullable=False),
        sa.Column("ripens", sa.Integer(), nullable=False),
        sa.Column("held", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_copies")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("copies", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_copies_owner_game"), ["owner", "game"], unique=False)

    op.create_table(
        "deferred",
        sa.Column("interaction", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("locale", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("interaction", name=op.f("pk_deferred")),
    )
    op.create_table(
        "destinations",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_destinations")),
    )
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("locale", sa.String(length=16), nullable=True),
        sa.Column("pace", sa.String(length=16), nullable=True),
        sa.Column("threads", sa.Boolean(), nullable=False),
        sa.Column("hand", sa.String(length=16), nullable=False),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("retention", sa.Integer(), nullable=True),
        sa.Column("keeps", sa.Boolean(), nullable=False),
        sa.Column("uploaders", sa.BigInteger(), nullable=True),
        sa.Column("organisers", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guilds")),
    )
    op.create_table(
        "inbox",
        sa.Column("interaction", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("interaction", name=op.f("pk_inbox")),
    )
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_inbox_at"), ["at"], unique=False)

    op.create_table(
        "leases",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("worker", sa.String(length=32), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_leases")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("opener", sa.BigInteger(), nullable=False),
        sa.Column("pace", sa.String(length=16), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("sets", sa.JSON(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("table_string", sa.Text(), nullable=True),
        sa.Column("state", sa.JSON(), nullable=True),
        sa.Column("state_version", sa.Integer(), nullable=True),
        sa.Column("counters", sa.JSON(), nullable=False),
        sa.Column("clocks", sa.JSON(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("posted", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.JSON(), nullable=True),
        sa.Column("closing", sa.JSON(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("started", sa.Double(), nullable=True),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.Column("rematch_of", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("takeover", sa.String(length=16), nullable=True),
        sa.Column("vote", sa.JSON(), nullable=True),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("unrated", sa.String(length=16), nullable=True),
        sa.Column("series", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_series"), ["series"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_status"), ["status"], unique=False)

    op.create_table(
        "notes",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_notes")),
    )
    op.create_table(
        "orders",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("done", sa.Double(), nullable=True),
        sa.Column("failure", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "own_decks",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("format", sa.String(length=32), nullable=False),
        sa.Column("cards", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_own_decks")),
        sa.UniqueConstraint("user", "folded", name=op.f("uq_own_decks_user_folded")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "own_formats",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("figures", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "game", "folded", name=op.f("pk_own_formats")),
    )
    op.create_table(
        "packs",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=True),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("sets", sa.JSON(), nullable=False),
        sa.Column("word", sa.String(length=64), nullable=True),
        sa.Column("cards", sa.JSON(), nullable=True),
        sa.Column("opened", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_packs")),
        sa.UniqueConstraint("user", "game", "day", name=op.f("uq_packs_user_game_day")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "user", name=op.f("pk_ratings")),
    )
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ratings_user"), ["user"], unique=False)

    op.create_table(
        "results",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("deck", sa.String(length=128), nullable=True),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("gained", sa.Double(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_results")),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_results_guild_game"), ["guild", "game"], unique=False)
        batch_op.create_index(batch_op.f("ix_results_user_game"), ["user", "game"], unique=False)

    op.create_table(
        "starters",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("deck", sa.String(length=128), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("user", "game", name=op.f("pk_starters")),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("organiser", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("sets", sa.JSON(), nullable=False),
        sa.Column("format", sa.String(length=16), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("cut", sa.Integer(), nullable=False),
        sa.Column("best_of", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(length=16), nullable=False),
        sa.Column("round_length", sa.Double(), nullable=True),
        sa.Column("weekly", sa.Boolean(), nullable=False),
        sa.Column("draws", sa.Boolean(), nullable=False),
        sa.Column("least", sa.Integer(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("entry", sa.String(length=16), nullable=False),
        sa.Column("role", sa.BigInteger(), nullable=True),
        sa.Column("starts", sa.Double(), nullable=True),
        sa.Column("check_in", sa.Double(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("tree", sa.Integer(), nullable=True),
        sa.Column("deadline", sa.Double(), nullable=True),
        sa.Column("begun", sa.Double(), nullable=True),
        sa.Column("paused", sa.Double(), nullable=True),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tournaments_channel"), ["channel"], unique=False)
        batch_op.create_index(batch_op.f("ix_tournaments_guild_status"), ["guild", "status"], unique=False)

    op.create_table(
        "trades",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("opener", sa.BigInteger(), nullable=True),
        sa.Column("partner", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("opener_agreed", sa.Integer(), nullable=True),
        sa.Column("partner_agreed", sa.Integer(), nullable=True),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trades")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("trades", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_trades_opener_status"), ["opener", "status"], unique=False)
        batch_op.create_index(batch_op.f("ix_trades_partner_status"), ["partner", "status"], unique=False)

    op.create_table(
        "users",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("locale", sa.String(length=16), nullable=True),
        sa.Column("hand", sa.String(length=16), nullable=True),
        sa.Column("dm_closed", sa.Boolean(), nullable=False),
        sa.Column("acted", sa.Double(), nullable=True),
        sa.Column("asking", sa.String(length=16), nullable=False),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("pictures", sa.Boolean(), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_to", sa.Integer(), nullable=True),
        sa.Column("zone", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
    )
    op.create_table(
        "workshops",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("uploads", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_workshops")),
    )
    op.create_table(
        "agreements",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("terms", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_agreements_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_agreements")),
    )
    op.create_table(
        "drafts",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("picks", sa.JSON(), nullable=False),
        sa.Column("chosen", sa.JSON(), nullable=False),
        sa.Column("held", sa.JSON(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_drafts_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_drafts")),
    )
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=True),
        sa.Column("cut", sa.Integer(), nullable=True),
        sa.Column("deck", sa.JSON(), nullable=True),
        sa.Column("checked", sa.Boolean(), nullable=False),
        sa.Column("entered", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name=op.f("fk_entrants_tournament")),
        sa.PrimaryKeyConstraint("tournament", "number", name=op.f("pk_entrants")),
    )
    with op.batch_alter_table("entrants", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_entrants_user"), ["user"], unique=False)

    op.create_table(
        "entries",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("decision", sa.String(length=16), nullable=True),
        sa.Column("answer", sa.JSON(), nullable=True),
        sa.Column("draws", sa.JSON(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_entries_match")),
        sa.PrimaryKeyConstraint("match", "number", name=op.f("pk_entries")),
    )
    op.create_table(
        "events",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("fact", sa.JSON(), nullable=False),
        sa.Column("audience", sa.JSON(), nullable=True),
        sa.Column("others", sa.JSON(), nullable=True),
        sa.Column("once", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_events_match")),
        sa.PrimaryKeyConstraint("match", "number", name=op.f("pk_events")),
    )
    op.create_table(
        "guild_sets",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("uploader", sa.BigInteger(), nullable=False),
        sa.Column("uploaded", sa.Double(), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("dropped", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["hash"], ["card_sets.hash"], name=op.f("fk_guild_sets_hash")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guild_sets")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("guild_sets", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_guild_sets_guild"), ["guild"], unique=False)
        batch_op.create_index(batch_op.f("ix_guild_sets_hash"), ["hash"], unique=False)

    op.create_table(
        "keeps",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("until", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_keeps_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_keeps")),
    )
    op.create_table(
        "movements",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("copy", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("giver", sa.BigInteger(), nullable=True),
        sa.Column("taker", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.String(length=16), nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("trade", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["copy"], ["copies.id"], name=op.f("fk_movements_copy")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_movements")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("movements", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_movements_copy"), ["copy"], unique=False)
        batch_op.create_index(batch_op.f("ix_movements_giver"), ["giver"], unique=False)
        batch_op.create_index(batch_op.f("ix_movements_match"), ["match"], unique=False)
        batch_op.create_index(batch_op.f("ix_movements_taker"), ["taker"], unique=False)

    op.create_table(
        "posts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("tournament", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("destination", sa.String(length=64), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("tried", sa.Double(), nullable=True),
        sa.Column("claimed", sa.Double(), nullable=True),
        sa.Column("stuck", sa.Boolean(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("failure", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_posts_match")),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name=op.f("fk_posts_tournament")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_posts")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("posts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_posts_status_due"), ["status", "due"], unique=False)

    op.create_table(
        "reservations",
        sa.Column("copy", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("trade", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.CheckConstraint("(match IS NULL) <> (trade IS NULL)", name="one_use"),
        sa.ForeignKeyConstraint(["copy"], ["copies.id"], name=op.f("fk_reservations_copy")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_reservations_match")),
        sa.ForeignKeyConstraint(["trade"], ["trades.id"], name=op.f("fk_reservations_trade")),
        sa.PrimaryKeyConstraint("copy", name=op.f("pk_reservations")),
    )
    with op.batch_alter_table("reservations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reservations_match"), ["match"], unique=False)
        batch_op.create_index(batch_op.f("ix_reservations_trade"), ["trade"], unique=False)

    op.create_table(
        "seats",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=True),
        sa.Column("house", sa.String(length=16), nullable=True),
        sa.Column("invited", sa.BigInteger(), nullable=True),
        sa.Column("deck", sa.JSON(), nullable=True),
        sa.Column("word", sa.String(length=64), nullable=True),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("bank", sa.Double(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("extended", sa.Boolean(), nullable=False),
        sa.Column("waits", sa.Boolean(), nullable=False),
        sa.Column("ahead", sa.String(length=64), nullable=True),
        sa.Column("agreed", sa.Boolean(), nullable=False),
        sa.Column("asking", sa.String(length=16), nullable=False),
        sa.Column("called", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_seats_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_user"), ["user"], unique=False)

    op.create_table(
        "series",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tournament", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("node", sa.Integer(), nullable=True),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer(), nullable=True),
        sa.Column("why", sa.String(length=16), nullable=False),
        sa.Column("first_points", sa.Integer(), nullable=False),
        sa.Column("second_points", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("how", sa.String(length=16), nullable=True),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name=op.f("fk_series_tournament")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_series")),
        sa.UniqueConstraint("tournament", "round", "first", name=op.f("uq_series_tournament_round_first")),
        sa.UniqueConstraint("tournament", "round", "second", name=op.f("uq_series_tournament_round_second")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "surfaces",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("tournament", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("destination", sa.String(length=64), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("below", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed", sa.Double(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("sent", sa.Double(), nullable=True),
        sa.Column("digest", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_surfaces_match")),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name=op.f("fk_surfaces_tournament")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_surfaces")),
        sa.UniqueConstraint("match", "kind", "seat", name=op.f("uq_surfaces_match_kind_seat")),
        sa.UniqueConstraint("tournament", "kind", "seat", name=op.f("uq_surfaces_tournament_kind_seat")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("surfaces", schema=None) as batch_op:
        batch_op.create_index(
            "ix_surfaces_claimed",
            ["claimed"],
            unique=False,
            sqlite_where=sa.text("claimed IS NOT NULL"),
            postgresql_where=sa.text("claimed IS NOT NULL"),
        )
        batch_op.create_index(
            "ix_surfaces_stale",
            ["due"],
            unique=False,
            sqlite_where=sa.text("wanted > shown"),
            postgresql_where=sa.text("wanted > shown"),
        )

    op.create_table(
        "timers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.Column("leased", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_timers_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_timers")),
        sa.UniqueConstraint("match", "kind", "seat", "subject", name=op.f("uq_timers_match_kind_seat_subject")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("timers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_timers_due"), ["due"], unique=False)
        batch_op.create_index("ix_timers_kind_due", ["kind", "due"], unique=False)

    op.create_table(
        "tournament_acts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tournament", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("actor", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name=op.f("fk_tournament_acts_tournament")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_acts")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("tournament_acts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tournament_acts_tournament"), ["tournament"], unique=False)

    op.create_table(
        "watchers",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_watchers_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_watchers")),
    )
    op.create_table(
        "series_games",
        sa.Column("series", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("how", sa.String(length=16), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["series"], ["series.id"], name=op.f("fk_series_games_series")),
        sa.PrimaryKeyConstraint("series", "number", name=op.f("pk_series_games")),
        sa.UniqueConstraint("match", name=op.f("uq_series_games_match")),
    )


def downgrade() -> None:
    """Take them back."""
    op.drop_table("series_games")
    op.drop_table("watchers")
    with op.batch_alter_table("tournament_acts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tournament_acts_tournament"))

    op.drop_table("tournament_acts")
    with op.batch_alter_table("timers", schema=None) as batch_op:
        batch_op.drop_index("ix_timers_kind_due")
        batch_op.drop_index(batch_op.f("ix_timers_due"))

    op.drop_table("timers")
    with op.batch_alter_table("surfaces", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_surfaces_stale", sqlite_where=sa.text("wanted > shown"), postgresql_where=sa.text("wanted > shown")
        )
        batch_op.drop_index(
            "ix_surfaces_claimed",
            sqlite_where=sa.text("claimed IS NOT NULL"),
            postgresql_where=sa.text("claimed IS NOT NULL"),
        )

    op.drop_table("surfaces")
    op.drop_table("series")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_user"))

    op.drop_table("seats")
    with op.batch_alter_table("reservations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_reservations_trade"))
        batch_op.drop_index(batch_op.f("ix_reservations_match"))

    op.drop_table("reservations")
    with op.batch_alter_table("posts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_posts_status_due"))

    op.drop_table("posts")
    with op.batch_alter_table("movements", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_movements_taker"))
        batch_op.drop_index(batch_op.f("ix_movements_match"))
        batch_op.drop_index(batch_op.f("ix_movements_giver"))
        batch_op.drop_index(batch_op.f("ix_movements_copy"))

    op.drop_table("movements")
    op.drop_table("keeps")
    with op.batch_alter_table("guild_sets", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_guild_sets_hash"))
        batch_op.drop_index(batch_op.f("ix_guild_sets_guild"))

    op.drop_table("guild_sets")
    op.drop_table("events")
    op.drop_table("entries")
    with op.batch_alter_table("entrants", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_entrants_user"))

    op.drop_table("entrants")
    op.drop_table("drafts")
    op.drop_table("agreements")
    op.drop_table("workshops")
    op.drop_table("users")
    with op.batch_alter_table("trades", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_trades_partner_status"))
        batch_op.drop_index(batch_op.f("ix_trades_opener_status"))

    op.drop_table("trades")
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tournaments_guild_status"))
        batch_op.drop_index(batch_op.f("ix_tournaments_channel"))

    op.drop_table("tournaments")
    op.drop_table("starters")
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_results_user_game"))
        batch_op.drop_index(batch_op.f("ix_results_guild_game"))

    op.drop_table("results")
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ratings_user"))

    op.drop_table("ratings")
    op.drop_table("packs")
    op.drop_table("own_formats")
    op.drop_table("own_decks")
    op.drop_table("orders")
    op.drop_table("notes")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_status"))
        batch_op.drop_index(batch_op.f("ix_matches_series"))

    op.drop_table("matches")
    op.drop_table("leases")
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inbox_at"))

    op.drop_table("inbox")
    op.drop_table("guilds")
    op.drop_table("destinations")
    op.drop_table("deferred")
    with op.batch_alter_table("copies", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_copies_owner_game"))

    op.drop_table("copies")
    op.drop_table("collectors")
    op.drop_table("card_sets")
    op.drop_table("blocks")
    with op.batch_alter_table("aways", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_aways_user"))

    op.drop_table("aways")
