from b import x, only_b
from b import y
import b
x()
only_b()
y()
b.back()
loop1 = loop2
loop2 = loop1
loop1()
def back(): pass
