// The deque of a thread: a ring that its thread pushes to and pops from at the bottom, and others steal from at the top.
//
// The indices and the ring are Chase and Lev's. How the two ends agree about the last tasks is Cilk's (the THE protocol),
// with asymmetric fences: the owner announces a pop by lowering `bottom`, then looks at `top`; a thief announces a steal by
// raising `top`, then, after a heavy fence, looks at `bottom`. So the owner pops without a fence or read-modify-write,
// also the last task, and a thief may take half of what there is at once. Thieves exclude each other by a lock that they
// only try; the owner waits for it only where its pop met a steal.
//
// `top` is what thieves have claimed, `freed` what they have also copied: the owner reuses slots below `freed`. The ring
// doubles when it is full; what it holds are tasks, whose frames the program has allocated anyhow.

#ifndef INFLIGHT_DEQUE_H
#define INFLIGHT_DEQUE_H

#include "bias.h"
#include "memory.h"

enum { FIRST_CAPACITY = 1024 };

static void initDeque(struct thread *self) {
    self->mask = self->limit = FIRST_CAPACITY - 1;
    self->ring = alignedMemory(FIRST_CAPACITY * sizeof(struct task));
}

static void doubleRing(struct thread *self, int64_t bottom) {
    struct task *larger = alignedMemory(2 * (size_t)(self->mask + 1) * sizeof(struct task));
    lock(&self->dequeLock);
    int64_t mask = 2 * self->mask + 1;
    // relaxed: thieves change it under the lock only.
    for (int64_t i = atomic_load_explicit(&self->top, memory_order_relaxed); i < bottom; i++)
        larger[i & mask] = self->ring[i & self->mask];
    free(self->ring);
    self->ring = larger;
    self->limit += mask - self->mask;
    self->mask = mask;
    unlock(&self->dequeLock);
}

// makeRoom refreshes what the owner knows about free slots, and doubles the ring if there are none.
COLD static void makeRoom(struct thread *self, int64_t bottom) {
    // acquire: the thief has copied the slots that the owner now writes.
    self->limit = atomic_load_explicit(&self->freed, memory_order_acquire) + self->mask;
    if (bottom > self->limit)
        doubleRing(self, bottom);
}

// pushIntoRoom pushes a task if the ring has room.
ALWAYS_INLINE static bool pushIntoRoom(struct thread *self, struct task t) {
    int64_t bottom = atomic_load_explicit(&self->bottom, memory_order_relaxed);  // relaxed: only the owner writes it
    if (UNLIKELY(bottom > self->limit))
        return false;
    self->ring[bottom & self->mask] = t;
    // release: a thief that sees the index sees the task, and all that its maker wrote before.
    atomic_store_explicit(&self->bottom, bottom + 1, memory_order_release);
    return true;
}

// noTask is what is found where there is none.
static const struct task noTask = {NULL, NULL};

static inline bool isTask(struct task t) { return t.resume != NULL; }

// popBesideThief pops where the owner and a thief may mean the same task: under the lock there is no thief.
COLD static struct task popBesideThief(struct thread *self) {
    struct task t = noTask;
    lock(&self->dequeLock);
    int64_t bottom = atomic_load_explicit(&self->bottom, memory_order_relaxed);
    if (atomic_load_explicit(&self->top, memory_order_relaxed) < bottom) {
        t = self->ring[(bottom - 1) & self->mask];
        atomic_store_explicit(&self->bottom, bottom - 1, memory_order_release);
    }
    unlock(&self->dequeLock);
    return t;
}

// popTask takes the youngest task, if there is one.
ALWAYS_INLINE static bool popTask(struct thread *self, struct task *t) {
    int64_t bottom = atomic_load_explicit(&self->bottom, memory_order_relaxed) - 1;
    // relaxed: tasks are written by the owner, so `top` carries no data here.
    if (atomic_load_explicit(&self->top, memory_order_relaxed) > bottom)
        return false;  // empty, or claimed; what a thief gives up again lookAround finds
    disturb();
    // release, as every write of bottom: a thief may read any of them and must see the tasks below.
    atomic_store_explicit(&self->bottom, bottom, memory_order_release);
    lightFence();
    if (LIKELY(atomic_load_explicit(&self->top, memory_order_relaxed) <= bottom)) {
        disturb();
        // One by one: a load of both would wait for the two stores that made them, which are often recent.
        struct task *slot = &self->ring[bottom & self->mask];
        t->handle = *(void *volatile *)&slot->handle;
        t->resume = *(volatile inflightResume *)&slot->resume;
        return true;
    }
    atomic_store_explicit(&self->bottom, bottom + 1, memory_order_release);
    *t = popBesideThief(self);
    return isTask(*t);
}

