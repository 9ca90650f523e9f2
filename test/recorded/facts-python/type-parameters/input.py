type Alias = list[int]
type Pair[K, V: Hashable] = dict[K, V]


def first[T: Base, *Ts, **P](items: list[T], *rest: *Ts) -> T:
    default: T = items[0]
    return choose(items, default)


class Box[T](Base[T], Generic[T], other.Kind, metaclass=Meta, flag=True):
    value: T

    def get(self) -> T:
        return self.value

    def put[U](self, value: U) -> "Box[U]":
        type(self).last = value
        return Box(value)


class FromCall(namedtuple("FromCall", "a b"), *mixins):
    pass
