// Tokens, values and groups: their references, their states, their waiters, and their errors.

#ifndef INFLIGHT_OBJECT_H
#define INFLIGHT_OBJECT_H

#include "schedule.h"

// ---- Causes of errors ----

static const struct inflightAsyncError unknownError = {"failed without a cause", "", 0, 0};

// makeCause returns a new cause with copies of the texts. The caller counts it.
static struct cause *makeCause(const char *message, const char *file, int64_t line, int64_t column) {
    message = message == NULL ? "" : message;
    file = file == NULL ? "" : file;
    size_t length = strlen(message) + 1;
    struct cause *c = malloc(sizeof *c + length + strlen(file) + 1);
    if (c == NULL)
        fail("out of memory for an error");
    atomic_init(&c->refs, 1);
    strcpy(c->texts, message);
    strcpy(c->texts + length, file);
    c->error = (inflightAsyncError){c->texts, c->texts + length, line, column};
    return c;
}

static struct cause *newCause(struct thread *self, const char *message, const char *file, int64_t line, int64_t column) {
    count(&self->counters.liveErrors, 1);
    return makeCause(message, file, line, column);
}

// standsBefore compares the places of errors. Unknown places come last.
static bool standsBefore(const inflightAsyncError *x, const inflightAsyncError *y) {
    if (*x->file == 0 || *y->file == 0)
        return *x->file != 0;
    int files = strcmp(x->file, y->file);
    if (files != 0)
        return files < 0;
    return x->line != y->line ? x->line < y->line : x->column < y->column;
}

// misuse reports a misuse by the program, and its place if that is known.
COLD static void misuse(const char *what, const char *file, int64_t line, int64_t column) {
    if (runtime.misused != NULL)
        runtime.misused(what, file, line, column);
    else
        fprintf(stderr, "inflight: %s\n", what);
}

// noteFailure keeps a copy of an error unless it has kept one whose place comes before.
COLD static void noteFailure(const inflightAsyncError *e) {
    struct cause *before = NULL;
    lock(&runtime.failureLock);
    if (runtime.failure == NULL || standsBefore(e, &runtime.failure->error)) {
        before = runtime.failure;
        runtime.failure = makeCause(e->message, e->file, e->line, e->column);
    }
    unlock(&runtime.failureLock);
    free(before);
}

static struct cause *retainCause(struct cause *c) {
    // relaxed: a thread that has a reference may make another one without informing other threads.
    if (c != NULL)
        atomic_fetch_add_explicit(&c->refs, 1, memory_order_relaxed);
    return c;
}

static void dropCause(struct thread *self, struct cause *c) {
    // acq_rel: all uses happen before the release by the last reference.
    if (c != NULL && atomic_fetch_sub_explicit(&c->refs, 1, memory_order_acq_rel) == 1) {
        count(&self->counters.liveErrors, (uint64_t)-1);
        free(c);
    }
}

COLD static void forgetError(struct thread *self) {
    dropCause(self, self->seen);
    self->seen = NULL;
}

static inline struct cause *causeOf(struct object *o) {
    // acquire: pairs with the release that stored it.
    return atomic_load_explicit(&o->cause, memory_order_acquire);
}

// sawError remembers the cause of an object's error, for the object that will fail because of it.
COLD static void sawError(struct thread *self, struct object *o) {
    struct cause *c = retainCause(causeOf(o));
    forgetError(self);
    self->seen = c;
    self->attention = true;
}

// keepCause sets the cause of an object, unless the object has one. It takes over the reference to the cause.
static void keepCause(struct thread *self, struct object *o, struct cause *c) {
    struct cause *none = NULL;
    // release: a thread that finds the cause sees its contents.
    if (c != NULL && !atomic_compare_exchange_strong_explicit(&o->cause, &none, c, memory_order_release, memory_order_relaxed))
        dropCause(self, c);
}

// ---- Life ----

static inline int classOf(enum kind kind) { return kind == TOKEN ? SMALL : LARGE; }

