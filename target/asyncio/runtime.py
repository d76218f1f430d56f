import asyncio
import math
import struct
import sys


class Work:
    """A task that was started when it was made."""

    def __init__(self, coroutine):
        self.task = asyncio.create_task(coroutine)
        started.append(self.task)

    def start(self):
        pass

    def __await__(self):
        return (yield from asyncio.shield(self.task).__await__())


class Lazy:
    """A task that starts at the first wait for it, in the task that waits. Later waits share its end."""

    def __init__(self, function, *arguments):
        self.function, self.arguments, self.end = function, arguments, None

    def start(self):
        if self.end is None:
            self.end = asyncio.create_task(self.function(*self.arguments))
            started.append(self.end)

    def __await__(self):
        if self.end is not None:
            return (yield from asyncio.shield(self.end).__await__())
        self.end = asyncio.get_running_loop().create_future()
        started.append(self.end)
        try:
            result = yield from self.function(*self.arguments).__await__()
        except BaseException as error:
            self.end.set_exception(error)
            raise
        self.end.set_result(result)
        return result


class Result:
    """The token of some work, or its payload with a number."""

    def __init__(self, work, number=None):
        self.work, self.number = work, number

    def start(self):
        self.work.start()

    def __await__(self):
        payloads = yield from self.work.__await__()
        return None if self.number is None else payloads[self.number]


class Group:
    """A number of tokens and values that are awaited together."""

    def __init__(self, size):
        self.size, self.members, self.full = size, [], asyncio.Event()
        if size <= 0:
            self.full.set()

    def add(self, member):
        member.start()
        self.members.append(member)
        if len(self.members) >= self.size:
            self.full.set()
        return len(self.members) - 1

    async def wait(self):
        await self.full.wait()
        await asyncio.gather(*(awaited(m) for m in self.members))


async def awaited(member):
    await member


async def depend(*members):
    for m in members:
        await m


class Memory:
    """A buffer. What was never written holds bytes 0xFF."""

    def __init__(self, shape, value):
        self.shape = shape
        self.data = [value] * math.prod(shape)

    def place(self, index):
        at = 0
        for i, n in zip(index, self.shape):
            if not 0 <= i < n:
                raise IndexError(f"index {i} is out of bounds")
            at = at * n + i
        return at

    def load(self, *index):
        return self.data[self.place(index)]

    def store(self, value, *index):
        self.data[self.place(index)] = value

    def update(self, combine, value, *index):
        at = self.place(index)
        old = self.data[at]
        self.data[at] = combine(old, value)
        return old


def wrap(x, width):
    x &= (1 << width) - 1
    return x - (1 << width) if width > 1 and x >> (width - 1) else x


def unsigned(x, width):
    return x & ((1 << width) - 1)


def quotient(x, y):
    q = abs(x) // abs(y)
    return q if (x < 0) == (y < 0) else -q


def f32(x):
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def fdiv(x, y):
    if y == 0:
        if x == 0 or math.isnan(x):
            return math.nan
        return math.copysign(math.inf, x) * math.copysign(1, y)
    return x / y


def check(holds, message):
    if not holds:
        raise AssertionError(message)


started = []


async def run(entry, arguments):
    results = await entry(*arguments)
    failed = None
    for task in started:
        try:
            await task
        except Exception as error:
            failed = failed or error
    if failed is not None:
        raise failed
    for i, a in enumerate(arguments):
        if isinstance(a, Memory):
            print(f"argument {i}:", *a.data)
    for i, r in enumerate(results):
        print(f"result {i}:", r)
