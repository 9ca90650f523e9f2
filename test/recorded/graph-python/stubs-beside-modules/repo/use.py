from pkg.mod import f
from pkg.ext import g
f()
g()
