// Package asyncrt has the asynchronous runtime: C11 sources that are compiled together with a program, or
// into a shared library that replaces libmlir_async_runtime.so. The package only contains their text and the
// way to compile it; it executes nothing.
//
// Start reading at src/inflight_async.h, which is the reference of the functions that a program may call:
// MLIR's mlirAsyncRuntime* functions, and Inflight's own inflightAsync* functions.
//
// # How it works
//
// A task is a coroutine handle and the function that resumes it. Each thread has a deque of tasks (deque.h).
// It pushes the tasks that it makes, and those that become ready, at one end and pops them there; threads
// without tasks steal from the other end, up to half of the tasks at once. The thread that resolves an object
// never calls the continuations that wait for it: they go through the deque, and no lock is held. Only a
// coroutine that awaits a ready object continues inside of the call, up to a depth.
//
// An object (object.h) is a token, a value or a group. It takes one cache line and has one state word: a list
// of waiters while the object is pending, then ready or failed. A waiter is a coroutine, a group that has the
// object as member, or a stack.
//
// A blocking await leaves its stack and executes tasks on another stack (fiber.h) until it can continue. So a
// wait takes no thread and puts no frames on top of the waiting one, and waits may nest as deep as there is
// memory (about 30,000 deep on Linux, which limits the number of mappings). A stack always belongs to the
// same thread.
//
// The runtime is fast because the common case has no atomic read-modify-write. An object belongs to the
// thread that made it until another thread uses it (bias.h). The owner of a deque pops without a fence
// (deque.h). A thread that makes a task reads one word to see that no thread sleeps that should be woken
// (schedule.h). The cost is a fence that interrupts the other threads (membarrier); the thread that steals or
// goes to sleep executes it. On systems without such a fence, all these operations are ordinary atomics. The
// functions that programs call most often call no other function in their common case (common.h). Compiled
// programs contain them (inline.c, as bitcode); the other cases are in uncommon.h.
//
// A thief whose stolen tasks take very little time (under half a microsecond) does not steal again for a time
// that doubles; a thief whose tasks take longer steals more of them the next time. Of the threads that find
// no task, one checks the others after short sleeps, and the rest sleep until they are woken. So a program of
// very short tasks does not pay for waking threads that come too late. The cost: after such a phase a task
// may start up to 0.8 ms late, unless the thread that made it waits for it.
//
// # Waits that cannot end
//
// When all threads sleep, no task is in a deque and nothing is expected from outside, the wait of a host
// cannot end. stall.h detects that. It finds the chain of waits by words in objects and frames that no other
// code reads, and reports the chain to a host that has asked for it (inflightAsyncSetStalled).
//
// # Errors
//
// An error is a state with a cause: a message and a place in the source. A coroutine that awaits an object in
// error resumes, and tests for the error; the first cause is kept. The error whose place comes first in the
// source is remembered for the end of the program. Programs lowered by upstream set errors without a cause:
// such an error gets the cause of the error that the same task saw last.
//
// # Promises, turns and events
//
// The operations of the task dialect are lowered to functions that use the public functions above (turns.h).
// A claim for several resources is granted when all of them are free, in the order of the claims for each
// resource. A claim that waits holds no resource, so that claims cannot block each other. A ticket of a queue
// is ready when its turn comes. The next turn comes when the task has ended or, if the queue's order says so,
// has started. One lock protects all of them, for a few steps each. Events are found by name.
//
// # Reference counts
//
// Reference counts are those of upstream. A token or value is created with two references, one of which is
// dropped when it is emplaced or its error is set; a group is created with one. Members keep their group
// alive until they complete. A group is also freed if members were never added.
//
// # Where it differs from LLVM 22's runtime
//
//   - An awaiter may await the same token again from its continuation, blocking or not.
//   - Continuations that waited do not nest, however many there are.
//   - Blocking awaits may nest deeper than there are threads.
//   - When a coroutine awaits a ready object, it resumes inside of the call up to 16 levels deep; beyond that
//     it goes through the deque.
//   - The payload of a value can be a reference to an object, which is dropped with the value
//     (inflightAsyncCreateHolder). An object can own data of the program, which is released with it
//     (inflightAsyncCreateOwner).
//   - The storage of values is aligned to 64 bytes.
//   - Waiting hosts execute tasks: of n threads, n - 1 are the runtime's own. A host that does not wait is
//     not counted.
//   - A second resolution of an object, and more members than the size of a group, are reported errors and
//     not undefined behaviour.
//
// # Environment
//
// INFLIGHT_THREADS is the number of threads, the waiting host included (default: the processors that the
// process may use). INFLIGHT_LEAKS=1 reports objects that are left when the process exits; with
// INFLIGHT_LEAKS=fail the process then also exits with status 70. INFLIGHT_NO_MEMBARRIER=1 turns the
// asymmetric fence off.
package asyncrt
