"""The drawings, one file for each kind of route or ground."""
