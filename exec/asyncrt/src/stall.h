// Waits that cannot end. A thread that is going to sleep until woken tests whether there is one, and only
// then searches for the chain of waits. While tasks run, nothing is counted or kept for that, except for one
// word in objects and two in frames.

#ifndef INFLIGHT_STALL_H
#define INFLIGHT_STALL_H

#include "turns.h"

void inflightAsyncSetStalled(inflightStalled stalled) { runtime.stalled = stalled; }

void inflightAsyncExpect(void) { atomic_fetch_add_explicit(&runtime.expected, 1, memory_order_seq_cst); }

void inflightAsyncArrive(void *token) {
    ready(token);
    atomic_store_explicit(&currentThread()->aside, true, memory_order_seq_cst);
    // seq_cst: a thread that sees the arrival sees what was done before it.
    atomic_fetch_add_explicit(&runtime.arrived, 1, memory_order_seq_cst);
}

static bool isExpecting(void) {
    uint64_t arrived = atomic_load_explicit(&runtime.arrived, memory_order_seq_cst);
    return atomic_load_explicit(&runtime.expected, memory_order_seq_cst) != arrived;
}

// framesLeft returns the number of frames of coroutines that have not ended. No task may run. It counts the
// blocks in use, so that tasks need no counter.
static int64_t framesLeft(void) {
    int64_t blocks = 0;
    for (int sizeClass = 0; sizeClass < SIZES; sizeClass++)
        blocks += blocksInUse(sizeClass);
    uint64_t others = 0, large = 0;
    for (uint32_t i = 0, n = threadCount(); i < n; i++) {
        struct counters *c = &threadAt(i)->counters;
        large += atomic_load_explicit(&c->largeFrames, memory_order_relaxed);
        others += atomic_load_explicit(&c->liveWaiters, memory_order_relaxed);
        for (enum kind k = TOKEN; k <= GROUP; k++)
            others += atomic_load_explicit(&c->live[k], memory_order_relaxed);
    }
    return (blocks > 0 ? blocks - (int64_t)others : 0) + (int64_t)large;
}

int64_t inflightAsyncFinish(void) {
    uint64_t arrived;
    do {
        while (isExpecting())
            nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
        arrived = atomic_load_explicit(&runtime.arrived, memory_order_seq_cst);
        if (arrived > 0)
            startWorkers();  // tasks may have been queued after the last workers had stopped
        inflightAsyncShutdown();  // running tasks may expect more
    } while (isExpecting() || arrived != atomic_load_explicit(&runtime.arrived, memory_order_seq_cst));
    return framesLeft();
}

// ---- Whether all sleep ----

// allSleep tests each thread once. The sum of naps tells whether one has been awake between two calls.
static bool allSleep(uint64_t *naps) {
    *naps = 0;
    for (uint32_t i = 0, n = threadCount(); i < n; i++) {
        struct thread *t = threadAt(i);
        if (dequeSize(t) > 0)
            return false;
        if (atomic_load_explicit(&t->aside, memory_order_seq_cst))
            continue;
        if (atomic_load_explicit(&t->parkState, memory_order_seq_cst) != ASLEEP || atomic_load_explicit(&t->remoteReady, memory_order_seq_cst) != NULL)
            return false;
        *naps += atomic_load_explicit(&t->naps, memory_order_seq_cst);
    }
    return true;
}

// isStalled reports whether all threads sleep at the same time, and nothing is expected from outside: then no
// thread wakes another one. A thread that sleeps in both tests, with the same number of naps, was asleep
// between them. The last thread to go to sleep detects the stall.
static bool isStalled(void) {
    uint64_t arrived = atomic_load_explicit(&runtime.arrived, memory_order_seq_cst), first, second;
    return atomic_load_explicit(&runtime.expected, memory_order_seq_cst) == arrived && allSleep(&first) && allSleep(&second) &&
           first == second && atomic_load_explicit(&runtime.expected, memory_order_seq_cst) == arrived;
}

// ---- Who waits for whom ----

// The frame of a coroutine begins with the step at which it resumes and, in programs compiled with places,
// with its wait.
struct frameHead {
    uint32_t state, place;
    struct object *awaited;
};

// MOST_STEPS limits the number of reported steps.
enum { MOST_STEPS = 64 };

struct way {
    inflightAsyncStep steps[MOST_STEPS];
    struct object *awaited[MOST_STEPS];
    int64_t count;
};

// placeNumber returns a line of the table of places, by its number.
static const char *placeNumber(uint32_t number) {
    const char *line = inflightAsyncPlaces;
    if (line == NULL || number == 0)
        return NULL;
    for (uint32_t i = 1; i < number; i++)
        line = strchr(line, '\n') + 1;
    return line;
}