ALWAYS_INLINE static struct object *newObject(struct thread *self, enum kind kind, int64_t refs, uintptr_t state) {
    struct object *o = allocate(self, classOf(kind));
    // No other thread has it yet.
    atomic_init(&o->refs, refs);
    atomic_init(&o->state, state);
    atomic_init(&o->cause, NULL);
    atomic_init(&o->resolver, 0);
    o->kind = kind;
    o->payload = PLAIN;
    atomic_init(&o->bias, newBias(self));
    count(&self->counters.live[kind], 1);
    return o;
}

// freeAny frees an object of any kind, and everything that belongs to it.
NOINLINE void freeAny(struct thread *self, struct object *o) HIDDEN("freeAny");

// freePlain frees an object whose kind is known to the compiler.
ALWAYS_INLINE static void freePlain(struct thread *self, struct object *o, enum kind kind) {
    if (UNLIKELY(causeOf(o) != NULL || (kind == VALUE && o->payload != PLAIN) || isFullList(self, classOf(kind)))) {
        freeAny(self, o);
        return;
    }
    count(&self->counters.live[kind], (uint64_t)-1);
    release(self, o, classOf(kind));
}

ALWAYS_INLINE static void freeObject(struct thread *self, struct object *o) {
    if (LIKELY(o->kind == TOKEN))
        freePlain(self, o, TOKEN);
    else if (LIKELY(o->kind == VALUE))
        freePlain(self, o, VALUE);
    else
        freeAny(self, o);
}

// abandonGroup is called when the last reference to the group is gone: no more members will be added.
NOINLINE void abandonGroup(struct thread *self, struct group *g) HIDDEN("abandonGroup");

// noReferences is called when the last reference to an object is gone.
ALWAYS_INLINE static void noReferences(struct thread *self, struct object *o) {
    if (LIKELY(o->kind == TOKEN))
        freePlain(self, o, TOKEN);
    else if (LIKELY(o->kind == VALUE))
        freePlain(self, o, VALUE);
    else
        abandonGroup(self, (struct group *)o);
}

// addOwnReferences adds references to an object of this thread. For other objects it returns false.
ALWAYS_INLINE static bool addOwnReferences(struct thread *self, struct object *o, int64_t n) {
    if (UNLIKELY(!enterLocal(self, o)))
        return false;
    int64_t refs = atomic_load_explicit(&o->refs, memory_order_relaxed);
    disturb();
    atomic_store_explicit(&o->refs, refs + n, memory_order_relaxed);
    leaveLocal(self);
    return true;
}

// dropShared is dropReferences for an object that other threads may change.
NOINLINE void dropShared(struct thread *self, struct object *o, int64_t n) HIDDEN("dropShared");

// The next three functions are for objects behind a gate. dropBehindGate drops references. startAside puts the
// task that resolves the object in line, and startInside runs it inside the caller's.
NOINLINE void dropBehindGate(struct thread *self, struct object *o, int64_t n) HIDDEN("dropBehindGate");
NOINLINE void startAside(struct thread *self, struct object *o) HIDDEN("startAside");
NOINLINE void startInside(struct thread *self, struct object *o) HIDDEN("startInside");

ALWAYS_INLINE static void dropReferences(struct thread *self, struct object *o, int64_t n) {
    // acquire: if these are all references, the others were dropped by a release, or in a section of a thread
    // whose objects were taken away. No other thread can access the object any more.
    int64_t refs = atomic_load_explicit(&o->refs, memory_order_acquire);
    if (refs != n) {
        if (UNLIKELY(!enterLocal(self, o))) {
            dropShared(self, o, n);
            return;
        }
        refs = atomic_load_explicit(&o->refs, memory_order_relaxed);
        atomic_store_explicit(&o->refs, refs - n, memory_order_release);  // release: for the load above
        leaveLocal(self);
    }
    if (refs == n)
        noReferences(self, o);
}

// ---- Waiting ----

// memberOfGroup and blockedFiber are never called: they tell the kind of a waiter's subject.
static void memberOfGroup(void *group) { (void)group; }
static void blockedFiber(void *fiber) { *(void **)fiber = fiber; }

static inline struct waiter *newWaiter(struct thread *self) {
    count(&self->counters.liveWaiters, 1);
    return allocate(self, SMALL);
}

