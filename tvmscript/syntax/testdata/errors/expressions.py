x =   # expected-error {{expected an expression, found the end of the line}}
---
x = 1 +  # expected-error {{expected an expression, found the end of the line}}
---
x = (1 + )  # expected-error {{expected an expression, found ')'}}
---
x = a b  # expected-error {{expected the end of the statement, found 'b'}}
---
x = a 1  # expected-error {{expected the end of the statement, found the number 1}}
---
x++  # expected-error {{expected an expression, found the end of the line}}
---
--x--  # expected-error {{expected an expression, found the end of the line}}
---
x = a <> b  # expected-error {{expected an expression, found '>'}}
---
x = a && b  # expected-error {{expected an expression, found '&'}}
---
x = a || b  # expected-error {{expected an expression, found '|'}}
---
x = !a  # expected-error {{the character '!' has no meaning here}}
---
x = a if b  # expected-error {{expected 'else' of the conditional expression, found the end of the line}}
---
x = a if b else  # expected-error {{expected an expression, found the end of the line}}
---
x = a not b  # expected-error {{expected 'in' behind 'not', found 'b'}}
---
x = a + not b  # expected-error {{'not' needs parentheses here}}
---
x = - lambda: 1  # expected-error {{a lambda needs parentheses here}}
---
x = a.  # expected-error {{expected the name of an attribute, found the end of the line}}
---
x = a.1  # expected-error {{expected the end of the statement, found the number .1}}
---
x = a.if  # expected-error {{expected the name of an attribute, found the keyword 'if'}}
---
x = class  # expected-error {{expected an expression, found the keyword 'class'}}
---
x = a ? b : c  # expected-error {{the character '?' has no meaning here}}
---
x = “a”  # expected-error {{the character '“' has no meaning here}}
---
x = [1, 2 3]  # expected-error {{expected ',' or ']', found the number 3}}
---
x = {1: 2, 3}  # expected-error {{expected ':' behind the key, found '}'}}
---
x = {1: 2, *y: 3}  # expected-error {{expected an expression, found '*'}}
---
x = {a := 1: 2}  # expected-error {{a value with ':=' needs parentheses as a key}}
---
x = (*a)  # expected-error {{'*' cannot stand in parentheses alone}}
---
x = [*a for a in b]  # expected-error {{'*' cannot stand in a comprehension}}
---
x = [a for b on c]  # expected-error {{expected 'in' behind the target of 'for', found 'on'}}
---
x = [a for b = c]  # expected-error {{expected 'in' behind the target of 'for', found '='}}
---
x = [a for 1 in c]  # expected-error {{cannot assign to a number}}
---
x = [a, b for c in d]  # expected-error {{expected ',' or ']', found the keyword 'for'}}
---
x = f(a b)  # expected-error {{expected ',' or ')', found 'b'}}
---
x = f(a, , b)  # expected-error {{expected an expression, found ','}}
---
x = f(a for a in b, c)  # expected-error {{a generator that is not the only argument needs parentheses}}
---
x = f(c, a for a in b)  # expected-error {{a generator that is not the only argument needs parentheses}}
---
x = f(a=1, b)  # expected-error {{a positional argument cannot stand behind a keyword argument}}
---
x = f(**a, b)  # expected-error {{a positional argument cannot stand behind '**'}}
---
x = f(**a, *b)  # expected-error {{'*' with arguments cannot stand behind '**'}}
---
x = f(a.b=1)  # expected-error {{the name of a keyword argument cannot be an attribute}}
---
x = f(a == 1 = 2)  # expected-error {{the name of a keyword argument cannot be a comparison}}
---
x = a[]  # expected-error {{expected an expression, found ']'}}
---
x = a[1:2:3:4]  # expected-error {{expected ',' or ']', found ':'}}
---
x = a[b := 1:2]  # expected-error {{':=' needs parentheses in a slice}}
---
x = a := 1  # expected-error {{expected the end of the statement, found ':='}}
---
x = (a.b := 1)  # expected-error {{':=' gives a value to a name, not to an attribute}}
---
x = lambda a b: c  # expected-error {{expected ',' or ':' behind a parameter of the lambda, found 'b'}}
---
x = lambda a=1, b: c  # expected-error {{a parameter without default stands behind one with a default}}
---
a + b = c; d =   # expected-error {{cannot assign to an expression with an operator}}
---
x = ℕ  # expected-error {{the name ℕ has letters that Python replaces by others}}
