// The asynchronous runtime, as one translation unit. Start reading at doc.go of the package, then object.h.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "stall.h"

// ---- MLIR's runtime, what is not in common.h ----

void *mlirAsyncRuntimeCreateGroup(int64_t size) {
    struct group *g = (struct group *)newObject(currentThread(), GROUP, 1, size > 0 ? 0 : READY);
    g->size = size;
    // relaxed: no other thread has it yet.
    atomic_store_explicit(&g->life, size > 0 ? LIVE + size + 1 : LIVE, memory_order_relaxed);
    atomic_store_explicit(&g->rank, 0, memory_order_relaxed);
    atomic_store_explicit(&g->failed, false, memory_order_relaxed);
    return g;
}

static void failObject(struct object *o) {
    struct thread *self = currentThread();
    resolve(self, o, FAILED, retainCause(self->seen));
}

void mlirAsyncRuntimeSetTokenError(void *token) { failObject(token); }

void mlirAsyncRuntimeSetValueError(void *value) { failObject(value); }

void inflightAsyncAwait(void *object) { await(currentThread(), object); }

void inflightAsyncAwaitAt(void *object, int32_t place) {
    struct thread *self = currentThread();
    self->current->place = (uint32_t)place;
    await(self, object);
}

void mlirAsyncRuntimeAwaitToken(void *token) { await(currentThread(), token); }

void mlirAsyncRuntimeAwaitValue(void *value) { await(currentThread(), value); }

void mlirAsyncRuntimeAwaitAllInGroup(void *group) { await(currentThread(), group); }

int64_t inflightAsyncThreads(void) {
    pthread_mutex_lock(&runtime.mutex);
    setUp();
    int64_t n = runtime.wanted;
    pthread_mutex_unlock(&runtime.mutex);
    return n;
}

int64_t mlirAsyncRuntimGetNumWorkerThreads(void) { return inflightAsyncThreads(); }

void mlirAsyncRuntimePrintCurrentThreadId(void) {
    printf("Current thread id: %llu\n", (unsigned long long)(uintptr_t)pthread_self());
    fflush(stdout);
}

// MLIR's execution engine calls the first function when it has loaded the library, with a map for addresses
// of functions. The map need not be filled, because the engine also finds symbols of loaded libraries by
// name. But the engine calls the second one, before it frees the compiled code that returning tasks may still
// execute, only in a library that has both.
void __mlir_execution_engine_init(void *exportedSymbols) { (void)exportedSymbols; }

void __mlir_execution_engine_destroy(void) { inflightAsyncShutdown(); }

// ---- Threads ----

void inflightAsyncShutdown(void) { stopWorkers(currentThread()); }

void inflightAsyncSetThreads(int64_t n) {
    inflightAsyncShutdown();
    pthread_mutex_lock(&runtime.mutex);
    runtime.wanted = n > MAX_THREADS / 2 ? MAX_THREADS / 2 : n > 0 ? n : wantedThreads();
    pthread_mutex_unlock(&runtime.mutex);
}

void inflightAsyncSetMisused(inflightMisused misused) { runtime.misused = misused; }

// ---- Errors ----

void inflightAsyncSetErrorAt(void *object, const char *message, const char *file, int64_t line, int64_t column) {
    struct thread *self = currentThread();
    struct cause *c = newCause(self, message, file, line, column);
    noteFailure(&c->error);
    resolve(self, object, FAILED, c);
}

const inflightAsyncError *inflightAsyncFirstFailure(void) {
    lock(&runtime.failureLock);
    struct cause *c = runtime.failure;
    unlock(&runtime.failureLock);
    return c != NULL ? &c->error : NULL;
}

void inflightAsyncInheritError(void *object, void *from) {
    resolve(currentThread(), object, FAILED, retainCause(causeOf(from)));
}

const inflightAsyncError *inflightAsyncErrorOf(void *object) {
    if (!isFailed(object))
        return NULL;
    struct cause *c = causeOf(object);
    return c != NULL ? &c->error : &unknownError;
}

void *inflightAsyncCreateHolder(void) {
    struct value *v = (struct value *)createAnywhere(VALUE);
    v->object.payload = REFERENCE;
    v->payload.object = NULL;
    return v;
}

void *inflightAsyncCreateOwner(void *what, void (*release)(void *what)) {
    struct value *v = (struct value *)newObject(currentThread(), VALUE, 1, READY);
    v->object.payload = OWNED;
    v->payload.owned.what = what;
    v->payload.owned.release = release;
    return v;
}

void *inflightAsyncOwned(void *owner) { return ((struct value *)owner)->payload.owned.what; }

int64_t inflightAsyncAddToGroup(void *object, void *group) { return addToGroup(currentThread(), object, group); }

// ---- Tasks with a known cost ----

void inflightAsyncExecuteCost(void *handle, inflightResume resume, int64_t nanoseconds) {
    struct thread *self = currentThread();
    if (nanoseconds >= INFLIGHT_TINY_NS)
        execute(self, handle, resume);
    else
        executeInside(self, handle, resume);
}

// ---- Cancellation ----

struct inflightAsyncScope {
    _Atomic(int64_t) refs;
    _Atomic(bool) cancelled;
    struct inflightAsyncScope *outer;
};

