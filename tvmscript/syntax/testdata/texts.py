x
---
x = y = z
---
x, y = y, x
---
(x, y) = [a, b] = c
---
x, = y
---
[x, *y] = z
---
*x, y = z
---
*x, = z
---
(*x, y), [z] = w
---
x.a[0], y[1:2].b = z
---
(x) = 1
---
((x)) = 1
---
(x.y) = 1
---
() = x
---
[] = x
---
x = *a, *b
---
x: int
---
x: int = 3
---
(x): int = 3
---
x.y: int
---
x[0]: T.Buffer((16, 16), "float32") = y, z
---
x: int = *a, b
---
x += 1; x -= 1; x *= 1; x /= 1; x //= 1; x %= 1; x @= 1; x &= 1; x |= 1; x ^= 1; x <<= 1; x >>= 1; x **= 1
---
(x) += 1
---
x[0] += 1, 2
---
x.y += *a, b
---
pass; pass;
---
if x: pass
---
if x: a; b
elif y: c
else: d;
---
if x:
    a
elif y:
    b
elif z:
    c
else:
    d
---
if x:
    a
else:
    if y:
        b
---
if (x := f()) > 3: pass
---
if x := f(): pass
---
while x:
    a
    break
else:
    continue
---
while (y): pass
---
for i in x: pass
---
for i, j in x: pass
---
for i, in x: pass
---
for i, *j in x: pass
---
for (i, j), [k] in x: pass
---
for x.a in y: pass
---
for x[0] in y: pass
---
for i in a, b: pass
---
for i in *a, b: pass
---
for i in x:
    a
else:
    b
---
for i in x if y else z: pass
---
for i in lambda: x: pass
---
with a: pass
---
with a, b: pass
---
with a as b: pass
---
with a as b, c as d: pass
---
with a as (b, c): pass
---
with a as [b, c], d as e.f, g as h[0]: pass
---
with (a): pass
---
with (a, b): pass
---
with (a as b): pass
---
with (a as b, c): pass
---
with (a, b as c,): pass
---
with (a, b) as c: pass
---
with (a).b: pass
---
with (a).b as c, d: pass
---
with (a), (b): pass
---
with (a) as b, (c) as d: pass
---
with (a, *b): pass
---
with (): pass
---
with (a := b): pass
---
with (x for x in y): pass
---
with (a)(b) as c: pass
---
with (a
      as b,
      c): pass
---
with (a, b) + c as d: pass
---
with (yield): pass
---
with a if b else c as d: pass
---
with (a if b else c as d, lambda: e): pass
---
def f(): pass
---
def f(a): pass
---
def f(a,): pass
---
def f(a, b=1, *, c, d=2, **e): pass
---
def f(a, /): pass
---
def f(a, /, b, *c, d): pass
---
def f(a=1, /, b=2): pass
---
def f(*a, **b,): pass
---
def f(*, a=1, b): pass
---
def f(a: int, b: T.Buffer((16,), "float32") = x, *c: d, **e: f) -> g: pass
---
def f(*a: *b): pass
---
def f(
    a,  # first
    b,
):
    # a comment

    return a
---
def f() -> (a, b): pass
---
def f():
    """Doc."""
    return
---
def f():
    return a, b
---
def f():
    return *a, b
---
def f(): return
---
def f(): return; pass
---
@a
def f(): pass
---
@a.b(c, d=1)
@e

@(lambda f: f)
# between
def f(): pass
---
@x[0]
class A: pass
---
@a := b
def f(): pass
---
class A(): pass
---
class A(B, *C, metaclass=D, **E): pass
---
class A:
    x: int = 1

    def f(self): pass

    class B: pass
---
assert x
---
assert x, "message"
---
assert (x, y)
---
del x
---
del x, y.z, w[0]
---
del (x, y), [z]
---
del (x)
---
del x,
---
del ()
---
global a
---
def f():
    global a, b
    nonlocal_ = 1
---
def g():
    a = b = 1
    def f():
        nonlocal a, b
