f() = 1  # expected-error {{cannot assign to the result of a call}}
---
a + b = c  # expected-error {{cannot assign to an expression with an operator}}
---
a == b = c  # expected-error {{cannot assign to a comparison}}
---
a, 1 = b  # expected-error {{cannot assign to a number}}
---
[a, f()] = b  # expected-error {{cannot assign to the result of a call}}
---
*a = b  # expected-error {{'*' can stand in a list or tuple of targets only}}
---
None = 1  # expected-error {{cannot assign to None}}
---
"a" = 1  # expected-error {{cannot assign to a string}}
---
x = y() = z  # expected-error {{cannot assign to the result of a call}}
---
a, b += 1  # expected-error {{cannot assign to a tuple with an operator}}
---
f() += 1  # expected-error {{cannot assign to the result of a call with an operator}}
---
a, b: int = 1  # expected-error {{only a single target can be annotated, not a tuple}}
---
f(): int  # expected-error {{cannot annotate the result of a call}}
---
x: int: str  # expected-error {{expected the end of the statement, found ':'}}
---
a := 1  # expected-error {{expected the end of the statement, found ':='}}
---
del f()  # expected-error {{cannot delete the result of a call}}
---
del a, 1  # expected-error {{cannot delete a number}}
---
for f() in x:  # expected-error {{cannot assign to the result of a call}}
    pass
---
for a + b in x:  # expected-error {{cannot assign to an expression with an operator}}
    pass
---
for *a in x:  # expected-error {{'*' can stand in a list or tuple of targets only}}
    pass
---
with a as f():  # expected-error {{cannot assign to the result of a call}}
    pass
---
with (a as 1, b):  # expected-error {{cannot assign to a number}}
    pass
---
(a).b: int = 1  # expected-error {{an annotated target cannot begin with parentheses}}
