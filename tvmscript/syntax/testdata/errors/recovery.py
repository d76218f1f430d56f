def f(a, b:
    x = (1, 2
    y = 3  # expected-error {{expected ',' or ')', found 'y'}}
    if x = 3:
        z = [1, 2 3]  # expected-error {{expected ',' or ']', found the number 3}}
    else:  # expected-error {{this indentation fits no block around}}
        w = $  # expected-error {{the character '$' has no meaning here}}
    return = 1  # expected-error {{expected an expression, found '='}}
a = 1 +  # expected-error {{expected an expression, found the end of the line}}
def g():
    return f(  # expected-error {{'(' is not closed}}
---
for i on x:  # expected-error {{expected 'in' behind the target of 'for', found 'on'}}
    for j on y:  # expected-error {{expected 'in' behind the target of 'for', found 'on'}}
        z = 1 +  # expected-error {{expected an expression, found the end of the line}}
    else:
        w = 2 *  # expected-error {{expected an expression, found the end of the line}}
else:
    v = 3 -  # expected-error {{expected an expression, found the end of the line}}
u = 4 /  # expected-error {{expected an expression, found the end of the line}}
---
if x:
    a = f'{b c}' + (  # expected-error {{expected '}', '!' or ':' in the f-string, found 'c'}}
    d = )  # expected-error {{expected an expression, found ')'}}
e = ]  # expected-error {{expected an expression, found ']'}}
---
a = $  # expected-error {{the character '$' has no meaning here}}
b = $  # expected-error {{the character '$' has no meaning here}}
c = $  # expected-error {{the character '$' has no meaning here}}
d = $  # expected-error {{the character '$' has no meaning here}}
e = $  # expected-error {{the character '$' has no meaning here}}
f = $  # expected-error {{the character '$' has no meaning here}}
g = $  # expected-error {{the character '$' has no meaning here}}
h = $  # expected-error {{the character '$' has no meaning here}}
i = $  # expected-error {{the character '$' has no meaning here}}
j = $  # expected-error {{the character '$' has no meaning here}}
k = $  # expected-error {{the character '$' has no meaning here}}
l = $  # expected-error {{the character '$' has no meaning here}}
m = $  # expected-error {{the character '$' has no meaning here}}
n = $  # expected-error {{the character '$' has no meaning here}}
o = $  # expected-error {{the character '$' has no meaning here}}
p = $  # expected-error {{the character '$' has no meaning here}}
q = $  # expected-error {{the character '$' has no meaning here}}
r = $  # expected-error {{the character '$' has no meaning here}}
s = $  # expected-error {{the character '$' has no meaning here}}
t = $  # expected-error {{the character '$' has no meaning here}}
u = $
v = $
