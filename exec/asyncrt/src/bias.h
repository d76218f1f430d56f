// Objects that belong to a thread.
//
// Most objects are made, awaited, resolved and freed by one thread. While an object belongs to its thread,
// that thread changes it with plain loads and stores, and no other thread accesses it. When another thread
// needs the object, the object is taken from its thread permanently. From then on every thread changes it
// with read-modify-writes.
//
// Each thread has an epoch. The bias of a new object is the epoch of its thread. The object belongs to the
// thread as long as the two are equal. To take an object away, another thread increases the epoch, which
// takes away all objects that the thread has made so far. The owner accesses its objects inside a local
// section:
//
//     busy = 1; light fence; if (bias == epoch) { plain loads and stores }; busy = 0
//
// A thread that takes objects away does
//
//     epoch += 1; heavy fence; wait until busy == 0; settled = epoch
//
// By the fences (platform.h), if the owner read the old epoch, the other thread sees it busy, and waits. An
// object whose bias is below `settled` belongs to no thread any more: other threads test this.
//
// A thief always increases the epoch of its victim, because it needs the heavy fence anyway and the stolen
// tasks refer to objects. A thread also increases its own epoch (at almost no cost) before it makes one of
// its objects reachable through a shared object. So objects are taken away one by one, which is slow, only in
// host programs that pass objects to threads unknown to the runtime. Without membarrier no object has a bias.

#ifndef INFLIGHT_BIAS_H
#define INFLIGHT_BIAS_H

#include "state.h"

static inline uint64_t newBias(struct thread *self) {
    if (UNLIKELY(!asymmetric))
        return 0;
    self->dirty = true;
    // relaxed: if the epoch changes now, the new object is shared from the beginning.
    return atomic_load_explicit(&self->epoch, memory_order_relaxed);
}

static inline void leaveLocal(struct thread *self) {
    // release: a thread that sees this one outside of the section sees what it wrote in the section.
    atomic_store_explicit(&self->busy, 0, memory_order_release);
}

// isOwn reports whether an object belongs to the thread, which must be in a section.
static inline bool isOwn(struct thread *self, struct object *o) {
    return atomic_load_explicit(&o->bias, memory_order_relaxed) == atomic_load_explicit(&self->epoch, memory_order_relaxed);
}

// enterLocal begins a local section if the object belongs to the thread. If it returns true, leaveLocal must
// follow.
static inline bool enterLocal(struct thread *self, struct object *o) {
    // relaxed, for the store and both loads of isOwn: the fence below orders them against takeAway, and only
    // the compiler could reorder them here.
    atomic_store_explicit(&self->busy, 1, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
    if (LIKELY(isOwn(self, o)))
        return true;
    leaveLocal(self);
    return false;
}

// takeAway takes all its objects away from a thread. The caller holds the thread's revokeLock.
static void takeAway(struct thread *owner) {
    // relaxed: the heavy fence makes it visible to the owner.
    uint64_t epoch = atomic_load_explicit(&owner->epoch, memory_order_relaxed) + EPOCH_STEP;
    atomic_store_explicit(&owner->epoch, epoch, memory_order_relaxed);
    heavyFence();
    // acquire: pairs with leaveLocal. Sections are short, but their thread may have lost its processor.
    for (unsigned tries = 0; atomic_load_explicit(&owner->busy, memory_order_acquire) && asymmetric; tries++) {
        if (tries < 100)
            relax();
        else
            sched_yield();
    }
    // release: a thread that sees the epoch settled also sees what the owner wrote before.
    atomic_store_explicit(&owner->settled, epoch, memory_order_release);
}

COLD static void shareSlowly(struct thread *self, struct object *o, uint64_t bias) {
    struct thread *owner = threadAt((uint32_t)(bias % MAX_THREADS));
    // acquire: pairs with the release in takeAway. The owner itself is not in a section now, and needs to
    // know nothing more.
    if (owner != self && atomic_load_explicit(&owner->settled, memory_order_acquire) <= bias) {
        lock(&owner->revokeLock);
        if (atomic_load_explicit(&owner->settled, memory_order_acquire) <= bias) {
            takeAway(owner);
            count(&self->counters.revocations, 1);
        }
        unlock(&owner->revokeLock);
    }
    // release: the next thread finds no bias, and sees what the owner wrote.
    atomic_store_explicit(&o->bias, 0, memory_order_release);
}

// share must be called before an object is changed by read-modify-writes. Afterwards the object's thread
// changes it in no other way.
static inline void share(struct thread *self, struct object *o) {
    uint64_t bias = atomic_load_explicit(&o->bias, memory_order_acquire);  // acquire: pairs with the release above
    if (UNLIKELY(bias != 0))
        shareSlowly(self, o, bias);
}

COLD static void publishSlowly(struct thread *self) {
    // The thread that holds the lock increases the epoch, or has increased it; then there is nothing left to
    // do.
    if (!tryLock(&self->revokeLock))
        return;
    self->dirty = false;
    uint64_t epoch = atomic_load_explicit(&self->epoch, memory_order_relaxed) + EPOCH_STEP;
    atomic_store_explicit(&self->epoch, epoch, memory_order_relaxed);
    // release: as in takeAway. The thread is not in a section, so there is no thread to wait for.
    atomic_store_explicit(&self->settled, epoch, memory_order_release);
    unlock(&self->revokeLock);
}

// publish gives up the objects that belong to the thread. It must be called before a pointer to one of them
// is stored where other threads can find it.
static inline void publish(struct thread *self) {
    if (self->dirty)
        publishSlowly(self);
}

#endif
