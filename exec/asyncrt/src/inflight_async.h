// The asynchronous runtime of Inflight: the functions that a program may call besides mlirAsyncRuntime*.
//
// The functions of MLIR's async runtime (mlirAsyncRuntimeCreateToken, ...Execute, ...AwaitToken and so on)
// are declared at the end, with the same meaning and the same reference counts as upstream. A token or value
// is created with two references: one belongs to the caller, and the other is dropped when the object is
// emplaced or its error is set. A group is created with one reference.
//
// An "object" below is a token, a value or a group. A "task" is a coroutine handle with the function that
// resumes it. All functions may be called from any thread. The caller of a function that takes an object
// needs a reference to the object during the call.

#ifndef INFLIGHT_ASYNC_H
#define INFLIGHT_ASYNC_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INFLIGHT_API __attribute__((visibility("default")))

typedef void (*inflightResume)(void *handle);

// ---- Threads ----

// inflightAsyncSetThreads sets the number of threads that run tasks, the waiting host included: n threads are
// n - 1 workers (at least one) and a host that executes tasks while it waits. The former workers first finish
// all queued tasks, so it must not be called from a task. n <= 0 means the default: INFLIGHT_THREADS, else
// one thread per processor that this process may use.
INFLIGHT_API void inflightAsyncSetThreads(int64_t n);

// inflightAsyncThreads returns the number of threads, as mlirAsyncRuntimGetNumWorkerThreads does.
INFLIGHT_API int64_t inflightAsyncThreads(void);

// inflightAsyncShutdown runs all queued tasks to their end and stops the workers. A later call of the runtime
// starts new ones. It must not be called from a task. The runtime calls it when the process exits or the
// library is unloaded.
INFLIGHT_API void inflightAsyncShutdown(void);

// ---- Errors ----

// An inflightAsyncError is the reason why an object is in the error state. Unknown texts are "", unknown
// numbers 0.
typedef struct inflightAsyncError {
    const char *message;
    const char *file;
    int64_t line, column;
} inflightAsyncError;

// inflightAsyncSetErrorAt resolves a token or value to an error with a cause. It replaces ...SetTokenError
// and ...SetValueError. The texts are copied.
INFLIGHT_API void inflightAsyncSetErrorAt(void *object, const char *message, const char *file, int64_t line, int64_t column);

// inflightAsyncInheritError resolves a token or value to the error of the object `from`.
INFLIGHT_API void inflightAsyncInheritError(void *object, void *from);

// inflightAsyncErrorOf returns the cause of an object's error; for a group, the cause of the member that
// failed first. It returns NULL if there is no error. The cause lives as long as the object. If an error was
// set by ...SetTokenError or ...SetValueError, its cause is that of the error which the same task saw last by
// a function that tests for errors, because programs lowered by upstream pass errors on in that way. If the
// task saw none, the cause is a message that says so.
INFLIGHT_API const inflightAsyncError *inflightAsyncErrorOf(void *object);

// inflightAsyncFirstFailure returns, of all errors that inflightAsyncSetErrorAt has made, the one whose place
// comes first in the source, whether it was awaited or not; NULL if there is none. So it does not depend on
// the order in which tasks ran. The result lives until the process exits, or until another call of this
// function returns another error.
INFLIGHT_API const inflightAsyncError *inflightAsyncFirstFailure(void);

// inflightAsyncIsError reports whether an object is in the error state. A group is in it as soon as one of
// its members is.
INFLIGHT_API bool inflightAsyncIsError(void *object);

// inflightAsyncIsResolved reports whether an object is ready or in error, so that awaiting it does not block.
INFLIGHT_API bool inflightAsyncIsResolved(void *object);

// ---- Tasks ----

// inflightAsyncAwaitOrExecute returns true if the object is resolved. Otherwise the task is executed when the
// object is resolved, as with ...AwaitTokenAndExecute, and the function returns false. A coroutine need not
// suspend if the result is true.
INFLIGHT_API bool inflightAsyncAwaitOrExecute(void *object, void *handle, inflightResume resume);

// inflightAsyncAwait blocks until an object of any kind is resolved. The thread executes other tasks during
// the wait.
INFLIGHT_API void inflightAsyncAwait(void *object);

// inflightAsyncExecuteCost executes a task whose approximate time in nanoseconds is known. A task of less
// than INFLIGHT_TINY_NS may run at once, inside the call. Such a task must not block on something that its
// caller does later.
INFLIGHT_API void inflightAsyncExecuteCost(void *handle, inflightResume resume, int64_t nanoseconds);

enum { INFLIGHT_TINY_NS = 2000 };

