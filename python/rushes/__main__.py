"""The program: `python -m rushes`, and the command `rushes` that a wheel installs."""

import signal
import sys

from . import _rushes


def main() -> None:
    # A signal ends the program as it ends any other: the interpreter would never be asked.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_rushes.run(sys.argv[1:], [sys.executable, "-m", "rushes"]))


if __name__ == "__main__":
    main()
