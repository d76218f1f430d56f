// Tokens, values, groups: the meaning of upstream's functions.

#include "test.h"

void tokens(void) {
    void *t = mlirAsyncRuntimeCreateToken();
    CHECK(inflightAsyncLive() == 1);
    CHECK(!mlirAsyncRuntimeIsTokenError(t) && !inflightAsyncIsResolved(t));
    mlirAsyncRuntimeExecute(t, emplace);
    mlirAsyncRuntimeAwaitToken(t);
    CHECK(inflightAsyncIsResolved(t) && !mlirAsyncRuntimeIsTokenError(t));
    mlirAsyncRuntimeAwaitToken(t);  // again, on the same thread
    mlirAsyncRuntimeAddRef(t, 3);
    mlirAsyncRuntimeDropRef(t, 2);
    mlirAsyncRuntimeDropRef(t, 1);
    mlirAsyncRuntimeDropRef(t, 1);

    // A token that its creator drops at once lives until it is emplaced.
    t = mlirAsyncRuntimeCreateToken();
    mlirAsyncRuntimeDropRef(t, 1);
    CHECK(inflightAsyncLive() >= 1);
    mlirAsyncRuntimeEmplaceToken(t);
}

static void storeSum(void *value) {
    int64_t *n = mlirAsyncRuntimeGetValueStorage(value);
    *n = 42;
    mlirAsyncRuntimeEmplaceValue(value);
}

void values(void) {
    static const int64_t sizes[] = {0, 1, 8, 64, 65, 100, 4096, 1 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        void *v = mlirAsyncRuntimeCreateValue(sizes[i]);
        char *payload = mlirAsyncRuntimeGetValueStorage(v);
        CHECK((uintptr_t)payload % 64 == 0);
        memset(payload, (int)i, (size_t)sizes[i]);
        CHECK(mlirAsyncRuntimeGetValueStorage(v) == payload);
        mlirAsyncRuntimeEmplaceValue(v);
        mlirAsyncRuntimeAwaitValue(v);
        for (int64_t k = 0; k < sizes[i]; k++)
            CHECK(payload[k] == (char)i);
        mlirAsyncRuntimeDropRef(v, 1);
    }
    void *v = mlirAsyncRuntimeCreateValue(sizeof(int64_t));
    mlirAsyncRuntimeExecute(v, storeSum);
    mlirAsyncRuntimeAwaitValue(v);
    CHECK(*(int64_t *)mlirAsyncRuntimeGetValueStorage(v) == 42);
    mlirAsyncRuntimeDropRef(v, 1);
}

void groups(void) {
    void *empty = mlirAsyncRuntimeCreateGroup(0);
    mlirAsyncRuntimeAwaitAllInGroup(empty);
    CHECK(!mlirAsyncRuntimeIsGroupError(empty));
    mlirAsyncRuntimeDropRef(empty, 1);

    for (int64_t n = 1; n < 100; n += 7) {
        void *g = mlirAsyncRuntimeCreateGroup(n);
        for (int64_t i = 0; i < n; i++) {
            void *t = mlirAsyncRuntimeCreateToken();
            if (i % 3 != 0)
                mlirAsyncRuntimeExecute(t, emplace);
            else
                mlirAsyncRuntimeEmplaceToken(t);
            CHECK(mlirAsyncRuntimeAddTokenToGroup(t, g) == i);
            mlirAsyncRuntimeDropRef(t, 1);
        }
        mlirAsyncRuntimeAwaitAllInGroup(g);
        CHECK(!mlirAsyncRuntimeIsGroupError(g));
        mlirAsyncRuntimeDropRef(g, 1);
    }
}

void groupOfErrors(void) {
    void *g = mlirAsyncRuntimeCreateGroup(2), *bad = mlirAsyncRuntimeCreateToken(), *good = mlirAsyncRuntimeCreateToken();
    mlirAsyncRuntimeAddTokenToGroup(bad, g);
    mlirAsyncRuntimeAddTokenToGroup(good, g);
    CHECK(!mlirAsyncRuntimeIsGroupError(g));
    mlirAsyncRuntimeSetTokenError(bad);
    // As with upstream, one member in error puts the group in error before all members have completed.
    CHECK(mlirAsyncRuntimeIsGroupError(g) && !inflightAsyncIsResolved(g));
    mlirAsyncRuntimeEmplaceToken(good);
    mlirAsyncRuntimeAwaitAllInGroup(g);
    CHECK(mlirAsyncRuntimeIsGroupError(g) && mlirAsyncRuntimeIsTokenError(bad) && !mlirAsyncRuntimeIsTokenError(good));
    mlirAsyncRuntimeDropRef(g, 1);
    mlirAsyncRuntimeDropRef(bad, 1);
    mlirAsyncRuntimeDropRef(good, 1);
}

