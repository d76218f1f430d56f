// Package latencyhiding gives the instructions of a module of HLO another order, in which more of its
// asynchronous operations is hidden behind computations.
//
// # What stays
//
// An instruction stays behind its operands and its control predecessors. Instructions with side effects keep
// their order, and so do an instruction that updates memory in place and whatever else touches that memory:
// no copy is needed that was not needed before. Groups of _scheduling_group_id stay contiguous, in their
// order. Of each kind of operation there are at most as many in flight as Options.Limits says, or as there
// were before; a loop counts with what is in flight within it. The memory in use stays below Options.Memory,
// or what it was before.
//
// # How an order is found
//
// Each computation that issues asynchronous operations is scheduled on its own, loops before what contains
// them. A list scheduler keeps a model of the streams: it issues a start as soon as it may, a done when its
// operation has ended, or when there is nothing else to compute; of computations it prefers the one with the
// longest chain of work behind it. The same scheduler runs on the reversed graph, where dones are starts, and
// again with priorities that are changed at random. Of all orders the one that takes least time counts, by
// package timing; the order as it was is among them, so that the result is never slower.
//
// The reverse list scheduler of XLA, xla/service/latency_hiding_scheduler, has the limits and their names.
//
// Start reading at Schedule, then graph.go for what must stay, list.go for the list scheduler, memory.go for
// the use of memory.
package latencyhiding
