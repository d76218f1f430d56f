// Which thread runs what: executing, waiting, stealing, sleeping.

#ifndef INFLIGHT_SCHEDULE_H
#define INFLIGHT_SCHEDULE_H

#include "deque.h"
#include "fiber.h"

// Tuning. None of it decides whether programs are right. Under INFLIGHT_STRESS, for tests, thieves take every task they see and
// threads go to sleep at once.
enum {
#ifdef INFLIGHT_STRESS
    TINY_TASK = 1,
    FIRST_BACKOFF = 1000,
    LAST_BACKOFF = 1000,
#else
    TINY_TASK = 500,         // ns; stealing tasks shorter than this costs more than it gains
    FIRST_BACKOFF = 50000,   // ns; how long a thief of tiny tasks stays away, doubled each time
    LAST_BACKOFF = 800000,   // ns
#endif
    MOST_STOLEN = 4096,  // tasks at once
    FAIRNESS = 256,      // every so many tasks one comes from the old end
    SPINS = 32,          // looks around before going to sleep
    INLINE_DEPTH = 16,   // tasks with a small cost inside each other
};

COLD static void forgetError(struct thread *self);

// ---- Waking ----

// wantsWaking reports whether someone sleeps and nobody looks for work: then whoever makes work must wake one. It is all
// that making work costs otherwise.
static inline bool wantsWaking(void) {
    // relaxed, after a light fence: a thread that goes to sleep counts itself, makes a heavy fence and looks for work once
    // more, so that either it sees the work or this sees it sleeping.
    lightFence();
    uint32_t idle = atomic_load_explicit(&runtime.idle, memory_order_relaxed);
    return idle - 1 < SEARCHER - 1;
}

// lookForStall tells the host if its wait cannot end. It is called by a thread that is going to sleep until woken.
void lookForStall(void) HIDDEN("lookForStall");

// wakeOne wakes a thread that sleeps until woken.
NOINLINE void wakeOne(struct thread *self) HIDDEN("wakeOne");

// executeInFull is execute where the deque has no room.
NOINLINE void executeInFull(struct thread *self, void *handle, inflightResume resume) HIDDEN("executeInFull");

// wakeThread ends the sleep of a thread, if it sleeps in the way given.
static bool wakeThread(struct thread *self, struct thread *t, uint32_t how) {
    // seq_cst: with the store in park this is Dekker's algorithm over parkState and what the sleeper looks at last.
    if (!atomic_compare_exchange_strong_explicit(&t->parkState, &how, AWAKE, memory_order_seq_cst, memory_order_relaxed))
        return false;
    if (how == ASLEEP) {
        // It looks for work from now on; seq_cst as all changes of this word, which threads going to sleep compare.
        atomic_fetch_add_explicit(&runtime.idle, SEARCHER - SLEEPER, memory_order_seq_cst);
    }
    wakeSleeper(&t->parkState);
    count(&self->counters.wakes, 1);
    return true;
}

// execute gives a task to whoever comes to it first.
ALWAYS_INLINE static void execute(struct thread *self, void *handle, inflightResume resume) {
    if (UNLIKELY(!pushIntoRoom(self, (struct task){handle, resume})))
        executeInFull(self, handle, resume);
    else if (UNLIKELY(wantsWaking()))
        wakeOne(self);
}

// ---- Fibers that are ready ----

static inline void addReady(struct thread *self, struct fiber *f) {
    f->next = NULL;
    *self->readyEnd = f;
    self->readyEnd = &f->next;
    self->attention = true;
}

