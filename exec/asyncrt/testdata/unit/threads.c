// Threads: tasks overlap, threads sleep and wake, and objects are passed between threads of all kinds.

#include <sched.h>

#include "test.h"

// ---- A single task starts while its maker does something else ----

static atomic_int started;

static void mark(void *token) {
    atomic_store(&started, 1);
    mlirAsyncRuntimeEmplaceToken(token);
}

void overlap(void) {
    for (int i = 0; i < 5; i++) {
        atomic_store(&started, 0);
        void *t = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeExecute(t, mark);
        for (int ms = 0; !atomic_load(&started) && ms < 10000; ms++)
            sleepMillis(1);  // without a call of the runtime
        CHECK(atomic_load(&started));
        mlirAsyncRuntimeAwaitToken(t);
        mlirAsyncRuntimeDropRef(t, 1);
        sleepMillis(i * 3);  // so that workers sleep for different times
    }
}

// waitFor waits for a flag without a call of the runtime.
static void waitFor(atomic_int *flag) {
    for (long tries = 0; !atomic_load(flag); tries++) {
        CHECK(tries < 200000);
        if (tries > 1000)
            usleep(50);
    }
}

static void pauseFor(uint32_t turns) {
    for (volatile uint32_t i = 0; i < turns; i++) {
    }
}

// The same at all moments while workers fall asleep.
void overlapOften(void) {
    uint32_t seed = 3 + turn;
    for (int i = 0; i < 1000 / (SCALE > 5 ? 5 : 1); i++) {
        atomic_store(&started, 0);
        void *t = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeExecute(t, mark);
        waitFor(&started);
        mlirAsyncRuntimeAwaitToken(t);
        mlirAsyncRuntimeDropRef(t, 1);
        pauseFor(next(&seed) % 100000);
    }
}

// ---- Two tasks that need each other ----

struct meeting {
    atomic_int *mine, *other;
    void *token;
};

static void meet(void *handle) {
    struct meeting *m = handle;
    atomic_store(m->mine, 1);
    waitFor(m->other);
    mlirAsyncRuntimeEmplaceToken(m->token);
}

// Both must run at the same time, on two workers, while the host is busy.
void overlapTwo(void) {
    if (inflightAsyncThreads() < 3)
        return;
    uint32_t seed = 5 + turn;
    for (int i = 0; i < 300 / (SCALE > 5 ? 5 : 1); i++) {
        atomic_int a = 0, b = 0;
        struct meeting m[] = {{&a, &b, mlirAsyncRuntimeCreateToken()}, {&b, &a, mlirAsyncRuntimeCreateToken()}};
        mlirAsyncRuntimeExecute(&m[0], meet);
        pauseFor(next(&seed) % 3000);
        mlirAsyncRuntimeExecute(&m[1], meet);
        waitFor(&a);
        waitFor(&b);
        for (int k = 0; k < 2; k++) {
            mlirAsyncRuntimeAwaitToken(m[k].token);
            mlirAsyncRuntimeDropRef(m[k].token, 1);
        }
        pauseFor(next(&seed) % 100000);
    }
}

// ---- One thread ----

static void napLong(void *token) {
    sleepMillis(20);
    mlirAsyncRuntimeEmplaceToken(token);
}

// With one thread the worker does not run while the host executes tasks. The worker then executes the tasks
// that the host leaves in its deque.
void leftBehind(void) {
    inflightAsyncSetThreads(1);
    for (int i = 0; i < 3; i++) {
        atomic_store(&started, 0);
        void *left = mlirAsyncRuntimeCreateToken(), *first = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeExecute(left, mark);
        mlirAsyncRuntimeExecute(first, napLong);
        mlirAsyncRuntimeAwaitToken(first);
        waitFor(&started);
        mlirAsyncRuntimeAwaitToken(left);
        mlirAsyncRuntimeDropRef(left, 1);
        mlirAsyncRuntimeDropRef(first, 1);
    }
    inflightAsyncSetThreads(0);
}

struct family {
    void *done;
    pthread_t host;
    uint64_t stolen;
    int onHost;
};

static uint64_t stolenSoFar(void) {
    inflightAsyncCounters c;
    inflightAsyncReadCounters(&c);
    return c.stolen;
}

static void doNothing(void *unused) {
    (void)unused;
    pauseFor(300);
}

static void haveChildren(void *handle) {
    struct family *f = handle;
    f->onHost = pthread_equal(pthread_self(), f->host);
    f->stolen = stolenSoFar();
    for (int i = 0; i < 200; i++)
        mlirAsyncRuntimeExecute(NULL, doNothing);
    sleepMillis(10);
    f->stolen = stolenSoFar() - f->stolen;
    mlirAsyncRuntimeEmplaceToken(f->done);
}

