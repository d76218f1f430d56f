// Which thread runs which task: executing, waiting, stealing, sleeping.

#ifndef INFLIGHT_SCHEDULE_H
#define INFLIGHT_SCHEDULE_H

#include "deque.h"
#include "fiber.h"

// Tuning parameters. They do not affect correctness. With INFLIGHT_STRESS, for tests, thieves take every task
// that they see and threads go to sleep at once.
enum {
#ifdef INFLIGHT_STRESS
    TINY_TASK = 1,
    FIRST_BACKOFF = 1000,
    LAST_BACKOFF = 1000,
#else
    TINY_TASK = 500,         // ns; stealing tasks shorter than this costs more than it gains
    FIRST_BACKOFF = 50000,   // ns; how long a thief of short tasks does not steal, doubled each time
    LAST_BACKOFF = 800000,   // ns
#endif
    MOST_STOLEN = 4096,  // tasks at once
    FAIRNESS = 256,      // after so many tasks the next one is the oldest
    SPINS = 32,          // searches before going to sleep
    INLINE_DEPTH = 16,   // nested tasks with a small cost
};

COLD static void forgetError(struct thread *self);

// ---- Waking ----

// wantsWaking reports whether a thread sleeps and no thread searches for tasks: then the thread that makes a
// task must wake one. This test is the only cost of making a task.
static inline bool wantsWaking(void) {
    // relaxed, after a light fence: a thread that goes to sleep counts itself, executes a heavy fence and
    // searches once more. So either it sees the task, or this thread sees it sleeping.
    lightFence();
    uint32_t idle = atomic_load_explicit(&runtime.idle, memory_order_relaxed);
    return idle - 1 < SEARCHER - 1;
}

// lookForStall reports a wait of the host that cannot end. A thread calls it before it sleeps until woken.
void lookForStall(void) HIDDEN("lookForStall");

// wakeOne wakes a thread that sleeps until woken.
NOINLINE void wakeOne(struct thread *self) HIDDEN("wakeOne");

// executeInFull is execute for a deque without room.
NOINLINE void executeInFull(struct thread *self, void *handle, inflightResume resume) HIDDEN("executeInFull");

// wakeThread wakes a thread if its kind of sleep is `how`.
static bool wakeThread(struct thread *self, struct thread *t, uint32_t how) {
    // seq_cst: together with the store in park this is Dekker's algorithm, over parkState and the words that
    // the sleeper reads last.
    if (!atomic_compare_exchange_strong_explicit(&t->parkState, &how, AWAKE, memory_order_seq_cst, memory_order_relaxed))
        return false;
    if (how == ASLEEP) {
        // The woken thread searches for tasks from now on. seq_cst as all changes of this word, which threads
        // going to sleep compare.
        atomic_fetch_add_explicit(&runtime.idle, SEARCHER - SLEEPER, memory_order_seq_cst);
    }
    wakeSleeper(&t->parkState);
    count(&self->counters.wakes, 1);
    return true;
}

// execute makes a task available to all threads.
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