// makeReady lets the thread of a blocked fiber continue it. Nothing of the fiber may be touched afterwards.
static void makeReady(struct thread *self, struct fiber *f) {
    struct thread *t = f->thread;
    if (t == self) {
        addReady(self, f);
        return;
    }
    struct fiber *head = atomic_load_explicit(&t->remoteReady, memory_order_relaxed);
    do {
        f->next = head;
        // release: the thread sees what was done before the fiber became ready. seq_cst: against the sleeper, as in wakeThread.
    } while (!atomic_compare_exchange_weak_explicit(&t->remoteReady, &head, f, memory_order_seq_cst, memory_order_relaxed));
    disturb();
    uint32_t how = atomic_load_explicit(&t->parkState, memory_order_seq_cst);
    if (how != AWAKE)
        wakeThread(self, t, how);
}

static inline bool hasReady(struct thread *self) {
    return self->ready != NULL || atomic_load_explicit(&self->remoteReady, memory_order_relaxed) != NULL;
}

COLD static void takeRemoteReady(struct thread *self) {
    // acquire: pairs with the release in makeReady.
    struct fiber *f = atomic_exchange_explicit(&self->remoteReady, NULL, memory_order_acquire), *oldest = NULL;
    while (f != NULL) {
        struct fiber *next = f->next;
        f->next = oldest;
        oldest = f;
        f = next;
    }
    while (oldest != NULL) {
        struct fiber *next = oldest->next;
        addReady(self, oldest);
        oldest = next;
    }
}

static inline struct fiber *takeReady(struct thread *self) {
    if (UNLIKELY(atomic_load_explicit(&self->remoteReady, memory_order_relaxed) != NULL))
        takeRemoteReady(self);
    struct fiber *f = self->ready;
    if (f != NULL && (self->ready = f->next) == NULL)
        self->readyEnd = &self->ready;
    return f;
}

// ---- Looking for work ----

// maySteal reports whether the thread should run tasks at all: hosts that help count as threads too, and there should not
// run more than was asked for.
static bool maySteal(struct thread *self) {
    if (self->worker < 0 || atomic_load_explicit(&runtime.stopping, memory_order_relaxed))
        return true;
    int64_t running = self->worker;
    for (uint32_t i = 0, n = threadCount(); i < n; i++)
        running += atomic_load_explicit(&threadAt(i)->helping, memory_order_relaxed);
    return running < runtime.wanted;
}

// judgeSteal looks at what became of the last steal: how long were the tasks?
static void judgeSteal(struct thread *self) {
    uint64_t tasks = atomic_load_explicit(&self->counters.tasks, memory_order_relaxed) - self->stealTasks;
    if (self->stealTime == 0 || tasks == 0)
        return;
    bool tiny = (nanos() - self->stealTime) / tasks < TINY_TASK;
    self->stealTime = 0;
    if (tiny) {
        self->backoff = self->backoff == 0 ? FIRST_BACKOFF : self->backoff * 2;
        if (self->backoff > LAST_BACKOFF)
            self->backoff = LAST_BACKOFF;
        self->batch = 4;
        return;
    }
    self->backoff = 0;
    self->watch = FIRST_BACKOFF;
    if (self->batch < MOST_STOLEN)
        self->batch *= 2;
}

// stealAny moves tasks of another thread to this one's deque.
static bool stealAny(struct thread *self) {
    uint32_t n = threadCount();
    for (uint32_t i = 1; i < n; i++) {
        struct thread *victim = threadAt((self->index + i) % n);
        int64_t got = stealTasks(self, victim, self->batch);
        if (got == 0)
            continue;
        self->stealTime = nanos();
        self->stealTasks = atomic_load_explicit(&self->counters.tasks, memory_order_relaxed);
        count(&self->counters.steals, 1);
        count(&self->counters.stolen, (uint64_t)got);
        return true;
    }
    return false;
}

static bool anyTask(void) {
    for (uint32_t i = 0, n = threadCount(); i < n; i++) {
        if (dequeSize(threadAt(i)) > 0)
            return true;
    }
    return false;
}

