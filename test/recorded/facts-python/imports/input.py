from __future__ import annotations

import a.b.c
import a.b.d as abd, e
import importlib
from . import sibling
from .. import up as above
from .near import one, two as second
from ...far.away import (
    three,
    four as fourth,
)
from stars import *
from typing import TYPE_CHECKING
import typing

if TYPE_CHECKING:
    from types_only import Hint
elif typing.TYPE_CHECKING:
    import never
else:
    import real_thing

if typing.TYPE_CHECKING:
    import also_types

try:
    import fast as impl
except ImportError:
    import slow as impl


def lazy():
    from inside import helper
    import os.path
    return helper(os.path)


module = importlib.import_module("plugins.one")
__import__("plugins.two")
importlib.import_module(variable)
