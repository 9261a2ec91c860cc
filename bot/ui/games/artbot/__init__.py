"""What people see of Art Bot Cards."""
