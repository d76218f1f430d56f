// Promises that fail, the first of several, resources, queues and events.

#include <sched.h>

#include "test.h"

enum { TASKS = 4000 / SCALE + 8 };

static void *retained(void *object) {
    mlirAsyncRuntimeAddRef(object, 1);
    return object;
}

static void drop(void *object) { mlirAsyncRuntimeDropRef(object, 1); }

static const char *messageOf(void *object) {
    const inflightAsyncError *e = inflightAsyncErrorOf(object);
    return e != NULL ? e->message : "";
}

void settledPromises(void) {
    void *ended = mlirAsyncRuntimeCreateToken(), *failed = mlirAsyncRuntimeCreateToken();
    void *fulfilled = mlirAsyncRuntimeCreateToken(), *forgotten = mlirAsyncRuntimeCreateToken(), *broken = mlirAsyncRuntimeCreateToken();
    inflightTaskSettle(retained(fulfilled), retained(ended), "f", 1, 1);
    inflightTaskSettle(retained(forgotten), retained(ended), "f", 2, 1);
    inflightTaskSettle(retained(broken), retained(failed), "f", 3, 1);
    emplace(fulfilled);
    emplace(ended);
    inflightTaskFail(retained(failed), "given up", "f", 4, 1);
    inflightAsyncAwait(forgotten);
    inflightAsyncAwait(broken);
    CHECK(!inflightAsyncIsError(fulfilled));
    CHECK(inflightAsyncErrorOf(forgotten)->line == 2);
    CHECK(strcmp(messageOf(broken), "given up") == 0 && inflightAsyncErrorOf(broken)->line == 4);
    CHECK(inflightAsyncFirstFailure() == NULL || inflightAsyncFirstFailure()->line != 4);  // it need not be awaited
    void *all[] = {ended, failed, fulfilled, forgotten, broken};
    for (int i = 0; i < 5; i++)
        drop(all[i]);
}

static void emplaceIt(void *token) { emplace(token); }

static void *anyOf(void **objects, int64_t n) {
    void *any = inflightTaskAny(n);
    for (int64_t i = 0; i < n; i++)
        inflightTaskAnyOf(retained(any), retained(objects[i]), i);
    return any;
}

void firstOfSeveral(void) {
    for (int round = 0; round < TASKS; round++) {
        void *tokens[3];
        for (int i = 0; i < 3; i++)
            tokens[i] = mlirAsyncRuntimeCreateToken();
        void *any = anyOf(tokens, 3);
        inflightTaskFail(retained(tokens[1]), "one", "f", 1, 1);
        if (round % 2 == 0) {
            inflightTaskFail(retained(tokens[0]), "zero", "f", 1, 1);
            inflightTaskFail(retained(tokens[2]), "two", "f", 1, 1);
            inflightAsyncAwait(any);
            CHECK(strcmp(messageOf(any), "zero") == 0);
        } else {
            mlirAsyncRuntimeExecute(tokens[2], emplaceIt);
            inflightAsyncAwait(any);
            CHECK(!inflightAsyncIsError(any) && *(int64_t *)mlirAsyncRuntimeGetValueStorage(any) == 2);
            emplace(tokens[0]);
        }
        drop(any);
        for (int i = 0; i < 3; i++)
            drop(tokens[i]);
    }
}

// ---- One is ready in the moment in which the other fails ----

enum { ROUNDS = 3000 / SCALE + 8 };

static _Atomic(void *) theReady;

static void *emplaceEach(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        void *token;
        for (long tries = 0; (token = atomic_exchange(&theReady, NULL)) == NULL; tries++)
            if (tries > 1000)
                sched_yield();
        emplace(token);
    }
    return unused;
}

// The ready object decides, whichever of the two is resolved first.
void firstOfTwoAtOnce(void) {
    pthread_t thread;
    int64_t pause = 0;  // so that either may be resolved first
    CHECK(pthread_create(&thread, NULL, emplaceEach, NULL) == 0);
    for (int round = 0; round < ROUNDS; round++) {
        void *tokens[] = {mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateToken()};
        void *any = anyOf(tokens, 2);
        atomic_store(&theReady, tokens[1]);
        for (volatile int64_t i = pause; i > 0; i--) {
        }
        bool late = inflightAsyncIsResolved(tokens[1]);
        pause += late ? -(pause / 64 + 1) : pause / 64 + 1;
        inflightTaskFail(retained(tokens[0]), "given up", "f", 1, 1);
        for (long tries = 0; tries < 1000 && !inflightAsyncIsResolved(any); tries++) {
        }
        inflightAsyncAwait(any);
        CHECK(!inflightAsyncIsError(any));
        inflightAsyncAwait(tokens[1]);
        drop(any);
        drop(tokens[0]);
        drop(tokens[1]);
    }
    pthread_join(thread, NULL);
}

// A job holds its resources while it runs, and adds to the data that they protect, without any other
// synchronization.
struct job {
    void *claim, *token;
    int64_t *counts[2];
};

static void work(void *handle) {
    struct job *j = handle;
    for (int i = 0; i < 2 && j->counts[i] != NULL; i++)
        ++*j->counts[i];
    void *token = j->token;
    drop(j->claim);
    emplace(token);
}

