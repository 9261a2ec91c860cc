"""Ratings and leaderboards, based on people's rated matches."""
