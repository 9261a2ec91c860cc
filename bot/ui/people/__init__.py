"""Profiles, ratings, settings and stored data of people."""
