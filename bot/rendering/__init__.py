"""Turning what the host knows into messages: posts, surfaces, their pictures and their language."""
