"""`inkrail completion`: lets a shell complete commands, options and names."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from inkrail.cli.complaint import PROGRAM, complaint
from inkrail.cli.completers import among
from inkrail.cli.grammar import COMPLETE, Example, command
from inkrail.i18n import Catalogue

SHELLS = ("bash", "zsh", "fish")
SHELL = click.Argument(["shell"], metavar="SHELL", shell_complete=among(SHELLS), help="cli.argument.shell")


@command(
    SHELL,
    examples=(
        Example(
            "inkrail completion bash > ~/.local/share/bash-completion/completions/inkrail",
            "cli.completion.bash",
        ),
        Example("inkrail completion zsh > ~/.zfunc/_inkrail", "cli.completion.zsh"),
        Example("inkrail completion fish > ~/.config/fish/completions/inkrail.fish", "cli.completion.fish"),
    ),
)
def completion(_: Catalogue, *, shell: str) -> None:
    """Print the script that completes command lines in a shell."""
    found = get_completion_class(shell) if shell in SHELLS else None
    if found is None:
        raise complaint("usage.choice", option="SHELL", value=shell, choices=", ".join(SHELLS))
    program = click.get_current_context().find_root().command
    # The class of bash would start one to ask for its version.
    print(ShellComplete.source(found(program, {}, PROGRAM, COMPLETE)), end="")
