from lib import f
def broken(:
    f(
def whole():
    f()