---
import a
---
import a.b.c
---
import a.b as c, d
---
from a import b
---
from a.b import c as d, e
---
from a import (b)
---
from a import (b as c, d,)
---
from a import *
---
from . import a
---
from .a import b
---
from ...a.b import c
---
from .... import a
---
from .. import (a,
  b)
---
x if y else z
---
x if y else z if w else v
---
(x if y else z) if w else v
---
lambda: x
---
lambda x: y
---
lambda x, y=1, *z, w, **v: (x, y)
---
lambda *, x: x
---
lambda x, /, y: x
---
lambda x,: x
---
lambda: lambda: x
---
lambda: x if y else z
---
x or y or z
---
x and y and z or w and v
---
not x
---
not not x and y
---
not x == y
---
x == y != z < w <= v > u >= t
---
x in y not in z is w is not v
---
x | y ^ z & w
---
x | y | z
---
x << y >> z
---
x + y - z
---
x + y * z
---
(x + y) * z
---
x * y / z // w % v @ u
---
-x
---
+-~x
---
-x ** -y
---
x ** y ** z
---
-x ** y * z
---
x ** -y ** z
---
x.y.z
---
x.y(z)[w].v
---
x()
---
x(y)
---
x(y,)
---
x(*y, **z)
---
x(y, *z, w=1, **v)
---
x(y=1, *z)
---
x(y=1, *z, w=2)
---
x(**y, z=1)
---
x(**y, **z)
---
x(y for y in z)
---
x((y for y in z))
---
x((y) for y in z)
---
x((y for y in z), 1)
---
x(y := 1)
---
x(y := 1, z)
---
x(y := z for z in w)
---
x(y if z else w, *v if u else t)
---
x(y=z if w else v)
---
x(lambda: y)
---
x(not y, z=not w)
---
x[y]
---
x[y, z]
---
x[y,]
---
x[(y, z)]
---
x[(y), z]
---
x[()]
---
x[:]
---
x[::]
---
x[y:]
---
x[:y]
---
x[y:z]
---
x[y:z:w]
---
x[::w]
---
x[y::w]
---
x[:, y, z:w, None, ...]
---
x[y:z,]
---
x[*y]
---
x[*y, z]
---
x[y, *z]
---
x[y := 1]
---
x[y := 1, z]
---
x[lambda: y:z]
---
x[y if z else w:v]
---
x[0][1][2]
---
()
---
(x)
---
((x))
---
(x,)
---
(x, y)
---
(x, y,)
---
(*x, y)
---
(*x,)
---
x,
---
x, y,
---
*x,
---
*x, y
---
(x := 1)
---
(x := 1, y := 2)
---
(x := y := 1)
---
(x := (y := 1))
---
(x := lambda: y)
---
[]
---
[x]
---
[x, y,]
---
[*x, y := 1]
---
{}
---
{x}
---
{x, y,}
---
{*x, y}
---
{x := 1, y}
---
{x: y}
---
{x: y, z: w,}
---
{**x}
---
{**x, y: z, **w,}
---
{x: lambda: y}
---
{lambda: x: y}
---
{x if y else z: w if v else u}
---
[x for x in y]
---
[x for x in y if z]
---
[x for x in y if z if w]
---
[x for x in y for z in w if v]
---
[x for x, y in z]
---
[x for x, in z]
---
[x for x, *y in z]
---
[x for (x, y) in z]
---
[x for x.a in z]
---
[(x, y) for x in z]
---
[x := y for z in w]
---
[x if y else z for w in v]
---
[x for x in y or z]
---
[x for x in y if z or w]
---
[x for x in (y if z else w)]
---
[lambda: x for x in y]
---
{x for x in y}
---
{x := 1 for y in z}
---
{x: y for x, y in z}
---
{x: y if z else w for v in u if t}
---
(x for x in y)
---
(x
 for x in y
 if z)
