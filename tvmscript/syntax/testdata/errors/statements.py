if x  # expected-error {{expected ':' at the end of the 'if', found the end of the line}}
    y
---
if x == 1 y:  # expected-error {{expected ':' at the end of the 'if', found 'y'}}
    z
---
if x = 1:  # expected-error {{'=' cannot stand in a condition}}
    y
---
elif_ = 1
while x = y: z  # expected-error {{'=' cannot stand in a condition}}
---
if x:
    a
else if y:  # expected-error {{expected ':' behind 'else', found the keyword 'if'}}
    b
else:
    c
---
else:  # expected-error {{'else' without 'if', 'for' or 'while' at this indentation}}
    x
---
elif x:  # expected-error {{'elif' without 'if' at this indentation}}
    y
else:
    z
---
except A:  # expected-error {{'except' without 'try'}}
    y
---
for i on x:  # expected-error {{expected 'in' behind the target of 'for', found 'on'}}
    y
---
for i = 1:  # expected-error {{expected 'in' behind the target of 'for', found '='}}
    y
---
for i:  # expected-error {{expected 'in' behind the target of 'for', found ':'}}
    y
---
for i, j in:  # expected-error {{expected an expression, found ':'}}
    y
---
for in x:  # expected-error {{expected an expression, found the keyword 'in'}}
    y
---
with a as b  # expected-error {{expected ':' at the end of the 'with', found the end of the line}}
    c
---
with (a as b, c:  # expected-error {{expected ',' or ')', found ':'}}
    d
---
with a b:  # expected-error {{expected ':' at the end of the 'with', found 'b'}}
    c
---
with a,:  # expected-error {{expected an expression, found ':'}}
    b
---
def f  # expected-error {{expected '(' behind the name of the function, found the end of the line}}
    x
---
def f:  # expected-error {{expected '(' behind the name of the function, found ':'}}
    x
---
def f() -> :  # expected-error {{expected an expression, found ':'}}
    x
---
def f()  # expected-error {{expected ':' at the end of the 'def', found the end of the line}}
    x
---
def 1():  # expected-error {{expected the name of a function, found the number 1}}
    x
---
def for():  # expected-error {{expected the name of a function, found the keyword 'for'}}
    x
---
class A[T]:  # expected-error {{a list of type parameters is not part of TVMScript}}
    x
---
class A(x for x in y):  # expected-error {{a generator that is not the only argument needs parentheses}}
    z
---
@a
x = 1  # expected-error {{expected a function or class behind a decorator, found 'x'}}
---
@a, b  # expected-error {{expected the end of the statement, found ','}}
def f():
    pass
---
@  # expected-error {{expected an expression, found the end of the line}}
def f(): pass
---
import a.  # expected-error {{expected the name of a module, found the end of the line}}
---
import a as  # expected-error {{expected a name, found the end of the line}}
---
import a,  # expected-error {{expected the name of a module, found the end of the line}}
---
from a  # expected-error {{expected 'import', found the end of the line}}
---
from a import  # expected-error {{expected a name to import, found the end of the line}}
---
from a import b,  # expected-error {{expected a name to import, found the end of the line}}
---
from a import (b c)  # expected-error {{expected ',' or ')', found 'c'}}
---
from a import *, b  # expected-error {{expected the end of the statement, found ','}}
---
from import a  # expected-error {{expected the name of a module, found the keyword 'import'}}
---
assert x = 1  # expected-error {{'=' cannot stand in a condition}}
---
assert x, y, z  # expected-error {{expected the end of the statement, found ','}}
---
return x y  # expected-error {{expected the end of the statement, found 'y'}}
---
pass x  # expected-error {{expected the end of the statement, found 'x'}}
---
global a.b  # expected-error {{expected the end of the statement, found '.'}}
---
del  # expected-error {{expected an expression, found the end of the line}}
---
print "hello"  # expected-error {{expected the end of the statement, found the string "hello"}}
---
fro i in x:  # expected-error {{expected the end of the statement, found 'i'}}
    y
---
whit T.block("C"):  # expected-error {{expected the end of the statement, found 'T'}}
    y
---
retrun x  # expected-error {{expected the end of the statement, found 'x'}}
---
x = 1 y = 2  # expected-error {{expected the end of the statement, found 'y'}}
---
x:   # expected-error {{expected an expression, found the end of the line}}
---
x;;y  # expected-error {{expected an expression, found ';'}}
---
x \ y  # expected-error {{a backslash continues the line only as its last character}}
---
x \   # expected-error {{a backslash continues the line only as its last character}}
y
---
if x: y: z w  # expected-error {{expected the end of the statement, found 'w'}}
