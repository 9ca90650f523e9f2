try:
    import orjson as json
except ImportError:
    import json

__all__ = ["load", "dump"]


def load(path):
    with open(path, encoding="utf-8") as handle:
        rows = [json.loads(line) for line in handle if line.strip()]
    return {row["id"]: row for row in rows}
