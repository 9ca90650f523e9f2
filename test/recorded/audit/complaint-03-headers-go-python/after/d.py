# /*
#  * Copyright 2026 The Example Authors
#  *
#  * Licensed under the Example Licence, Version 1 (the "Licence");
#  * you may not use this file except in compliance with the Licence.
#  * Unless required by law, software is distributed "as is", without
#  * warranties of any kind, either express or implied.
#  */
"""Docs that both modules have.

They go on for a while and say the same.
"""


def last(rows):
    """Give the first row.

    The rows are those of the table, in order, and
    an empty table has none.
    """
    return max(rows, key=lambda row: row.number, default=None)