static inline void freeWaiter(struct thread *self, struct waiter *w) {
    count(&self->counters.liveWaiters, (uint64_t)-1);
    release(self, w, SMALL);
}

static inline uintptr_t stateOf(struct object *o) {
    // acquire: a thread that finds it resolved sees everything that was done before.
    return atomic_load_explicit(&o->state, memory_order_acquire);
}

// addSharedWaiter is addWaiter for an object that other threads may change.
NOINLINE static bool addSharedWaiter(struct thread *self, struct object *o, void *subject, inflightResume action, struct waiter *own) {
    if (isResolved(stateOf(o)))
        return false;
    share(self, o);
    publish(self);  // through the waiter other threads reach objects of this thread
    struct waiter *new = own != NULL ? own : newWaiter(self);
    uintptr_t state = stateOf(o);
    do {
        if (isResolved(state)) {
            if (own == NULL)
                freeWaiter(self, new);
            return false;
        }
        *new = (struct waiter){state, subject, action};
        disturb();
        // release: the thread that resolves the object sees a complete waiter. acquire: as in stateOf.
    } while (!atomic_compare_exchange_weak_explicit(&o->state, &state, (uintptr_t)new, memory_order_release, memory_order_acquire));
    return true;
}

// addWaiter adds a waiter to the list of an object, in the caller's memory `own` if that is not NULL. It
// returns false if the object is resolved.
ALWAYS_INLINE static bool addWaiter(struct thread *self, struct object *o, void *subject, inflightResume action, struct waiter *own) {
    if (UNLIKELY(!enterLocal(self, o)))
        return addSharedWaiter(self, o, subject, action, own);
    uintptr_t state = atomic_load_explicit(&o->state, memory_order_relaxed);
    bool pending = !isResolved(state);
    if (pending) {
        uintptr_t list = action == memberOfGroup ? MEMBER_INSIDE : TASK_INSIDE;
        if (own == NULL && state == 0) {
            o->inside.subject = subject;
            o->inside.action = action;
        } else {
            struct waiter *new = own != NULL ? own : newWaiter(self);
            *new = (struct waiter){state, subject, action};
            list = (uintptr_t)new;
        }
        atomic_store_explicit(&o->state, list, memory_order_release);  // release: for stateOf
    }
    leaveLocal(self);
    return pending;
}

// addOnlyWaiter is addWaiter for the most common case: an object of this thread that is pending and has no
// waiters. In any other case it returns false.
ALWAYS_INLINE static bool addOnlyWaiter(struct thread *self, struct object *o, void *subject, inflightResume action) {
    if (UNLIKELY(!enterLocal(self, o)))
        return false;
    bool only = atomic_load_explicit(&o->state, memory_order_relaxed) == 0;
    if (LIKELY(only)) {
        o->inside.subject = subject;
        o->inside.action = action;
        atomic_store_explicit(&o->state, TASK_INSIDE, memory_order_release);  // release: for stateOf
    }
    leaveLocal(self);
    return only;
}

// await blocks until the object is resolved.
static inline void await(struct thread *self, struct object *o) {
    if (UNLIKELY(isBehindGate(stateOf(o))))
        startInside(self, o);
    struct waiter w;  // on this stack, which exists until the object has notified it
    self->current->awaited = o;
    if (addWaiter(self, o, self->current, blockedFiber, &w))
        suspend(self);
    self->current->awaited = NULL;
    self->current->place = 0;
}

// ---- Resolving ----

// A resolution has the waiters of an object that was resolved. The oldest waiter may be stored in the object
// itself, which may be freed before the waiter runs, so it is copied.
struct resolution {
    uintptr_t list;
    void *insideSubject;
    inflightResume insideAction;
    struct cause *cause;  // with a reference
    bool failed;
};

static void memberCompleted(struct thread *self, struct group *g, bool failed, struct cause *cause);

ALWAYS_INLINE static void runWaiter(struct thread *self, void *subject, inflightResume action, struct resolution *r) {
    if (action == blockedFiber)
        makeReady(self, subject);
    else if (action == memberOfGroup)
        memberCompleted(self, subject, r->failed, r->cause);
    else
        execute(self, subject, action);
}

