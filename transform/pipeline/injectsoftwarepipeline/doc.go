// Package injectsoftwarepipeline is the pass inject-software-pipeline. It replaces an annotated loop by
// prologue, body and epilogue, in which statements of different iterations overlap. Some of the statements
// are asynchronous. The pass adds versioned buffers, commits, and the fewest waits that leave no hazard.
//
// Read the files in this order:
//
//	options.go     whose choices the pass follows, and what it reports
//	dissolve.go    the block that TVMScript has around the statements of a loop
//	localstage.go  copies that become two statements
//	annotation.go  the three annotations and their legality
//	misspelled.go  attributes that resemble annotations
//	statement.go   the statements of the loop's body
//	effect.go      the effects on memory that an operation declares
//	threads.go     the accesses of all threads of a block that run the loop
//	buffer.go      which buffers are private to an iteration, and may be versioned
//	depend.go      which instances of which statements conflict
//	later.go       memory that is used after the loop; tail.go, unknown accesses after it
//	group.go       which asynchronous statements commit together
//	wait.go        where waits stand and what their in-flight counts are
//	trace.go       the events of a queue, by which waits are judged
//	version.go     how many versions each buffer needs
//	schedule.go    the plan, for drawings
//	emit.go        the new loop; clone.go, the copies of statements in it
//
// TVM's own choices are in separate files, on which no other file depends:
//
//	tvmplan.go     versions, commits and waits as TVM's pass chooses them
//	tvmjudge.go    the replay of that plan under the model that places exact waits
//	tvmreport.go   the diagnostics about it
//	tvmemit.go     the loop that follows it
//
// # Decisions
//
// Asynchronous scopes. An asynchronous statement becomes one pipeline.async_scope. Its body runs in program
// order with respect to itself, with queues of its own, at any moment between its issue and the completion of
// its group. Values are captured at issue.
//
// Statements. A statement is a pipeline.block, or any operation that writes, frees or may do anything, with
// the loads and pure operations that feed it. A pure operation is copied into each statement that needs it,
// and so is a load of memory that no statement of the loop may write. Any other load belongs to one
// statement, and must not move past a write to the memory that it loads. A loop whose body is one block, as
// TVMScript has it, is pipelined by the children of that block; a condition around the block guards each of
// them, inside of the commit. Blocks with a name stay around synchronous statements. Waits that the input
// contains, and transfers with tags, keep their order: they are statements that depend on each other.
//
// Private buffers. Two kinds of buffers can have versions: buffers allocated in the loop's body, and buffers
// allocated outside that no operation outside uses and that every iteration fills before it reads them. All
// other memory is shared by the iterations, and its carried dependences keep their order. Where the body of a
// pipeline.block cannot be analyzed, its declared accesses count, as "may": a declared write does not fill a
// buffer. An unknown operation may have any effect on the memory that it gets.
//
// Versions. A buffer first gets the fewest versions under which the order of statements is right. If
// asynchronous statements touch it, the buffer then gets more versions (up to the number of stages), until
// the waits that other statements need protect its slots, too. If no number suffices, because no other
// statement ever waits for the asynchronous user, the buffer gets one version more than the order needs, and
// a wait in front of the refill.
//
// Waits. The pass runs the pipelined loop, for enough numbers of iterations, on a model of the queues. If an
// operation must be complete and is not known to be, the pass inserts a wait for it, until no wait is
// missing. Then the pass removes waits that are not needed, those that force few operations first, and raises
// each count as far as no wait becomes too weak. Conflicts depend on the distance of iterations alone, so
// that a few iterations beyond the largest distance show all of them. Where remainders and quotients leave a
// conflict undecided, the pass computes the subscripts of each iteration, in loops of at most 128 iterations.
//
// Extents. With a constant extent, prologue and epilogue are unrolled, and commits end with their producers:
// counts fall. With a dynamic extent, the code of every time step is kept, and commits of empty groups
// continue to the end, so that each count is one constant for all extents, 0 included. A guard (scf.if, in
// the epilogue of an affine.for a loop of at most one iteration) stands inside of the commit.
//
// Queues. A queue has the number of its stage, unless an enclosing pipelined loop uses that number: then the
// next free one.
//
// Nested pipelines. The parts of a synchronous inner pipeline (prologue, body, epilogue) are three statements
// of the outer loop, as in TVM. An inner pipeline with asynchronous stages is one statement: groups of one
// instance must not come between those of another.
package injectsoftwarepipeline
