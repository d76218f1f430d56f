// Package timing says when the instructions of a scheduled module of HLO happen on a machine: the makespan,
// and how much of each asynchronous operation is hidden behind other work.
//
// # The model
//
// The host issues the instructions of a module in their order and is always ahead of the device. There is a
// stream for computations, one for collective operations, one for each direction of copies, sends and
// receives, and one for each execution thread. An operation begins when the operations that were issued on
// its stream before have ended, and what executes it is free: the device, the interconnect, an engine that
// copies. An asynchronous operation begins, beside that, when everything has ended that stands in front of
// its start on the stream of computations; its done keeps that stream waiting until it has ended. XLA's
// runtime for GPUs does that with events of streams. Operations never change places, so the times are
// monotone: a shorter operation never makes the module longer.
//
// Exposed is the time that a done keeps computations waiting; hidden is the rest of the operation.
//
// A loop is executed until the times of its streams repeat, relative to the iteration. The iterations that
// remain take as long as that one each, exactly. A loop whose number of iterations is unknown is assumed to
// have Options.Trips. Of a conditional the branch that computes longest is taken.
//
// # What it does not model
//
// Operations that run at once do not share the bandwidth of the memory, and an operation on an execution
// thread of its own does not slow down the stream of computations. All devices run the same module at the
// same time: a collective operation waits for no other device.
//
// Start reading at Of, then simulate.go for the streams, loop.go for loops, hide.go for what could hide what
// is exposed, and report.go for the text.
package timing
