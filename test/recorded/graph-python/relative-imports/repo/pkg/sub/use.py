from . import b
from .b import fb
from .. import a, top
from ..a import fa
from ...outside import gone
from .missing import lost

b.fb()
fb()
a.fa()
fa()
top()
gone()
lost()
