// Lazy tasks: coroutines that start when something needs what they resolve.
//
// The ramp of such a coroutine makes a gate, puts its tokens and values behind it, and waits for the gate.
// While nothing has needed an object behind a gate, its state word is the address of the gate with
// BEHIND_GATE, and it has no waiters. The first thread that needs the object clears that word and opens the
// gate, which starts the coroutine, on the same thread if it waits. If the last reference of the program to
// all objects of a gate is dropped before, the gate opens with an error: the coroutine then gives back what it
// holds. The objects themselves are freed as others are, because the coroutine resolves them in any case.
//
// Objects behind a gate belong to no thread (bias.h), so that the functions in common.h need no test for them:
// what they do first fails for a shared object.

#ifndef INFLIGHT_LAZY_H
#define INFLIGHT_LAZY_H

#include "common.h"

// A gate is a value with this payload.
struct gate {
    _Atomic(int64_t) guarded;  // objects that something may still need and that have not opened it
    _Atomic(bool) open;
};

static struct gate *gateOf(struct value *v) { return (struct gate *)v->payload.bytes; }

// open opens a gate, unless it is open, and returns the coroutine that waits for it. It drops the reference to
// the gate.
static struct task openGate(struct thread *self, struct value *v, uintptr_t word, struct cause *cause) {
    struct task found = {NULL, NULL};
    struct object *o = &v->object;
    // acq_rel: the coroutine sees everything that was done before.
    if (!atomic_exchange_explicit(&gateOf(v)->open, true, memory_order_acq_rel)) {
        struct resolution r;
        share(self, o);
        keepCause(self, o, cause);
        uintptr_t list;
        settleShared(o, word, &list);
        prepare(&r, o, list);
        if (list == TASK_INSIDE) {
            found = (struct task){r.insideSubject, r.insideAction};
        } else {
            struct waiter *w = (struct waiter *)list;
            found = (struct task){w->subject, w->action};
            freeWaiter(self, w);
        }
        dropReferences(self, o, 1);  // the one that a resolution drops
    } else {
        dropCause(self, cause);
    }
    dropReferences(self, o, 1);
    return found;
}

// takeGate clears the state word of an object behind a gate, and returns the gate with the reference that the
// word had. It returns NULL if the object is behind none.
static struct value *takeGate(struct object *o) {
    uintptr_t state = stateOf(o);
    while (isBehindGate(state)) {
        // acquire: the gate is complete.
        if (atomic_compare_exchange_weak_explicit(&o->state, &state, 0, memory_order_acq_rel, memory_order_acquire))
            return (struct value *)(state - BEHIND_GATE);
    }
    return NULL;
}

// need starts the task that resolves an object behind a gate: it returns the coroutine to resume, with a
// resume function of NULL if there is nothing to start.
static struct task need(struct thread *self, struct object *o) {
    struct value *v = takeGate(o);
    return v != NULL ? openGate(self, v, READY, NULL) : (struct task){NULL, NULL};
}

// forsake is called for an object behind a gate before the last reference of the program is dropped.
static struct task forsake(struct thread *self, struct object *o) {
    struct value *v = takeGate(o);
    if (v == NULL)
        return (struct task){NULL, NULL};
    // acq_rel: as any count of references.
    if (atomic_fetch_sub_explicit(&gateOf(v)->guarded, 1, memory_order_acq_rel) == 1)
        return openGate(self, v, FAILED, newCause(self, "never started", NULL, 0, 0));
    dropReferences(self, &v->object, 1);
    return (struct task){NULL, NULL};
}

// transfer makes a coroutine the next one that the thread resumes, when the current one has returned.
static void transfer(struct thread *self, struct task t) {
    if (self->next.resume != NULL)
        execute(self, self->next.handle, self->next.resume);
    self->next = t;
    self->attention = true;
}

// ---- What the functions of the runtime do with objects behind gates ----

void startAside(struct thread *self, struct object *o) {
    struct task t = need(self, o);
    if (t.resume != NULL)
        execute(self, t.handle, t.resume);
}

void startInside(struct thread *self, struct object *o) {
    struct task t = need(self, o);
    if (t.resume != NULL)
        executeInside(self, t.handle, t.resume);
}

// awaitLazyOrExecute is inflightAsyncAwaitOrExecute for an object behind a gate. Up to a depth the task that
// starts runs inside of the call. Beyond it, the waiting coroutine returns first.
static bool awaitLazyOrExecute(struct thread *self, struct object *o, void *handle, inflightResume resume) {
    struct task t = need(self, o);
    if (t.resume != NULL && self->inlineDepth >= INLINE_DEPTH) {
        addWaiter(self, o, handle, resume, NULL);  // nothing has resolved it: its task has not started
        transfer(self, t);
        return false;
    }
    if (t.resume != NULL)
        executeInside(self, t.handle, t.resume);
    return !addWaiter(self, o, handle, resume, NULL);
}

void dropBehindGate(struct thread *self, struct object *o, int64_t n) {
    int64_t refs = atomic_load_explicit(&o->refs, memory_order_acquire);
    struct task t = {NULL, NULL};
    // The reference that is left then is the one that the resolution drops.
    while (refs != n + 1) {
        // acq_rel: as any count of references.
        if (atomic_compare_exchange_weak_explicit(&o->refs, &refs, refs - n, memory_order_acq_rel, memory_order_acquire)) {
            if (refs == n)
                noReferences(self, o);
            return;
        }
    }
    t = forsake(self, o);
    if (atomic_fetch_sub_explicit(&o->refs, n, memory_order_acq_rel) == n)
        noReferences(self, o);
    if (t.resume == NULL)
        return;
    if (self->inlineDepth >= INLINE_DEPTH)
        transfer(self, t);
    else
        executeInside(self, t.handle, t.resume);
}

// ---- Gates ----

void *inflightTaskGate(void) {
    struct value *v = (struct value *)createAnywhere(VALUE);
    atomic_init(&gateOf(v)->guarded, 0);
    atomic_init(&gateOf(v)->open, false);
    return v;
}

void inflightTaskGuard(void *object, void *gate) {
    struct thread *self = currentThread();
    struct object *o = object;
    share(self, o);
    // relaxed: no other thread has the gate yet.
    atomic_fetch_add_explicit(&gateOf(gate)->guarded, 1, memory_order_relaxed);
    // release: a thread that finds the gate finds it complete.
    atomic_store_explicit(&o->state, (uintptr_t)gate | BEHIND_GATE, memory_order_release);
    dropReferences(self, o, 1);
}

void inflightTaskStart(void *object) {
    struct thread *self = currentThread();
    startAside(self, object);
    dropReferences(self, object, 1);
}

#endif
