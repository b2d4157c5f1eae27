"""Tables without input or output: seats, tokens, rows, commands, and all rooms of a process."""
