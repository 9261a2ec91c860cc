"""What people see of Zarcana."""
