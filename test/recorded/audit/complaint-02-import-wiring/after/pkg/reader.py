try:
    import orjson as json
except ImportError:
    import json


def read_rows(name):
    with open(name, encoding="utf-8") as source:
        found = [json.loads(text) for text in source if text.strip()]
    return {item["id"]: item for item in found}
