from . import part

__all__ = ["one"]
__all__ += part.__all__
