// The uncommon cases of the functions in common.h and of those that they call. They exist once, for the
// runtime and for the parts of it that are compiled into programs. The data that both share is here as well.

#ifndef INFLIGHT_UNCOMMON_H
#define INFLIGHT_UNCOMMON_H

#include "common.h"
#include "team.h"

bool asymmetric;
struct runtime runtime = {.mutex = PTHREAD_MUTEX_INITIALIZER, .left = PTHREAD_COND_INITIALIZER, .idle = SLEEPER};
_Thread_local struct thread *thisThread;

// ---- schedule.h ----

void wakeOne(struct thread *self) {
    startWorkers();
    uint32_t n = threadCount();
    for (uint32_t i = 1; i <= n; i++) {
        struct thread *t = threadAt((self->index + i) % n);
        if (t != self && atomic_load_explicit(&t->parkState, memory_order_relaxed) == ASLEEP && wakeThread(self, t, ASLEEP))
            return;
    }
}

void executeInFull(struct thread *self, void *handle, inflightResume resume) {
    makeRoom(self, atomic_load_explicit(&self->bottom, memory_order_relaxed));  // relaxed: as in pushIntoRoom
    pushIntoRoom(self, (struct task){handle, resume});
    if (wantsWaking())
        wakeOne(self);
}

// ---- object.h ----

// freeContents frees the data that few objects have besides their memory.
COLD static void freeContents(struct thread *self, struct object *o) {
    dropCause(self, causeOf(o));
    struct value *v = (struct value *)o;
    if (o->payload == BLOCK)
        free(v->payload.block);
    else if (o->payload == REFERENCE && v->payload.object != NULL)
        dropReferences(self, v->payload.object, 1);
    else if (o->payload == OWNED)
        v->payload.owned.release(v->payload.owned.what);
}

void freeAny(struct thread *self, struct object *o) {
    if (causeOf(o) != NULL || o->payload != PLAIN)
        freeContents(self, o);
    count(&self->counters.live[o->kind], (uint64_t)-1);
    release(self, o, classOf(o->kind));
}

void abandonGroup(struct thread *self, struct group *g) {
    share(self, &g->object);  // members may complete on the thread that made them
    // relaxed: all threads that added members have dropped their references since.
    int64_t missing = g->size - atomic_load_explicit(&g->rank, memory_order_relaxed);
    if (missing < 0)
        missing = 0;
    // acq_rel: as any count of references.
    int64_t life = atomic_fetch_sub_explicit(&g->life, LIVE + missing, memory_order_acq_rel) - LIVE - missing;
    if (life == 0 || (life == 1 && missing > 0))
        freeAny(self, &g->object);
}

void dropShared(struct thread *self, struct object *o, int64_t n) {
    share(self, o);
    if (UNLIKELY(isBehindGate(stateOf(o)))) {
        dropBehindGate(self, o, n);
        return;
    }
    // acq_rel: as any count of references.
    if (atomic_fetch_sub_explicit(&o->refs, n, memory_order_acq_rel) == n)
        noReferences(self, o);
}

// ---- common.h ----

void addReferencesAnywhere(struct object *o, int64_t n) {
    struct thread *self = currentThread();
    if (addOwnReferences(self, o, n))
        return;
    share(self, o);
    // relaxed: the caller has a reference, so the object cannot be freed during the call.
    atomic_fetch_add_explicit(&o->refs, n, memory_order_relaxed);
}

void dropReferencesAnywhere(struct object *o, int64_t n) { dropReferences(currentThread(), o, n); }

struct object *createAnywhere(enum kind kind) { return newObject(currentThread(), kind, 2, 0); }

struct value *createLarge(int64_t size) {
    struct value *v = (struct value *)createAnywhere(VALUE);
    v->object.payload = BLOCK;
    v->payload.block = alignedMemory((size_t)size);
    return v;
}

void emplaceAnywhere(struct object *o) { resolve(currentThread(), o, READY, NULL); }

