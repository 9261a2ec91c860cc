"""Tournaments as pure functions: who plays whom next, why, and how everybody stands. No database, no clock, no chance.

People are numbers here, and stand in an order that was drawn by lot or follows from their ratings: their seeds.
"""
