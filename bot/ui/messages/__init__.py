"""What all messages are built from: their parts, buttons, selects and ids."""
