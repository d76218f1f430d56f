// Package tokengraph draws the asynchronous operations of a program: queues as lanes, and what waits for
// what; and its pipelined loops: statements over times.
//
// Start in graph.go, which reads the graphs off a program; tasks.go gives the host's tasks queues, svg.go
// draws them, text.go lists them. pipeline.go says what there is to draw of a loop, pipelinesvg.go draws it,
// pipelinetext.go lists it; the plan of a loop comes from those who pipeline it.
package tokengraph
