// The functions that programs call most often. Each function has one common case, which calls no function
// that returns to it, so that it needs no frame. The uncommon cases are functions of uncommon.h, called last.
// Functions whose names end in Anywhere start again with currentThread().
//
// inline.c has only these functions, to be compiled into programs.

#ifndef INFLIGHT_COMMON_H
#define INFLIGHT_COMMON_H

#include "object.h"

NOINLINE void addReferencesAnywhere(struct object *o, int64_t n) HIDDEN("addReferencesAnywhere");
NOINLINE void dropReferencesAnywhere(struct object *o, int64_t n) HIDDEN("dropReferencesAnywhere");
NOINLINE struct object *createAnywhere(enum kind kind) HIDDEN("createAnywhere");
NOINLINE struct value *createLarge(int64_t size) HIDDEN("createLarge");
NOINLINE void emplaceAnywhere(struct object *o) HIDDEN("emplaceAnywhere");
NOINLINE void emplaceWithin(struct thread *self, struct object *o) HIDDEN("emplaceWithin");
NOINLINE bool seesError(struct object *o) HIDDEN("seesError");
NOINLINE int64_t addToGroupAnywhere(struct object *o, struct group *g) HIDDEN("addToGroupAnywhere");
NOINLINE void executeAnywhere(void *handle, inflightResume resume) HIDDEN("executeAnywhere");
NOINLINE void awaitAnywhereAndExecute(struct object *o, void *handle, inflightResume resume) HIDDEN("awaitAnywhereAndExecute");
NOINLINE bool awaitAnywhereOrExecute(struct object *o, void *handle, inflightResume resume) HIDDEN("awaitAnywhereOrExecute");
NOINLINE void *allocateFrameAnywhere(int64_t size) HIDDEN("allocateFrameAnywhere");
NOINLINE void freeFrameAnywhere(void *frame, int64_t size) HIDDEN("freeFrameAnywhere");

// ---- References ----

void mlirAsyncRuntimeAddRef(void *object, int64_t count) {
    struct thread *self = thisThread;
    if (UNLIKELY(self == NULL || !addOwnReferences(self, object, count)))
        addReferencesAnywhere(object, count);
}

void mlirAsyncRuntimeDropRef(void *object, int64_t count) {
    struct thread *self = thisThread;
    if (UNLIKELY(self == NULL))
        dropReferencesAnywhere(object, count);
    else
        dropReferences(self, object, count);
}

// ---- Tokens and values ----

// create makes a token or a value.
ALWAYS_INLINE static struct object *create(enum kind kind) {
    struct thread *self = thisThread;
    if (UNLIKELY(self == NULL || isEmptyList(self, classOf(kind))))
        return createAnywhere(kind);
    return newObject(self, kind, 2, 0);
}

void *mlirAsyncRuntimeCreateToken(void) { return create(TOKEN); }

void *mlirAsyncRuntimeCreateValue(int64_t size) { return UNLIKELY(size > INSIDE_SIZE) ? (void *)createLarge(size) : create(VALUE); }

void *mlirAsyncRuntimeGetValueStorage(void *value) {
    struct value *v = value;
    return UNLIKELY(v->object.payload == BLOCK) ? v->payload.block : v->payload.bytes;
}

ALWAYS_INLINE static void emplace(struct object *o) {
    struct thread *self = thisThread;
    if (UNLIKELY(self == NULL || !enterLocal(self, o))) {
        emplaceAnywhere(o);
        return;
    }
    uintptr_t list = atomic_load_explicit(&o->state, memory_order_relaxed);
    int64_t refs = atomic_load_explicit(&o->refs, memory_order_relaxed) - 1;
    if (UNLIKELY(list & ~(uintptr_t)(TASK_INSIDE | MEMBER_INSIDE))) {  // resolved, or several waiters
        leaveLocal(self);
        emplaceAnywhere(o);
    } else if (refs == 0 || list == MEMBER_INSIDE) {
        emplaceWithin(self, o);
    } else if (LIKELY(list == TASK_INSIDE)) {
        // Two separate loads, for the reason given in prepare.
        void *subject = *(void *volatile *)&o->inside.subject;
        inflightResume action = *(volatile inflightResume *)&o->inside.action;
        atomic_store_explicit(&o->state, READY, memory_order_release);  // release: for stateOf
        atomic_store_explicit(&o->refs, refs, memory_order_release);    // release: for dropReferences
        leaveLocal(self);
        execute(self, subject, action);
    } else {
        atomic_store_explicit(&o->state, READY, memory_order_release);  // release: as above
        atomic_store_explicit(&o->refs, refs, memory_order_release);
        leaveLocal(self);
    }
}

void mlirAsyncRuntimeEmplaceToken(void *token) { emplace(token); }

