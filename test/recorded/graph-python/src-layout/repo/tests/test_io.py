import mypkg
from mypkg import io
from mypkg.io import load

def test():
    mypkg.load()
    io.load()
    load()
