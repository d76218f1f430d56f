// Package queues gives the operations of a dependence graph queues, such that few of them must wait for
// another queue.
//
// Start in graph.go. block.go finds the graph of a block's asynchronous operations, flow.go what tokens from
// other blocks are of, align.go numbers queues by that. reduce.go leaves the dependences that no others
// imply; match.go finds the fewest waits where there is a queue for every chain; fold.go makes do with a
// given number of queues; waits.go says what must still be waited for, and which operations an event records.
//
// All but block.go, flow.go and align.go knows operations by their numbers.
package queues