---
None, True, False, ...
---
x = ...
---
0, 00, 0_0, 1, 12, 1_000, 0x1F, 0X_ff, 0o17, 0O7, 0b101, 0B1_0
---
9223372036854775807, 9223372036854775808, 18446744073709551615, 123456789012345678901234567890
---
0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffffffff, 0o777777777777777777777, 0o1000000000000000000000
---
1., .5, 1.5, 1e3, 1E3, 1e-3, 1e+3, 1.e3, .5e3, 1_0.0_1e1_0, 01.5, 00e0, 012e1, 1e999, 0.1, 1e-400
---
1 if x else 2, 1if x else 2, 0x1for x in y
---
[1for x in y]
---
1or 2, 1and 2, 1in x, 1is x, 1.or 2, 1e3if x else 2
---
1.real
---
1..real
---
1 .real
---
1.e
---
"", '', "a", 'a', "'", '"', "\"", '\''
---
"a\nb\tc\\d\x41\u00e9\U0001F600\101\0\7\18"
---
"\q\d\ "
---
r"\n\x\"", R'\'', r"""\"""", r'\\'
---
b"abc\x00\xff\377\u1234\N", B'a', br"\x", rb"\x", Rb"\x", bR'\n'
---
u"a", U'b'
---
"""a
b\
c""", '''"'a' "" '''
---
""""a" b"""
---
"a" "b"
---
"a" 'b' """c"""
---
("a"
 "b")
---
b"a" b"b"
---
"a" r"\b" u"c"
---
"äöü", 'é', "😀"
---
"a\
b"
---
f""
---
f"abc"
---
f"a{x}b"
---
f"{x}{y}"
---
f"{x!r}{x!s}{x!a}"
---
f"{x:>10}"
---
f"{x!r:^{w}.{p}}"
---
f"{x:{y}{z}abc}"
---
f"{{}}"
---
f"{{{x}}}"
---
f"{x=}"
---
f"{x = }"
---
f"{x=!s}"
---
f"{x=:>5}"
---
f"{x + y}"
---
f"{x, y}"
---
f"{*x, y}"
---
f"{(x := 1)}"
---
f"{x:=5}"
---
f"{x!=y}"
---
f"{x==y}"
---
f"{x<=y}"
---
f"{(lambda: x)}"
---
f"{ {x: y}[0] }"
---
f"{[x for x in y]}"
---
f"{x['a']}"
---
f'{x["a"]}' f"b"
---
"a" f"{x}" "b" 'c'
---
"a" f"b" "c"
---
f"a" "b" f"{x}"
---
rf"\d{x}\{y}", fr'\n', Rf"a", F"b"
---
f"\n{x}\x41\u00e9"
---
f"\{x}"
---
f"""a
{x
}b"""
---
f"""{
x:>10}"""
---
f'''{x!r}
"{y}"'''
---
f"{x:\n}"
---
f"{x:%Y-%m-%d}"
---
f"{x:}"
---
f"{x!r:}"
---
f"{x if y else z}"
---
f"{x:{y:{z}}}"
---
f"{x[a:b]}"
---
f"{f'{x}'}"
---
f"{x:a}}}"
---
f"{x:{{}}}"
---
f"{ x }"
---
f"{x }a"
---
f"{x:{y!r:>5}}"
---
f"ä{x}ö{y:ü}"
---
f"{'ä'}"
---
f"{x!r }"
---
f"{x! r}"
---
f"{}"
---
f"{ }"
---
f"{!r}"
---
f"{:a}"
---
f"{x!}"
---
f"{x!z}"
---
f"{x!rr}"
---
f"{lambda x: 1}"
---
f"{x"
---
f"{x!r"
---
f"{x:"
---
f"}"
---
f"{"
---
f"{x}}"
---
f"{a b}"
---
f"{x:{}}"
---
f"{yield}"
---
f"{x;}"
---
f"{(}"
---
f"{)}"
---
f"{x:{y}"
---
f"{x=y}"
---
f"{x=!}"
---
f"{*x}"
---
x \
  + y
---
if x and \
   y:
    pass
---
x = (1 +
# comment
     2

     + 3)
