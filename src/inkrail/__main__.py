"""The command `inkrail` as `python -m inkrail`, where its script is not on the path."""

from inkrail.cli import main

if __name__ == "__main__":
    main()
