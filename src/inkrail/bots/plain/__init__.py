"""A bot in plain Python: the engine's rules, and the kernel's guide computed a second time from the engine's boards."""
