// Package assignqueues is the pass assign-queues: asynchronous operations get queues, such that few of them
// wait for another queue.
//
// The pass is in pass.go; what it decides by is analysis/queues.
package assignqueues
