try:  # expected-error {{a 'try' statement is not part of TVMScript}}
    x
except A as b:
    y
else:
    z
finally:
    w
v = $  # expected-error {{the character '$' has no meaning here}}
---
raise X  # expected-error {{a 'raise' statement is not part of TVMScript}}
---
raise  # expected-error {{a 'raise' statement is not part of TVMScript}}
---
async def f():  # expected-error {{an 'async def' function is not part of TVMScript}}
    x = $  # expected-error {{the character '$' has no meaning here}}
---
async with a:  # expected-error {{an 'async with' statement is not part of TVMScript}}
    x
---
async for a in b:  # expected-error {{an 'async for' loop is not part of TVMScript}}
    x
---
def f():
    yield x  # expected-error {{a 'yield' expression is not part of TVMScript}}
---
def f():
    x = yield  # expected-error {{a 'yield' expression is not part of TVMScript}}
---
def f():
    return (yield x)  # expected-error {{a 'yield' expression is not part of TVMScript}}
---
x = await y  # expected-error {{an 'await' expression is not part of TVMScript}}
---
x = [a async for a in b]  # expected-error {{an asynchronous comprehension is not part of TVMScript}}
---
match x:  # expected-error {{a 'match' statement is not part of TVMScript}}
    case 1:
        y = 1 +
    case [a, b]:
        z
w = $  # expected-error {{the character '$' has no meaning here}}
---
match (x):  # expected-error {{a 'match' statement is not part of TVMScript}}
    case 1: y
---
match x, y:  # expected-error {{a 'match' statement is not part of TVMScript}}
    case 1: y
---
type X = int  # expected-error {{a 'type' statement is not part of TVMScript}}
---
def f[T](x): pass  # expected-error {{a list of type parameters is not part of TVMScript}}
---
x = 1j  # expected-error {{a complex number is not part of TVMScript}}
