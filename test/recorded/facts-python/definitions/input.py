"""Module docstring."""


def plain(a, b):
    """First paragraph
    on two lines.

    Second paragraph.
    """
    total = a + b
    return compute(total)


async def fetch(url):
    async with client.get(url) as response:
        async for chunk in response:
            yield chunk
    await close()


class Outer:
    """A class."""

    size: int = 3

    class Inner:
        def deep(self):
            def local(x):
                return self.run(x)

            return local(1) or local(2)

    async def go(self):
        await self.go()
        # a comment behind the last statement is no part of the function

    # nor is this one


def generator():
    for i in range(3):
        yield i
    yield from other()


def not_a_generator():
    return lambda: (yield)
