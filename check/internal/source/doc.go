// Package source answers what the text of a program says to the judge, operation by operation: which
// operations allocate, branch, wait, resolve promises or are barriers (structure.go, token.go, promise.go,
// taskqueue.go), which function an operation calls and whether it synchronizes (calls.go, source.go), the
// number of a queue (units.go), and what values are called in reports (names.go). Nothing is executed here.
package source
