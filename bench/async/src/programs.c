// Programs that make tasks in the ways that compiled programs do, with as little work in the tasks as can be: what is
// measured is the runtime.
//
//     programs LIBRARY COROUTINES PROGRAM COUNT ROUNDS
//
// prints, for each round, the nanoseconds per task. The calls are those of MLIR's lowering, with its reference counts.
// COROUTINES is coroutines.mlir, lowered and compiled to a shared library, by MLIR, or by Inflight, which gives it a runtime of its own.

#define _GNU_SOURCE
#include <string.h>
#include <time.h>

#include "runtime.h"

static long turns;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void emplace(void *token) { rt.emplaceToken(token); }

// spin works for about 3 microseconds, by counting: what another process takes from this one is not work. Each turn waits for
// the one before, in a register: such a chain takes the same time wherever it runs, which a counter in memory does not.
static void spin(void) {
    double x = 1;
    for (long i = 0; i < turns; i++) {
        x = x * 1.0000001 + 1e-9;
        __asm__ volatile("" : "+x"(x));
    }
}

// calibrate finds how many turns take 3 microseconds.
static void calibrate(void) {
    double best = 1e30;
    turns = 100000;
    for (int i = 0; i < 20; i++) {
        double start = now();
        spin();
        double took = now() - start;
        best = took < best ? took : best;
    }
    turns = (long)(3000 * (double)turns / best);
}

static void work(void *token) {
    spin();
    rt.emplaceToken(token);
}

// inGroup executes n tasks and awaits the group of their tokens.
static void inGroup(long n, resume task) {
    void *group = rt.createGroup(n);
    for (long i = 0; i < n; i++) {
        void *token = rt.createToken();
        rt.execute(token, task);
        rt.addTokenToGroup(token, group);
        rt.dropRef(token, 1);
    }
    rt.awaitAllInGroup(group);
    rt.dropRef(group, 1);
}

static void group(long n) { inGroup(n, emplace); }

static void work3us(long n) { inGroup(n, work); }

// alone does the same work in a loop, for comparison.
static void alone3us(long n) {
    for (long i = 0; i < n; i++)
        spin();
}

// await executes one task after the other and awaits each.
static void await(long n) {
    for (long i = 0; i < n; i++) {
        void *token = rt.createToken();
        rt.execute(token, emplace);
        rt.awaitToken(token);
        rt.dropRef(token, 1);
    }
}

// A link is a coroutine that awaits the token before its own. The frames are made once: a program pays for them with any
// runtime.
struct link {
    void *before, *own;
    int at;
};

static struct link *links;

static void stepLink(void *handle) {
    struct link *l = handle;
    if (l->at == 0) {
        l->at = 1;
        rt.awaitTokenAndExecute(l->before, l, stepLink);
        return;
    }
    bool failed = rt.isTokenError(l->before);
    rt.dropRef(l->before, 1);
    if (!failed)
        rt.emplaceToken(l->own);
}

static struct link *newLink(long i, void *before, void *own) {
    links[i] = (struct link){before, own, 0};
    return &links[i];
}

// chain executes n links: each depends on the one before, and its frame keeps that one's token. The first waits for a token
// that is emplaced when all are there. As upstream's lowering does, a link is executed first and awaits in its task.
static void chain(long n) {
    void *first = rt.createToken(), *before = first;
    rt.addRef(first, 1);
    for (long i = 0; i < n; i++) {
        void *own = rt.createToken();
        rt.execute(newLink(i, before, own), stepLink);
        before = own;
    }
    rt.emplaceToken(first);
    rt.awaitToken(before);
    rt.dropRef(before, 1);
    rt.dropRef(first, 1);
}

// waiting is a chain whose links await at once, in the thread that makes them. With upstream's library the whole chain then
// runs inside the first emplace, one link nested in the other.
static void waiting(long n) {
    void *first = rt.createToken(), *before = first;
    rt.addRef(first, 1);
    for (long i = 0; i < n; i++) {
        void *own = rt.createToken();
        stepLink(newLink(i, before, own));
        before = own;
    }
    rt.emplaceToken(first);
    rt.awaitToken(before);
    rt.dropRef(before, 1);
    rt.dropRef(first, 1);
}

