// Starting and ending threads: records of threads, the workers, the end of the process.

#ifndef INFLIGHT_TEAM_H
#define INFLIGHT_TEAM_H

#include "schedule.h"

// threadExits keeps the record of a thread for a new thread, with the tasks in its deque, which other threads
// steal.
static void threadExits(void *record) {
    struct thread *self = record;
    thisThread = NULL;
    while (self->idleFibers != NULL) {
        struct fiber *f = self->idleFibers;
        self->idleFibers = f->next;
        if (f->memory != NULL)
            freeFiber(f);
    }
    self->idleFiberCount = 0;
    atomic_store_explicit(&self->aside, true, memory_order_seq_cst);
    pthread_mutex_lock(&runtime.mutex);
    self->nextSpare = runtime.spare;
    runtime.spare = self;
    pthread_mutex_unlock(&runtime.mutex);
}

static unsigned processors(void) {
#if HAVE_LINUX
    unsigned long mask[1024 / sizeof(unsigned long)];
    long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    unsigned n = 0;
    for (long i = 0; i < bytes / (long)sizeof *mask; i++)
        n += (unsigned)__builtin_popcountl(mask[i]);
    if (n > 0)
        return n;
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

// wantedThreads returns the number in the environment, else the number of processors.
static int64_t wantedThreads(void) {
    const char *text = getenv("INFLIGHT_THREADS");
    char *end = NULL;
    long n = text == NULL ? 0 : strtol(text, &end, 10);
    if (text != NULL && (*text == 0 || *end != 0 || n < 1 || n > MAX_THREADS / 2)) {
        fprintf(stderr, "inflight: INFLIGHT_THREADS=%s is not a number of threads; using %u\n", text, processors());
        n = 0;
    }
    return n > 0 ? n : (int64_t)processors();
}

// setUp must be called with the mutex held.
static void setUp(void) {
    if (!runtime.ready) {
        setUpFences();
        runtime.spins = processors() > 1 ? SPINS : 1;
        if (pthread_key_create(&runtime.key, threadExits) != 0)
            fail("no key for threads");
        runtime.ready = true;
    }
    if (runtime.wanted == 0)
        runtime.wanted = wantedThreads();
}

static struct thread *newThread(void) {
    struct thread *t = alignedMemory(sizeof *t);
    memset(t, 0, sizeof *t);
    // relaxed: written only with the mutex held.
    uint32_t index = atomic_load_explicit(&runtime.threadCount, memory_order_relaxed);
    if (index == MAX_THREADS)
        fail("too many threads");
    t->index = index;
    initDeque(t);
    atomic_store_explicit(&t->epoch, EPOCH_STEP + index, memory_order_relaxed);
    atomic_store_explicit(&t->settled, EPOCH_STEP + index, memory_order_relaxed);
    // release: the record is complete before another thread can find it.
    atomic_store_explicit(&runtime.threads[index], t, memory_order_release);
    atomic_store_explicit(&runtime.threadCount, index + 1, memory_order_release);
    return t;
}

COLD static struct thread *registerThread(int32_t worker) {
    pthread_mutex_lock(&runtime.mutex);
    setUp();
    struct thread *self = runtime.spare;
    if (self != NULL)
        runtime.spare = self->nextSpare;
    else
        self = newThread();
    self->worker = worker;
    atomic_store_explicit(&self->aside, false, memory_order_seq_cst);
    pthread_mutex_unlock(&runtime.mutex);
    self->ready = NULL;
    self->readyEnd = &self->ready;
    self->attention = true;
    self->batch = 4;
    self->backoff = self->stealTime = self->activitySeen = 0;
    self->watch = FIRST_BACKOFF;
    initBase(self);
    thisThread = self;
    pthread_setspecific(runtime.key, self);
    return self;
}

// workerLeaves is the last call of a worker. If the worker's own stack cannot be left, it is the last call
// with an effect.
static void workerLeaves(struct thread *self, bool stuck) {
    forgetError(self);
    atomic_store_explicit(&self->aside, true, memory_order_seq_cst);
    pthread_mutex_lock(&runtime.mutex);
    runtime.team[self->worker].stuck = stuck;
    runtime.alive--;
    pthread_cond_broadcast(&runtime.left);
    pthread_mutex_unlock(&runtime.mutex);
}

static void *work(void *argument) {
    struct thread *self = registerThread((int32_t)(intptr_t)argument);
    sleepExactly();
    schedule(self);
    workerLeaves(self, false);
    return NULL;
}

// leaveWorker ends a worker whose current stack is not its own.
static void leaveWorker(struct thread *self) {
    struct fiber **f = &self->idleFibers;
    while (*f != NULL && *f != &self->base)
        f = &(*f)->next;
    if (*f == &self->base) {
        *f = self->base.next;
        self->current->next = self->idleFibers;
        self->idleFibers = self->current;
        switchFiber(self, &self->base);  // the scheduler on that stack finds that it has to stop
    }
    // The worker's own stack waits for something that will not happen any more.
    workerLeaves(self, true);
    for (;;)
        pause();
}

// startWorkers starts the workers if they do not run.
COLD static void startWorkers(void) {
    pthread_mutex_lock(&runtime.mutex);
    if (!runtime.started) {
        setUp();
        runtime.started = true;
        runtime.workers = runtime.wanted > 1 ? runtime.wanted - 1 : 1;
        runtime.team = calloc((size_t)runtime.workers, sizeof *runtime.team);
        if (runtime.team == NULL)
            fail("out of memory");
        for (intptr_t i = 0; i < runtime.workers; i++) {
            if (pthread_create(&runtime.team[i].handle, NULL, work, (void *)i) != 0)
                fail("cannot start a thread");
            runtime.alive++;
        }
        // Until now one sleeper represented all of them. Each worker is idle at first, and counts itself.
        atomic_fetch_sub_explicit(&runtime.idle, SLEEPER, memory_order_seq_cst);
    }
    pthread_mutex_unlock(&runtime.mutex);
}

// stopWorkers lets the workers run all queued tasks, and ends them.
static void stopWorkers(struct thread *self) {
    forgetError(self);
    pthread_mutex_lock(&runtime.mutex);
    if (!runtime.started) {
        pthread_mutex_unlock(&runtime.mutex);
        return;
    }
    // seq_cst: a worker that parks later sees it; a worker that parked before is woken here.
    atomic_store_explicit(&runtime.stopping, true, memory_order_seq_cst);
    fullFence();
    for (uint32_t i = 0, n = threadCount(); i < n; i++) {
        if (threadAt(i)->worker >= 0) {
            wakeThread(self, threadAt(i), ASLEEP);
            wakeThread(self, threadAt(i), DROWSY);
        }
    }
    while (runtime.alive > 0)
        pthread_cond_wait(&runtime.left, &runtime.mutex);
    for (int64_t i = 0; i < runtime.workers; i++) {
        if (runtime.team[i].stuck)
            continue;
        pthread_mutex_unlock(&runtime.mutex);  // each thread takes the mutex once more, to give back its record
        pthread_join(runtime.team[i].handle, NULL);
        pthread_mutex_lock(&runtime.mutex);
    }
    free(runtime.team);
    runtime.team = NULL;
    runtime.started = false;
    atomic_fetch_add_explicit(&runtime.idle, SLEEPER, memory_order_seq_cst);
    // release: workers that start later see a runtime that is not stopping.
    atomic_store_explicit(&runtime.stopping, false, memory_order_release);
    pthread_mutex_unlock(&runtime.mutex);
}

#endif