void keepsAway(void) {
    inflightAsyncSetThreads(1);
    int seen = 0;
    for (int i = 0; i < 50 && !seen; i++) {
        struct family f = {mlirAsyncRuntimeCreateToken(), pthread_self(), 0, 0};
        mlirAsyncRuntimeExecute(&f, haveChildren);
        mlirAsyncRuntimeAwaitToken(f.done);
        mlirAsyncRuntimeDropRef(f.done, 1);
        seen = f.onHost;
        CHECK(!f.onHost || f.stolen == 0);
        inflightAsyncShutdown();
    }
    CHECK(seen);
    inflightAsyncSetThreads(0);
}

void threadCounts(void) {
    int64_t given = inflightAsyncThreads();
    CHECK(given >= 1 && mlirAsyncRuntimGetNumWorkerThreads() == given);
    if (getenv("INFLIGHT_THREADS") != NULL)
        CHECK(given == atoi(getenv("INFLIGHT_THREADS")));
    for (int n = 1; n <= 5; n += 2) {
        inflightAsyncSetThreads(n);
        CHECK(inflightAsyncThreads() == n);
        groups();
    }
    inflightAsyncSetThreads(0);
    CHECK(inflightAsyncThreads() == given);
    inflightAsyncShutdown();
    inflightAsyncShutdown();
    groups();
}

// ---- A coroutine that polls does not keep others from running ----

static atomic_int flag;

static void poll(void *handle) {
    void **h = handle;
    if (atomic_load(&flag))
        mlirAsyncRuntimeEmplaceToken(h[1]);
    else
        mlirAsyncRuntimeAwaitTokenAndExecute(h[0], handle, poll);
}

static void raise(void *unused) {
    (void)unused;
    atomic_store(&flag, 1);
}

void starving(void) {
    void *h[] = {mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateToken()};
    atomic_store(&flag, 0);
    mlirAsyncRuntimeEmplaceToken(h[0]);
    mlirAsyncRuntimeExecute(NULL, raise);
    mlirAsyncRuntimeExecute(h, poll);
    mlirAsyncRuntimeAwaitToken(h[1]);
    mlirAsyncRuntimeDropRef(h[0], 1);
    mlirAsyncRuntimeDropRef(h[1], 1);
}

// ---- Threads that the runtime did not make ----

// A thread that has the token by other ways than tasks resolves it, while its maker still works on it.
// ---- The end of a program ----

static atomic_int legs;

static void *arriveLate(void *token) {
    static atomic_uint delay; // any: before the workers stop, while they do, and after that
    nanosleep(&(struct timespec){.tv_nsec = atomic_fetch_add(&delay, 1) % 97 * 3000}, NULL);
    inflightAsyncArrive(token);
    return NULL;
}

// leg waits for a token from outside, and then continues with the next one.
static void leg(void *token) {
    if (token != NULL)
        mlirAsyncRuntimeDropRef(token, 1);
    if (atomic_fetch_add(&legs, 1) == 3)
        return;
    void *next = mlirAsyncRuntimeCreateToken();
    inflightAsyncExpect();
    pthread_t other;
    CHECK(pthread_create(&other, NULL, arriveLate, next) == 0);
    pthread_detach(other);
    mlirAsyncRuntimeAwaitTokenAndExecute(next, next, leg);
}

// A program ends when all tokens that its tasks wait for, one after the other, have come, even if the workers
// have found nothing to do before.
void finishesAll(void) {
    for (int i = 0; i < 300 / SCALE; i++) {
        atomic_store(&legs, 0);
        mlirAsyncRuntimeExecute(NULL, leg);
        CHECK(inflightAsyncFinish() == 0);
        CHECK(atomic_load(&legs) == 4);
    }
}

static _Atomic(void *) mailbox;

static void *resolver(void *count) {
    for (long i = 0; i < (long)(intptr_t)count; i++) {
        void *t;
        while ((t = atomic_exchange(&mailbox, NULL)) == NULL) {
        }
        mlirAsyncRuntimeEmplaceToken(t);
    }
    return NULL;
}

void foreignResolver(void) {
    enum { N = 2000 / SCALE };
    pthread_t other;
    CHECK(pthread_create(&other, NULL, resolver, (void *)(intptr_t)N) == 0);
    for (int i = 0; i < N; i++) {
        void *t = mlirAsyncRuntimeCreateToken(), *g = mlirAsyncRuntimeCreateGroup(1);
        atomic_store(&mailbox, t);
        // The token belongs to this thread until the other thread uses it, which happens during this loop.
        for (int k = 0; k < i % 50; k++) {
            mlirAsyncRuntimeAddRef(t, 2);
            mlirAsyncRuntimeDropRef(t, 2);
        }
        if (i % 3 == 0)
            mlirAsyncRuntimeAddTokenToGroup(t, g);
        if (i % 3 == 0)
            mlirAsyncRuntimeAwaitAllInGroup(g);
        else
            mlirAsyncRuntimeAwaitToken(t);
        mlirAsyncRuntimeDropRef(t, 1);
        mlirAsyncRuntimeDropRef(g, 1);
        while (atomic_load(&mailbox) != NULL) {
        }
    }
    pthread_join(other, NULL);
}

