// Errors with causes, cancellation, costs, frames.

#include "test.h"

static void isError(void *object, const char *message, const char *file, int64_t line, int64_t column) {
    const inflightAsyncError *e = inflightAsyncErrorOf(object);
    CHECK(e != NULL);
    CHECK(strcmp(e->message, message) == 0 && strcmp(e->file, file) == 0 && e->line == line && e->column == column);
}

void causes(void) {
    void *t = mlirAsyncRuntimeCreateToken(), *v = mlirAsyncRuntimeCreateValue(8), *g = mlirAsyncRuntimeCreateGroup(3);
    CHECK(inflightAsyncErrorOf(t) == NULL && inflightAsyncErrorOf(g) == NULL);
    CHECK(inflightAsyncAddToGroup(t, g) == 0 && inflightAsyncAddToGroup(v, g) == 1);
    inflightAsyncSetErrorAt(v, "division by zero", "gemm.mlir", 12, 7);
    inflightAsyncSetErrorAt(t, "out of bounds", NULL, 0, 0);
    isError(v, "division by zero", "gemm.mlir", 12, 7);
    isError(t, "out of bounds", "", 0, 0);
    isError(g, "division by zero", "gemm.mlir", 12, 7);  // the first
    CHECK(!inflightAsyncIsResolved(g));

    void *plain = mlirAsyncRuntimeCreateToken();
    mlirAsyncRuntimeSetTokenError(plain);
    isError(plain, "failed without a cause", "", 0, 0);
    mlirAsyncRuntimeDropRef(plain, 1);

    void *late = mlirAsyncRuntimeCreateToken();
    inflightAsyncInheritError(late, v);
    CHECK(inflightAsyncAddToGroup(late, g) == 2 && inflightAsyncIsResolved(g));
    mlirAsyncRuntimeDropRef(v, 1);
    isError(late, "division by zero", "gemm.mlir", 12, 7);  // lives longer than the object that it came from
    mlirAsyncRuntimeDropRef(late, 1);
    mlirAsyncRuntimeDropRef(t, 1);
    mlirAsyncRuntimeDropRef(g, 1);
}

// Programs lowered by upstream handle an error in this way: they test for it, then set the error of their own
// results.
struct step {
    void *before, *own;
    int started, reached;
};

static void passOn(void *handle) {
    struct step *s = handle;
    if (!s->started) {
        s->started = 1;
        mlirAsyncRuntimeAwaitTokenAndExecute(s->before, s, passOn);
        return;
    }
    s->reached = 1;
    if (mlirAsyncRuntimeIsTokenError(s->before))
        mlirAsyncRuntimeSetTokenError(s->own);
    else
        mlirAsyncRuntimeEmplaceToken(s->own);
}

void inheritedCauses(void) {
    enum { N = 100 };
    struct step steps[N];
    void *first = mlirAsyncRuntimeCreateToken(), *before = first;
    for (int i = 0; i < N; i++) {
        steps[i] = (struct step){before, mlirAsyncRuntimeCreateToken(), 0, 0};
        before = steps[i].own;
        mlirAsyncRuntimeExecute(&steps[i], passOn);
    }
    inflightAsyncSetErrorAt(first, "the first cause", "a.mlir", 3, 1);
    mlirAsyncRuntimeAwaitToken(before);
    isError(before, "the first cause", "a.mlir", 3, 1);
    // An error that tasks have seen while the host executed them is not the host's error.
    void *other = mlirAsyncRuntimeCreateToken();
    mlirAsyncRuntimeSetTokenError(other);
    isError(other, "failed without a cause", "", 0, 0);
    mlirAsyncRuntimeDropRef(other, 1);
    inflightAsyncShutdown();
    for (int i = 0; i < N; i++) {
        CHECK(steps[i].reached && mlirAsyncRuntimeIsTokenError(steps[i].own));
        mlirAsyncRuntimeDropRef(steps[i].own, 1);
    }
    mlirAsyncRuntimeDropRef(first, 1);
}

