from .algo import *
