x = 'abc  # expected-error {{the string that begins here is not closed}}
---
x = "abc'  # expected-error {{the string that begins here is not closed}}
---
x = "abc\  # expected-error {{the string that begins here is not closed}}
---
x = """abc  # expected-error {{the string that begins here is not closed}}
y = 1
---
x = '\x4'  # expected-error {{\x needs 2 hexadecimal digits}}
---
x = '\u12g4'  # expected-error {{\u needs 4 hexadecimal digits}}
---
x = '\U00110000'  # expected-error {{\U00110000 is no character}}
---
x = '\N{BULLET}'  # expected-error {{characters by name, \N{...}, are not supported}}
---
x = '\ud800'  # expected-error {{\ud800 is no character}}
---
x = b'ä'  # expected-error {{a bytes string holds ASCII characters only}}
---
x = b'a' 'b'  # expected-error {{strings of bytes and of text cannot be joined}}
---
x = f'{a' b  # expected-error {{the f-string ends inside of its braces, or a string in them is not closed}}
---
x = f'{}'  # expected-error {{the braces are empty: expected an expression}}
---
x = f'{a b}'  # expected-error {{expected '}', '!' or ':' in the f-string, found 'b'}}
---
x = f'{a!x}'  # expected-error {{expected r, s or a directly behind '!', found 'x'}}
---
x = f'{a! r}'  # expected-error {{expected r, s or a directly behind '!', found 'r'}}
---
x = f'a } b'  # expected-error {{this } closes nothing}}
---
x = f'{a:{}}'  # expected-error {{the braces are empty: expected an expression}}
---
x = f'{a:>{b}'  # expected-error {{expected '}' behind the format, found the end of the f-string}}
---
x = f'{lambda x: y}'  # expected-error {{a lambda in an f-string needs parentheses: its ':' would begin a format}}
---
x = f'{a + }' + $  # expected-error {{expected an expression, found '}'}}
---
x = f'''{
a +
}'''  # expected-error {{expected an expression, found '}'}}
y = $  # expected-error {{the character '$' has no meaning here}}
---
x = f'{(a}'  # expected-error {{expected ')' or ',', found '}'}}
---
x = f'{a'b}'  # expected-error {{expected '}', '!' or ':' in the f-string, found the string 'b}'}}
---
x = f'abc  # expected-error {{the f-string that begins here is not closed}}
---
x = 012  # expected-error {{a decimal number does not begin with 0}}
---
x = 089  # expected-error {{a decimal number does not begin with 0}}
---
x = 1__0  # expected-error {{an underscore in a number stands between two digits}}
---
x = 1_  # expected-error {{an underscore in a number stands between two digits}}
---
x = 0x  # expected-error {{a hexadecimal number needs digits behind 0x}}
---
x = 0xg  # expected-error {{a hexadecimal number needs digits behind 0x}}
---
x = 0b12  # expected-error {{the digit 2 is not binary}}
---
x = 0o8  # expected-error {{the digit 8 is not octal}}
---
x = 1a  # expected-error {{"1a" is neither a number nor a name}}
---
x = 1.5abc  # expected-error {{"1.5abc" is neither a number nor a name}}
---
x = 0x_  # expected-error {{a hexadecimal number needs digits behind 0x}}
---
x = 1e5_  # expected-error {{an underscore in a number stands between two digits}}
---
x = 3j  # expected-error {{a complex number is not part of TVMScript}}
---
x = 10L  # expected-error {{"10L" is neither a number nor a name}}
---
x = 5 $ 3  # expected-error {{the character '$' has no meaning here}}
---
x = a`b`  # expected-error {{the character '`' has no meaning here}}
---
x = a​b  # expected-error {{the character '\u200b' has no meaning here}}
---
x = a b  # expected-error {{expected the end of the statement, found 'b'}}