// emplaceWithin makes an object of this thread ready. It is called in a local section, which it leaves. The
// object has no waiter, or a single one that is a coroutine or a group.
void emplaceWithin(struct thread *self, struct object *o) {
    uintptr_t list = atomic_load_explicit(&o->state, memory_order_relaxed);
    int64_t refs = atomic_load_explicit(&o->refs, memory_order_relaxed) - 1;
    void *subject = o->inside.subject;
    inflightResume action = o->inside.action;
    atomic_store_explicit(&o->state, READY, memory_order_release);  // release: for stateOf
    atomic_store_explicit(&o->refs, refs, memory_order_release);    // release: for dropReferences
    leaveLocal(self);
    if (refs == 0)
        freeObject(self, o);
    if (list == MEMBER_INSIDE)
        countMember(self, subject);
    else if (list == TASK_INSIDE)
        execute(self, subject, action);
}

bool seesError(struct object *o) {
    sawError(currentThread(), o);
    return true;
}

int64_t addToGroupAnywhere(struct object *o, struct group *g) { return addToGroup(currentThread(), o, g); }

void executeAnywhere(void *handle, inflightResume resume) { execute(currentThread(), handle, resume); }

// resumeInside resumes a task inside the caller's task, and then the one that it has left to resume next.
ALWAYS_INLINE static void resumeInside(struct thread *self, void *handle, inflightResume resume) {
    self->inlineDepth++;
    count(&self->counters.tasks, 1);
    resume(handle);
    while (UNLIKELY(self->next.resume != NULL)) {
        struct task t = self->next;
        self->next.resume = NULL;
        if (UNLIKELY(self->seen != NULL))
            forgetError(self);
        count(&self->counters.tasks, 1);
        t.resume(t.handle);
    }
    self->inlineDepth--;
}

// executeAside is executeInside for a task that has seen an error, which the other task must not inherit.
NOINLINE static void executeAside(struct thread *self, void *handle, inflightResume resume) {
    struct cause *seen = self->seen;
    self->seen = NULL;
    resumeInside(self, handle, resume);
    forgetError(self);
    self->seen = seen;
    self->attention = true;
}

// executeInside runs a task inside the caller's task, unless too many tasks are nested already.
ALWAYS_INLINE static void executeInside(struct thread *self, void *handle, inflightResume resume) {
    if (UNLIKELY(self->inlineDepth >= INLINE_DEPTH)) {
        execute(self, handle, resume);
    } else if (UNLIKELY(self->seen != NULL)) {
        executeAside(self, handle, resume);
    } else {
        resumeInside(self, handle, resume);
        if (UNLIKELY(self->seen != NULL))
            forgetError(self);
    }
}

#include "lazy.h"

// A coroutine whose operand is ready continues at once.
void awaitAnywhereAndExecute(struct object *o, void *handle, inflightResume resume) {
    if (isResolved(stateOf(o)) || awaitAnywhereOrExecute(o, handle, resume))
        executeInside(currentThread(), handle, resume);
}

bool awaitAnywhereOrExecute(struct object *o, void *handle, inflightResume resume) {
    struct thread *self = currentThread();
    if (UNLIKELY(isBehindGate(stateOf(o))))
        return awaitLazyOrExecute(self, o, handle, resume);
    return !addWaiter(self, o, handle, resume, NULL);
}

void *allocateFrameAnywhere(int64_t size) {
    struct thread *self = currentThread();
    int sizeClass = frameClass(size);
    if (sizeClass < SIZES)
        return allocate(self, sizeClass);
    count(&self->counters.largeFrames, 1);
    return alignedMemory((size_t)size);
}

void freeFrameAnywhere(void *frame, int64_t size) {
    struct thread *self = currentThread();
    int sizeClass = frameClass(size);
    if (sizeClass < SIZES) {
        release(self, frame, sizeClass);
    } else {
        count(&self->counters.largeFrames, (uint64_t)-1);
        free(frame);
    }
}

#endif
