// The asynchronous runtime of Inflight: what a program may call beside the mlirAsyncRuntime* functions.
//
// The functions of MLIR's async runtime (mlirAsyncRuntimeCreateToken, ...Execute, ...AwaitToken and so on) are declared at
// the end, with the same meaning and the same reference counts as upstream: a token or value is created with two
// references, one for the caller and one that emplacing it, or setting its error, drops; a group with one.
//
// An "object" below is a token, a value or a group. A "task" is a coroutine handle with the function that resumes it.
// All functions may be called from any thread. A call that takes an object needs a reference to it for as long as it runs.

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

// inflightAsyncSetThreads sets how many threads run tasks, the one that waits included: n threads are n - 1 workers (at
// least one) and a host that helps while it waits. It lets the workers of before finish what is queued, so it must not
// be called from a task. n <= 0 means the default: INFLIGHT_THREADS, else one per processor this process may use.
INFLIGHT_API void inflightAsyncSetThreads(int64_t n);

// inflightAsyncThreads is the number of threads, as mlirAsyncRuntimGetNumWorkerThreads gives it.
INFLIGHT_API int64_t inflightAsyncThreads(void);

// inflightAsyncShutdown runs what is queued to its end and stops the workers. A later call of the runtime starts new ones.
// It must not be called from a task. It happens by itself when the process exits or the library is unloaded.
INFLIGHT_API void inflightAsyncShutdown(void);

// ---- Errors ----

// An inflightAsyncError is why an object is in the error state. Texts that are not known are "", numbers 0.
typedef struct inflightAsyncError {
    const char *message;
    const char *file;
    int64_t line, column;
} inflightAsyncError;

// inflightAsyncSetErrorAt resolves a token or value to an error with its cause, in place of ...SetTokenError or
// ...SetValueError. The texts are copied.
INFLIGHT_API void inflightAsyncSetErrorAt(void *object, const char *message, const char *file, int64_t line, int64_t column);

// inflightAsyncInheritError resolves a token or value to the error that `from` has.
INFLIGHT_API void inflightAsyncInheritError(void *object, void *from);

// inflightAsyncErrorOf returns the cause of an object's error; of a group, that of the member that failed first. It is NULL
// where there is no error, and lives as long as the object. An object whose error came from ...SetTokenError or
// ...SetValueError has the cause of the error which the same task saw last (by a function that asks for errors), since
// that is how upstream's lowering passes errors on; failing that, a cause with a message that says so.
INFLIGHT_API const inflightAsyncError *inflightAsyncErrorOf(void *object);

// inflightAsyncFirstFailure returns, of all the errors that inflightAsyncSetErrorAt has made, the one whose place comes first in the
// source, whoever awaited it; NULL if there is none. So it does not depend on the order in which tasks ran. It lives until the
// process exits, or until another call of this function finds another one.
INFLIGHT_API const inflightAsyncError *inflightAsyncFirstFailure(void);

// inflightAsyncIsError reports whether an object is in the error state; a group, as soon as one of its members is.
INFLIGHT_API bool inflightAsyncIsError(void *object);

// inflightAsyncIsResolved reports whether an object is ready or in error: whether awaiting it would not wait.
INFLIGHT_API bool inflightAsyncIsResolved(void *object);

// ---- Tasks ----

// inflightAsyncAwaitOrExecute returns true if the object is resolved. Else it arranges, as ...AwaitTokenAndExecute does,
// that the task is executed when it is, and returns false. A coroutine that calls it need not suspend on true.
INFLIGHT_API bool inflightAsyncAwaitOrExecute(void *object, void *handle, inflightResume resume);

// inflightAsyncAwait blocks until the object is resolved, whichever kind it is; the thread runs other tasks meanwhile.
INFLIGHT_API void inflightAsyncAwait(void *object);

// inflightAsyncExecuteCost executes a task of which one knows roughly how many nanoseconds it takes. A task of less than
// INFLIGHT_TINY_NS may run at once, inside the call: it must not block on what its caller does afterwards.
INFLIGHT_API void inflightAsyncExecuteCost(void *handle, inflightResume resume, int64_t nanoseconds);

enum { INFLIGHT_TINY_NS = 2000 };

// inflightAsyncCreateHolder is mlirAsyncRuntimeCreateValue for a payload that is a reference to an object, or stays NULL. The value
// has this reference: it is dropped when the value is freed.
INFLIGHT_API void *inflightAsyncCreateHolder(void);

