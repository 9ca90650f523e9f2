import abc
from typing import Protocol, overload


@overload
def parse(x: int) -> int: ...
@overload
def parse(x: str) -> str: ...
def parse(x):
    return convert(x) + 1


class Reader(Protocol):
    def read(self, n: int) -> bytes: ...

    def close(self) -> None:
        """Closes it."""


class Base(abc.ABC):
    @abc.abstractmethod
    def run(self):
        raise NotImplementedError

    @abc.abstractmethod
    def stop(self):
        """Stops."""
        raise NotImplementedError("stop")


class Meta(metaclass=abc.ABCMeta):
    def later(self):
        raise NotImplementedError(f"{self}")

    def real(self):
        if self.x:
            raise NotImplementedError
        return 1
