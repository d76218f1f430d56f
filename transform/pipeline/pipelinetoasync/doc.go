// Package pipelinetoasync has the pass pipeline-to-async: it replaces the queues of the pipeline dialect by
// chains of tasks of the async dialect, and removes the scopes of the dialect.
//
// A queue is one chain: each asynchronous operation starts after the one before it, as on hardware that
// executes one operation at a time. The thread of control carries, per queue, the token of the youngest
// operation and the tokens of its youngest groups, the youngest first. A wait that leaves N groups in flight
// awaits token number N. All older groups are complete then.
//
// Start reading at thread.go. queue.go finds the queues, and how many groups their registers must hold.
package pipelinetoasync