// makeReady makes the thread of a blocked fiber continue it. The fiber must not be accessed afterwards.
static void makeReady(struct thread *self, struct fiber *f) {
    struct thread *t = f->thread;
    if (t == self) {
        addReady(self, f);
        return;
    }
    struct fiber *head = atomic_load_explicit(&t->remoteReady, memory_order_relaxed);
    do {
        f->next = head;
        // release: the thread sees everything that was done before the fiber became ready. seq_cst: against
        // the sleeper, as in wakeThread.
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

// maySteal reports whether the thread may run tasks. Hosts that execute tasks count as threads too, and the
// number of running threads must not exceed the requested number.
static bool maySteal(struct thread *self) {
    if (self->worker < 0 || atomic_load_explicit(&runtime.stopping, memory_order_relaxed))
        return true;
    int64_t running = self->worker;
    for (uint32_t i = 0, n = threadCount(); i < n; i++)
        running += atomic_load_explicit(&threadAt(i)->helping, memory_order_relaxed);
    return running < runtime.wanted;
}

// judgeSteal computes how long the tasks of the last steal took.
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

// stealAny moves tasks of another thread to this thread's deque.
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

// activity returns a number that grows while any thread runs or makes tasks.
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

// sleepAs sleeps with the kind of sleep `how`, for a time (0: until woken), unless a fiber of this thread has
// become ready.
static void sleepAs(struct thread *self, uint32_t how, uint64_t time) {
    if (!hasReady(self)) {
        disturb();
        count(&self->counters.parks, 1);
        sleepWhile(&self->parkState, how, time);
    }
}

// drowse sleeps for a time. The thread still counts as searching, so that no other thread wakes it.
static void drowse(struct thread *self, uint64_t time) {
    // seq_cst, and a full fence: makeReady writes remoteReady and reads parkState; this function does the
    // reverse.
    atomic_store_explicit(&self->parkState, DROWSY, memory_order_seq_cst);
    fullFence();
    sleepAs(self, DROWSY, time);
    atomic_store_explicit(&self->parkState, AWAKE, memory_order_seq_cst);
}

// park sleeps until woken. Then the thread counts as searching.
static void park(struct thread *self) {
    setHelping(self, false);
    disturb();
    atomic_fetch_add_explicit(&self->naps, 1, memory_order_seq_cst);
    atomic_store_explicit(&self->parkState, ASLEEP, memory_order_seq_cst);
    atomic_fetch_add_explicit(&runtime.idle, (uint32_t)SLEEPER - SEARCHER, memory_order_seq_cst);
    // Pairs with the light fence of wantsWaking: a task that is not seen now wakes this thread.
    heavyFence();
    if (!atomic_load_explicit(&runtime.stopping, memory_order_seq_cst) && !(anyTask() && maySteal(self))) {
        lookForStall();
        while (atomic_load_explicit(&self->parkState, memory_order_seq_cst) == ASLEEP && !hasReady(self))
            sleepAs(self, ASLEEP, 0);
    }
    uint32_t how = ASLEEP;
    // If no other thread has woken this one, it wakes itself.
    if (atomic_compare_exchange_strong_explicit(&self->parkState, &how, AWAKE, memory_order_seq_cst, memory_order_relaxed))
        atomic_fetch_add_explicit(&runtime.idle, SEARCHER - SLEEPER, memory_order_seq_cst);
    setHelping(self, true);
}

// stopSearching is called by a thread that has found a task. If no other thread searches any more, another
// one must be woken, because a thread that made a task in between has relied on this one.
static void stopSearching(struct thread *self) {
    uint32_t idle = atomic_fetch_sub_explicit(&runtime.idle, SEARCHER, memory_order_seq_cst) - SEARCHER;
    if (idle - 1 < SEARCHER - 1)
        wakeOne(self);
}

// lookAround searches for a while. A thief may have given up its claim to tasks of this thread's own deque,
// and may not return, so the own deque is tested as well.
static bool lookAround(struct thread *self) {
    for (unsigned i = 0; i < runtime.spins; i++) {
        if (hasReady(self) || dequeSize(self) > 0 || (maySteal(self) && stealAny(self)))
            return true;
        for (unsigned j = 0; j < 16; j++)
            relax();
    }
    return false;
}

// rest sleeps. While other threads are active and no thread checks them, it sleeps for short times, which
// grow; otherwise it sleeps until woken.
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

// idle returns true when there may be a task, and false if the thread is a worker and has to stop.
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

// continueFiber switches from a scheduler to a fiber that was blocked. The scheduler is kept until it is
// needed again.
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
        // Workers that did not run, because this host executed tasks, may run now.
        if (dequeSize(self) > 0 && wantsWaking())
            wakeOne(self);
    }
    switchFiber(self, f);
}

// continueReady continues a ready fiber, if there is one, and handles whatever else has set `attention`. It
// is inlined, because the processor does not predict returns of functions that have switched stacks.
ALWAYS_INLINE static bool continueReady(struct thread *self) {
    if (self->seen != NULL)
        forgetError(self);
    if (UNLIKELY(self->next.resume != NULL)) {
        struct task t = self->next;
        self->next.resume = NULL;
        count(&self->counters.tasks, 1);
        t.resume(t.handle);
        return true;
    }
    struct fiber *f = takeReady(self);
    self->attention = self->ready != NULL;
    if (f != NULL)
        continueFiber(self, f);
    return f != NULL;
}

// nextTask takes the youngest task or, at intervals, the oldest one.
ALWAYS_INLINE static bool nextTask(struct thread *self, struct task *t) {
    if (UNLIKELY(atomic_load_explicit(&self->counters.tasks, memory_order_relaxed) % FAIRNESS == FAIRNESS - 1)) {
        *t = popOldest(self);
        if (isTask(*t))
            return true;
    }
    return popTask(self, t);
}

// schedule executes tasks and continues fibers, until the thread has to stop.
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

// suspend leaves the current stack. It returns after makeReady was called for it.
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
    uint32_t depth = self->inlineDepth;
    self->inlineDepth = 0;  // of the tasks on the other stack
    switchFiber(self, scheduler);
    self->inlineDepth = depth;
}

#endif
