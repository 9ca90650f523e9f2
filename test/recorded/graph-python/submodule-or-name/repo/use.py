from pkg import run, data, rows
import pkg
run()
data.rows()
rows()
pkg.run()
pkg.data.rows()
