from .prices import total_of

__all__ = ["total_of"]