// popOldest takes the oldest task, so that tasks which always make another cannot starve it.
COLD static struct task popOldest(struct thread *self) {
    struct task t = noTask;
    lock(&self->dequeLock);
    int64_t top = atomic_load_explicit(&self->top, memory_order_relaxed);
    if (top < atomic_load_explicit(&self->bottom, memory_order_relaxed)) {
        t = self->ring[top & self->mask];
        // relaxed: the owner itself reads these, and thieves only under the lock.
        atomic_store_explicit(&self->top, top + 1, memory_order_relaxed);
        atomic_store_explicit(&self->freed, top + 1, memory_order_relaxed);
    }
    unlock(&self->dequeLock);
    return t;
}

// dequeSize is how many tasks a thief would see.
static inline int64_t dequeSize(struct thread *t) {
    int64_t top = atomic_load_explicit(&t->top, memory_order_relaxed);
    return atomic_load_explicit(&t->bottom, memory_order_relaxed) - top;
}

// reserve makes the ring large enough for n more tasks.
static void reserve(struct thread *self, int64_t n) {
    int64_t bottom = atomic_load_explicit(&self->bottom, memory_order_relaxed);
    while (bottom + n > self->limit + 1) {
        int64_t before = self->limit;
        makeRoom(self, bottom);  // may find that slots were freed
        if (self->limit == before)
            doubleRing(self, bottom);
    }
}

// moveTasks copies the tasks [top, top+n) of the victim to the thief's own deque, which has room for them.
static void moveTasks(struct thread *self, struct thread *victim, int64_t top, int64_t n) {
    int64_t bottom = atomic_load_explicit(&self->bottom, memory_order_relaxed);
    // The oldest goes last, to be popped first.
    for (int64_t i = 0; i < n; i++)
        self->ring[(bottom + i) & self->mask] = victim->ring[(top + n - 1 - i) & victim->mask];
    atomic_store_explicit(&self->bottom, bottom + n, memory_order_release);  // release: as in pushIntoRoom
}

// stealTasks moves up to half of the victim's tasks, at most `most`, to the thief's deque and returns how many.
static int64_t stealTasks(struct thread *self, struct thread *victim, int64_t most) {
    int64_t seen = dequeSize(victim);
    if (seen <= 0)
        return 0;
    if (most > (seen + 1) / 2)
        most = (seen + 1) / 2;
    reserve(self, most);  // before the lock: nobody holds two deques
    if (!tryLock(&victim->dequeLock))
        return 0;
    int64_t top = atomic_load_explicit(&victim->top, memory_order_relaxed);  // relaxed: only who has the lock writes it
    int64_t n = (atomic_load_explicit(&victim->bottom, memory_order_relaxed) - top + 1) / 2;
    if (n > most)
        n = most;
    disturb();
    if (n > 0) {
        // relaxed: the heavy fence makes the claim visible to the owner before bottom is read.
        atomic_store_explicit(&victim->top, top + n, memory_order_relaxed);
        lock(&victim->revokeLock);
        takeAway(victim);
        unlock(&victim->revokeLock);
        disturb();
        // acquire: pairs with the release of pushIntoRoom, so that the tasks below are seen.
        if (atomic_load_explicit(&victim->bottom, memory_order_acquire) < top + n) {
            atomic_store_explicit(&victim->top, top, memory_order_relaxed);
            n = 0;
        }
    }
    if (n > 0) {
        moveTasks(self, victim, top, n);
        // release: the owner may overwrite the slots only after they were copied.
        atomic_store_explicit(&victim->freed, top + n, memory_order_release);
    }
    unlock(&victim->dequeLock);
    return n > 0 ? n : 0;
}

#endif
