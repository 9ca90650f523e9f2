class Loop:
    def __next__(self):
        if self.after is not None:
            value = self.after
            self.after = None
        else:
            value = next(self.source)
        self.index += 1
        self.before = self.current
        self.current = value
        return value, self


class AsyncLoop:
    async def __anext__(self):
        if self.after is not None:
            value = self.after
            self.after = None
        else:
            value = await self.source.__anext__()
        self.index += 1
        self.before = self.current
        self.current = value
        return value, self
