// Objects that belong to a thread.
//
// Most objects are made, waited for, resolved and freed by one thread. While an object belongs to its thread, that thread
// changes it with plain loads and stores; nobody else touches it. When another thread comes to it, the object is taken
// from its thread for good, and from then on everyone changes it with read-modify-writes.
//
// Each thread has an epoch. An object is made with the epoch of its thread as its bias, and belongs to the thread as long
// as the two are equal. To take an object away is to move the thread's epoch on, which takes away all that it had made so
// far. The thread works on what belongs to it inside a local section:
//
//     busy = 1; light fence; if (bias == epoch) { plain loads and stores }; busy = 0
//
// and who takes away does
//
//     epoch += 1; heavy fence; wait until busy == 0; settled = epoch
//
// By the fences (platform.h), if the thread read the old epoch, the other sees it busy, and waits. A bias below `settled` is
// known to be over: this is what other threads look at.
//
// A thief moves the epoch of its victim in any case, since it needs the heavy fence anyhow and what it takes refers to
// objects. And a thread moves its own epoch (for almost nothing) before it makes something of its own reachable through an
// object that is already shared. So the slow way, taking away when one meets an object, is left for host programs that hand
// objects to threads that the runtime does not know. Without membarrier no object ever has a bias.

#ifndef INFLIGHT_BIAS_H
#define INFLIGHT_BIAS_H

#include "state.h"

static inline uint64_t newBias(struct thread *self) {
    if (UNLIKELY(!asymmetric))
        return 0;
    self->dirty = true;
    // relaxed: if the epoch moves right now, the object is born shared.
    return atomic_load_explicit(&self->epoch, memory_order_relaxed);
}

static inline void leaveLocal(struct thread *self) {
    // release: whoever sees the thread out of the section sees what it wrote in it.
    atomic_store_explicit(&self->busy, 0, memory_order_release);
}

// isOwn reports whether an object belongs to the thread, which is in a section.
static inline bool isOwn(struct thread *self, struct object *o) {
    return atomic_load_explicit(&o->bias, memory_order_relaxed) == atomic_load_explicit(&self->epoch, memory_order_relaxed);
}

// enterLocal begins a local section if the object belongs to the thread. On true, leaveLocal must follow.
static inline bool enterLocal(struct thread *self, struct object *o) {
    // relaxed, the store and both loads of isOwn: the fence below orders them against takeAway, and only the compiler could reorder them here.
    atomic_store_explicit(&self->busy, 1, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
    if (LIKELY(isOwn(self, o)))
        return true;
    leaveLocal(self);
    return false;
}

// takeAway ends all bias to a thread. The caller has its revokeLock.
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
    // release: who sees the epoch settled sees what the owner wrote before, through us.
    atomic_store_explicit(&owner->settled, epoch, memory_order_release);
}

COLD static void shareSlowly(struct thread *self, struct object *o, uint64_t bias) {
    struct thread *owner = threadAt((uint32_t)(bias % MAX_THREADS));
    // acquire: pairs with the release in takeAway. The owner itself is not in a section now, which is all it must know.
    if (owner != self && atomic_load_explicit(&owner->settled, memory_order_acquire) <= bias) {
        lock(&owner->revokeLock);
        if (atomic_load_explicit(&owner->settled, memory_order_acquire) <= bias) {
            takeAway(owner);
            count(&self->counters.revocations, 1);
        }
        unlock(&owner->revokeLock);
    }
    // release: the next one finds no bias, and through it what the owner wrote.
    atomic_store_explicit(&o->bias, 0, memory_order_release);
}

// share is called before an object is changed by read-modify-writes: afterwards its thread does not change it otherwise.
static inline void share(struct thread *self, struct object *o) {
    uint64_t bias = atomic_load_explicit(&o->bias, memory_order_acquire);  // acquire: pairs with the release above
    if (UNLIKELY(bias != 0))
        shareSlowly(self, o, bias);
}

COLD static void publishSlowly(struct thread *self) {
    // Someone who has the lock moves the epoch, or has moved it; then there is nothing left to gain.
    if (!tryLock(&self->revokeLock))
        return;
    self->dirty = false;
    uint64_t epoch = atomic_load_explicit(&self->epoch, memory_order_relaxed) + EPOCH_STEP;
    atomic_store_explicit(&self->epoch, epoch, memory_order_relaxed);
    // release: as in takeAway; the thread is not in a section, so there is nobody to wait for.
    atomic_store_explicit(&self->settled, epoch, memory_order_release);
    unlock(&self->revokeLock);
}

// publish gives up what belongs to the thread, before a pointer to some of it goes where other threads find it.
static inline void publish(struct thread *self) {
    if (self->dirty)
        publishSlowly(self);
}

#endif
