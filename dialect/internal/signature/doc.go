// Package signature is the part that functions of several dialects share: the syntax of their arguments and
// results, the attributes that hold them, and the rules for functions and calls.
//
// It imports package ir, its constraints, and diag. syntax.go has parsing and printing, and verify.go the
// rules. lazy.go has the attribute of lazy
// functions.
package signature
