"""Seasons: the table as a picture and in words, the hall of fame, and the panel of those who hold them."""