static uintptr_t resolverOf(struct object *o) { return atomic_load_explicit(&o->resolver, memory_order_relaxed); }

static enum resolver howResolved(struct object *o) { return (enum resolver)(resolverOf(o) & RESOLVER_BITS); }

static inflightAsyncReason reasonFor(struct object *o) {
    switch (howResolved(o)) {
    case BY_FRAME:
        return o->kind == GROUP ? INFLIGHT_GROUP : resolverOf(o) != 0 ? INFLIGHT_TASK : INFLIGHT_OTHER;
    case BY_TURN:
        return INFLIGHT_TURN;
    case BY_CLAIM:
        return INFLIGHT_RESOURCE;
    case BY_ROOM:
        return INFLIGHT_ROOM;
    default:
        return INFLIGHT_OTHER;
    }
}

// firstOn returns the task whose turn it is on a queue.
static struct object *firstOn(struct turns *q) { return q->first != NULL ? q->first->task : NULL; }

// holderFor returns the task that holds a resource for which a claim waits.
static struct object *holderFor(struct claim *c) {
    for (int64_t i = 0; i < c->added; i++) {
        struct claim *holder = ((struct resource *)blockOf(c->links[i].resource))->holder;
        if (holder != NULL)
            return holder->task;
    }
    return NULL;
}

// before returns an object that must be resolved before another one is resolved, NULL if none is known.
static struct object *before(struct object *o) {
    void *where = (void *)(resolverOf(o) & ~(uintptr_t)RESOLVER_BITS);
    switch (howResolved(o)) {
    case BY_OBJECT:
        return where;
    case BY_TURN:
        return firstOn(blockOf(((struct ticket *)where)->queue));
    case BY_CLAIM:
        return holderFor(where);
    case BY_ROOM:
        return firstOn(where);
    case BY_ANY:
        return ((struct anyOf *)where)->any.first;
    default:
        return NULL;
    }
}

// frameFor returns the frame whose coroutine resolves an object, possibly through other objects; NULL if none
// is known.
static struct frameHead *frameFor(struct object *o) {
    for (int hops = 0; o != NULL && hops < MOST_STEPS; hops++) {
        if (isResolved(stateOf(o)))
            return NULL;
        if (howResolved(o) == BY_FRAME)
            return (struct frameHead *)resolverOf(o);
        o = before(o);
    }
    return NULL;
}

// indexOf returns the index of the step that waits for an object at a place, -1 if there is none.
static int64_t indexOf(struct way *w, struct object *awaited, const char *place) {
    for (int64_t i = 0; i < w->count; i++)
        if (w->awaited[i] == awaited && w->steps[i].place == place)
            return i;
    return -1;
}

static void addStep(struct way *w, struct object *awaited, uint32_t place) {
    w->awaited[w->count] = awaited;
    w->steps[w->count++] = (inflightAsyncStep){placeNumber(place), reasonFor(awaited)};
}

// mergeSteps merges consecutive steps at one place, which are waits within the lowering of one operation. The
// reason is that of the last one. It returns the new index of step `back`.
static int64_t mergeSteps(struct way *w, int64_t back) {
    int64_t kept = 0, newBack = -1;
    for (int64_t i = 0; i < w->count; i++) {
        bool more = kept > 0 && w->steps[i].place != NULL && w->steps[i].place == w->steps[kept - 1].place;
        kept -= more;
        w->steps[kept++] = w->steps[i];
        if (i == back)
            newBack = kept - 1;
    }
    w->count = kept;
    return newBack;
}

// tell follows the chain of waits to a step that it has seen before, to an object without known resolver, or
// to the limit of steps.
static void tell(struct object *awaited, uint32_t place) {
    struct way w = {.count = 0};
    int64_t back = -1;
    addStep(&w, awaited, place);
    while (w.count < MOST_STEPS && back < 0) {
        struct frameHead *f = inflightAsyncPlaces != NULL ? frameFor(awaited) : NULL;
        if (f == NULL || f->awaited == NULL)
            break;
        awaited = f->awaited;
        back = indexOf(&w, awaited, placeNumber(f->place));
        if (back < 0)
            addStep(&w, awaited, f->place);
    }
    back = mergeSteps(&w, back);
    runtime.stalled(w.steps, w.count, back);
}

void lookForStall(void) {
    if (runtime.stalled == NULL || !isStalled())
        return;
    for (uint32_t i = 0, n = threadCount(); i < n; i++) {
        struct thread *t = threadAt(i);
        if (t->worker < 0 && t->base.awaited != NULL) {
            tell(t->base.awaited, t->base.place);
            return;
        }
    }
}

#endif
