import one
from one import first
one.first()
first()
