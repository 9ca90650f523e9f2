class MessageV1:
    def __init__(self, body, tries):
        self.body = body
        self.tries = tries

    def check(self):
        assert self.body, self.tries


class MessageV2:
    def __init__(self, payload, attempts):
        self.payload = payload
        self.attempts = attempts

    def check(self):
        assert self.payload and self.attempts >= 0