// A join is a coroutine that awaits a group.
struct join {
    void *group, *own;
    int at;
};

static void stepJoin(void *handle) {
    struct join *j = handle;
    if (j->at == 0) {
        j->at = 1;
        rt.awaitAllInGroupAndExecute(j->group, j, stepJoin);
        return;
    }
    rt.dropRef(j->group, 1);
    rt.emplaceToken(j->own);
}

// fan makes rounds of 64 tasks behind one token, and one that awaits all of them.
static void fan(long n) {
    for (long done = 0; done < n; done += 64) {
        void *source = rt.createToken(), *group = rt.createGroup(64), *sink = rt.createToken();
        for (int i = 0; i < 64; i++) {
            void *own = rt.createToken();
            rt.addRef(source, 1);
            rt.execute(newLink(i, source, own), stepLink);
            rt.addTokenToGroup(own, group);
            rt.dropRef(own, 1);
        }
        struct join j = {group, sink, 0};
        rt.execute(&j, stepJoin);
        rt.emplaceToken(source);
        rt.dropRef(source, 1);
        rt.awaitToken(sink);
        rt.dropRef(sink, 1);
    }
}

// ---- Compiled programs ----

static int64_t (*fibOf)(int64_t), (*fibOfTasks)(int64_t);
static void (*chainOf)(int64_t);

// function returns a compiled function, or the companion for C that Inflight makes.
static void *function(void *library, const char *name) {
    char companion[64];
    snprintf(companion, sizeof companion, "_mlir_ciface_%s", name);
    void *address = dlsym(library, name);
    return address != NULL ? address : symbol(library, companion);
}

enum { FIB = 20, FIB_CALLS = 21891, FIB_RESULT = 6765 };

static void repeatFib(int64_t (*function)(int64_t), long n) {
    for (long done = 0; done < n; done += FIB_CALLS) {
        if (function(FIB) != FIB_RESULT) {
            fprintf(stderr, "a wrong Fibonacci number\n");
            exit(1);
        }
    }
}

static void fibCalls(long n) { repeatFib(fibOf, n); }

static void fibTasks(long n) { repeatFib(fibOfTasks, n); }

static void chainsOf8(long n) { chainOf(n / 8 * 8); }

static const struct {
    const char *name;
    void (*run)(long);
} programs[] = {{"group", group}, {"await", await}, {"chain", chain}, {"waiting", waiting}, {"fan", fan}, {"work3us", work3us}, {"alone3us", alone3us}, {"fibCalls", fibCalls}, {"fibTasks", fibTasks}, {"chains8", chainsOf8}};

int main(int argc, char **argv) {
    if (argc != 6) {
        fprintf(stderr, "usage: programs LIBRARY COROUTINES PROGRAM COUNT ROUNDS\n");
        return 2;
    }
    loadRuntime(argv[1]);
    void *coroutines = openLibrary(argv[2]);
    *(void **)&fibOf = function(coroutines, "fibOf");
    *(void **)&fibOfTasks = function(coroutines, "fibOfTasks");
    *(void **)&chainOf = function(coroutines, "chainOf");
    const char *name = argv[3];
    long n = atol(argv[4]), rounds = atol(argv[5]);
    calibrate();
    links = calloc((size_t)n + 1000, sizeof *links);
    for (size_t p = 0; p < sizeof programs / sizeof *programs; p++) {
        if (strcmp(programs[p].name, name) != 0)
            continue;
        programs[p].run(n);
        for (long i = 0; i < rounds; i++) {
            double start = now();
            programs[p].run(n);
            printf("%.2f\n", (now() - start) / (double)n);
        }
        return 0;
    }
    fprintf(stderr, "no program %s\n", name);
    return 2;
}
