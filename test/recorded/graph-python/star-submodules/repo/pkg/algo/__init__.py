from .fast import run
