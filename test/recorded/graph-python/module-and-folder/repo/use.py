import thing
thing.f()
thing.part
