import sys
from typing import overload, TYPE_CHECKING
if TYPE_CHECKING:
    from typed import Only
    from typed import Both
else:
    from real import Both

@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x):
    return x
f(1)

if sys.platform == 'win32':
    def g(): pass
else:
    def g(): pass
g()
Only
Both()