// Two threads count references to the same object at the same time, one of them its maker.
static atomic_int counting;

static void *countReferences(void *token) {
    atomic_fetch_add(&counting, 1);
    while (atomic_load(&counting) < 2) {
        sched_yield();
    }
    for (int i = 0; i < 2000; i++) {
        mlirAsyncRuntimeAddRef(token, 3);
        mlirAsyncRuntimeDropRef(token, 3);
    }
    return NULL;
}

void foreignCounts(void) {
    for (int i = 0; i < 100 / SCALE + 1; i++) {
        void *t = mlirAsyncRuntimeCreateToken();
        pthread_t other;
        atomic_store(&counting, 0);
        CHECK(pthread_create(&other, NULL, countReferences, t) == 0);
        countReferences(t);
        pthread_join(other, NULL);
        CHECK(inflightAsyncLive() == 1);
        mlirAsyncRuntimeEmplaceToken(t);
        mlirAsyncRuntimeDropRef(t, 1);
        CHECK(inflightAsyncLive() == 0);
    }
}

// The last reference to a group is dropped by one thread while its members complete on another.
static void *dropGroup(void *group) {
    atomic_fetch_add(&counting, 1);
    while (atomic_load(&counting) < 2) {
        sched_yield();
    }
    mlirAsyncRuntimeDropRef(group, 1);
    return NULL;
}

void foreignDrop(void) {
    enum { MEMBERS = 400 };
    for (int i = 0; i < 200 / SCALE; i++) {
        void *g = mlirAsyncRuntimeCreateGroup(MEMBERS + i % 2), *t[MEMBERS];
        for (int k = 0; k < MEMBERS; k++) {
            t[k] = mlirAsyncRuntimeCreateToken();
            mlirAsyncRuntimeAddTokenToGroup(t[k], g);
            mlirAsyncRuntimeDropRef(t[k], 1);
        }
        pthread_t other;
        atomic_store(&counting, 0);
        CHECK(pthread_create(&other, NULL, dropGroup, g) == 0);
        atomic_fetch_add(&counting, 1);
        while (atomic_load(&counting) < 2) {
            sched_yield();
        }
        for (int k = 0; k < MEMBERS; k++)
            mlirAsyncRuntimeEmplaceToken(t[k]);
        pthread_join(other, NULL);
        CHECK(inflightAsyncLive() == 0);
    }
}

static void *host(void *unused) {
    (void)unused;
    for (int i = 0; i < 50; i++) {
        void *g = mlirAsyncRuntimeCreateGroup(100);
        for (int k = 0; k < 100; k++) {
            void *t = mlirAsyncRuntimeCreateToken();
            mlirAsyncRuntimeExecute(t, emplace);
            mlirAsyncRuntimeAddTokenToGroup(t, g);
            mlirAsyncRuntimeDropRef(t, 1);
        }
        mlirAsyncRuntimeAwaitAllInGroup(g);
        mlirAsyncRuntimeDropRef(g, 1);
    }
    return NULL;
}

void manyHosts(void) {
    enum { N = 6 };
    pthread_t hosts[N];
    for (int i = 0; i < N; i++)
        CHECK(pthread_create(&hosts[i], NULL, host, NULL) == 0);
    host(NULL);
    for (int i = 0; i < N; i++)
        pthread_join(hosts[i], NULL);
}

// A thread makes tasks and ends before they run.
static void *makeAndExit(void *tokens) {
    void **t = tokens;
    for (int i = 0; i < 100; i++)
        mlirAsyncRuntimeExecute(t[i], emplace);
    return NULL;
}

void hostExits(void) {
    for (int round = 0; round < 10; round++) {
        void *t[100];
        for (int i = 0; i < 100; i++)
            t[i] = mlirAsyncRuntimeCreateToken();
        pthread_t maker;
        CHECK(pthread_create(&maker, NULL, makeAndExit, t) == 0);
        pthread_join(maker, NULL);
        for (int i = 0; i < 100; i++) {
            mlirAsyncRuntimeAwaitToken(t[i]);
            mlirAsyncRuntimeDropRef(t[i], 1);
        }
    }
}

// ---- Two threads that wake each other ----

static void nap(void *token) {
    sleepMillis(1);
    mlirAsyncRuntimeEmplaceToken(token);
}

void pingPong(void) {
    for (int i = 0; i < 200 / (SCALE > 10 ? 10 : 1); i++) {
        void *a = mlirAsyncRuntimeCreateToken(), *b = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeExecute(a, i % 10 == 0 ? nap : emplace);
        if (i % 7 == 0)
            sleepMillis(1);
        mlirAsyncRuntimeExecute(b, i % 11 == 0 ? nap : emplace);
        mlirAsyncRuntimeAwaitToken(a);
        mlirAsyncRuntimeAwaitToken(b);
        mlirAsyncRuntimeDropRef(a, 1);
        mlirAsyncRuntimeDropRef(b, 1);
    }
}
