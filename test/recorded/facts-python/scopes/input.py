x = 1


def uses_global():
    global x, fresh
    x = 2
    fresh = 3
    return x


def outer(a):
    count = 0

    def inner():
        nonlocal count
        count += 1
        return count + a

    return inner


class Body:
    attr = 1
    copies = [attr for _ in range(attr)]

    def method(self, attr=attr):
        return attr + x


def loops(items):
    for i, (j, *rest) in items:
        pass
    else:
        k = 1
    with open(items) as f, lock as (g, h):
        pass
    with make() as self.handle, other() as box[0]:
        pass
    try:
        pass
    except (A, B) as error:
        raise C from error
    except* D:
        pass
    del j, rest[0], k.attr
    (first, second), [third] = pair = items
    while (line := read()):
        total = total + [y := f(z) for z in line if z]
    return {k2: v for k2, v in items for w in v if w}, {s for s in items}, (t for t in items)


def aliases(obj):
    make = obj.factory
    made = Factory(1)
    awaited = await obj.fetch()
    got: Thing = make()
    self.store = made
    self.called = Factory()
    one, two = obj, made
    n = m = obj.chain
    if obj:
        perhaps = made
    return made.run() + awaited.go()


(annotated): int
declared: int
