"""Web push: who is away learns that a table waits for them."""