static void failInLine(void *handle) {
    struct step *s = handle;
    inflightAsyncSetErrorAt(s->own, "in a line", "0.mlir", s->started, 4);
}

// Of all failures the one whose place comes first is reported at the end, in any order of the tasks.
void firstFailure(void) {
    enum { N = 100 };
    struct step steps[N];
    for (int i = 0; i < N; i++) {
        steps[i] = (struct step){NULL, mlirAsyncRuntimeCreateToken(), 7 + (i * 37 + 50) % N, 0};
        mlirAsyncRuntimeExecute(&steps[i], failInLine);
    }
    inflightAsyncShutdown();
    for (int i = 0; i < N; i++)
        mlirAsyncRuntimeDropRef(steps[i].own, 1);
    void *after[2] = {mlirAsyncRuntimeCreateToken(), mlirAsyncRuntimeCreateToken()};
    inflightAsyncSetErrorAt(after[0], "behind it", "0.mlir", 7, 5);
    inflightAsyncSetErrorAt(after[1], "nowhere", NULL, 0, 0);
    mlirAsyncRuntimeDropRef(after[0], 1);
    mlirAsyncRuntimeDropRef(after[1], 1);
    const inflightAsyncError *e = inflightAsyncFirstFailure();
    CHECK(e != NULL && strcmp(e->file, "0.mlir") == 0 && e->line == 7 && e->column == 4);
}

static void setError(void *token) {
    sleepMillis(2);
    inflightAsyncSetErrorAt(token, "late", "b.mlir", 1, 2);
}

// Everything that awaits an object in error continues: hosts, blocked tasks, coroutines, groups.
static void blockOn(void *handle) {
    struct step *s = handle;
    mlirAsyncRuntimeAwaitToken(s->before);
    passOn(s);
}

void errorsResume(void) {
    void *t = mlirAsyncRuntimeCreateToken(), *g = mlirAsyncRuntimeCreateGroup(1);
    struct step suspended = {t, mlirAsyncRuntimeCreateToken(), 0, 0}, blocked = {t, mlirAsyncRuntimeCreateToken(), 0, 0};
    mlirAsyncRuntimeAddTokenToGroup(t, g);
    mlirAsyncRuntimeExecute(&suspended, passOn);
    mlirAsyncRuntimeExecute(&blocked, blockOn);
    mlirAsyncRuntimeExecute(t, setError);
    mlirAsyncRuntimeAwaitAllInGroup(g);
    mlirAsyncRuntimeAwaitToken(suspended.own);
    mlirAsyncRuntimeAwaitToken(blocked.own);
    isError(g, "late", "b.mlir", 1, 2);
    isError(suspended.own, "late", "b.mlir", 1, 2);
    isError(blocked.own, "late", "b.mlir", 1, 2);
    inflightAsyncShutdown();
    mlirAsyncRuntimeDropRef(suspended.own, 1);
    mlirAsyncRuntimeDropRef(blocked.own, 1);
    mlirAsyncRuntimeDropRef(t, 1);
    mlirAsyncRuntimeDropRef(g, 1);
}

static atomic_int skipped, ran;

static void skip(void *unused) {
    (void)unused;
    atomic_fetch_add(&skipped, 1);
}

static void runAndEmplace(void *token) {
    atomic_fetch_add(&ran, 1);
    mlirAsyncRuntimeEmplaceToken(token);
}

static void cancelScope(void *scope) { inflightAsyncCancel(scope); }