// inflightAsyncCreateHolder is mlirAsyncRuntimeCreateValue for a payload that is a reference to an object, or
// stays NULL. The value has this reference, which is dropped when the value is freed.
INFLIGHT_API void *inflightAsyncCreateHolder(void);

// inflightAsyncCreateOwner makes a ready object that owns data of the program: `release` is called for the
// data when the last reference to the object is dropped. The caller gets one reference. inflightAsyncOwned
// returns the data.
INFLIGHT_API void *inflightAsyncCreateOwner(void *what, void (*release)(void *what));
INFLIGHT_API void *inflightAsyncOwned(void *owner);

// inflightAsyncAddToGroup is mlirAsyncRuntimeAddTokenToGroup for tokens, values and groups.
INFLIGHT_API int64_t inflightAsyncAddToGroup(void *object, void *group);

// inflightAsyncAllocateFrame returns memory for the frame of a coroutine, aligned to 64 bytes.
// inflightAsyncFreeFrame frees it; the size must be the same, and the frame may be NULL. They are faster than
// aligned_alloc and free: a little where frames are allocated and freed like a stack, and several times where
// many exist at once.
INFLIGHT_API void *inflightAsyncAllocateFrame(int64_t size);
INFLIGHT_API void inflightAsyncFreeFrame(void *frame, int64_t size);

// ---- Cancellation ----

// An inflightAsyncScope holds tasks that can be cancelled together.
typedef struct inflightAsyncScope inflightAsyncScope;

// inflightAsyncCreateScope makes a scope inside of another, or of none (NULL). The inner scope is cancelled
// when the outer one is. It is freed when its creator (by inflightAsyncDropScope) and all its tasks have
// dropped it.
INFLIGHT_API inflightAsyncScope *inflightAsyncCreateScope(inflightAsyncScope *outer);
INFLIGHT_API void inflightAsyncDropScope(inflightAsyncScope *scope);

// inflightAsyncCancel cancels a scope permanently. Tasks that have started continue, and may test
// inflightAsyncIsCancelled.
INFLIGHT_API void inflightAsyncCancel(inflightAsyncScope *scope);
INFLIGHT_API bool inflightAsyncIsCancelled(inflightAsyncScope *scope);

// inflightAsyncExecuteIn executes a task in a scope. If the scope is cancelled before the task starts, the
// task does not run. Then `object`, a token or value that the task would have resolved (or NULL), becomes an
// error with the message "cancelled", and `skip` (or nothing, if it is NULL) is called with the handle
// instead of `resume`, to free the data of the task.
INFLIGHT_API void inflightAsyncExecuteIn(inflightAsyncScope *scope, void *object, void *handle, inflightResume resume, inflightResume skip);

// inflightAsyncSetCancelled resolves a token or value to the error "cancelled". It is for tasks that test
// inflightAsyncIsCancelled themselves.
INFLIGHT_API void inflightAsyncSetCancelled(void *object);

// ---- Promises, turns and events ----
//
// The functions that the operations of the task dialect call. Unlike the functions above, they take over the
// references to their object arguments.

// inflightTaskFulfill makes a promise ready; inflightTaskFail makes it an error. inflightTaskSettle makes it
// an error when the token is resolved, unless the promise is resolved by then. The texts of a place must live
// as long as the program.
INFLIGHT_API void inflightTaskFulfill(void *promise, const char *file, int64_t line, int64_t column);
INFLIGHT_API void inflightTaskFail(void *promise, const char *message, const char *file, int64_t line, int64_t column);
INFLIGHT_API void inflightTaskSettle(void *promise, void *token, const char *file, int64_t line, int64_t column);

// inflightTaskIsComplete reports whether an object is resolved. If it is not, other tasks may run before the
// function returns.
INFLIGHT_API bool inflightTaskIsComplete(void *object);

// inflightTaskAny makes a value whose payload is the number of the first of n objects that becomes ready. If
// all objects are in error, the value has the error of number 0. inflightTaskAnyOf adds one object; number 0
// must be added first.
INFLIGHT_API void *inflightTaskAny(int64_t n);
INFLIGHT_API void inflightTaskAnyOf(void *any, void *object, int64_t number);

// inflightTaskGate makes a gate: a token for which the coroutine of a lazy task waits before it begins.
// inflightTaskGuard puts a new token or value, which the coroutine resolves, behind the gate. This must happen
// before the coroutine waits and before any other thread has the object. The gate becomes ready when something
// first needs one of these objects, that is, awaits it or adds it to a group; a thread that awaits the object
// executes the coroutine itself. The gate is in error when the last references to all of its objects are
// dropped before. inflightTaskStart starts the task of an object without waiting for it, if it is a lazy one
// that has not started.
INFLIGHT_API void *inflightTaskGate(void);
INFLIGHT_API void inflightTaskGuard(void *object, void *gate);
INFLIGHT_API void inflightTaskStart(void *object);

