// Package shadow finds races: accesses to one element of memory, at least one of them a write, that nothing
// orders.
//
// Each element has a cell. The cell remembers the last write and the later accesses that are not ordered
// among themselves. A new access races with a remembered one exactly if nothing orders them, which package
// happens decides. A cell may forget an access that is ordered before a newer one of the same or a stronger
// kind: any access that is unordered with the forgotten one is also unordered with the newer one, so that no
// race is lost.
//
// Start reading at Memory (memory.go), the cells of one allocation: its methods Read, Write and Free record
// accesses, and it reports races to a Watcher. access.go defines an access. equal.go keeps further writes to
// an element where writes of equal values do no harm. written.go tells which elements nothing has written.
package shadow
