// Malformed tokens: what the lexer refuses, or hands on as an error token.

// A string that the line ends.
// expected-error @+1 {{expected '"' in string literal}}
func.func private @f() attributes {doc.s = "no end
}

// -----

// An escape that does not exist.
// expected-error @+1 {{unknown escape in string literal}}
func.func private @f() attributes {doc.s = "\q"}

// -----

// A hexadecimal escape of one digit.
// expected-error @+1 {{unknown escape in string literal}}
func.func private @f() attributes {doc.s = "\4"}

// -----

// A character that begins no token.
// expected-error @+1 {{unexpected character}}
func.func @f() { ` }

// -----

// A sigil without a name after it.
// expected-error @+1 {{invalid SSA name}}
func.func @f() { % = arith.constant 0 : i32 }

// -----

// expected-error @+1 {{@ identifier expected to start with letter or '_'}}
func.func private @ ()

// -----

// expected-error @+1 {{expected '"' in string literal}}
func.func private @"no end()

// -----

func.func @f() {
  // expected-error @+1 {{invalid block name}}
  cf.br ^
}

// -----

// expected-error @+1 {{invalid attribute name}}
#  = 1 : i32

// -----

// expected-error @+1 {{invalid type identifier}}
! = i32

// -----

// An integer that does not fit 64 bits.
// expected-error @+1 {{integer constant out of range for attribute}}
func.func private @f() attributes {doc.i = 99999999999999999999}

// -----

// A block comment is no comment.
// expected-error @+1 {{expected operation name in quotes}}
/* func.func @f() */

// -----

func.func @f() {
  // expected-error @+1 {{unexpected character}}
  $
}

// -----

// Half of an arrow is a minus.
// expected-error @+1 {{expected operation name in quotes}}
func.func private @f() - > i32

// -----

// An ellipsis has three dots.
// expected-error @+1 {{expected three consecutive dots for an ellipsis}}
func.func private @f(..)