// inflightAsyncCreateOwner makes an object that is ready, and that owns something of the program's: `release` is called for it when the
// last reference to the object is dropped. The caller has one. inflightAsyncOwned returns what an owner owns.
INFLIGHT_API void *inflightAsyncCreateOwner(void *what, void (*release)(void *what));
INFLIGHT_API void *inflightAsyncOwned(void *owner);

// inflightAsyncAddToGroup is mlirAsyncRuntimeAddTokenToGroup for tokens, values and groups.
INFLIGHT_API int64_t inflightAsyncAddToGroup(void *object, void *group);

// inflightAsyncAllocateFrame returns memory for the frame of a coroutine, aligned to 64 bytes, and inflightAsyncFreeFrame takes it
// back with the same size; NULL is nothing to take back. They are faster than aligned_alloc and free: a little where frames come and go like a stack, and
// several times where many live at once.
INFLIGHT_API void *inflightAsyncAllocateFrame(int64_t size);
INFLIGHT_API void inflightAsyncFreeFrame(void *frame, int64_t size);

// ---- Cancellation ----

// An inflightAsyncScope holds tasks that can be cancelled together.
typedef struct inflightAsyncScope inflightAsyncScope;

// inflightAsyncCreateScope makes a scope inside of another, or of none (NULL). It is cancelled when the outer one is. It is
// freed when its creator and all tasks of it have let go; the creator does by inflightAsyncDropScope.
INFLIGHT_API inflightAsyncScope *inflightAsyncCreateScope(inflightAsyncScope *outer);
INFLIGHT_API void inflightAsyncDropScope(inflightAsyncScope *scope);

// inflightAsyncCancel cancels a scope, for good. What has started runs on, and may ask inflightAsyncIsCancelled.
INFLIGHT_API void inflightAsyncCancel(inflightAsyncScope *scope);
INFLIGHT_API bool inflightAsyncIsCancelled(inflightAsyncScope *scope);

// inflightAsyncExecuteIn executes a task in a scope. If the scope is cancelled when the task would start, then `object`, a
// token or value that the task would have resolved (or NULL), becomes an error with the message "cancelled", and `skip`
// is called with the handle instead of `resume`, to free what the task holds (NULL: nothing to do).
INFLIGHT_API void inflightAsyncExecuteIn(inflightAsyncScope *scope, void *object, void *handle, inflightResume resume, inflightResume skip);

// inflightAsyncSetCancelled resolves a token or value to the error "cancelled": for code that asks
// inflightAsyncIsCancelled itself.
INFLIGHT_API void inflightAsyncSetCancelled(void *object);

// ---- Promises, turns and events ----
//
// What the operations of the task dialect call. Unlike the functions above, these take the references of the objects that they are given.

// inflightTaskFulfill makes a promise ready, inflightTaskFail an error; inflightTaskSettle does the latter when the token is resolved, unless
// something else has resolved the promise by then. The texts of a place live as long as the program.
INFLIGHT_API void inflightTaskFulfill(void *promise, const char *file, int64_t line, int64_t column);
INFLIGHT_API void inflightTaskFail(void *promise, const char *message, const char *file, int64_t line, int64_t column);
INFLIGHT_API void inflightTaskSettle(void *promise, void *token, const char *file, int64_t line, int64_t column);

// inflightTaskIsComplete reports whether an object is resolved. If it is not, others have had a chance to run.
INFLIGHT_API bool inflightTaskIsComplete(void *object);

// inflightTaskAny makes a value whose payload is the number of the first of n objects to be ready; it is in error, that of number 0, if
// all are. inflightTaskAnyOf gives it one of them, the one with number 0 first.
INFLIGHT_API void *inflightTaskAny(int64_t n);
INFLIGHT_API void inflightTaskAnyOf(void *any, void *object, int64_t number);

// inflightTaskResource makes a resource. A claim is ready when it has n resources, which inflightTaskClaimOf names, all at once; it has them
// until the token is resolved.
INFLIGHT_API void *inflightTaskResource(void);
INFLIGHT_API void *inflightTaskClaim(int64_t n);
INFLIGHT_API void inflightTaskClaimOf(void *claim, void *resource);
INFLIGHT_API void inflightTaskRelease(void *claim, void *token);

