// Programs that fail with the runtime of LLVM 22 and must not fail with this one.

#include "test.h"

// ---- An awaiter that awaits the same token again ----

// Upstream runs continuations while it holds the token's lock, so a continuation that awaits the token again
// waits for ever.
struct again {
    void *token, *done;
    int times;
};

static void awaitAgain(void *handle) {
    struct again *a = handle;
    if (a->times++ < 5) {
        mlirAsyncRuntimeAwaitTokenAndExecute(a->token, a, awaitAgain);
        return;
    }
    mlirAsyncRuntimeAwaitToken(a->token);  // also a blocking wait
    mlirAsyncRuntimeEmplaceToken(a->done);
}

void sameTokenAgain(void) {
    void *t = mlirAsyncRuntimeCreateToken(), *done = mlirAsyncRuntimeCreateToken();
    struct again a = {t, done, 0};
    mlirAsyncRuntimeExecute(&a, awaitAgain);
    sleepMillis(5);
    mlirAsyncRuntimeExecute(t, emplace);
    mlirAsyncRuntimeAwaitToken(done);
    CHECK(a.times == 6);
    mlirAsyncRuntimeDropRef(t, 1);
    mlirAsyncRuntimeDropRef(done, 1);
}

// ---- Many continuations behind one task ----

// Upstream executes each continuation inside the emplace of the one before: some hundred thousand overflow
// the stack.
struct link {
    void *before, *own;
    int started;
};

static void stepLink(void *handle) {
    struct link *l = handle;
    if (!l->started) {
        l->started = 1;
        mlirAsyncRuntimeAwaitTokenAndExecute(l->before, l, stepLink);
        return;
    }
    CHECK(!mlirAsyncRuntimeIsTokenError(l->before));
    mlirAsyncRuntimeDropRef(l->before, 1);
    mlirAsyncRuntimeEmplaceToken(l->own);
}

static void chainOf(long n, int executed) {
    struct link *links = calloc((size_t)n, sizeof *links);
    void *first = mlirAsyncRuntimeCreateToken(), *before = first;
    mlirAsyncRuntimeAddRef(first, 1);
    for (long i = 0; i < n; i++) {
        links[i] = (struct link){before, mlirAsyncRuntimeCreateToken(), 0};
        before = links[i].own;
        if (executed)
            mlirAsyncRuntimeExecute(&links[i], stepLink);
        else
            stepLink(&links[i]);
    }
    mlirAsyncRuntimeEmplaceToken(first);
    mlirAsyncRuntimeAwaitToken(before);
    mlirAsyncRuntimeDropRef(before, 1);
    mlirAsyncRuntimeDropRef(first, 1);
    inflightAsyncShutdown();  // the last task may be about to return
    free(links);
}

void longChain(void) {
    chainOf(1000000 / SCALE, 0);
    chainOf(1000000 / SCALE, 1);
}

static atomic_long continued;

static void countOne(void *unused) {
    (void)unused;
    atomic_fetch_add(&continued, 1);
}

void manyContinuations(void) {
    enum { N = 500000 / SCALE };
    void *t = mlirAsyncRuntimeCreateToken();
    atomic_store(&continued, 0);
    for (int i = 0; i < N; i++)
        mlirAsyncRuntimeAwaitTokenAndExecute(t, NULL, countOne);
    mlirAsyncRuntimeExecute(t, emplace);
    inflightAsyncShutdown();
    CHECK(atomic_load(&continued) == N);
    mlirAsyncRuntimeDropRef(t, 1);
}

// A coroutine that awaits ready objects repeatedly does not nest either.
static long readyTimes;

static void awaitReady(void *handle) {
    void **h = handle;
    if (++readyTimes < 1000000 / SCALE)
        mlirAsyncRuntimeAwaitTokenAndExecute(h[0], handle, awaitReady);
    else
        mlirAsyncRuntimeEmplaceToken(h[1]);
}

void readyChain(void) {
    void *h[] = {mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateToken()};
    mlirAsyncRuntimeEmplaceToken(h[0]);
    readyTimes = 0;
    mlirAsyncRuntimeExecute(h, awaitReady);
    mlirAsyncRuntimeAwaitToken(h[1]);
    CHECK(readyTimes == 1000000 / SCALE);
    mlirAsyncRuntimeDropRef(h[0], 1);
    mlirAsyncRuntimeDropRef(h[1], 1);
}

// ---- Blocking awaits inside of tasks ----

// Each level blocks a thread of upstream's pool, so a depth beyond the number of workers waits for ever.
struct level {
    int depth;
    void *done;
};

static void descend(void *handle) {
    struct level *l = handle;
    if (l->depth > 0) {
        struct level below = {l->depth - 1, mlirAsyncRuntimeCreateToken()};
        mlirAsyncRuntimeExecute(&below, descend);
        mlirAsyncRuntimeAwaitToken(below.done);
        mlirAsyncRuntimeDropRef(below.done, 1);
    }
    mlirAsyncRuntimeEmplaceToken(l->done);
}

void nestedAwaits(void) {
    struct level top = {SCALE == 1 ? 2000 : 50, mlirAsyncRuntimeCreateToken()};
    mlirAsyncRuntimeExecute(&top, descend);
    mlirAsyncRuntimeAwaitToken(top.done);
    mlirAsyncRuntimeDropRef(top.done, 1);
}

// It is not enough to run other tasks on top of a blocked frame: here such a task waits for something that
// comes after the frame below it. Both must be able to continue in any order.
struct buried {
    void *gate, *second, *third;
};

static void below(void *handle) {
    struct buried *b = handle;
    mlirAsyncRuntimeAwaitToken(b->gate);
    mlirAsyncRuntimeEmplaceToken(b->second);
}

static void above(void *handle) {
    struct buried *b = handle;
    mlirAsyncRuntimeExecute(b->gate, emplace);
    mlirAsyncRuntimeAwaitToken(b->second);
    mlirAsyncRuntimeEmplaceToken(b->third);
}

void buriedFrame(void) {
    enum { N = 20 };
    struct buried b[N];
    for (int i = 0; i < N; i++) {
        b[i] = (struct buried){mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateToken()};
        mlirAsyncRuntimeExecute(&b[i], below);
    }
    for (int i = 0; i < N; i++)
        mlirAsyncRuntimeExecute(&b[i], above);
    for (int i = 0; i < N; i++) {
        mlirAsyncRuntimeAwaitToken(b[i].third);
        mlirAsyncRuntimeDropRef(b[i].gate, 1);
        mlirAsyncRuntimeDropRef(b[i].second, 1);
        mlirAsyncRuntimeDropRef(b[i].third, 1);
    }
}

// The host waits for one task, and during the wait runs another one that waits for something that the host
// does later.
static void waitForHost(void *handle) {
    struct buried *b = handle;
    mlirAsyncRuntimeAwaitToken(b->gate);
    mlirAsyncRuntimeEmplaceToken(b->third);
}

void buriedHost(void) {
    struct buried b = {mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateToken()};
    mlirAsyncRuntimeExecute(b.second, emplace);
    mlirAsyncRuntimeExecute(&b, waitForHost);
    mlirAsyncRuntimeAwaitToken(b.second);
    mlirAsyncRuntimeEmplaceToken(b.gate);
    mlirAsyncRuntimeAwaitToken(b.third);
    mlirAsyncRuntimeDropRef(b.gate, 1);
    mlirAsyncRuntimeDropRef(b.second, 1);
    mlirAsyncRuntimeDropRef(b.third, 1);
}
