f(1, 2  # expected-error {{'(' is not closed}}
x = 1
---
x = [1,  # expected-error {{'[' is not closed}}
     2
y = 2
z = $  # expected-error {{the character '$' has no meaning here}}
---
x = (1,
     2]  # expected-error {{expected ',' or ')', found ']'}}
---
x = 1)  # expected-error {{')' closes nothing}}
---
x = ]  # expected-error {{expected an expression, found ']'}}
---
x = {1: (2, [3}  # expected-error {{expected ',' or ']', found '}'}}
---
def f(a, b:  # expected-error {{'(' is not closed}}
    return a
---
def f(a, b  # expected-error {{'(' is not closed}}
    return a
---
class A(B:  # expected-error {{expected ',' or ')', found ':'}}
    x = 1
    y = $  # expected-error {{the character '$' has no meaning here}}
---
for i in range(10:  # expected-error {{expected ',' or ')', found ':'}}
    f(i  # expected-error {{'(' is not closed}}
    g(i)
---
f(a,
  b
    c)  # expected-error {{expected ',' or ')', found 'c'}}
---
f(a
  for x in y z)  # expected-error {{expected ',' or ')', found 'z'}}
---
(  # expected-error {{'(' is not closed}}