void cancelledScope(void) {
    enum { N = 100 };
    inflightAsyncScope *s = inflightAsyncCreateScope(NULL);
    void *tokens[N];
    atomic_store(&skipped, 0);
    atomic_store(&ran, 0);
    for (int i = 0; i < N; i++) {
        tokens[i] = mlirAsyncRuntimeCreateToken();
        if (i == N / 2)
            inflightAsyncCancel(s);
        inflightAsyncExecuteIn(s, tokens[i], tokens[i], runAndEmplace, skip);
    }
    CHECK(inflightAsyncIsCancelled(s) && !inflightAsyncIsCancelled(NULL));
    inflightAsyncDropScope(s);  // the tasks keep it alive
    int failed = 0;
    for (int i = 0; i < N; i++) {
        mlirAsyncRuntimeAwaitToken(tokens[i]);
        if (mlirAsyncRuntimeIsTokenError(tokens[i])) {
            isError(tokens[i], "cancelled", "", 0, 0);
            failed++;
        } else {
            CHECK(i < N / 2);  // tasks issued after the cancellation never start
        }
        mlirAsyncRuntimeDropRef(tokens[i], 1);
    }
    inflightAsyncShutdown();
    CHECK(failed >= N / 2 && atomic_load(&skipped) == failed && atomic_load(&ran) == N - failed);
}

void nestedScopes(void) {
    inflightAsyncScope *outer = inflightAsyncCreateScope(NULL), *inner = inflightAsyncCreateScope(outer);
    inflightAsyncScope *beside = inflightAsyncCreateScope(NULL);
    void *t = mlirAsyncRuntimeCreateToken(), *u = mlirAsyncRuntimeCreateToken();
    mlirAsyncRuntimeExecute(outer, cancelScope);
    inflightAsyncShutdown();
    CHECK(inflightAsyncIsCancelled(inner) && !inflightAsyncIsCancelled(beside));
    inflightAsyncExecuteIn(inner, t, t, runAndEmplace, NULL);
    inflightAsyncExecuteIn(beside, u, u, runAndEmplace, NULL);
    mlirAsyncRuntimeAwaitToken(t);
    mlirAsyncRuntimeAwaitToken(u);
    CHECK(inflightAsyncIsError(t) && !inflightAsyncIsError(u));
    mlirAsyncRuntimeDropRef(t, 1);
    mlirAsyncRuntimeDropRef(u, 1);
    inflightAsyncDropScope(outer);
    inflightAsyncDropScope(inner);
    inflightAsyncDropScope(beside);
}

// A short task runs inside the call that makes it, down to a depth. A long task does not.
static _Thread_local int depth;
static int deepest;

static void nest(void *handle) {
    int *left = handle;
    deepest = ++depth > deepest ? depth : deepest;
    if ((*left)-- > 0)
        inflightAsyncExecuteCost(left, nest, 10);
    depth--;
}

void smallCosts(void) {
    void *t = mlirAsyncRuntimeCreateToken();
    inflightAsyncExecuteCost(t, emplace, 100);
    CHECK(inflightAsyncIsResolved(t));
    mlirAsyncRuntimeDropRef(t, 1);

    int left = 1000;
    inflightAsyncSetThreads(1);
    inflightAsyncExecuteCost(&left, nest, 10);
    inflightAsyncShutdown();
    CHECK(left == -1 && deepest > 1 && deepest < 100);

    t = mlirAsyncRuntimeCreateToken();
    inflightAsyncExecuteCost(t, emplace, 1000000);
    mlirAsyncRuntimeAwaitToken(t);
    mlirAsyncRuntimeDropRef(t, 1);
    inflightAsyncSetThreads(0);
}

void frames(void) {
    enum { N = 1000 };
    static char *kept[N];
    uint32_t seed = 1 + turn;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < N; i++) {
            int64_t size = 1 + i * 5 % 5000;
            kept[i] = inflightAsyncAllocateFrame(size);
            CHECK((uintptr_t)kept[i] % 64 == 0);
            memset(kept[i], i, (size_t)size);
        }
        for (int i = 0; i < N; i++) {
            int64_t size = 1 + i * 5 % 5000;
            CHECK(kept[i][next(&seed) % size] == (char)i);
            inflightAsyncFreeFrame(kept[i], size);
        }
    }
}
