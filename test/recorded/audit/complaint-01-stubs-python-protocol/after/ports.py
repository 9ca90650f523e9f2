from typing import Protocol
from abc import ABC, abstractmethod


class Clock(Protocol):
    def now(self, zone: str, precise: bool = False) -> float:
        """Seconds since the epoch."""
        ...

    def sleep(self, seconds: float, precise: bool = False) -> None: ...


class Timer(Protocol):
    def now(self, zone: str, precise: bool = False) -> float:
        """Seconds since the start."""
        ...

    def sleep(self, seconds: float, precise: bool = False) -> None: ...


class Writer(ABC):
    @abstractmethod
    def write(self, path, lines):
        raise NotImplementedError("write must be implemented by %s" % type(self).__name__)


class Reader(ABC):
    @abstractmethod
    def write(self, path, lines):
        raise NotImplementedError("write must be implemented by %s" % type(self).__name__)


class Loud(Writer):
    def write(self, path, lines):
        return super().write(path, lines)


class Quiet(Reader):
    def write(self, path, lines):
        return super().write(path, lines)
