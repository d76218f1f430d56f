// The deque of a thread: a ring buffer. Its thread pushes and pops at the bottom, and other threads steal
// from the top.
//
// The indices and the ring are those of Chase and Lev's deque. The two ends agree about the last tasks by
// Cilk's THE protocol, with asymmetric fences. The owner announces a pop by lowering `bottom`, then reads
// `top`. A thief announces a steal by raising `top`, then executes a heavy fence and reads `bottom`. So the
// owner pops even the last task without a fence or a read-modify-write, and a thief may take half of the
// tasks at once. Thieves exclude each other by a lock, for which they do not wait. The owner waits for the
// lock only if its pop met a steal.
//
// `top` counts the tasks that thieves have claimed, `freed` those that they have also copied: the owner
// reuses the slots below `freed`. The ring doubles when it is full. It holds tasks, whose frames take more
// memory than the ring.

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
    // relaxed: thieves change it only while they hold the lock.
    for (int64_t i = atomic_load_explicit(&self->top, memory_order_relaxed); i < bottom; i++)
        larger[i & mask] = self->ring[i & self->mask];
    free(self->ring);
    self->ring = larger;
    self->limit += mask - self->mask;
    self->mask = mask;
    unlock(&self->dequeLock);
}

// makeRoom updates the owner's limit of free slots, and doubles the ring if there are none.
COLD static void makeRoom(struct thread *self, int64_t bottom) {
    // acquire: the thief has copied the slots to which the owner writes now.
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
    // release: a thread that reads the index sees the task, and everything that its maker wrote before.
    atomic_store_explicit(&self->bottom, bottom + 1, memory_order_release);
    return true;
}

// noTask stands for the absence of a task.
static const struct task noTask = {NULL, NULL};

static inline bool isTask(struct task t) { return t.resume != NULL; }

// popBesideThief pops a task where the owner and a thief may take the same task. While the owner holds the
// lock, there is no thief.
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

// popTask takes the youngest task. It returns false if there is none.
ALWAYS_INLINE static bool popTask(struct thread *self, struct task *t) {
    int64_t bottom = atomic_load_explicit(&self->bottom, memory_order_relaxed) - 1;
    // relaxed: the owner has written the tasks itself, so it needs no data through `top`.
    if (atomic_load_explicit(&self->top, memory_order_relaxed) > bottom)
        return false;  // empty, or claimed; lookAround finds a task whose claim a thief gives up
    disturb();
    // release, as every write of bottom: a thief may read any of these values and must see the tasks below.
    atomic_store_explicit(&self->bottom, bottom, memory_order_release);
    lightFence();
    if (LIKELY(atomic_load_explicit(&self->top, memory_order_relaxed) <= bottom)) {
        disturb();
        // Two separate loads: one load of both would wait for the two stores that wrote them, which are
        // recent in many cases.
        struct task *slot = &self->ring[bottom & self->mask];
        t->handle = *(void *volatile *)&slot->handle;
        t->resume = *(volatile inflightResume *)&slot->resume;
        return true;
    }
    atomic_store_explicit(&self->bottom, bottom + 1, memory_order_release);
    *t = popBesideThief(self);
    return isTask(*t);
}

// popOldest takes the oldest task, so that tasks which keep making other tasks cannot starve it.
COLD static struct task popOldest(struct thread *self) {
    struct task t = noTask;
    lock(&self->dequeLock);
    int64_t top = atomic_load_explicit(&self->top, memory_order_relaxed);
    if (top < atomic_load_explicit(&self->bottom, memory_order_relaxed)) {
        t = self->ring[top & self->mask];
        // relaxed: the owner itself reads these, and thieves read them only while they hold the lock.
        atomic_store_explicit(&self->top, top + 1, memory_order_relaxed);
        atomic_store_explicit(&self->freed, top + 1, memory_order_relaxed);
    }
    unlock(&self->dequeLock);
    return t;
}

// dequeSize returns the number of tasks that a thief would see.
static inline int64_t dequeSize(struct thread *t) {
    int64_t top = atomic_load_explicit(&t->top, memory_order_relaxed);
    return atomic_load_explicit(&t->bottom, memory_order_relaxed) - top;
}

// reserve makes the ring large enough for n more tasks.
static void reserve(struct thread *self, int64_t n) {
    int64_t bottom = atomic_load_explicit(&self->bottom, memory_order_relaxed);
    while (bottom + n > self->limit + 1) {
        int64_t before = self->limit;
        makeRoom(self, bottom);  // may find free slots
        if (self->limit == before)
            doubleRing(self, bottom);
    }
}

// moveTasks copies the tasks [top, top+n) of the victim to the thief's own deque, which has room for them.
static void moveTasks(struct thread *self, struct thread *victim, int64_t top, int64_t n) {
    int64_t bottom = atomic_load_explicit(&self->bottom, memory_order_relaxed);
    // The oldest task is copied last, to be popped first.
    for (int64_t i = 0; i < n; i++)
        self->ring[(bottom + i) & self->mask] = victim->ring[(top + n - 1 - i) & victim->mask];
    atomic_store_explicit(&self->bottom, bottom + n, memory_order_release);  // release: as in pushIntoRoom
}

// stealTasks moves up to half of the victim's tasks, at most `most`, to the thief's deque. It returns their
// number.
static int64_t stealTasks(struct thread *self, struct thread *victim, int64_t most) {
    int64_t seen = dequeSize(victim);
    if (seen <= 0)
        return 0;
    if (most > (seen + 1) / 2)
        most = (seen + 1) / 2;
    reserve(self, most);  // before the lock: no thread holds the locks of two deques
    if (!tryLock(&victim->dequeLock))
        return 0;
    int64_t top = atomic_load_explicit(&victim->top, memory_order_relaxed);  // relaxed: only the thread that holds the lock writes it
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
        // acquire: pairs with the release of pushIntoRoom, so that the thief sees the tasks below.
        if (atomic_load_explicit(&victim->bottom, memory_order_acquire) < top + n) {
            atomic_store_explicit(&victim->top, top, memory_order_relaxed);
            n = 0;
        }
    }
    if (n > 0) {
        moveTasks(self, victim, top, n);
        // release: the owner may overwrite the slots only after the copy.
        atomic_store_explicit(&victim->freed, top + n, memory_order_release);
    }
    unlock(&victim->dequeLock);
    return n > 0 ? n : 0;
}

#endif
