import json
import numpy as np
from pkg import json as own
from .json import loads
json.loads('1')
np.mean([1])
own.loads('1')
loads('1')
