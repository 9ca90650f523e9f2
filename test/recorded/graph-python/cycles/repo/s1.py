from s2 import *
from s3 import *