void mlirAsyncRuntimeEmplaceValue(void *value) { emplace(value); }

bool inflightAsyncIsResolved(void *object) { return isResolved(stateOf(object)); }

// ---- Errors ----

// isError serves tokens and values.
ALWAYS_INLINE static bool isError(struct object *o) { return UNLIKELY(stateOf(o) == FAILED) ? seesError(o) : false; }

bool mlirAsyncRuntimeIsTokenError(void *token) { return isError(token); }

bool mlirAsyncRuntimeIsValueError(void *value) { return isError(value); }

bool inflightAsyncIsError(void *object) { return isFailed(object) ? seesError(object) : false; }

bool mlirAsyncRuntimeIsGroupError(void *group) { return inflightAsyncIsError(group); }

// ---- Waits that cannot end ----

// relaxed: it is read only while every thread sleeps.
void inflightAsyncResolvedBy(void *object, void *frame) {
    atomic_store_explicit(&((struct object *)object)->resolver, (uintptr_t)frame, memory_order_relaxed);
}

// ---- Groups ----

// addOwnToGroup is addToGroup for the most common case: a group of this thread with room, and an object of
// this thread without waiters.
ALWAYS_INLINE static int64_t addOwnToGroup(struct thread *self, struct object *o, struct group *g) {
    if (UNLIKELY(!enterLocal(self, o)))
        return addToGroupAnywhere(o, g);
    int64_t rank = atomic_load_explicit(&g->rank, memory_order_relaxed);
    bool common = isOwn(self, &g->object) && rank < g->size && atomic_load_explicit(&o->state, memory_order_relaxed) == 0;
    if (LIKELY(common)) {
        atomic_store_explicit(&g->rank, rank + 1, memory_order_relaxed);
        o->inside.subject = g;
        atomic_store_explicit(&o->state, MEMBER_INSIDE, memory_order_release);  // release: for stateOf
    }
    leaveLocal(self);
    return LIKELY(common) ? rank : addToGroupAnywhere(o, g);
}

int64_t mlirAsyncRuntimeAddTokenToGroup(void *token, void *group) {
    struct thread *self = thisThread;
    return LIKELY(self != NULL) ? addOwnToGroup(self, token, group) : addToGroupAnywhere(token, group);
}

// ---- Tasks ----

void mlirAsyncRuntimeExecute(void *handle, inflightResume resume) {
    struct thread *self = thisThread;
    if (UNLIKELY(self == NULL))
        executeAnywhere(handle, resume);
    else
        execute(self, handle, resume);
}

ALWAYS_INLINE static void awaitAndExecute(struct object *o, void *handle, inflightResume resume) {
    struct thread *self = thisThread;
    if (UNLIKELY(self == NULL || !addOnlyWaiter(self, o, handle, resume)))
        awaitAnywhereAndExecute(o, handle, resume);
}

void mlirAsyncRuntimeAwaitTokenAndExecute(void *token, void *handle, inflightResume resume) { awaitAndExecute(token, handle, resume); }

void mlirAsyncRuntimeAwaitValueAndExecute(void *value, void *handle, inflightResume resume) { awaitAndExecute(value, handle, resume); }

void mlirAsyncRuntimeAwaitAllInGroupAndExecute(void *group, void *handle, inflightResume resume) { awaitAndExecute(group, handle, resume); }

bool inflightAsyncAwaitOrExecute(void *object, void *handle, inflightResume resume) {
    struct thread *self = thisThread;
    if (LIKELY(self != NULL && addOnlyWaiter(self, object, handle, resume)))
        return false;
    return awaitAnywhereOrExecute(object, handle, resume);
}

// ---- Frames ----

// frameClass returns the size class of a frame, SIZES if the frame is larger than all classes.
static inline int frameClass(int64_t size) {
    int sizeClass = 0;
    while (sizeClass < SIZES && size > (int64_t)blockSize(sizeClass))
        sizeClass++;
    return sizeClass;
}

void *inflightAsyncAllocateFrame(int64_t size) {
    struct thread *self = thisThread;
    int sizeClass = frameClass(size);
    if (UNLIKELY(self == NULL || sizeClass == SIZES || isEmptyList(self, sizeClass)))
        return allocateFrameAnywhere(size);
    return allocate(self, sizeClass);
}

void inflightAsyncFreeFrame(void *frame, int64_t size) {
    if (!frame) // LLVM found that the coroutine needs no memory
        return;
    struct thread *self = thisThread;
    int sizeClass = frameClass(size);
    if (UNLIKELY(self == NULL || sizeClass == SIZES || isFullList(self, sizeClass)))
        freeFrameAnywhere(frame, size);
    else
        release(self, frame, sizeClass);
}

#endif
