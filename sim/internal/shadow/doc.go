// Package shadow finds races: accesses to one element of memory, at least one a write, that nothing orders.
//
// Each element has a cell that remembers the last write and the accesses since that are not ordered among
// themselves. A new access races with a remembered one exactly if nothing orders them, which package happens
// decides. Forgetting an access that is ordered before a newer one of the same or a stronger kind loses no
// race: whatever is unordered with the forgotten one is also unordered with the newer one.
//
// Start reading at Memory (memory.go), the cells of one allocation: Read, Write and Free tell it of accesses,
// and it tells a Watcher of races. access.go says what an access is. equal.go keeps writes that the last one
// does not stand for, because equal values do no harm. written.go has the elements that nothing has written.
package shadow
