// Lazy tasks: gates, and the objects behind them.

#include "test.h"

// A lazyTask waits for its gate, then for its input if it has one, and resolves a token and a value: the
// number of tasks below it.
struct lazyTask {
    void *gate, *token, *value, *input;
    int at;
    atomic_int *runs;
};

static void goOn(void *handle) {
    struct lazyTask *k = handle;
    if (k->at == 0) {
        int forsaken = mlirAsyncRuntimeIsTokenError(k->gate);
        mlirAsyncRuntimeDropRef(k->gate, 1);
        if (forsaken) {
            if (k->input != NULL)
                mlirAsyncRuntimeDropRef(k->input, 1);
            mlirAsyncRuntimeSetTokenError(k->token);
            mlirAsyncRuntimeSetValueError(k->value);
            free(k);
            return;
        }
        k->at = 1;
        if (k->input != NULL && !inflightAsyncAwaitOrExecute(k->input, k, goOn))
            return;
    }
    int64_t below = 0;
    if (k->input != NULL) {
        below = *(int64_t *)mlirAsyncRuntimeGetValueStorage(k->input);
        mlirAsyncRuntimeDropRef(k->input, 1);
    }
    atomic_fetch_add(k->runs, 1);
    *(int64_t *)mlirAsyncRuntimeGetValueStorage(k->value) = below + 1;
    mlirAsyncRuntimeEmplaceValue(k->value);
    mlirAsyncRuntimeEmplaceToken(k->token);
    free(k);
}

// lazyCall returns the token and the value of a new lazy task, which takes over the reference to its input.
static void *lazyCall(void *input, atomic_int *runs, void **token) {
    struct lazyTask *k = malloc(sizeof *k);
    *k = (struct lazyTask){inflightTaskGate(), mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateValue(8), input, 0, runs};
    void *value = k->value;
    *token = k->token;
    for (int i = 0; i < 2; i++) {
        void *o = i == 0 ? k->token : k->value;
        mlirAsyncRuntimeAddRef(o, 1);
        mlirAsyncRuntimeAddRef(k->gate, 1);
        inflightTaskGuard(o, k->gate);
    }
    CHECK(!inflightAsyncAwaitOrExecute(k->gate, k, goOn));
    return value;
}

enum { LAZY_DEPTH = 300000 / SCALE };

// Tasks of which each awaits the next one need no stack for that.
void lazyDepth(void) {
    atomic_int runs = 0;
    void *token, *value = NULL;
    for (int i = 0; i < LAZY_DEPTH; i++) {
        value = lazyCall(value, &runs, &token);
        mlirAsyncRuntimeDropRef(token, 1);
    }
    CHECK(atomic_load(&runs) == 0 && !inflightAsyncIsResolved(value));
    mlirAsyncRuntimeAwaitValue(value);
    CHECK(*(int64_t *)mlirAsyncRuntimeGetValueStorage(value) == LAZY_DEPTH && atomic_load(&runs) == LAZY_DEPTH);
    mlirAsyncRuntimeDropRef(value, 1);
}

// Nor do tasks that nothing starts: the end of one forsakes the next.
void lazyForsaken(void) {
    atomic_int runs = 0;
    void *token, *value = NULL;
    for (int i = 0; i < LAZY_DEPTH; i++) {
        value = lazyCall(value, &runs, &token);
        mlirAsyncRuntimeDropRef(token, 1);
    }
    mlirAsyncRuntimeDropRef(value, 1);
    CHECK(atomic_load(&runs) == 0);
}

// A task that awaits an object and drops it, or only drops it.
struct user {
    void *object, *done;
    int how;
};

static void drops(void *handle) {
    struct user *u = handle;
    mlirAsyncRuntimeDropRef(u->object, 1);
    mlirAsyncRuntimeEmplaceToken(u->done);
}

static void uses(void *handle) {
    struct user *u = handle;
    switch (u->how) {
    case 0:
        mlirAsyncRuntimeAwaitTokenAndExecute(u->object, u, drops);
        return;
    case 1:
        inflightAsyncAwait(u->object);
        break;
    case 2:
        mlirAsyncRuntimeAddRef(u->object, 1);
        inflightTaskStart(u->object);
        break;
    case 3: {
        void *g = mlirAsyncRuntimeCreateGroup(1);
        inflightAsyncAddToGroup(u->object, g);
        mlirAsyncRuntimeAwaitAllInGroup(g);
        mlirAsyncRuntimeDropRef(g, 1);
        break;
    }
    }
    drops(u);
}

enum { LAZY_ROUNDS = 4000 / SCALE, LAZY_USERS = 5 };

// Threads that race to need the results of a task start it once; if all of them only drop their references, it
// does not run.
void lazyRaces(void) {
    uint32_t seed = 17 + turn;
    for (int round = 0; round < LAZY_ROUNDS; round++) {
        atomic_int runs = 0;
        void *token, *value = lazyCall(NULL, &runs, &token), *all = mlirAsyncRuntimeCreateGroup(LAZY_USERS);
        struct user users[LAZY_USERS];
        int needed = 0, never = next(&seed) % 3 == 0;
        for (int i = 0; i < LAZY_USERS; i++) {
            void *o = next(&seed) % 2 ? token : value;
            mlirAsyncRuntimeAddRef(o, 1);
            users[i] = (struct user){o, mlirAsyncRuntimeCreateToken(), never ? 4 : (int)(next(&seed) % 5)};
            needed |= users[i].how < 4;
            mlirAsyncRuntimeAddTokenToGroup(users[i].done, all);
        }
        for (int i = 0; i < LAZY_USERS; i++)
            mlirAsyncRuntimeExecute(&users[i], uses);
        mlirAsyncRuntimeDropRef(token, 1);
        mlirAsyncRuntimeDropRef(value, 1);
        mlirAsyncRuntimeAwaitAllInGroup(all);
        for (int i = 0; i < LAZY_USERS; i++)
            mlirAsyncRuntimeDropRef(users[i].done, 1);
        mlirAsyncRuntimeDropRef(all, 1);
        inflightAsyncCounters c;
        for (long tries = 0; inflightAsyncReadCounters(&c), inflightAsyncLive() != 0; tries++) {  // started and not awaited
            CHECK(tries < 1000000);
            void *t = mlirAsyncRuntimeCreateToken();
            mlirAsyncRuntimeExecute(t, emplace);
            mlirAsyncRuntimeAwaitToken(t);
            mlirAsyncRuntimeDropRef(t, 1);
        }
        CHECK(atomic_load(&runs) == needed);
    }
}
