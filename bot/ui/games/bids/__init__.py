"""What people see of Bids."""
