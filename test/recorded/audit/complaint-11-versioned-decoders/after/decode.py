import json

from models import MessageV1, MessageV2


def decode_v1(raw):
    data = json.loads(raw)
    if data["tries"] > 3:
        raise ValueError("v1: too many tries")
    message = MessageV1(**data)
    message.check()
    return message


def decode_v2(raw):
    data = json.loads(raw)
    if data["attempts"] > 3:
        raise ValueError("v2: too many tries")
    message = MessageV2(**data)
    message.check()
    return message
