"""What a process serves over HTTP: its operator's pages, and Discord's interactions and events."""
