// Package asynccolorfunctions has the pass async-color-functions: a function that waits, and that a task
// calls, gets an asynchronous twin for the tasks, so that no task blocks the thread that it runs on.
//
// Start reading at color.go; twin.go makes the twin of one function.
package asynccolorfunctions
