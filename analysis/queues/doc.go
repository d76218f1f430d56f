// Package queues assigns queues to the operations of a dependence graph, such that few of them must wait for
// another queue.
//
// Start in graph.go. block.go finds the graph of a block's asynchronous operations. flow.go finds the
// operations of tokens from other blocks, and align.go numbers queues by them. reduce.go removes the
// dependences that others imply. match.go finds the fewest waits with one queue for every chain. fold.go uses
// a given number of queues. waits.go says which waits are still needed, and which operations an event
// records.
//
// All files except block.go, flow.go and align.go refer to operations by their numbers.
package queues
