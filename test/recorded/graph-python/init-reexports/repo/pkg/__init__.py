from .core import run
from .core import Engine as Motor
from . import helpers
