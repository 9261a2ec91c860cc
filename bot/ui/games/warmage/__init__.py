"""What people see of WarMage."""
