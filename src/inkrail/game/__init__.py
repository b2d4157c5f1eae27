"""The table: seats, rounds, actions, events, views, and the record of a game."""
