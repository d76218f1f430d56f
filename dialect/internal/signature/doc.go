// Package signature is what functions of several dialects have in common: the syntax of their arguments and
// results, the attributes that keep them, and the rules for functions and calls.
//
// It imports package ir, its constraints, and diag. syntax.go has parsing and printing, verify.go the rules,
// lazy.go what no function may be.
package signature
