#!/bin/sh
# Copies the PostgreSQL database that PGHOST, PGUSER, PGPASSWORD and PGDATABASE name into a folder: backup.sh FOLDER
# Copies that are older than BACKUP_DAYS days are deleted, but only once a new one is complete. Tokens are never copied.
set -eu
cd "$1"  # where it is started, PostgreSQL's user may not read
copy="tableside-$(date -u +%Y-%m-%dT%H%M%S).dump"
trap 'rm -f "$copy.partial"' EXIT
pg_dump --format=custom --exclude-table-data=deferred --exclude-table-data=panel_tokens --file="$copy.partial"
pg_restore --list "$copy.partial" >/dev/null
mv "$copy.partial" "$copy"
find . -name 'tableside-*.dump' -mtime "+$BACKUP_DAYS" -delete
echo "$1/$copy is complete"
