from functools import partial
clean = partial(round, ndigits=1)
LIMIT = 10
