// Package sameprogram decides, for tests, whether two modules are the same program in different clothes:
// printed as TVMScript and read again, say.
//
// Operations with effects must be the same in the same order, region by region, with operands that are equal
// as trees of pure operations. What is not compared: where pure operations and constants stand, and how
// often; names and locations; where in its region memory is allocated; deallocations; flags that only permit
// (fastmath, nsw). Integer arithmetic is compared as linear forms, so that i + 4 - 1 is i + 3, and a
// subscript of a view is one of the buffer. A load is one of the same element at a time when it has the same
// value: behind the same writes and waits, in the same loops and asynchronous scopes.
//
// Start reading at diff.go, then statement.go for operations with effects, value.go for trees and linear.go
// for integers.
package sameprogram
