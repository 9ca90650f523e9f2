from service.jobs import run
from neighbour import help_out
run()
help_out()
