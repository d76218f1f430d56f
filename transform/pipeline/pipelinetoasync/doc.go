// Package pipelinetoasync has the pass pipeline-to-async: the queues of the pipeline dialect become chains of
// tasks of the async dialect, and the scopes of the dialect are gone.
//
// A queue is one chain: each asynchronous operation starts after the one before, as on a unit that takes one
// thing at a time. The thread of control carries, per queue, the token of the youngest operation and those of
// its youngest groups, youngest first; a wait that leaves N groups in flight awaits the token at place N.
// What is older is complete by then.
//
// Start reading at thread.go; queue.go finds out which queues there are, and how deep their registers must
// be.
package pipelinetoasync
