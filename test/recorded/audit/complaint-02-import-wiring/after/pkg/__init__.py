try:
    import orjson as json
except ImportError:
    import json

__all__ = ["load", "dump"]
