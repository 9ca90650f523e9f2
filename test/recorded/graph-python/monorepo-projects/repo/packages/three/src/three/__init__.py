import one
one.first()
