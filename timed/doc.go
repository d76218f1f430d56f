// Package timed computes when the operations of a program would happen on a described machine: the makespan,
// the utilization of each engine, the critical path, and the largest use of each memory.
//
// Run is a discrete-event simulation of a Graph. The graph has operations with durations and dependences, the
// engines that execute them, queues with their order and depth, resources that only one operation can hold at
// a time, and memory that operations allocate and free. Run executes no program. The graph comes from package
// sim, which knows values and control flow and passes events to a Builder; from Of, which estimates a
// function without executing it; or from another caller.
//
// Start reading at graph.go (the graph) and run.go (the simulation). path.go explains the result. cost.go
// computes the time of work on a machine, place.go the engine that executes an operation. builder.go makes
// operations of threads of control, turns.go adds queues of tasks. estimate.go is Of, with estimatequeue.go
// for queues.
//
// Greedy schedules have anomalies, as Graham found in 1966: an operation that takes less time, one engine
// more or one dependence less can lengthen the makespan, because operations then start in another order. If
// no operation waits for engines, queues or resources, the makespan is the longest chain of dependences, and
// monotone.
//
// The package does not simulate values, so that transforms may use it.
//
// # Where a graph comes from
//
// Package sim tells a Builder what each thread of control issues, awaits, computes and moves. The thread's
// work between two such events is an operation of the graph. Of tells a Builder the same about a function
// that it only reads, for passes that judge their results. For each operation Run keeps the cause of its
// start, which is the last event that the operation has waited for; the critical path consists of these
// causes.
package timed
