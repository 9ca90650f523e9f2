from a import x, y
from a import back
def only_b(): pass
