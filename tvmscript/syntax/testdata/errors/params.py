def f(a b): pass  # expected-error {{expected ',' or ')', found 'b'}}
---
def f(a=1, b): pass  # expected-error {{a parameter without default stands behind one with a default}}
---
def f(*): pass  # expected-error {{names must follow a '*' that has none}}
---
def f(*, **k): pass  # expected-error {{names must follow a '*' that has none}}
---
def f(*a, *b): pass  # expected-error {{there can be only one '*'}}
---
def f(**k, a): pass  # expected-error {{nothing can stand behind the parameter with '**'}}
---
def f(/, a): pass  # expected-error {{parameters must stand in front of '/'}}
---
def f(a, /, b, /): pass  # expected-error {{there can be only one '/'}}
---
def f(*, a, /): pass  # expected-error {{'/' must stand in front of '*'}}
---
def f(*a=1): pass  # expected-error {{a parameter with '*' or '**' has no default}}
---
def f((a, b)): pass  # expected-error {{expected a parameter, found '('}}
---
def f(1): pass  # expected-error {{expected a parameter, found the number 1}}
---
def f(if): pass  # expected-error {{expected a parameter, found the keyword 'if'}}
---
def f(a:): pass  # expected-error {{expected an expression, found ')'}}
---
def f(a: int b: int): pass  # expected-error {{expected ',' or ')', found 'b'}}
