// Package schedulestream is the pass schedule-stream: it divides unscheduled work of IREE's stream dialect
// into executions on devices, and the work of each execution into waves.
//
// Start reading at pass.go. segment.go finds work and what it depends on, partition.go divides it, and
// emit.go writes the executions.
package schedulestream
