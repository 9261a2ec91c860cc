"""What `make release` does: checks, packages, notes and the bill of materials of a release. It publishes nothing."""
