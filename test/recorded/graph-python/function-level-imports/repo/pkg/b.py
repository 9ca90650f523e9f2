from .a import fa
def fb():
    fa()
