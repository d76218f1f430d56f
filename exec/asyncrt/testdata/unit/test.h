// Tests of the runtime in C. Each is a function; main.c runs them by name and checks after each that no object is left.

#ifndef TEST_H
#define TEST_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "inflight_async.h"

// turn is the number of times that all tests have run before, when they run for a time (-for SECONDS). Random
// numbers depend on it.
extern uint32_t turn;

// SCALE divides the number of tasks, for tools that make programs slow.
#ifndef SCALE
#define SCALE 1
#endif

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);   \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

// X names every test.
#define TESTS(X)                                                                                                          \
    X(tokens) X(values) X(groups) X(groupOfErrors) X(unfinishedGroup) X(resolvedFirst) X(holders) X(owners)                         \
    X(sameTokenAgain) X(manyContinuations) X(nestedAwaits) X(longChain) X(readyChain) X(buriedFrame) X(buriedHost)        \
    X(causes) X(inheritedCauses) X(firstFailure) X(errorsResume)                                                                          \
    X(cancelledScope) X(nestedScopes) X(smallCosts) X(frames)                                                             \
    X(overlap) X(overlapOften) X(overlapTwo) X(leftBehind) X(keepsAway) X(threadCounts) X(starving) X(finishesAll) X(foreignResolver) X(foreignCounts) X(foreignDrop) X(manyHosts) X(hostExits) X(pingPong)                       \
    X(onceEach) X(randomGraph) X(fibBlocking) X(fibSuspending) X(largeGroup) X(unevenTasks)                         \
    X(settledPromises) X(firstOfSeveral) X(firstOfTwoAtOnce) X(exclusiveTasks) X(pairsOfResources) X(queueInOrder) X(queueByStart) X(queueDepth) X(eventsFromOutside) \
    X(lazyDepth) X(lazyForsaken) X(lazyRaces)

#define DECLARE(name) void name(void);
TESTS(DECLARE)

static inline void emplace(void *token) { mlirAsyncRuntimeEmplaceToken(token); }

static inline void sleepMillis(long n) {
    struct timespec t = {n / 1000, n % 1000 * 1000000};
    nanosleep(&t, NULL);
}

// random numbers, per caller
static inline uint32_t next(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

#endif
