// Larger programs with known results.

#include "test.h"

// ---- Each task once ----

static atomic_int runs[8];

static void runOnce(void *handle) {
    atomic_fetch_add(&runs[(intptr_t)handle], 1);
}

// With thieves that steal every task a round takes some time slices of the system's scheduler, each of
// milliseconds if the computer has other load.
#ifdef INFLIGHT_STRESS
enum { ROUNDS = 2000 / SCALE };
#else
enum { ROUNDS = 20000 / SCALE };
#endif

// A few tasks at a time, so that owner and thief meet at the last one.
void onceEach(void) {
    uint32_t seed = 11 + turn;
    for (int round = 0; round < ROUNDS; round++) {
        int n = 1 + (int)(next(&seed) % 8);
        for (int i = 0; i < n; i++)
            atomic_store(&runs[i], 0);
        void *t = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeExecute(t, emplace);  // the host takes this task last
        for (int i = 0; i < n; i++)
            mlirAsyncRuntimeExecute((void *)(intptr_t)i, runOnce);
        for (volatile uint32_t i = next(&seed) % 500; i > 0; i--) {
        }
        mlirAsyncRuntimeAwaitToken(t);
        mlirAsyncRuntimeDropRef(t, 1);
        for (int i = 0; i < n; i++) {
            for (long tries = 0; atomic_load(&runs[i]) == 0; tries++) {
                CHECK(tries < 100000);
                if (tries > 100)
                    usleep(50);
            }
        }
        for (int i = 0; i < n; i++)
            CHECK(atomic_load(&runs[i]) == 1);
    }
}

// ---- A random graph of values ----

// Node i adds up some of the earlier nodes. It awaits them one after the other, by suspending or by blocking,
// and may fail.
enum { NODES = 3000 / (SCALE > 10 ? 10 : SCALE), MOST_INPUTS = 4 };

struct node {
    void *value;
    int inputs[MOST_INPUTS], count, at;
    int blocks, fails;
    int64_t expected;
    int expectedError;
};

static struct node nodes[NODES];

static void finish(struct node *n) {
    int64_t sum = 1;
    int error = n->fails;
    for (int i = 0; i < n->count; i++) {
        void *v = nodes[n->inputs[i]].value;
        if (mlirAsyncRuntimeIsValueError(v))
            error = 1;
        else
            sum += *(int64_t *)mlirAsyncRuntimeGetValueStorage(v) % 1000003;
        mlirAsyncRuntimeDropRef(v, 1);
    }
    *(int64_t *)mlirAsyncRuntimeGetValueStorage(n->value) = sum;
    if (error)
        mlirAsyncRuntimeSetValueError(n->value);
    else
        mlirAsyncRuntimeEmplaceValue(n->value);
}

static void stepNode(void *handle) {
    struct node *n = handle;
    while (n->at < n->count) {
        void *v = nodes[n->inputs[n->at++]].value;
        if (n->blocks) {
            mlirAsyncRuntimeAwaitValue(v);
        } else if (n->at % 2 == 0) {
            mlirAsyncRuntimeAwaitValueAndExecute(v, n, stepNode);
            return;
        } else if (!inflightAsyncAwaitOrExecute(v, n, stepNode)) {
            return;
        }
    }
    finish(n);
}

static void makeGraph(uint32_t *seed) {
    for (int i = 0; i < NODES; i++) {
        struct node *n = &nodes[i];
        *n = (struct node){.value = mlirAsyncRuntimeCreateValue(8), .blocks = next(seed) % 8 == 0, .fails = next(seed) % 997 == 0};
        n->expected = 1;
        n->expectedError = n->fails;
        for (int k = 0; i > 0 && k < (int)(next(seed) % (MOST_INPUTS + 1)); k++) {
            int from = (int)(next(seed) % (uint32_t)i);
            n->inputs[n->count++] = from;
            mlirAsyncRuntimeAddRef(nodes[from].value, 1);
            n->expected += nodes[from].expected % 1000003;
            n->expectedError |= nodes[from].expectedError;
        }
    }
}

void randomGraph(void) {
    for (uint32_t round = 1; round <= 5; round++) {
        uint32_t seed = round + 5 * turn;
        makeGraph(&seed);
        void *g = mlirAsyncRuntimeCreateGroup(NODES);
        for (int i = 0; i < NODES; i++)
            inflightAsyncAddToGroup(nodes[i].value, g);
        int backwards = round % 2 == 0;
        for (int i = 0; i < NODES; i++)
            mlirAsyncRuntimeExecute(&nodes[backwards ? NODES - 1 - i : i], stepNode);
        mlirAsyncRuntimeAwaitAllInGroup(g);
        mlirAsyncRuntimeDropRef(g, 1);
        inflightAsyncShutdown();
        for (int i = 0; i < NODES; i++) {
            CHECK(mlirAsyncRuntimeIsValueError(nodes[i].value) == nodes[i].expectedError);
            if (!nodes[i].expectedError)
                CHECK(*(int64_t *)mlirAsyncRuntimeGetValueStorage(nodes[i].value) == nodes[i].expected);
            mlirAsyncRuntimeDropRef(nodes[i].value, 1);
        }
    }
}

// ---- Fibonacci, with a task per call ----

struct fib {
    int n;
    void *value, *left, *right;
    int at;
};

