"""Cards as people look them up, and the sets that a server plays."""
