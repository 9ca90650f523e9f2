from .io import load
