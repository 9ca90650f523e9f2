from . import other
other.g()
import thing
thing.f()
