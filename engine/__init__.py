"""The shared rules engine: pure rules, no I/O, no clock, no Discord, no card data."""
