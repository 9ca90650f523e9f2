from s1 import *
deep()
