def deep(): pass
from lib_deep import *
deep()
