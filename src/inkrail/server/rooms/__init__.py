"""Tables without sockets, databases or JSON: seats, tokens, rows, commands, and all rooms of a process."""
