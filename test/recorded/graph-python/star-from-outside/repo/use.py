from numpy import *
mean([1])
print(1)
