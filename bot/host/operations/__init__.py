"""Running the service: processes, health, outages, orders, retention, privacy."""
