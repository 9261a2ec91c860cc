"""Messages rendered from the host's data: posts, surfaces, their pictures and their language."""
