"""What people set for themselves: preferences, blocks, absences, quiet hours."""