---
x = [
  1,
    2,
]
---
# only a comment
---

---
   # indented comment
x
---
if x:
    a
  # strange comment
    b
---
if x:

    a

    b

c
---
if x:
    if y:
        a
b
---
if x:
    if y:
        a
    b
c
---
äöü = ñ + 变量 + _ª + a·b
---
ℕ = ℵ0
---
match = 1; case = 2; type = 3; _ = 4
---
match(x)
---
match[x]
---
match.x
---
match, x
---
match * x
---
type(x)
---
type: int
---
print(x)
---
x = not y
---
x = yield
---
x = await y
---
x: int = yield
---
x.if
---
x =
---
= x
---
x = = y
---
x == = y
---
x + = y
---
x = 1 = y
---
x() = 1
---
x + y = 1
---
None = 1
---
True += 1
---
"a" = 1
---
f"a" = 1
---
(x, 1) = y
---
[x, y()] = z
---
{x} = y
---
x, y += 1
---
[x] += 1
---
x() += 1
---
x, y: int
---
(x, y): int
---
[x]: int
---
x(): int
---
x + 1: int
---
x: int: str
---
x := 1
---
x := 1, y
---
(x.y := 1)
---
(x[0] := 1)
---
((x) := 1)
---
x = y := 1
---
x(y=z:=1)
---
x(y=(z:=1))
---
[x for y := 1 in z]
---
[x for x in y := z]
---
[x for x in y if z := w]
---
[x for x in y if (z := w)]
---
[x for x in y, z]
---
[x for x in *y]
---
[x, y for x in z]
---
[*x for x in y]
---
{**x for x in y}
---
{x: *y}
---
{*x: y}
---
{x: y, z}
---
{x, y: z}
---
{x := 1: y}
---
{x: y := 1}
---
{**x: y}
---
[x for 1 in y]
---
[x for x() in y]
---
[x for in y]
---
[for x in y]
---
[x for x of y]
---
[x for x in lambda: y]
---
[x for x in y if lambda: z]
---
x(y for y in z, 1)
---
x(1, y for y in z)
---
x(y for y in z,)
---
x(*y for y in z)
---
x(y=z for z in w)
---
x(y=1, z)
---
x(**y, z)
---
x(**y, *z)
---
x(1=2)
---
x(y.z=1)
---
x(y()=1)
---
x((y)=1)
---
x(None=1)
---
x(True=1)
---
x("a"=1)
---
x(y=)
---
x(=y)
---
x(,)
---
x(y,,z)
---
x(y z)
---
x(y
---
x(y]
---
x)
---
x]
---
}
---
(x
y = 1
---
x[
---
x[]
---
x[,]
---
x[y:z:w:v]
---
x[y := 1:z]
---
x[*y:z]
---
x[**y]
---
x[y=1]
---
(,)
---
(x,,)
---
[,]
---
{,}
---
(*x)
---
*x
---
*x = y
---
x = *y
---
**x
---
(**x)
---
[**x]
---
print(*x)
---
-
---
x +
---
x + not y
---
x == not y
---
- not x
---
x + lambda: y
---
x or lambda: y
---
not lambda: x
---
x if lambda: y else z
---
x if y
---
x if y else
---
x if y else lambda: z
---
if if x else y
---
x not y
---
x is in y
---
x not not in y
---
x ++ y
---
x++
---
x <> y
---
!x
---
x ! y
---
x && y
---
x || y
---
x ? y : z
---
$x
---
`x`
---
x.
---
x..y
---
.x
---
x.1
---
x."a"
---
...x
---
1 2
---
x y
---
x 1
---
"a" x
---
"a" b"b"
---
b"a" f"b"
---
b"ä"
---
"\x4"
---
"\xg0"
---
"\u123"
---
"\U00110000"
---
"\N{BULLET}"
---
"\N"
---
"\ud800"
---
b"\x4"
---
"abc
---
'abc"
---
"""abc
---
"abc\
---
"abc\"
---
r"abc\"
---
x"a"
---
bu"a"
---
fb"a"
---
ur"a"
---
rr"a"
---
012
---
0777
---
08
---
1__0
---
1_
---
1_.5
---
1._5
---
1e
---
1e+
---
1e5_
---
1e_5
---
0x
---
0xg
---
0x1g
---
0x_
---
0x1_
---
0o8
---
0o18
---
0b2
---
0b12
---
0b
---
1a
---
1_a
---
1.a
---
1ifx
---
1j
---
1.5J
---
1jj
---
0xfor x
---
1not in x
---
1notx
---
1l
---
5else
---
if x
    y
---
if x:
---
if x:
y
---
if x: if y: z
---
if x: for y in z: w
---
if x: def f(): pass
---
if: x
---
if x = 1: y
---
if x == 1 y
---
if x, y: z
---
if *x: y
---
if x:
    y
  else:
    z
---
if x:
    y
   z
---
if x:
  y
    z
---
  x
---
x
  y
---
else: x
---
elif x: y
---
if x: y
else z
---
if x: y
else if z: w
---
if x: y
else: z
else: w
---
if x: y
else: z
elif w: v
---
for x in y: z
else: w
else: v
---
for x: y
---
for x in: y
---
for in x: y
---
for x of y: z
---
for 1 in x: y
---
for x() in y: z
---
for x + y in z: w
---
for x in y in z: w
---
for (x in y): z
---
for x in y := z: w
---
for *x in y: z
---
for x, y z in w: v
---
for x if y else z in w: v
---
for not x in y: z
---
for x, 1 in y: z
---
while: x
---
while x
  y
---
while x := y: z
---
while x, y: z
---
with: x
---
with a as: x
---
with a as b c: x
---
with a as 1: x
---
with a as f(): x
---
with a as b, : x
---
with a, b, : x
---
with (a as b) as c: x
---
with (a as b, c) as d: x
---
with (a as b: x
---
with (a, b: x
---
with a as b as c: x
---
with *a: x
---
with a as *b: x
---
with a as (*b): x
---
with a as (*b,): x
---
with a as b.c(): x
---
with (a as f()): x
---
with a as -b: x
---
def f: pass
---
def f() pass
---
def (): pass
---
def f(a b): pass
---
def f(a, a=1, b): pass
---
def f(a=1, b): pass
---
def f(a=1, /, b): pass
---
def f(*): pass
---
def f(*,): pass
---
def f(*, **k): pass
---
def f(*, *a): pass
---
def f(*a, *b): pass
---
def f(*a, *, b): pass
---
def f(**k, a): pass
---
def f(**k, *a): pass
---
def f(**k, **l): pass
---
def f(**k, /): pass
---
def f(/): pass
---
def f(/, a): pass
---
def f(a, /, b, /): pass
---
def f(*a, /): pass
---
def f(*, /, a): pass
---
def f(*a=1): pass
---
def f(**k=1): pass
---
def f(*a: b=1): pass
---
def f((a, b)): pass
---
def f(a.b): pass
---
def f(1): pass
---
def f(None): pass
---
def f(a=): pass
---
def f(a:): pass
---
def f(a: *b): pass
---
def f(**a: *b): pass
---
def f(a:=1): pass
---
def f(a: b := 1): pass
---
def f(,): pass
---
def f(a,,b): pass
---
def f(a) -> : pass
---
def f(a) -> b, c: pass
---
def f(a) -> *b: pass
---
def f(a): -> b
---
def f[T](a): pass
---
def f(a)
    pass
---
def class(): pass
---
def f(if): pass
---
lambda x: int: y
---
lambda (x): y
---
lambda x y: z
---
lambda *: x
---
lambda **k, a: x
---
lambda x=1, y: z
---
lambda x
---
lambda x: yield
---
lambda:
---
@
def f(): pass
---
@a
---
@a
x = 1
---
@a def f(): pass
---
@a, b
def f(): pass
---
@*a
def f(): pass
---
class: pass
---
class A.B: pass
---
class A[T]: pass
---
class A(B: pass
---
class A(x for x in y): pass
---
class A(B) pass
---
assert
---
assert x, y, z
---
assert x = 1
---
assert *x
---
assert x := 1
---
assert (x := 1)
---
del
---
del x()
---
del 1
---
del *x
---
del (*x,)
---
del x + y
---
del x = 1
---
del (x, 1)
---
del None
---
del x for x in y
---
del {x}
---
return x
---
return = 1
---
return x = 1
---
return x := 1
---
return if x
---
def f(): return lambda: x
---
pass x
---
pass = 1
---
break x
---
continue = 1
---
global
---
global a,
---
global a.b
---
global (a)
---
nonlocal 1
---
import
---
import a,
---
import a as b.c
---
import .a
---
import a.
---
import (a)
---
import *
---
import a.b as
---
import a as b as c
---
from a
---
from import a
---
from a import
---
from a import b,
---
from a import ()
---
from a import (,)
---
from a import (b,,)
---
from a import b.c
---
from a import (*)
---
from a import *, b
---
from a import b as 1
---
from a. import b
---
from .import a
---
from.a import b
---
from ...import a
---
from . a import b
---
from . . a import b
---
from .a.b. import c
---
import a; b
---
try: x
except: y
---
try:
    x
except A as b:
    y
else:
    z
finally:
    w
---
raise
---
raise x from y
---
yield x
---
yield from x
---
await x
---
async def f(): pass
---
async def f():
    async with a: pass
    async for x in y: pass
    [x async for x in y]
    await z
---
match x:
    case 1: pass
    case _: pass
---
match (x):
    case [1, *a]: pass
---
match x, y:
    case {"a": b}: pass
---
match -x:
    case A(b=1): pass
---
match *x, y:
    case a | b: pass
---
match [x]:
    case 1: pass
---
type X = int
---
type X[T] = list[T]
---
x:
---
x: y:
---
:
---
;
---
x;;y
---
;x
---
x;
y
---
x \ y
---
x \
---
\
x
---
if x:
    y = \
1
---
“x”
---
x = 1 …
---
€ = 1
---
x² = 1
---
a·
---
·a
---
x = (yield)
---
x, y = yield z
---
True
---
True = 1
---
True.x = 1
---
None[0] = 1
---
"a".b = 1
---
1 .x = 2
---
(x for x in y) = 1
---
(x if y else z) = 1
---
(lambda: x) = 1
---
lambda: x = 1
---
x if y else z = 1
---
-x = 1
---
not x = 1
---
x < y = 1
---
x and y = 1
---
(x and y).z = 1
---
x = (y = 1)
---
x = [y = 1]
---
x = {y = 1}
---
x = {y: z = 1}
---
x[y = 1]
---
a, b
c, d
---
print "x"
---
exec x
---
print x
---
from __future__ import annotations
---
if True: pass
if False:
    pass
---
class A: x = 1; y = 2
---
a = b, = c
---
a[b], c.d, (e, [f]) = g
---
x = a if b else c, d
---
x = lambda: (yield)
---
x = a or b if c and d else not e
---
x[a, b:c, ::d, *e] = f
---
for i in range(10): x[i] = i; y[i] += i
---
x = (
    a
    if b
    else c
)
---
f(
    a,
    b=1,
    *c,
    **d,
)
---
def f(a, *, b: int = 1, **c: dict[str, int]) -> None: ...
---
if a: pass
elif b: pass
elif c: pass
---
x = """
  a
    b
"""
---
if x:
    """doc
not indented
"""
    y
---
x = "a" "b" % c
---
x = a.b.c.d(e)(f)[g](h).i
---
a @ b
---
@a@b
class A: pass
---
(a).b: x
---
(a)().b: x
---
(a()).b: x
---
((a).b): x
---
((a)): x
---
(((a).b)).c: x
---
((a)[0]): x
---
((a).b[0]).c: x
---
(1).b: x
---
(a.b().c).d: x
---
((a)).b: x
---
(a, b).c: x
---
(a).b += 1
---
(a).b = 1
