"""Pictures of tournaments: announcements, rounds, tables, brackets, finals and podiums."""