// runWaiters executes waiters. Coroutines go into the deque, so that no calls nest.
ALWAYS_INLINE static void runWaiters(struct thread *self, struct resolution *r) {
    uintptr_t list = r->list;
    if (UNLIKELY(isBehindGate(list))) {  // something needed another object of the same task
        dropReferences(self, (struct object *)(list - BEHIND_GATE), 1);
        list = 0;
    }
    while (UNLIKELY(list > MEMBER_INSIDE)) {
        struct waiter now = *(struct waiter *)list;
        // The waiter of a blocked fiber is on the fiber's own stack, and is freed with it.
        if (now.action != blockedFiber)
            freeWaiter(self, (struct waiter *)list);
        runWaiter(self, now.subject, now.action, r);
        list = now.next;
    }
    if (LIKELY(list == TASK_INSIDE))
        execute(self, r->insideSubject, r->insideAction);
    else if (list == MEMBER_INSIDE)
        memberCompleted(self, r->insideSubject, r->failed, r->cause);
    if (UNLIKELY(r->cause != NULL))
        dropCause(self, r->cause);
}

COLD static void resolvedTwice(void) {
    misuse("a token or value was resolved a second time; the first time counts", NULL, 0, 0);
}

// settleShared changes the state of a shared object and returns its waiters in *list. It returns false if the
// object was resolved before.
static inline bool settleShared(struct object *o, uintptr_t word, uintptr_t *list) {
    *list = stateOf(o);
    do {
        if (isResolved(*list))
            return false;
        // acq_rel: a thread that finds it resolved sees everything that was done before, and this thread sees
        // complete waiters.
    } while (!atomic_compare_exchange_weak_explicit(&o->state, list, word, memory_order_acq_rel, memory_order_acquire));
    return true;
}

static inline void prepare(struct resolution *r, struct object *o, uintptr_t list) {
    r->list = list;
    // Two separate loads: one load of both would wait for the two stores that wrote them.
    r->insideSubject = *(void *volatile *)&o->inside.subject;
    r->insideAction = *(volatile inflightResume *)&o->inside.action;
}

// resolveShared is resolve for objects with other references. It keeps the reference of the caller.
NOINLINE static bool resolveShared(struct thread *self, struct object *o, uintptr_t word, struct resolution *r) {
    share(self, o);
    publish(self);  // through the object its waiters reach objects of this thread
    uintptr_t list;
    if (!settleShared(o, word, &list))
        return false;
    prepare(r, o, list);
    return true;
}

// resolve makes a token or value ready, or failed with a cause, to which it takes over the reference. It also
// drops one of the two references with which the object was created.
ALWAYS_INLINE static void resolve(struct thread *self, struct object *o, uintptr_t word, struct cause *cause) {
    struct resolution r = {.failed = word == FAILED, .cause = NULL};
    if (UNLIKELY(cause != NULL)) {
        r.cause = retainCause(cause);
        keepCause(self, o, cause);
    }
    bool first, keeps = false;
    // acquire: as in dropReferences. If the only reference is this thread's, no other thread waits for the
    // object or reads its state.
    int64_t refs = atomic_load_explicit(&o->refs, memory_order_acquire);
    if (refs == 1) {
        uintptr_t list = stateOf(o);
        first = !isResolved(list);
        if (LIKELY(first))
            prepare(&r, o, list);
    } else if (LIKELY(enterLocal(self, o))) {
        uintptr_t list = atomic_load_explicit(&o->state, memory_order_relaxed);
        first = !isResolved(list);
        if (LIKELY(first)) {
            prepare(&r, o, list);
            atomic_store_explicit(&o->state, word, memory_order_release);  // release: for stateOf
            refs = atomic_load_explicit(&o->refs, memory_order_relaxed);
            atomic_store_explicit(&o->refs, refs - 1, memory_order_release);  // release: for dropReferences
        }
        leaveLocal(self);
    } else {
        first = resolveShared(self, o, word, &r);
        keeps = true;
    }
    if (UNLIKELY(!first)) {
        resolvedTwice();
        dropCause(self, r.cause);
        return;
    }
    runWaiters(self, &r);
    if (UNLIKELY(keeps))
        dropReferences(self, o, 1);
    else if (refs == 1)
        freeObject(self, o);
}

