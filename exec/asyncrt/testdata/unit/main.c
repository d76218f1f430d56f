#include "test.h"

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
#define ENTRY(name) {#name, name},
    TESTS(ENTRY)};

enum { COUNT = sizeof tests / sizeof *tests };

static void run(int i) {
    tests[i].run();
    // A task has still to return after it resolved what the test waited for.
    inflightAsyncShutdown();
    inflightAsyncCounters c;
    inflightAsyncReadCounters(&c);
    if (inflightAsyncLive() != 0 || c.liveWaiters != 0 || c.liveErrors != 0) {
        fprintf(stderr, "%s: left %lld tokens, %lld values, %lld groups, %lld scopes, %lld waiters, %lld errors\n", tests[i].name,
                (long long)c.liveTokens, (long long)c.liveValues, (long long)c.liveGroups, (long long)c.liveScopes,
                (long long)c.liveWaiters, (long long)c.liveErrors);
        exit(1);
    }
}

int main(int argc, char **argv) {
    for (int i = 0; i < COUNT; i++) {
        int wanted = argc == 1;
        for (int a = 1; a < argc; a++)
            wanted |= strcmp(argv[a], tests[i].name) == 0;
        if (!wanted)
            continue;
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        fprintf(stderr, "%s", tests[i].name);
        run(i);
        clock_gettime(CLOCK_MONOTONIC, &end);
        fprintf(stderr, " ok %.0f ms\n", (double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) / 1e6);
    }
    return 0;
}