// inflightTaskQueue makes a queue: order 0 for turns that end with the task, 1 for turns that end with its start, 2 for none; and as many
// tasks as depth at most, 0 for any number. Who issues a task waits for room, then takes a ticket, which is ready when the turn
// comes. The turn of order 1 is over with inflightTaskStarted; all else with the token.
INFLIGHT_API void *inflightTaskQueue(int64_t order, int64_t depth);
INFLIGHT_API void *inflightTaskRoom(void *queue);
INFLIGHT_API void *inflightTaskTurn(void *queue);
INFLIGHT_API void inflightTaskStarted(void *ticket);
INFLIGHT_API void inflightTaskEnded(void *ticket, void *token);

// inflightTaskUnless returns a token that is ready, or in error if the one given is by now.
INFLIGHT_API void *inflightTaskUnless(void *token);

// An event has a name, by which a program and what is outside of it find each other. inflightTaskImport returns its token.
// inflightTaskExport resolves it with another one. A host signals what a program imports, and awaits what it exports: the error, or
// NULL. With inflightTaskSetOutside it is told of each event that a program imports first. An event is resolved once in a process.
INFLIGHT_API void *inflightTaskImport(const char *event);
INFLIGHT_API void inflightTaskExport(void *token, const char *event);
INFLIGHT_API void inflightTaskSignal(const char *event);
INFLIGHT_API void inflightTaskSignalError(const char *event, const char *message);
INFLIGHT_API const inflightAsyncError *inflightTaskAwaitEvent(const char *event);
INFLIGHT_API void inflightTaskSetOutside(void (*imported)(const char *event));

// inflightTaskForgetEvents forgets all events, for a host that runs a program again. Nobody may be using one.
INFLIGHT_API void inflightTaskForgetEvents(void);

// ---- Misuse ----

// What a program must not do, and the runtime notices, is told on standard error, or to the function of inflightAsyncSetMisused, which
// need not return: that something is resolved a second time, or that a group gets more members than it has room for. The file is NULL where
// the place is not known. To be set before the first task.
typedef void (*inflightMisused)(const char *what, const char *file, int64_t line, int64_t column);
INFLIGHT_API void inflightAsyncSetMisused(inflightMisused misused);

// ---- Waits that cannot end ----

// An inflightAsyncStep is a wait: where it stands, and what for. The place is a line of the table inflightAsyncPlaces, NULL if it is not
// known.
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

// With inflightAsyncSetStalled the runtime tells, by the first function, when a wait of a host cannot end: every thread of the program sleeps,
// no task is in line, and nothing is expected from outside. The first step is the wait of the host, each other one is where that waits
// which the one before waits for. The last waits for step `back` again, or, if that is negative, for what nobody is known to resolve. It is
// called on any thread, which must not call the runtime. To be set before the first task, by hosts without other threads that resolve anything.
typedef void (*inflightStalled)(const inflightAsyncStep *steps, int64_t count, int64_t back);
INFLIGHT_API void inflightAsyncSetStalled(inflightStalled stalled);

// inflightAsyncFinish is inflightAsyncShutdown for the end of a program: it waits for what is expected from outside as well, and returns how many
// coroutines still wait, for what does not come any more.
INFLIGHT_API int64_t inflightAsyncFinish(void);

// inflightAsyncExpect says that a thread which is not of the program (a driver's) will resolve a token by inflightAsyncArrive.
INFLIGHT_API void inflightAsyncExpect(void);
INFLIGHT_API void inflightAsyncArrive(void *token);

// Programs that were compiled with places tell where they wait: by the number of a line of a table, which are of the form
// LINE:COLUMN:FILE. inflightAsyncAwaitAt is inflightAsyncAwait with that number. A coroutine that waits has the number in its frame, behind
// the first four bytes, and behind that the object that it waits for; inflightAsyncResolvedBy says which objects it resolves.
extern const char inflightAsyncPlaces[] __attribute__((weak));
INFLIGHT_API void inflightAsyncAwaitAt(void *object, int32_t place);
INFLIGHT_API void inflightAsyncResolvedBy(void *object, void *frame);

// ---- Counters ----

// inflightAsyncCounters is what happened since the process started. While tasks run it is a little behind.
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

// inflightAsyncLive is the number of tokens, values, groups and scopes that exist. It is exact while no other thread is in the
// runtime. With INFLIGHT_LEAKS=1 in the environment it is printed when the process exits, if it is not 0, and with
// INFLIGHT_LEAKS=fail the process then exits with status 70.
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

// What MLIR's execution engine calls when it loads the library and before it frees the compiled code.
INFLIGHT_API void __mlir_execution_engine_init(void *exportedSymbols);
INFLIGHT_API void __mlir_execution_engine_destroy(void);

#ifdef __cplusplus
}
#endif
#endif
