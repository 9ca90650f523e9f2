from .run import run
from .data import *
