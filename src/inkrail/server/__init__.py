"""The server: tables that people and bots play at, stored so that nothing is lost."""
