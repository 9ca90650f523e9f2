import functools
from contextlib import contextmanager


@functools.cache
def cached(n):
    return compute(n, 1)


@app.route(
    "/",
    methods=make_methods(),
)
@functools.wraps(
    cached
)
def registered(request):
    return render(request, 2)


@contextmanager
def managed():
    yield open_it(3)


class Shape:
    @property
    def area(self):
        return self.width * self.height

    @area.setter
    def area(self, value):
        self.width = value / self.height

    @area.deleter
    def area(self):
        del self.width

    @functools.cached_property
    def cost(self):
        return price(self.area) + 1

    @staticmethod
    def make(kind):
        return Shape(kind, 1)

    @classmethod
    def default(cls):
        return cls(0, 0)


@dataclass
class Point:
    x: int
    y: int = field(default=0)