// A group with fewer members than its size is freed nevertheless: before and after its members complete.
void unfinishedGroup(void) {
    for (int late = 0; late < 2; late++) {
        void *g = mlirAsyncRuntimeCreateGroup(3), *t = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeAddTokenToGroup(t, g);
        mlirAsyncRuntimeDropRef(t, 1);
        if (late)
            mlirAsyncRuntimeDropRef(g, 1);
        mlirAsyncRuntimeEmplaceToken(t);
        if (!late)
            mlirAsyncRuntimeDropRef(g, 1);
    }
    mlirAsyncRuntimeDropRef(mlirAsyncRuntimeCreateGroup(5), 1);
    // More members than the size: an error, without effect.
    void *small = mlirAsyncRuntimeCreateGroup(1);
    for (int i = 0; i < 3; i++) {
        void *t = mlirAsyncRuntimeCreateToken();
        CHECK(mlirAsyncRuntimeAddTokenToGroup(t, small) == i);
        mlirAsyncRuntimeDropRef(t, 1);
        mlirAsyncRuntimeEmplaceToken(t);
    }
    mlirAsyncRuntimeAwaitAllInGroup(small);
    mlirAsyncRuntimeDropRef(small, 1);
    // The members do not need the reference of the thread that waits.
    void *g = mlirAsyncRuntimeCreateGroup(1), *t = mlirAsyncRuntimeCreateToken();
    mlirAsyncRuntimeAddTokenToGroup(t, g);
    mlirAsyncRuntimeDropRef(g, 1);
    mlirAsyncRuntimeDropRef(t, 1);
    mlirAsyncRuntimeEmplaceToken(t);
}

// The first resolution counts. A second one is reported and changes nothing.
static void *touch(void *token) {
    mlirAsyncRuntimeAddRef(token, 1);
    mlirAsyncRuntimeDropRef(token, 1);
    return NULL;
}

void resolvedFirst(void) {
    for (int shared = 0; shared < 2; shared++) {
        void *t = mlirAsyncRuntimeCreateToken();
        if (shared) {
            pthread_t other;
            CHECK(pthread_create(&other, NULL, touch, t) == 0);
            pthread_join(other, NULL);
        }
        mlirAsyncRuntimeSetTokenError(t);
        mlirAsyncRuntimeEmplaceToken(t);
        CHECK(inflightAsyncLive() == 1 && mlirAsyncRuntimeIsTokenError(t));
        mlirAsyncRuntimeDropRef(t, 1);
    }
}

static void setTrue(void *what) { *(bool *)what = true; }

// An owner releases its data with its last reference, wherever that is dropped, and cannot be waited for.
void owners(void) {
    for (int way = 0; way < 2; way++) {
        bool released = false;
        void *o = inflightAsyncCreateOwner(&released, setTrue);
        CHECK(inflightAsyncOwned(o) == &released && inflightAsyncIsResolved(o) && !inflightAsyncIsError(o));
        mlirAsyncRuntimeAwaitToken(o);
        mlirAsyncRuntimeAddRef(o, 1);
        mlirAsyncRuntimeDropRef(o, 1);
        CHECK(!released && inflightAsyncLive() == 1);
        if (way == 1) {
            pthread_t other;
            CHECK(pthread_create(&other, NULL, touch, o) == 0);
            pthread_join(other, NULL);
        }
        mlirAsyncRuntimeDropRef(o, 1);
        CHECK(released && inflightAsyncLive() == 0);
    }
}

// A value whose payload is a reference drops it when it is freed, wherever that happens. Without a payload it
// drops none.
void holders(void) {
    for (int way = 0; way < 4; way++) {
        void *v = inflightAsyncCreateHolder(), *t = mlirAsyncRuntimeCreateToken();
        if (way == 3) {
            mlirAsyncRuntimeSetValueError(v);
            mlirAsyncRuntimeDropRef(t, 1);
        } else {
            *(void **)mlirAsyncRuntimeGetValueStorage(v) = t;
            mlirAsyncRuntimeEmplaceValue(v);
        }
        mlirAsyncRuntimeEmplaceToken(t);
        CHECK(inflightAsyncLive() == (way == 3 ? 1 : 2));
        if (way == 1) {  // another thread needs the payload longer
            mlirAsyncRuntimeAddRef(t, 1);
            mlirAsyncRuntimeDropRef(v, 1);
            CHECK(inflightAsyncLive() == 1);
            mlirAsyncRuntimeDropRef(t, 1);
        } else if (way == 2) {
            pthread_t other;
            CHECK(pthread_create(&other, NULL, touch, v) == 0);
            pthread_join(other, NULL);
            mlirAsyncRuntimeDropRef(v, 1);
        } else {
            mlirAsyncRuntimeDropRef(v, 1);
        }
        CHECK(inflightAsyncLive() == 0);
    }
}
