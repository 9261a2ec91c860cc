"""Ratings and leaderboards of people's rated matches."""
