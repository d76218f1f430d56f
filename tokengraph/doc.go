// Package tokengraph draws the asynchronous operations of a program, with queues as lanes and the dependences
// between operations as arrows. It also draws pipelined loops, as tables of statements over time.
//
// Start reading at graph.go, which makes the graphs from a program. tasks.go assigns queues to the host's
// tasks, svg.go draws a graph, text.go lists it. pipeline.go is the table of a loop, pipelinesvg.go draws it,
// pipelinetext.go lists it. The caller makes the table of an annotated loop from the plan of the pass that
// pipelines it. The table of a loop that is pipelined in its text is made here: written.go finds such loops,
// writtenevents.go lists their statements, commits and waits, writtendrawing.go executes these.
package tokengraph