// activity grows while tasks run or are made anywhere.
static uint64_t activity(void) {
    uint64_t sum = 0;
    for (uint32_t i = 0, n = threadCount(); i < n; i++) {
        struct thread *t = threadAt(i);
        sum += atomic_load_explicit(&t->counters.tasks, memory_order_relaxed);
        sum += (uint64_t)atomic_load_explicit(&t->bottom, memory_order_relaxed);
    }
    return sum;
}

// ---- Sleeping ----

static inline void setHelping(struct thread *self, bool helping) {
    if (self->worker < 0)
        atomic_store_explicit(&self->helping, helping, memory_order_relaxed);
}

// sleepAs sleeps in the way given, for a time (0: until woken), unless a fiber of this thread became ready.
static void sleepAs(struct thread *self, uint32_t how, uint64_t time) {
    if (!hasReady(self)) {
        disturb();
        count(&self->counters.parks, 1);
        sleepWhile(&self->parkState, how, time);
    }
}

// drowse sleeps for a time. The thread still counts as one that looks for work, so that nobody bothers to wake it.
static void drowse(struct thread *self, uint64_t time) {
    // seq_cst, and a full fence: makeReady writes remoteReady and reads parkState, this the other way round.
    atomic_store_explicit(&self->parkState, DROWSY, memory_order_seq_cst);
    fullFence();
    sleepAs(self, DROWSY, time);
    atomic_store_explicit(&self->parkState, AWAKE, memory_order_seq_cst);
}

// park sleeps until woken, and returns as one that looks for work.
static void park(struct thread *self) {
    setHelping(self, false);
    disturb();
    atomic_fetch_add_explicit(&self->naps, 1, memory_order_seq_cst);
    atomic_store_explicit(&self->parkState, ASLEEP, memory_order_seq_cst);
    atomic_fetch_add_explicit(&runtime.idle, (uint32_t)SLEEPER - SEARCHER, memory_order_seq_cst);
    // Pairs with the light fence of wantsWaking: work that is not seen now wakes us.
    heavyFence();
    if (!atomic_load_explicit(&runtime.stopping, memory_order_seq_cst) && !(anyTask() && maySteal(self))) {
        lookForStall();
        while (atomic_load_explicit(&self->parkState, memory_order_seq_cst) == ASLEEP && !hasReady(self))
            sleepAs(self, ASLEEP, 0);
    }
    uint32_t how = ASLEEP;
    // If nobody woke us, we do it ourselves.
    if (atomic_compare_exchange_strong_explicit(&self->parkState, &how, AWAKE, memory_order_seq_cst, memory_order_relaxed))
        atomic_fetch_add_explicit(&runtime.idle, SEARCHER - SLEEPER, memory_order_seq_cst);
    setHelping(self, true);
}

// stopSearching is for a thread that found something. If it was the last that looked for work another one must, for who
// made work meanwhile relied on this one.
static void stopSearching(struct thread *self) {
    uint32_t idle = atomic_fetch_sub_explicit(&runtime.idle, SEARCHER, memory_order_seq_cst) - SEARCHER;
    if (idle - 1 < SEARCHER - 1)
        wakeOne(self);
}

// lookAround searches for a while. A thief may have given up what it claimed here, and may not be one that comes again: so the own deque counts.
static bool lookAround(struct thread *self) {
    for (unsigned i = 0; i < runtime.spins; i++) {
        if (hasReady(self) || dequeSize(self) > 0 || (maySteal(self) && stealAny(self)))
            return true;
        for (unsigned j = 0; j < 16; j++)
            relax();
    }
    return false;
}

// rest sleeps, the longer the less there was to do: for moments while others are active and nobody else watches them, else
// until woken.
static void rest(struct thread *self) {
    uint64_t now = activity();
    bool othersWatch = atomic_load_explicit(&runtime.idle, memory_order_relaxed) >= 2 * SEARCHER;
    if (now == self->activitySeen || othersWatch) {
        self->watch = FIRST_BACKOFF;
        park(self);
        return;
    }
    self->activitySeen = now;
    drowse(self, self->watch);
    if (self->watch < LAST_BACKOFF)
        self->watch *= 2;
}

