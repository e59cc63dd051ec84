"""python -m ptxcheck is the command."""

import os
import sys

from ptxcheck._library import command

if __name__ == "__main__":
    os.execv(command(), [command(), *sys.argv[1:]])
