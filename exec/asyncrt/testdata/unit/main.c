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
    // A task may not have returned yet when it has resolved the object of the test's wait.
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

uint32_t turn;

// HANG is the number of seconds from which on a test counts as hanging. It allows for other load on the
// computer.
enum { HANG = 300 };

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// stress runs all tests repeatedly, with other random numbers each time. A test that hangs ends the process.
static int stress(double limit) {
    double start = seconds();
    int64_t runs = 0;
    for (; seconds() - start < limit; turn++) {
        for (int i = 0; i < COUNT; i++, runs++) {
            fprintf(stderr, "\r%s    ", tests[i].name);
            alarm(HANG);
            run(i);
        }
    }
    alarm(0);
    inflightAsyncCounters c;
    inflightAsyncReadCounters(&c);
    fprintf(stderr, "\rran %lld tests in %.0f s: %llu tasks, %llu steals, %llu sleeps, %llu waits that ran other tasks; none hung, nothing is left\n",
            (long long)runs, seconds() - start, (unsigned long long)c.tasks, (unsigned long long)c.steals, (unsigned long long)c.parks,
            (unsigned long long)c.switches);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "-for") == 0)
        return stress(atof(argv[2]));
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
