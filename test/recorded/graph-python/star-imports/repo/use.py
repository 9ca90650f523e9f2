from lib_all import *
from lib_plain import *

shown()
hidden()
_private_but_shown()
plain()
_private()
deep()
len('x')