static inline bool mustStop(struct thread *self) {
    // acquire: pairs with the release in stopWorkers.
    return self->worker >= 0 && atomic_load_explicit(&runtime.stopping, memory_order_acquire);
}

// idle returns when there may be something to do; false, when the thread is a worker and shall stop.
COLD static bool idle(struct thread *self) {
    judgeSteal(self);
    atomic_fetch_add_explicit(&runtime.idle, SEARCHER, memory_order_seq_cst);
    if (self->backoff && !mustStop(self))
        drowse(self, self->backoff);
    while (!lookAround(self)) {
        if (mustStop(self) && !anyTask()) {
            atomic_fetch_sub_explicit(&runtime.idle, SEARCHER, memory_order_seq_cst);
            return false;
        }
        rest(self);
    }
    stopSearching(self);
    return true;
}

// ---- Running ----

// continueFiber switches from a scheduler to a fiber that was blocked. The scheduler rests until it is needed again.
ALWAYS_INLINE static void continueFiber(struct thread *self, struct fiber *f) {
    struct fiber *scheduler = self->current;
    if (self->idleFiberCount >= MOST_IDLE_FIBERS && self->idleFibers->memory != NULL) {
        struct fiber *surplus = self->idleFibers;
        self->idleFibers = surplus->next;
        self->idleFiberCount--;
        freeFiber(surplus);
    }
    scheduler->next = self->idleFibers;
    self->idleFibers = scheduler;
    self->idleFiberCount++;
    if (self->worker < 0 && f == &self->base) {
        setHelping(self, false);
        // Workers that kept away because this host helped may come now.
        if (dequeSize(self) > 0 && wantsWaking())
            wakeOne(self);
    }
    switchFiber(self, f);
}

// continueReady continues a fiber that is ready, if there is one, and does what else needs attention.
// Part of its caller, since the processor does not predict returns of functions that have switched stacks.
ALWAYS_INLINE static bool continueReady(struct thread *self) {
    struct fiber *f = takeReady(self);
    if (self->seen != NULL)
        forgetError(self);
    self->attention = self->ready != NULL;
    if (f != NULL)
        continueFiber(self, f);
    return f != NULL;
}

// nextTask takes the youngest task, and now and then the oldest.
ALWAYS_INLINE static bool nextTask(struct thread *self, struct task *t) {
    if (UNLIKELY(atomic_load_explicit(&self->counters.tasks, memory_order_relaxed) % FAIRNESS == FAIRNESS - 1)) {
        *t = popOldest(self);
        if (isTask(*t))
            return true;
    }
    return popTask(self, t);
}

// schedule executes tasks and continues fibers, until the thread shall stop.
static void schedule(struct thread *self) {
    for (;;) {
        if (UNLIKELY(self->attention || atomic_load_explicit(&self->remoteReady, memory_order_relaxed) != NULL) && continueReady(self))
            continue;
        struct task t;
        if (LIKELY(nextTask(self, &t))) {
            count(&self->counters.tasks, 1);
            t.resume(t.handle);
        } else if (!idle(self)) {
            return;
        }
    }
}

static void leaveWorker(struct thread *self);

static void enterFiber(void) {
#if HAVE_ASAN
    __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
#endif
    struct thread *self = thisThread;
    schedule(self);
    leaveWorker(self);
}

// suspend leaves the current stack until makeReady is called for it.
static void suspend(struct thread *self) {
    struct fiber *scheduler = self->idleFibers;
    if (scheduler != NULL) {
        self->idleFibers = scheduler->next;
        self->idleFiberCount--;
    } else {
        scheduler = newFiber(self);
    }
    count(&self->counters.switches, 1);
    if (self->seen != NULL)
        forgetError(self);
    if (self->current == &self->base)
        setHelping(self, true);
    switchFiber(self, scheduler);
}

#endif