inflightAsyncScope *inflightAsyncCreateScope(inflightAsyncScope *outer) {
    inflightAsyncScope *s = malloc(sizeof *s);
    if (s == NULL)
        fail("out of memory for a scope");
    atomic_init(&s->refs, 1);
    atomic_init(&s->cancelled, false);
    s->outer = outer;
    if (outer != NULL)
        atomic_fetch_add_explicit(&outer->refs, 1, memory_order_relaxed);  // relaxed: the caller has a reference
    count(&currentThread()->counters.liveScopes, 1);
    return s;
}

void inflightAsyncDropScope(inflightAsyncScope *scope) {
    // acq_rel: all uses happen before the release by the last reference.
    while (scope != NULL && atomic_fetch_sub_explicit(&scope->refs, 1, memory_order_acq_rel) == 1) {
        inflightAsyncScope *outer = scope->outer;
        count(&currentThread()->counters.liveScopes, (uint64_t)-1);
        free(scope);
        scope = outer;
    }
}

void inflightAsyncCancel(inflightAsyncScope *scope) {
    // release: a thread that finds the scope cancelled sees everything that was done before.
    atomic_store_explicit(&scope->cancelled, true, memory_order_release);
}

bool inflightAsyncIsCancelled(inflightAsyncScope *scope) {
    for (; scope != NULL; scope = scope->outer) {
        if (atomic_load_explicit(&scope->cancelled, memory_order_acquire))  // acquire: pairs with inflightAsyncCancel
            return true;
    }
    return false;
}

void inflightAsyncSetCancelled(void *object) {
    struct thread *self = currentThread();
    resolve(self, object, FAILED, newCause(self, "cancelled", NULL, 0, 0));
}

// A scopedTask waits until it is started or skipped.
struct scopedTask {
    inflightAsyncScope *scope;
    void *object, *handle;
    inflightResume resume, skip;
};

static void startScoped(void *handle) {
    struct scopedTask t = *(struct scopedTask *)handle;
    release(currentThread(), handle, SMALL);
    bool cancelled = inflightAsyncIsCancelled(t.scope);
    inflightAsyncDropScope(t.scope);
    if (!cancelled) {
        t.resume(t.handle);
        return;
    }
    if (t.object != NULL)
        inflightAsyncSetCancelled(t.object);
    if (t.skip != NULL)
        t.skip(t.handle);
}

void inflightAsyncExecuteIn(inflightAsyncScope *scope, void *object, void *handle, inflightResume resume, inflightResume skip) {
    struct thread *self = currentThread();
    struct scopedTask *t = allocate(self, SMALL);
    *t = (struct scopedTask){scope, object, handle, resume, skip};
    if (scope != NULL)
        atomic_fetch_add_explicit(&scope->refs, 1, memory_order_relaxed);  // relaxed: the caller has a reference
    execute(self, t, startScoped);
}

// ---- Counters, and the end ----

static uint64_t sample(counter *c) { return atomic_load_explicit(c, memory_order_relaxed); }

void inflightAsyncReadCounters(inflightAsyncCounters *out) {
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0, n = threadCount(); i < n; i++) {
        struct counters *c = &threadAt(i)->counters;
        out->tasks += sample(&c->tasks);
        out->steals += sample(&c->steals);
        out->stolen += sample(&c->stolen);
        out->parks += sample(&c->parks);
        out->wakes += sample(&c->wakes);
        out->switches += sample(&c->switches);
        out->revocations += sample(&c->revocations);
        out->liveTokens += (int64_t)sample(&c->live[TOKEN]);
        out->liveValues += (int64_t)sample(&c->live[VALUE]);
        out->liveGroups += (int64_t)sample(&c->live[GROUP]);
        out->liveWaiters += (int64_t)sample(&c->liveWaiters);
        out->liveScopes += (int64_t)sample(&c->liveScopes);
        out->liveErrors += (int64_t)sample(&c->liveErrors);
    }
}

int64_t inflightAsyncLive(void) {
    inflightAsyncCounters c;
    inflightAsyncReadCounters(&c);
    return c.liveTokens + c.liveValues + c.liveGroups + c.liveScopes;
}

// reportLeaks reports objects that are left, as INFLIGHT_LEAKS says.
static void reportLeaks(void) {
    const char *mode = getenv("INFLIGHT_LEAKS");
    if (mode == NULL || *mode == 0 || inflightAsyncLive() == 0)
        return;
    inflightAsyncCounters c;
    inflightAsyncReadCounters(&c);
    fprintf(stderr, "inflight: at exit there are still %lld tokens, %lld values, %lld groups, %lld scopes\n",
            (long long)c.liveTokens, (long long)c.liveValues, (long long)c.liveGroups, (long long)c.liveScopes);
    if (strcmp(mode, "fail") == 0) {
        fflush(NULL);
        _exit(70);
    }
}

__attribute__((destructor)) static void processExits(void) {
    struct thread *self = thisThread;
    // A task that calls exit cannot wait for its own end.
    bool inTask = self != NULL && (self->worker >= 0 || self->current != &self->base);
    if (!inTask && runtime.ready)
        stopWorkers(currentThread());
    if (events != NULL)
        inflightTaskForgetEvents();
    reportLeaks();
    free(runtime.failure);
    runtime.failure = NULL;
    if (runtime.ready)
        pthread_key_delete(runtime.key);
}
