// Package insertpollpoints has the pass insert-poll-points: code that may run for long calls a function of
// the host every now and then, so that an engine that cannot interrupt it gets its turn.
//
// Start reading at pass.go; walk.go finds what may run for long, cost.go estimates how long, and strip.go
// divides loops into chunks.
package insertpollpoints
