// Package injectsoftwarepipeline is the pass inject-software-pipeline: it turns an annotated
// loop into prologue, body and epilogue in which statements of different
// iterations overlap, some of them asynchronously, with versioned buffers,
// commits and the fewest waits that leave no hazard.
//
// It reads like the design's section on the software pipeline:
//
//	options.go     whose choices are followed, and what is reported
//	dissolve.go    the block that TVMScript has around the statements of a loop
//	localstage.go  copies that become two statements
//	annotation.go  the three annotations and their legality
//	misspelled.go  attributes that are nearly annotations
//	statement.go   the loop's body cut into statements
//	effect.go      what an operation declares to do to memory
//	threads.go     what all threads of a block access, where one alone runs the loop
//	buffer.go      which buffers are private to an iteration, and may be versioned
//	depend.go      which instances of which statements conflict
//	later.go       what is used when the loop is over; tail.go, what hides it
//	group.go       which asynchronous statements commit together
//	wait.go        where waits stand and what their in-flight counts are
//	trace.go       what happens to a queue, by which waits are judged
//	version.go     how many versions each buffer needs
//	schedule.go    the plan, for those that draw it
//	emit.go        the new loop; clone.go, the copies of statements in it
//
// TVM's own choices are in files of their own, so that nothing else depends on
// them:
//
//	tvmplan.go     versions, commits and waits as TVM's pass chooses them
//	tvmjudge.go    the replay of that plan under the model that places exact waits
//	tvmreport.go   the diagnostics about it
//	tvmemit.go     the loop that follows it
package injectsoftwarepipeline
