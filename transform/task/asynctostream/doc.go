// Package asynctostream is the pass async-to-stream: programs of async whose memory is ranges of bytes become
// work on devices of IREE's dialect stream, with timepoints. It turns round what stream-to-async makes.
//
// Start reading at pass.go. types.go replaces the types, function.go what the host does, wait.go its waits,
// task.go makes work of tasks, range.go says which bytes an access has, and kernel.go finds the kernels that
// stand for dispatches.
package asynctostream
