// Package ranks judges systems of several programs, one for each rank, that send messages to each other: can
// they block each other, and does every message find its receiver?
//
// The program of a rank is a list of actions that its host issues in order: computations, sends, receives,
// waits for requests, and collectives. An action that blocks ends before the host issues the next one. An
// action on a queue (a CUDA stream, the stream of a NCCL communicator) starts when the action before it on
// its queue has ended. A nonblocking action (isend, irecv) starts where it is issued.
//
// Start reading at system.go (the model), then events.go, which makes a graph of a system, and judge.go. Of
// the rest, matching.go finds the receive of a send and the members of a collective, circle.go explains a
// circle, timing.go says when everything happens, and repair.go looks for an order that does not block.
//
// # Transports
//
// Buffered: a send ends when one of the slots of its channel is free, a receive when its message is there.
// Rendezvous: a send and its receive end together, after both have started, and the members of a batch run
// one behind the other. Batched is rendezvous in which the members of a batch start together, and the batch
// ends when all of them have: NCCL's group calls, whose documentation says that the calls between
// ncclGroupStart and ncclGroupEnd progress together. A collective ends after all members have started it,
// under every transport; MPI 4.1, section 6.1, lets a collective synchronize, and a portable program may not
// depend on one that does not.
//
// # Why the verdict is exact, for all timings
//
// The messages of a channel (communicator, sender, receiver, tag) do not overtake each other (MPI 4.1,
// section 3.5), and no receive accepts any sender or any tag. So the n-th send of a channel meets its n-th
// receive in every execution, and the n-th collective of a communicator at one member meets the n-th at the
// others. Thus each start and each end is an event that waits for a fixed set of other events, all of them,
// and no event prevents another one. Such a system is a marked graph: whether an event happens does not
// depend on the order of the others (Commoner, Holt, Even, Pnueli, "Marked Directed Graphs", 1971; Kahn, "The
// Semantics of a Simple Language for Parallel Programming", 1974, says the same of the values). An event
// happens in every execution that goes on as far as it can, or in none. It happens in none exactly if it
// waits, directly or not, for a circle of events or for a message without a partner. Judge removes events
// whose predecessors have happened, until none is left: time and memory are linear in the number of actions
// and members of collectives. The tests compare the verdict, and the set of actions that are left, with all
// interleavings of random systems, by rules that are written as transitions.
package ranks
