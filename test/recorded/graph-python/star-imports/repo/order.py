from lib_deep import *
def deep(): pass
deep()
plain()
