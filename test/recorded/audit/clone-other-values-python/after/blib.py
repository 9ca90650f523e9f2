from functools import partial
clean = partial(max, 3)
LIMIT = 99
