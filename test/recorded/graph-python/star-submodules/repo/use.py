import pkg
pkg.run()
pkg.fast.extra()
pkg.other.gone()