// inflightTaskResource makes a resource. A claim is for n resources, which inflightTaskClaimOf adds. It
// becomes ready when it gets all of them at once, and has them until the token is resolved.
INFLIGHT_API void *inflightTaskResource(void);
INFLIGHT_API void *inflightTaskClaim(int64_t n);
INFLIGHT_API void inflightTaskClaimOf(void *claim, void *resource);
INFLIGHT_API void inflightTaskRelease(void *claim, void *token);

// inflightTaskQueue makes a queue. With order 0 a turn ends with its task, with order 1 when its task has
// started, and with order 2 there are no turns. The queue has at most depth tasks, or any number if depth is
// 0. A caller that issues a task waits for room, then takes a ticket, which is ready when its turn comes. A
// turn of order 1 ends with inflightTaskStarted, any other with the token.
INFLIGHT_API void *inflightTaskQueue(int64_t order, int64_t depth);
INFLIGHT_API void *inflightTaskRoom(void *queue);
INFLIGHT_API void *inflightTaskTurn(void *queue);
INFLIGHT_API void inflightTaskStarted(void *ticket);
INFLIGHT_API void inflightTaskEnded(void *ticket, void *token);

// inflightTaskUnless returns a ready token, or a token in error if the given token is already in error.
INFLIGHT_API void *inflightTaskUnless(void *token);

// An event has a name, which identifies it for a program and its host. inflightTaskImport returns the event's
// token. inflightTaskExport resolves the event with another token. A host signals the events that a program
// imports, and awaits those that it exports; the result is the error, or NULL. The function of
// inflightTaskSetOutside is called for each event when a program first imports it. An event is resolved once
// in a process.
INFLIGHT_API void *inflightTaskImport(const char *event);
INFLIGHT_API void inflightTaskExport(void *token, const char *event);
INFLIGHT_API void inflightTaskSignal(const char *event);
INFLIGHT_API void inflightTaskSignalError(const char *event, const char *message);
INFLIGHT_API const inflightAsyncError *inflightTaskAwaitEvent(const char *event);
INFLIGHT_API void inflightTaskSetOutside(void (*imported)(const char *event));

// inflightTaskForgetEvents forgets all events, for a host that runs a program again. No event may be in use.
INFLIGHT_API void inflightTaskForgetEvents(void);

// ---- Misuse ----

// Misuse that the runtime notices is reported on standard error, or to the function of
// inflightAsyncSetMisused, which need not return: an object is resolved a second time, or a group gets more
// members than its size. The file is NULL if the place is not known. The function must be set before the
// first task.
typedef void (*inflightMisused)(const char *what, const char *file, int64_t line, int64_t column);
INFLIGHT_API void inflightAsyncSetMisused(inflightMisused misused);

// ---- Waits that cannot end ----

// An inflightAsyncStep is a wait: its place, and its reason. The place is a line of the table
// inflightAsyncPlaces, NULL if it is not known.
typedef enum inflightAsyncReason {
    INFLIGHT_TASK,      // the end of a task
    INFLIGHT_GROUP,     // all members of a group
    INFLIGHT_TURN,      // the turn on a queue
    INFLIGHT_RESOURCE,  // resources
    INFLIGHT_ROOM,      // room on a queue
    INFLIGHT_OTHER,     // a promise, an event, the first of several
} inflightAsyncReason;

typedef struct inflightAsyncStep {
    const char *place;
    inflightAsyncReason reason;
} inflightAsyncStep;

// With inflightAsyncSetStalled the runtime calls a function when a wait of a host cannot end: every thread of
// the program sleeps, no task is queued, and nothing is expected from outside. The first step is the wait of
// the host; each further step is a wait that the one before waits for. The last one waits for step `back`
// again or, if that is negative, for an object that no known code resolves. The function is called on any
// thread, and must not call the runtime. It must be set before the first task, by hosts without other threads
// that resolve objects.
typedef void (*inflightStalled)(const inflightAsyncStep *steps, int64_t count, int64_t back);
INFLIGHT_API void inflightAsyncSetStalled(inflightStalled stalled);

// inflightAsyncFinish is inflightAsyncShutdown for the end of a program. It also waits for the tokens that
// are expected from outside. It returns the number of coroutines that still wait, for objects that nothing
// will resolve.
INFLIGHT_API int64_t inflightAsyncFinish(void);

