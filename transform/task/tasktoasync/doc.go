// Package tasktoasync is the pass task-to-async: promises, queues, resources and events become asynchronous
// regions of async and calls of the runtime.
//
// Start reading at pass.go; lower.go has one function per operation, execute.go the region with its turns.
package tasktoasync
