import pkg
from pkg import run, Motor
from pkg.helpers import clean

pkg.run()
run()
Motor().start()
pkg.helpers.clean()
clean()
pkg.nothing()
