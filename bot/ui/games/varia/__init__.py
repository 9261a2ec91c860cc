"""What people see of Varia."""
