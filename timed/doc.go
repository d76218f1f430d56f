// Package timed computes when the operations of a program would happen on a machine: the makespan, how busy
// each engine is, the critical path, and the most memory in use at once.
//
// Run is a simulation by discrete events of a Graph: operations with durations that depend on each other, the
// engines that execute them, queues with their order and depth, resources that exclude each other, and memory
// that operations allocate and free. It executes nothing. The graph comes from package sim, which knows
// values and control flow (a Builder turns what it tells into a graph), from Of, which estimates a function
// without executing it, or from anybody else.
//
// Start reading at graph.go for what a graph is and run.go for the simulation. path.go explains its result.
// cost.go says what work takes on a machine, place.go what executes an operation, builder.go how threads of
// control become operations, turns.go what queues of tasks add, and estimate.go, with estimatequeue.go for
// queues, is Of.
//
// Greedy schedules have anomalies, as Graham found in 1966: an operation that takes less time, one engine
// more or one dependence less can lengthen the makespan, because operations then start in another order.
// Without engines, queues and resources to wait for, the makespan is the longest chain of dependences, and
// monotone.
//
// It does not simulate values, so that transforms may ask it.
//
// # Where a graph comes from
//
// Package sim tells a Builder what each thread of control issues, awaits, computes and moves; what the thread
// does between two such moments is an operation of the graph. Of tells the same of a function that it only
// reads, for passes that judge what they make. Where an operation starts, Run keeps what the operation has
// waited for last: this makes the critical path.
package timed
