// Parallel loops: those of loops.mlir from a library that a compiler made, and the same by hand, on one thread and on two.
//
//     loops LIBRARY|alone|hand LOOP REPEATS ROUNDS [COUNT]
//
// prints, for each round, the nanoseconds per call. COUNT is the number of elements of the loop "small" (4096).

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// What MLIR's C interface passes: the descriptor of an array of up to two dimensions.
typedef struct descriptor {
    float *allocated, *aligned;
    int64_t offset, sizesAndStrides[4];
} descriptor;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// ---- By hand ----

typedef void body(int64_t from, int64_t to, const float *restrict a, const float *restrict b, float *restrict c);

static void addElements(int64_t from, int64_t to, const float *restrict a, const float *restrict b, float *restrict c) {
    for (int64_t i = from; i < to; i++)
        c[i] = a[i] + b[i];
}

static void evaluate(int64_t from, int64_t to, const float *restrict a, const float *restrict b, float *restrict c) {
    for (int64_t i = from; i < to; i++) {
        float s = b[i];
        for (int k = 0; k < 64; k++)
            s = s * a[i] + b[i];
        c[i] = s;
    }
}

static float *arrays[3];
static int64_t count;
static body *handBody;

// The second thread waits for the number of calls to change, and counts what it has done. Both spin for some microseconds, then
// sleep.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Atomic(int64_t) called, done;

static void waitFor(_Atomic(int64_t) *number, int64_t value) {
    for (int i = 0; i < 2000; i++) {
        if (atomic_load_explicit(number, memory_order_acquire) >= value)
            return;
        __builtin_ia32_pause();
    }
    pthread_mutex_lock(&mutex);
    while (atomic_load_explicit(number, memory_order_acquire) < value)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void tell(_Atomic(int64_t) *number) {
    pthread_mutex_lock(&mutex);
    atomic_fetch_add_explicit(number, 1, memory_order_release);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *second(void *unused) {
    for (int64_t call = 1;; call++) {
        waitFor(&called, call);
        handBody(count / 2, count, arrays[0], arrays[1], arrays[2]);
        tell(&done);
    }
    return unused;
}

static void byHand(void) {
    static int64_t calls;
    if (calls++ == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, second, NULL);
    }
    tell(&called);
    handBody(0, count / 2, arrays[0], arrays[1], arrays[2]);
    waitFor(&done, calls);
}

static void alone(void) { handBody(0, count, arrays[0], arrays[1], arrays[2]); }

// ---- Compiled ----

static void *function;
static descriptor descriptors[3];

static void compiled(void) {
    ((void (*)(descriptor *, descriptor *, descriptor *))function)(&descriptors[0], &descriptors[1], &descriptors[2]);
}

static void compiledSmall(void) {
    ((void (*)(int64_t, descriptor *, descriptor *, descriptor *))function)(count, &descriptors[0], &descriptors[1], &descriptors[2]);
}

static const struct loop {
    const char *name;
    int64_t rows, columns; // one row: one dimension
    body *body;
} loops[] = {
    {"add", 1, 1 << 24, addElements},  {"rows", 4096, 4096, addElements},    {"narrow", 65536, 64, addElements},
    {"polynomial", 1, 1 << 20, evaluate}, {"small", 1, 4096, addElements},
};

// load finds the function of a loop in a library.
static void load(const char *library, const struct loop *l) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    char name[80];
    snprintf(name, sizeof name, "_mlir_ciface_%s", l->name);
    if (handle == NULL || (function = dlsym(handle, name)) == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    for (int i = 0; i < 3; i++) {
        descriptor *d = &descriptors[i];
        *d = (descriptor){arrays[i], arrays[i], 0, {count, 1}};
        if (l->rows > 1)
            *d = (descriptor){arrays[i], arrays[i], 0, {l->rows, l->columns, l->columns, 1}};
    }
}

static void makeArrays(void) {
    for (int i = 0; i < 3; i++) {
        arrays[i] = aligned_alloc(4096, ((size_t)count * sizeof(float) + 4095) / 4096 * 4096);
        for (int64_t k = 0; k < count; k++)
            arrays[i][k] = (float)(k % 1000) / 1000;
    }
}

// check compares what is left with what one thread computes.
static void check(void) {
    float *found = arrays[2];
    arrays[2] = aligned_alloc(4096, ((size_t)count * sizeof(float) + 4095) / 4096 * 4096);
    alone();
    if (memcmp(found, arrays[2], (size_t)count * sizeof(float)) != 0) {
        fprintf(stderr, "wrong result\n");
        exit(1);
    }
}

int main(int argc, char **argv) {
    const struct loop *l = NULL;
    for (size_t i = 0; argc >= 5 && i < sizeof loops / sizeof *loops; i++) {
        if (strcmp(loops[i].name, argv[2]) == 0)
            l = &loops[i];
    }
    if (l == NULL) {
        fprintf(stderr, "usage: loops LIBRARY|alone|hand LOOP REPEATS ROUNDS [COUNT]\n");
        return 2;
    }
    count = l->rows * l->columns;
    if (argc > 5)
        count = atoll(argv[5]);
    handBody = l->body;
    makeArrays();
    void (*run)(void) = strcmp(argv[1], "alone") == 0 ? alone : strcmp(argv[1], "hand") == 0 ? byHand : l->rows * l->columns == 4096 ? compiledSmall : compiled;
    if (run == compiled || run == compiledSmall)
        load(argv[1], l);
    long repeats = atol(argv[3]), rounds = atol(argv[4]);
    run();
    for (long round = 0; round < rounds; round++) {
        double start = now();
        for (long i = 0; i < repeats; i++)
            run();
        printf("%.2f\n", (now() - start) / (double)repeats);
    }
    check();
    fflush(stdout);
    _Exit(0); // the second thread runs on
}
