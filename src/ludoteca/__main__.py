"""`python -m ludoteca`."""

import sys

from ludoteca.cli import main

sys.exit(main())
