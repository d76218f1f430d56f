// Package tokengraph draws the asynchronous operations of a program: queues as lanes, and what waits for what.
//
// Start in graph.go, which reads the graphs off a program; tasks.go gives the host's tasks queues, svg.go draws them, text.go lists them.
//
// May import: analysis/queues, dialect/pipeline, dialect/gpu, dialect/task, ir, diag.
package tokengraph
