from lib import f, g, wrap
from lib import f as rebound
from lib import f as maybe
rebound = wrap(rebound)
if g():
    maybe = wrap(maybe)
rebound()
maybe()

def twice(): return 1
def twice(): return 2
twice()

alias = f
alias()
two = f
two = g
two()
for looped in [f]:
    looped()
(walrus := f)
walrus()
from lib import g as late
def late(): pass
late()
from lib import g as counted
counted += 1
counted()
