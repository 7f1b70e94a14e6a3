"""``python -m hoist``."""

from hoist.cli import main

main()