static void fibBlock(void *handle) {
    struct fib *f = handle;
    int64_t result = f->n;
    if (f->n >= 2) {
        struct fib l = {.n = f->n - 1, .value = mlirAsyncRuntimeCreateValue(8)};
        struct fib r = {.n = f->n - 2, .value = mlirAsyncRuntimeCreateValue(8)};
        mlirAsyncRuntimeExecute(&l, fibBlock);
        mlirAsyncRuntimeExecute(&r, fibBlock);
        mlirAsyncRuntimeAwaitValue(l.value);
        mlirAsyncRuntimeAwaitValue(r.value);
        result = *(int64_t *)mlirAsyncRuntimeGetValueStorage(l.value) + *(int64_t *)mlirAsyncRuntimeGetValueStorage(r.value);
        mlirAsyncRuntimeDropRef(l.value, 1);
        mlirAsyncRuntimeDropRef(r.value, 1);
    }
    *(int64_t *)mlirAsyncRuntimeGetValueStorage(f->value) = result;
    mlirAsyncRuntimeEmplaceValue(f->value);
}

static void *fibStart(int n);

static void fibSuspend(void *handle) {
    struct fib *f = handle;
    int64_t result = f->n;
    if (f->n >= 2) {
        switch (f->at++) {
        case 0:
            f->left = fibStart(f->n - 1);
            f->right = fibStart(f->n - 2);
            mlirAsyncRuntimeAwaitValueAndExecute(f->left, f, fibSuspend);
            return;
        case 1:
            mlirAsyncRuntimeAwaitValueAndExecute(f->right, f, fibSuspend);
            return;
        }
        result = *(int64_t *)mlirAsyncRuntimeGetValueStorage(f->left) + *(int64_t *)mlirAsyncRuntimeGetValueStorage(f->right);
        mlirAsyncRuntimeDropRef(f->left, 1);
        mlirAsyncRuntimeDropRef(f->right, 1);
    }
    void *value = f->value;
    inflightAsyncFreeFrame(f, sizeof *f);
    *(int64_t *)mlirAsyncRuntimeGetValueStorage(value) = result;
    mlirAsyncRuntimeEmplaceValue(value);
}

static void *fibStart(int n) {
    struct fib *f = inflightAsyncAllocateFrame(sizeof *f);
    *f = (struct fib){.n = n, .value = mlirAsyncRuntimeCreateValue(8)};
    void *value = f->value;
    mlirAsyncRuntimeExecute(f, fibSuspend);
    return value;
}

void fibBlocking(void) {
    struct fib f = {.n = SCALE > 1 ? 12 : 20, .value = mlirAsyncRuntimeCreateValue(8)};
    mlirAsyncRuntimeExecute(&f, fibBlock);
    mlirAsyncRuntimeAwaitValue(f.value);
    CHECK(*(int64_t *)mlirAsyncRuntimeGetValueStorage(f.value) == (SCALE > 1 ? 144 : 6765));
    mlirAsyncRuntimeDropRef(f.value, 1);
}

void fibSuspending(void) {
    void *v = fibStart(SCALE > 1 ? 15 : 25);
    mlirAsyncRuntimeAwaitValue(v);
    CHECK(*(int64_t *)mlirAsyncRuntimeGetValueStorage(v) == (SCALE > 1 ? 610 : 75025));
    mlirAsyncRuntimeDropRef(v, 1);
}

// ---- Groups larger than the deques ----

static atomic_long total;

static void addUp(void *token) {
    atomic_fetch_add_explicit(&total, 1, memory_order_relaxed);
    mlirAsyncRuntimeEmplaceToken(token);
}

void largeGroup(void) {
    enum { N = 300000 / SCALE };
    atomic_store(&total, 0);
    void *g = mlirAsyncRuntimeCreateGroup(N);
    for (int i = 0; i < N; i++) {
        void *t = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeExecute(t, addUp);
        mlirAsyncRuntimeAddTokenToGroup(t, g);
        mlirAsyncRuntimeDropRef(t, 1);
    }
    mlirAsyncRuntimeAwaitAllInGroup(g);
    CHECK(atomic_load(&total) == N);
    mlirAsyncRuntimeDropRef(g, 1);
}

static void uneven(void *handle) {
    struct level {
        long work;
        void *token;
    } *l = handle;
    volatile long x = 0;
    for (long i = 0; i < l->work; i++)
        x += i;
    mlirAsyncRuntimeEmplaceToken(l->token);
}

// Tasks of lengths between nothing and a tenth of a millisecond, so that thieves change their backoff all the
// time.
void unevenTasks(void) {
    enum { N = 4000 / SCALE };
    static struct {
        long work;
        void *token;
    } tasks[N];
    uint32_t seed = 7 + turn;
    for (int round = 0; round < 3; round++) {
        void *g = mlirAsyncRuntimeCreateGroup(N);
        for (int i = 0; i < N; i++) {
            tasks[i].work = 1 << next(&seed) % 17;
            tasks[i].token = mlirAsyncRuntimeCreateToken();
            mlirAsyncRuntimeExecute(&tasks[i], uneven);
            mlirAsyncRuntimeAddTokenToGroup(tasks[i].token, g);
        }
        mlirAsyncRuntimeAwaitAllInGroup(g);
        mlirAsyncRuntimeDropRef(g, 1);
        for (int i = 0; i < N; i++)
            mlirAsyncRuntimeDropRef(tasks[i].token, 1);
    }
}
