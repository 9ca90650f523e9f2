from lib_deep import *
def plain(): pass
def _private(): pass