// ---- Groups ----

// lastMember resolves a group whose members have all completed, and drops its hold.
NOINLINE static void lastMember(struct thread *self, struct group *g) {
    struct resolution r = {.cause = NULL};
    // relaxed: the thread that set it decreased the count afterwards, and so has this one.
    r.failed = atomic_load_explicit(&g->failed, memory_order_relaxed);
    uintptr_t word = r.failed ? FAILED : READY, list;
    int64_t left;
    if (enterLocal(self, &g->object)) {
        list = atomic_load_explicit(&g->object.state, memory_order_relaxed);
        prepare(&r, &g->object, list);
        atomic_store_explicit(&g->object.state, word, memory_order_release);  // release: for stateOf
        left = atomic_load_explicit(&g->life, memory_order_relaxed) - 1;
        atomic_store_explicit(&g->life, left, memory_order_relaxed);
        leaveLocal(self);
    } else {
        share(self, &g->object);
        publish(self);
        settleShared(&g->object, word, &list);
        prepare(&r, &g->object, list);
        left = atomic_fetch_sub_explicit(&g->life, 1, memory_order_acq_rel) - 1;  // acq_rel: as any count of references
    }
    if (left == 0)
        freeObject(self, &g->object);
    runWaiters(self, &r);
}

ALWAYS_INLINE static void countMember(struct thread *self, struct group *g) {
    int64_t left;
    if (enterLocal(self, &g->object)) {
        left = atomic_load_explicit(&g->life, memory_order_relaxed) - 1;
        disturb();
        atomic_store_explicit(&g->life, left, memory_order_relaxed);
        leaveLocal(self);
    } else {
        share(self, &g->object);
        // acq_rel: everything that the members did happens before the continuations of the group's waiters.
        left = atomic_fetch_sub_explicit(&g->life, 1, memory_order_acq_rel) - 1;
    }
    if ((left & (LIVE - 1)) == 1)
        lastMember(self, g);
}

static void memberCompleted(struct thread *self, struct group *g, bool failed, struct cause *cause) {
    if (UNLIKELY(failed)) {
        keepCause(self, &g->object, retainCause(cause));
        // release: a thread that finds the group failed finds the cause.
        atomic_store_explicit(&g->failed, true, memory_order_release);
    }
    countMember(self, g);
}

ALWAYS_INLINE static int64_t nextRank(struct thread *self, struct group *g) {
    int64_t rank;
    if (enterLocal(self, &g->object)) {
        rank = atomic_load_explicit(&g->rank, memory_order_relaxed);
        atomic_store_explicit(&g->rank, rank + 1, memory_order_relaxed);
        leaveLocal(self);
        return rank;
    }
    share(self, &g->object);
    return atomic_fetch_add_explicit(&g->rank, 1, memory_order_relaxed);  // relaxed: a number, which orders nothing
}

COLD static void groupTooSmall(void) {
    misuse("more members were added to a group than its size; the group waits for as many as its size", NULL, 0, 0);
}

ALWAYS_INLINE static int64_t addToGroup(struct thread *self, struct object *o, struct group *g) {
    if (UNLIKELY(isBehindGate(stateOf(o))))
        startAside(self, o);
    int64_t rank = nextRank(self, g);
    if (UNLIKELY(rank >= g->size))
        groupTooSmall();
    else if (!addWaiter(self, o, g, memberOfGroup, NULL))
        memberCompleted(self, g, stateOf(o) == FAILED, causeOf(o));
    return rank;
}

ALWAYS_INLINE static bool isFailed(struct object *o) {
    // acquire: a thread that finds an error finds its cause.
    return o->kind == GROUP ? atomic_load_explicit(&((struct group *)o)->failed, memory_order_acquire) : stateOf(o) == FAILED;
}

#endif
