if x:  # expected-error {{expected an indented block behind this ':'}}
y
---
for i in x:  # expected-error {{expected an indented block behind this ':'}}

# only a comment

y
---
  x = 1  # expected-error {{this line is indented, but no block begins here}}
y = 2
---
x = 1
  y = 2  # expected-error {{this line is indented, but no block begins here}}
  z = 3
w = 4
---
if x:
    a
   b  # expected-error {{this indentation fits no block around}}
   c
d
---
if x:
    if y:
        a
      b  # expected-error {{this indentation fits no block around}}
    c
---
if x:
	a
        b  # expected-error {{tabs and blanks are mixed, so that the depth of this line depends on the width of a tab}}
---
if x:
        a
	b  # expected-error {{tabs and blanks are mixed, so that the depth of this line depends on the width of a tab}}
---
while x:  # expected-error {{expected an indented block behind this ':'}}
---
def f():
    if x:  # expected-error {{expected an indented block behind this ':'}}
    return 1
---
if x:
    a
  else:  # expected-error {{this indentation fits no block around}}
    b
---
with a: with b: c  # expected-error {{the 'with' cannot stand behind another statement on a line}}
---
if x: for y in z: w  # expected-error {{the 'for' cannot stand behind another statement on a line}}
---
x; if y: z  # expected-error {{the 'if' cannot stand behind another statement on a line}}
