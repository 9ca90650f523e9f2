try:
    from numpy import mean
except ImportError:
    def mean(xs):
        return sum(xs) / len(xs)

try:
    from fastlib import fast
except ImportError:
    from slow import fast

try:
    from slow import optional
except ImportError:
    optional = None

import sys
if sys.version_info >= (3, 11):
    from tomllib import loads
else:
    from slow import loads

try:
    import ujson as json
except ImportError:
    import json

try:
    from slow import first
except ImportError:
    from other import first
