// Package softpipe is the pass inject-software-pipeline: it turns an annotated
// loop into prologue, body and epilogue in which statements of different
// iterations overlap, some of them asynchronously, with versioned buffers,
// commits and the fewest waits that leave no hazard.
//
// It reads like the design's section on the software pipeline:
//
//	annotation.go  the three annotations and their legality
//	statement.go   the loop's body cut into statements
//	buffer.go      which buffers are private to an iteration, and may be versioned
//	depend.go      which instances of which statements conflict
//	later.go      what is used when the loop is over
//	group.go       which asynchronous statements commit together
//	wait.go        where waits stand and what their in-flight counts are
//	version.go     how many versions each buffer needs
//	emit*.go       the new loop
//
// May import: analysis, dialects, pass, ir; no other transform.
package softpipe
