__all__ = ["one", 'two'] + ["three"]
__all__ += ("four",)
__all__.extend(["five"])
__all__.append("six")
__all__.remove("two")


def one():
    __all__ = ["local"]