// inflightAsyncExpect announces that a thread outside of the program (such as a driver's) will resolve a
// token by inflightAsyncArrive.
INFLIGHT_API void inflightAsyncExpect(void);
INFLIGHT_API void inflightAsyncArrive(void *token);

// Programs that were compiled with places tell where they wait, by the number of a line in a table. The lines
// are of the form LINE:COLUMN:FILE. inflightAsyncAwaitAt is inflightAsyncAwait with that number. A waiting
// coroutine has the number in its frame, behind the first four bytes, and behind the number the object that
// it waits for. inflightAsyncResolvedBy names the frame of the coroutine that resolves an object.
extern const char inflightAsyncPlaces[] __attribute__((weak));
INFLIGHT_API void inflightAsyncAwaitAt(void *object, int32_t place);
INFLIGHT_API void inflightAsyncResolvedBy(void *object, void *frame);

// ---- Counters ----

// inflightAsyncCounters counts events since the process started. While tasks run, the counts may be slightly
// too low.
typedef struct inflightAsyncCounters {
    uint64_t tasks;    // resumed, first time or again
    uint64_t steals;   // times that a thread took tasks from another
    uint64_t stolen;   // tasks taken that way
    uint64_t parks;    // times that a thread went to sleep
    uint64_t wakes;    // times that a thread woke another
    uint64_t switches; // blocking awaits that ran other tasks meanwhile
    uint64_t revocations;  // times that objects stopped belonging to one thread because another needed one of them
    int64_t liveTokens, liveValues, liveGroups;
    int64_t liveWaiters, liveScopes, liveErrors;
} inflightAsyncCounters;

INFLIGHT_API void inflightAsyncReadCounters(inflightAsyncCounters *out);

// inflightAsyncLive returns the number of tokens, values, groups and scopes that exist. It is exact while no
// other thread calls the runtime. With INFLIGHT_LEAKS=1 in the environment a number other than 0 is printed
// when the process exits; with INFLIGHT_LEAKS=fail the process then exits with status 70.
INFLIGHT_API int64_t inflightAsyncLive(void);

// ---- MLIR's runtime ----

INFLIGHT_API void mlirAsyncRuntimeAddRef(void *object, int64_t count);
INFLIGHT_API void mlirAsyncRuntimeDropRef(void *object, int64_t count);
INFLIGHT_API void *mlirAsyncRuntimeCreateToken(void);
INFLIGHT_API void *mlirAsyncRuntimeCreateValue(int64_t size);
INFLIGHT_API void *mlirAsyncRuntimeCreateGroup(int64_t size);
INFLIGHT_API int64_t mlirAsyncRuntimeAddTokenToGroup(void *token, void *group);
INFLIGHT_API void mlirAsyncRuntimeEmplaceToken(void *token);
INFLIGHT_API void mlirAsyncRuntimeEmplaceValue(void *value);
INFLIGHT_API void mlirAsyncRuntimeSetTokenError(void *token);
INFLIGHT_API void mlirAsyncRuntimeSetValueError(void *value);
INFLIGHT_API bool mlirAsyncRuntimeIsTokenError(void *token);
INFLIGHT_API bool mlirAsyncRuntimeIsValueError(void *value);
INFLIGHT_API bool mlirAsyncRuntimeIsGroupError(void *group);
INFLIGHT_API void mlirAsyncRuntimeAwaitToken(void *token);
INFLIGHT_API void mlirAsyncRuntimeAwaitValue(void *value);
INFLIGHT_API void mlirAsyncRuntimeAwaitAllInGroup(void *group);
INFLIGHT_API void *mlirAsyncRuntimeGetValueStorage(void *value);
INFLIGHT_API void mlirAsyncRuntimeExecute(void *handle, inflightResume resume);
INFLIGHT_API void mlirAsyncRuntimeAwaitTokenAndExecute(void *token, void *handle, inflightResume resume);
INFLIGHT_API void mlirAsyncRuntimeAwaitValueAndExecute(void *value, void *handle, inflightResume resume);
INFLIGHT_API void mlirAsyncRuntimeAwaitAllInGroupAndExecute(void *group, void *handle, inflightResume resume);
INFLIGHT_API int64_t mlirAsyncRuntimGetNumWorkerThreads(void);
INFLIGHT_API void mlirAsyncRuntimePrintCurrentThreadId(void);

// MLIR's execution engine calls these functions when it loads the library and before it frees the compiled
// code.
INFLIGHT_API void __mlir_execution_engine_init(void *exportedSymbols);
INFLIGHT_API void __mlir_execution_engine_destroy(void);

#ifdef __cplusplus
}
#endif
#endif
