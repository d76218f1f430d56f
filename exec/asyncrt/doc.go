// Package asyncrt holds the asynchronous runtime: C11 sources that are compiled together with a program, or
// into a shared library that takes the place of libmlir_async_runtime.so. The package itself is their text,
// and how to compile it; it executes nothing.
//
// It imports the standard library only. Start reading at src/inflight_async.h, which is the reference of what
// a program may call: MLIR's mlirAsyncRuntime* functions, and Inflight's own inflightAsync* functions beside
// them.
//
// # How it works
//
// A task is a coroutine handle and the function that resumes it. Each thread has a deque of tasks (deque.h).
// It pushes what it makes, and what becomes ready, at one end and pops there; threads without work steal from
// the other end, up to half at once. Continuations are never called from where something was resolved: they
// go through the deque, under no lock. Only a coroutine that awaits what is ready goes on inside of the call,
// up to a depth.
//
// An object (object.h) is a token, a value or a group, one cache line with one state word: a list of those
// who wait while it is pending, then ready or failed. Who waits is a coroutine, a group that has the object
// as member, or a stack.
//
// A blocking await leaves the stack that waits and executes tasks on another one (fiber.h) until it can go
// on: so a wait costs no thread, does not bury one frame under another, and may be as deep as there is memory
// (about 30,000 on Linux, which limits the number of mappings). A stack never changes its thread.
//
// What makes it fast is that the common case has no atomic read-modify-write: an object belongs to the thread
// that made it until another comes to it (bias.h), the owner of a deque pops without a fence (deque.h), and
// who makes a task reads one word to know that nobody sleeps who should be woken (schedule.h). The price, a
// fence that interrupts the other threads (membarrier), is paid by who steals or goes to sleep. Where the
// system has no such fence everything falls back to ordinary atomics. What programs call most calls nothing
// itself in its common way (common.h), which compiled programs have inside (inline.c, as bitcode); the rest
// is in uncommon.h.
//
// A thief whose tasks turn out to be tiny (under half a microsecond) stays away for a time that doubles; one
// whose tasks were worth it takes more the next time. Of the threads that find nothing one watches the others
// by short sleeps, the rest sleep until woken, so that a program of tiny tasks does not pay for waking
// threads that come too late. The price: after such a phase a task may start up to 0.8 ms late, if its maker
// does not wait for it.
//
// # Waits that cannot end
//
// When all threads sleep, no task is in line and nothing is expected from outside, a host that waits does so
// for ever. stall.h finds that, and who waits for whom, by words in objects and frames that nobody reads
// otherwise, and tells a host that has asked for it (inflightAsyncSetStalled).
//
// # Errors
//
// An error is a state with a cause: a message and a place in the source. Whoever awaits resumes, and asks;
// the first cause is kept. The error that stands first in the source is remembered for the end of the
// program. Programs lowered by upstream set errors without a cause: they get that of the error which the same
// task saw last.
//
// # Promises, turns and events
//
// What the task dialect is lowered to stands on the public functions (turns.h). A claim for several resources
// is granted when all of them are free, in the order of the claims for each: who waits holds nothing, so that
// claims cannot block each other. A ticket of a queue is ready when its turn comes, and the turn passes on
// when the task has ended or, by the queue's order, started. One lock guards all of them, for a few steps
// each. Events are found by name.
//
// # Reference counts
//
// They are upstream's: a token or value is created with two references, one of which emplacing it or setting
// its error drops; a group with one. Members keep their group alive until they complete. A group is freed
// also if members were never added.
//
// # Where it differs from LLVM 22's runtime
//
//   - An awaiter may await the same token again from its continuation, blocking or not.
//   - Continuations that waited do not nest, however many there are.
//   - Blocking awaits may nest deeper than there are threads.
//   - Resuming a coroutine whose operand is ready nests at most 16 deep in the call; beyond, it goes through
//     the deque.
//   - A value can have a reference to an object as payload, which goes with it (inflightAsyncCreateHolder),
//     or own something of the program's, which is released with it (inflightAsyncCreateOwner).
//   - The storage of values is aligned to 64 bytes.
//   - Hosts that wait work: of n threads, n - 1 are the runtime's own. A host that does not wait is not
//     counted.
//   - Resolving twice, and adding more members than a group has, is reported, not undefined.
//
// # Environment
//
// INFLIGHT_THREADS is the number of threads, the waiting host included (default: the processors that the
// process may use). INFLIGHT_LEAKS=1 reports objects that are left when the process exits,
// INFLIGHT_LEAKS=fail exits with status 70 too. INFLIGHT_NO_MEMBARRIER=1 does without the asymmetric fence.
package asyncrt
