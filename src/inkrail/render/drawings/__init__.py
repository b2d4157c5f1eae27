"""One file for the drawings of each kind of route or ground."""
