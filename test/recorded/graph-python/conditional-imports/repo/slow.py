def fast(): pass
def optional(): pass
def loads(): pass
def first(): pass