static void start(struct job *j, void **resources, int64_t n) {
    j->claim = inflightTaskClaim(n);
    j->token = mlirAsyncRuntimeCreateToken();
    for (int64_t i = 0; i < n; i++)
        inflightTaskClaimOf(retained(j->claim), retained(resources[i]));
    inflightTaskRelease(retained(j->claim), retained(j->token));
    if (inflightAsyncAwaitOrExecute(j->claim, j, work))
        work(j);
}

static struct job jobs[TASKS];

static void finish(int n) {
    for (int i = 0; i < n; i++) {
        inflightAsyncAwait(jobs[i].token);
        drop(jobs[i].token);
    }
}

void exclusiveTasks(void) {
    int64_t count = 0;
    void *r = inflightTaskResource();
    for (int i = 0; i < TASKS; i++) {
        jobs[i] = (struct job){.counts = {&count}};
        start(&jobs[i], &r, 1);
    }
    finish(TASKS);
    CHECK(count == TASKS);
    drop(r);
}

// Claims of two resources each, named in either order, cannot block each other.
void pairsOfResources(void) {
    enum { N = 5 };
    int64_t counts[N] = {0}, sum = 0;
    void *rs[N];
    for (int i = 0; i < N; i++)
        rs[i] = inflightTaskResource();
    uint32_t seed = turn + 1;
    for (int i = 0; i < TASKS; i++) {
        int a = next(&seed) % N, b = (a + 1 + next(&seed) % (N - 1)) % N;
        jobs[i] = (struct job){.counts = {&counts[a], &counts[b]}};
        start(&jobs[i], (void *[]){rs[a], rs[b]}, 2);
    }
    finish(TASKS);
    for (int i = 0; i < N; i++) {
        sum += counts[i];
        drop(rs[i]);
    }
    CHECK(sum == 2 * TASKS);
}

// A step of a queue: the values that it sees depend on the order of the queue alone.
struct step {
    void *ticket, *token;
    int64_t number, *seen;
    bool passes;
};

static struct step steps[TASKS];

static void walk(void *handle) {
    struct step *s = handle;
    CHECK(*s->seen == s->number);
    *s->seen = s->number + 1;
    void *token = s->token;
    if (s->passes)
        inflightTaskStarted(s->ticket);
    else
        drop(s->ticket);
    emplace(token);
}

static void queueOf(int64_t order) {
    int64_t seen = 0;
    void *q = inflightTaskQueue(order, 0);
    for (int i = 0; i < TASKS; i++) {
        steps[i] = (struct step){inflightTaskTurn(retained(q)), mlirAsyncRuntimeCreateToken(), i, &seen, order == 1};
        inflightTaskEnded(retained(steps[i].ticket), retained(steps[i].token));
        if (inflightAsyncAwaitOrExecute(steps[i].ticket, &steps[i], walk))
            walk(&steps[i]);
    }
    for (int i = 0; i < TASKS; i++) {
        inflightAsyncAwait(steps[i].token);
        drop(steps[i].token);
    }
    CHECK(seen == TASKS);
    drop(q);
}

void queueInOrder(void) { queueOf(0); }
void queueByStart(void) { queueOf(1); }

static _Atomic(int64_t) inside;

static void visit(void *handle) {
    CHECK(atomic_fetch_add(&inside, 1) < 3);
    atomic_fetch_sub(&inside, 1);
    emplace(handle);
}

void queueDepth(void) {
    void *q = inflightTaskQueue(2, 3);
    void *tokens[TASKS];
    for (int i = 0; i < TASKS; i++) {
        void *room = inflightTaskRoom(retained(q));
        inflightAsyncAwait(room);
        drop(room);
        void *ticket = inflightTaskTurn(retained(q));
        CHECK(inflightAsyncIsResolved(ticket));
        tokens[i] = mlirAsyncRuntimeCreateToken();
        inflightTaskEnded(ticket, retained(tokens[i]));
        mlirAsyncRuntimeExecute(tokens[i], visit);
    }
    for (int i = 0; i < TASKS; i++) {
        inflightAsyncAwait(tokens[i]);
        drop(tokens[i]);
    }
    drop(q);
}

static void *signaller(void *unused) {
    sleepMillis(1);
    inflightTaskSignal("go");
    inflightTaskSignalError("cancel", "the host has cancelled");
    return unused;
}

void eventsFromOutside(void) {
    pthread_t thread;
    void *go = inflightTaskImport("go"), *again = inflightTaskImport("go"), *cancel = inflightTaskImport("cancel");
    CHECK(go == again);
    CHECK(pthread_create(&thread, NULL, signaller, NULL) == 0);
    void *token = mlirAsyncRuntimeCreateToken();
    inflightTaskExport(retained(token), "done");
    inflightAsyncAwait(go);
    inflightAsyncAwait(cancel);
    CHECK(inflightAsyncIsError(cancel) && strcmp(messageOf(cancel), "the host has cancelled") == 0);
    void *gate = inflightTaskUnless(retained(cancel)), *open = inflightTaskUnless(retained(go));
    CHECK(inflightAsyncIsError(gate) && !inflightAsyncIsError(open));
    emplace(token);
    CHECK(inflightTaskAwaitEvent("done") == NULL);
    pthread_join(thread, NULL);
    void *all[] = {go, again, cancel, token, gate, open};
    for (int i = 0; i < 6; i++)
        drop(all[i]);
    inflightTaskForgetEvents();
}
