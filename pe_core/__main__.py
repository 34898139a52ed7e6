"""The command line: ``python -m pe_core COMMAND …``.

One module of :mod:`pe_core.commands` is one command. Results go to standard output, errors as one
sentence to standard error with exit code 2.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

COMMANDS = ("table", "doctor", "conventions", "rope", "widget", "snippet")


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    main = argparse.ArgumentParser(
        prog="python -m pe_core",
        description="Sinusoidal positional encodings: tables, diagnosis, widgets, code.",
    )
    commands = main.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        module = import_module(f"pe_core.commands.{name}")
        command = commands.add_parser(name, help=module.HELP, description=module.__doc__)
        command.formatter_class = argparse.RawDescriptionHelpFormatter
        module.configure(command)
        command.set_defaults(run=module.run)
    return main


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = parser().parse_args(arguments)
    try:
        code: int = given.run(given)
        sys.stdout.flush()
        return code
    except MemoryError:
        told = "not enough memory for this"
    except OSError as error:
        told = _of_file(error)
    except ValueError as error:
        told = str(error)
    print(f"python -m pe_core {given.command}: {told}", file=sys.stderr)
    return 2


def _of_file(error: OSError) -> str:
    """Return what went wrong with a file, without the number that the system gives it."""
    if error.filename is None or error.strerror is None:
        return error.strerror or str(error)
    return f"{str(error.filename)!r}: {error.strerror}"


if __name__ == "__main__":
    sys.exit(main())
