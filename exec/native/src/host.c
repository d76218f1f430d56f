// The host of a compiled program: the functions that the program calls, and the code that makes it a separate
// process. With -DINFLIGHT_LIBRARY the file has only the functions, for a shared library.
//
// As a helper (file descriptor 3 is open and INFLIGHT_SHARED is set) the host maps the shared file, runs the
// entry on the arguments in it, and writes the results and the reason of a failure to it. Otherwise it is the
// main program of an executable: arguments come from the command line.

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bfloat.h"

// The symbols that the compiled module defines: the entry, which takes its slots, and its signature (see
// standalone.h).
extern void inflightEntry(int64_t *slots);
extern const char inflightReportsFailures; // 0 if the program itself tests for errors

// An error of the runtime (inflight_async.h).
typedef struct inflightAsyncError {
    const char *message;
    const char *file;
    int64_t line, column;
} inflightAsyncError;
extern const inflightAsyncError *inflightAsyncErrorOf(void *object);
extern const inflightAsyncError *inflightAsyncFirstFailure(void);
extern int64_t inflightAsyncFinish(void);
typedef struct inflightAsyncStep {
    const char *place; // LINE:COLUMN:FILE, up to the end of the line; NULL if the place is not known
    int reason;
} inflightAsyncStep;
extern void inflightAsyncSetStalled(void (*stalled)(const inflightAsyncStep *steps, int64_t count, int64_t back));
extern void inflightAsyncSetMisused(void (*misused)(const char *what, const char *file, int64_t line, int64_t column));
extern void inflightTaskSignal(const char *event);
extern void inflightTaskSetOutside(void (*imported)(const char *event));

enum status { RUNNING = 1, DONE, ASSERTION, ASYNC_ERROR, OUT_OF_MEMORY, CRASHED, STACK_OVERFLOW, NOT_AWAITED, DEVICE_FAULT, STALLED, LEFT_WAITING, MISUSED };

enum { TEXT = 1000 };

// The header of the shared file. Offsets count bytes from its start.
typedef struct head {
    int64_t status;
    int64_t line, column;    // of a failure
    int64_t signal, address; // of a crash
    int64_t slots;           // offset of the slots: arguments, then results
    int64_t relocations, numRelocations; // offset of the indices of slots that have offsets, which become addresses
    int64_t results, numResults;         // offset of the descriptions of results that are memory
    int64_t memoryLimit;     // bytes, 0 for none
    char message[TEXT], file[TEXT];
} head;
_Static_assert(sizeof(head) == 2088, "layout.go knows the size");

// A result that is memory: its first slot, and the way to copy it. The host adds its offset in the file.
typedef struct memoryResult {
    int64_t slot, rank, elementSize, offset;
} memoryResult;

static head *shared; // NULL in an executable

void inflightPrintFlush(void);

static void copyText(char *to, const char *from) {
    size_t n = 0;
    for (; from != NULL && from[n] != 0 && n < TEXT - 1; n++)
        to[n] = from[n];
    to[n] = 0;
}

// leave ends the process with a failure, which is written to the shared file, or printed. Only the first
// failure counts.
__attribute__((noreturn, cold)) static void leave(enum status status, const char *message, const char *file, int64_t line, int64_t column) {
    static atomic_flag taken = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&taken))
        for (;;)
            pause();
    fflush(stdout);
    inflightPrintFlush();
    if (shared != NULL) {
        copyText(shared->message, message);
        copyText(shared->file, file);
        shared->line = line;
        shared->column = column;
        shared->status = status;
        _exit(1);
    }
    if (file != NULL && file[0] != 0)
        fprintf(stderr, "%s:%lld:%lld: ", file, (long long)line, (long long)column);
    if (status == STALLED)
        _exit(1); // the caller has printed the reason
    const char *what = status == ASSERTION ? "assertion failed: " : status == NOT_AWAITED ? "a task that is not awaited has failed: " : "";
    fprintf(stderr, "error: %s%s\n", what, message);
#ifdef INFLIGHT_LIBRARY
    abort();
#else
    _exit(1);
#endif
}

// Compiled programs call this function where an assertion fails.
__attribute__((noreturn, cold)) void inflightAssertFailed(const char *message, const char *file, int64_t line, int64_t column) {
    leave(ASSERTION, message, file, line, column);
}

// Compiled programs call this function where they await, outside of tasks, an object in error.
__attribute__((noreturn, cold)) void inflightAwaitFailed(void *object, const char *file, int64_t line, int64_t column) {
    const inflightAsyncError *e = inflightAsyncErrorOf(object);
    if (e != NULL && e->file[0] != 0)
        leave(ASYNC_ERROR, e->message, e->file, e->line, e->column);
    leave(ASYNC_ERROR, e != NULL && e->message[0] != 0 ? e->message : "a task has ended in an error", file, line, column);
}

// printWay prints the reason why a wait cannot end.
__attribute__((cold, unused)) static void printWay(const inflightAsyncStep *steps, int64_t count, int64_t back) {
    for (int64_t i = 0; i < count + (back >= 0); i++) {
        const char *place = steps[i < count ? i : back].place;
        long long line = 0, column = 0;
        int file = 0;
        if (place != NULL && sscanf(place, "%lld:%lld:%n", &line, &column, &file) == 2 && file > 0)
            fprintf(stderr, "%.*s:%lld:%lld: ", (int)strcspn(place + file, "\n"), place + file, line, column);
        fprintf(stderr, i == 0 ? "error: the wait cannot end\n" : i < count ? "note: it waits for the operation that waits here\n" : "note: which waits for the operation that waits here again\n");
    }
}

// The runtime calls this function when a wait of the host cannot end. The message has the number of the step
// that the last step waits for, and then one line for each step, with its reason and its place.
__attribute__((cold, unused)) static void stalled(const inflightAsyncStep *steps, int64_t count, int64_t back) {
    char text[TEXT];
    int n = snprintf(text, sizeof text, "%lld\n", (long long)back);
    if (shared == NULL)
        printWay(steps, count, back);
    for (int64_t i = 0; i < count; i++) {
        const char *place = steps[i].place != NULL ? steps[i].place : "\n";
        int length = (int)strcspn(place, "\n");
        if (n + length + 16 > TEXT)
            break;
        n += snprintf(text + n, sizeof text - (size_t)n, "%d %.*s\n", steps[i].reason, length, place);
    }
    leave(STALLED, text, "", 0, 0);
}

// The runtime of a device calls this function when the device has failed, or the program has misused it
// (inflight_gpu.h).
__attribute__((noreturn, cold)) void inflightDeviceFault(const char *message) { leave(DEVICE_FAULT, message, "", 0, 0); }

// It ends the use of the device. Programs without a device do not have it.
__attribute__((weak)) void inflightGpuFinish(bool failed);

// ---- Memory ----

// The linker redirects allocations of programs and of the runtime to these functions (--wrap).
void *__real_malloc(size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);

__attribute__((noreturn, cold)) static void outOfMemory(size_t size) {
    char text[80];
    snprintf(text, sizeof text, "%zu bytes cannot be allocated", size);
    leave(OUT_OF_MEMORY, text, "", 0, 0);
}

void *__wrap_malloc(size_t size) {
    void *p = __real_malloc(size);
    if (__builtin_expect(p == NULL && size > 0, 0))
        outOfMemory(size);
    return p;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    void *p = __real_aligned_alloc(alignment, size);
    if (__builtin_expect(p == NULL && size > 0, 0))
        outOfMemory(size);
    return p;
}

// ---- Copies ----

// A memref whose rank is known at run time, in the form in which upstream's lowering passes it.
typedef struct unranked {
    int64_t rank;
    int64_t *descriptor; // allocated, aligned, offset, sizes, strides
} unranked;

// memrefCopy copies the elements of a memref to another one of the same shape. memref.copy is lowered to it
// if one of them is not contiguous.
void memrefCopy(int64_t elementSize, unranked *from, unranked *to) {
    int64_t rank = from->rank, index[64] = {0};
    const int64_t *sizes = from->descriptor + 3, *in = sizes + rank, *out = to->descriptor + 3 + rank;
    const char *source = (const char *)from->descriptor[1] + from->descriptor[2] * elementSize;
    char *target = (char *)to->descriptor[1] + to->descriptor[2] * elementSize;
    int64_t block = elementSize, rows = 1;
    for (int64_t d = 0; d < rank; d++)
        rows *= sizes[d];
    if (rows <= 0)
        return;
    // The innermost dimensions that are contiguous on both sides are one block.
    for (; rank > 0 && in[rank - 1] * elementSize == block && out[rank - 1] * elementSize == block; rank--) {
        block *= sizes[rank - 1];
        rows /= sizes[rank - 1];
    }
    for (int64_t row = 0; row < rows; row++) {
        int64_t at = 0, put = 0;
        for (int64_t d = 0; d < rank; d++) {
            at += index[d] * in[d];
            put += index[d] * out[d];
        }
        memmove(target + put * elementSize, source + at * elementSize, (size_t)block);
        for (int64_t d = rank - 1; d >= 0 && ++index[d] == sizes[d]; d--)
            index[d] = 0;
    }
}

// ---- Printing ----

#include "print.h"

#ifndef INFLIGHT_LIBRARY

enum { SHARED_FILE = 3 };

static int64_t sharedSize;
static uintptr_t stackTop, stackSize;

// ---- Crashes ----

static void onCrash(int number, siginfo_t *info, void *context) {
    (void)context;
    uintptr_t at = (uintptr_t)info->si_addr;
    bool faults = number == SIGSEGV || number == SIGBUS;
    bool overflow = faults && at < stackTop && at > stackTop - stackSize - (64 << 20);
    if (shared != NULL && shared->status == RUNNING) {
        shared->signal = number;
        shared->address = (int64_t)at;
        shared->status = overflow ? STACK_OVERFLOW : CRASHED;
    } else if (shared == NULL && number != SIGABRT) { // SIGABRT follows a message
        const char *text = overflow ? "error: the stack is used up\n"
            : number == SIGBUS ? "error: a page of a file cannot be read: the file has become shorter, or its device fails\n"
            : number == SIGSEGV ? "error: the program accessed memory that is not there\n" : "error: the program crashed\n";
        if (write(STDERR_FILENO, text, strlen(text)) < 0)
            _exit(1);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void catchCrashes(void) {
    static char stack[65536];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = onCrash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaction(numbers[i], &action, NULL);
    struct rlimit limit;
    stackTop = (uintptr_t)__builtin_frame_address(0) + 4096;
    stackSize = 8 << 20;
    if (getrlimit(RLIMIT_STACK, &limit) == 0) {
        rlim_t want = 100 << 20; // what the system leaves free below the stack, at least
        limit.rlim_cur = limit.rlim_max != RLIM_INFINITY && limit.rlim_max < want ? limit.rlim_max : want;
        if (setrlimit(RLIMIT_STACK, &limit) == 0)
            stackSize = (uintptr_t)limit.rlim_cur;
    }
}

// ---- The helper ----

// watch ends the process when the parent process has ended, or has closed its end of the pipe.
static void *watch(void *unused) {
    char byte;
    ssize_t n;
    do
        n = read(STDIN_FILENO, &byte, 1);
    while (n > 0 || (n < 0 && errno == EINTR));
    _exit(2);
    return unused;
}

static void limitMemory(int64_t bytes) {
    if (bytes <= 0)
        return;
    struct rlimit limit = {.rlim_cur = (rlim_t)bytes, .rlim_max = (rlim_t)bytes};
#ifdef __linux__
    setrlimit(RLIMIT_DATA, &limit); // reserved address space without pages does not count
#else
    setrlimit(RLIMIT_AS, &limit);
#endif
}

// grow makes the shared file longer. The space is allocated: otherwise the system might end the process
// later.
static bool grow(int64_t size) {
#ifdef __linux__
    return size == sharedSize || posix_fallocate(SHARED_FILE, sharedSize, size - sharedSize) == 0;
#else
    return ftruncate(SHARED_FILE, size) == 0;
#endif
}

// copyOut appends the elements of a result to the file, in row-major order.
static int64_t copyOut(const memoryResult *r, const int64_t *slots) {
    const int64_t *descriptor = slots + r->slot, *sizes = descriptor + 3, *strides = sizes + r->rank;
    const char *data = (const char *)descriptor[1] + descriptor[2] * r->elementSize;
    int64_t total = r->elementSize;
    for (int64_t d = 0; d < r->rank; d++)
        if (sizes[d] < 0 || __builtin_mul_overflow(total, sizes[d], &total))
            outOfMemory(SIZE_MAX);
    int64_t at = (sharedSize + 63) & ~(int64_t)63;
    if (!grow(at + total))
        outOfMemory((size_t)total);
    sharedSize = at + total;
    if (total == 0)
        return at;
    char *out = mmap(NULL, (size_t)(at % 4096 + total), PROT_READ | PROT_WRITE, MAP_SHARED, SHARED_FILE, at - at % 4096);
    if (out == MAP_FAILED)
        outOfMemory((size_t)total);
    out += at % 4096;
    int64_t index[64] = {0}, row = r->rank > 0 ? sizes[r->rank - 1] : 1, step = r->rank > 0 ? strides[r->rank - 1] : 1;
    for (int64_t written = 0; written < total;) {
        int64_t element = 0;
        for (int64_t d = 0; d < r->rank - 1; d++)
            element += index[d] * strides[d];
        for (int64_t i = 0; i < row; i++, written += r->elementSize)
            memcpy(out + written, data + (element + i * step) * r->elementSize, (size_t)r->elementSize);
        for (int64_t d = r->rank - 2; d >= 0 && ++index[d] == sizes[d]; d--)
            index[d] = 0;
    }
    return at;
}

__attribute__((noreturn, cold, unused)) static void misused(const char *what, const char *file, int64_t line, int64_t column) {
    leave(MISUSED, what, file, line, column);
}

// runEntry runs the program to its end. This host is all there is outside of the program, so it signals an
// event as soon as the program imports it. Tasks that nothing awaits are run to their end, and are errors if
// they have failed: if the program had awaited one of them, it would have stopped there.
static void runEntry(int64_t *slots) {
    inflightTaskSetOutside(inflightTaskSignal);
    inflightAsyncSetStalled(stalled);
    inflightAsyncSetMisused(misused);
    inflightEntry(slots);
    inflightPrintFlush(); // before this thread executes other tasks
    if (inflightAsyncFinish() > 0)
        leave(LEFT_WAITING, "tasks that the program does not await still wait at its end, for what cannot come", "", 0, 0);
    const inflightAsyncError *e = inflightAsyncFirstFailure();
    if (inflightGpuFinish != NULL)
        inflightGpuFinish(e != NULL);
    if (e != NULL && inflightReportsFailures)
        leave(NOT_AWAITED, e->message, e->file, e->line, e->column);
}

static int helper(void) {
    struct stat info;
    if (fstat(SHARED_FILE, &info) != 0)
        return 3;
    sharedSize = info.st_size;
    char *base = mmap(NULL, (size_t)sharedSize, PROT_READ | PROT_WRITE, MAP_SHARED, SHARED_FILE, 0);
    if (base == MAP_FAILED)
        return 3;
    shared = (head *)base;
    int64_t *slots = (int64_t *)(base + shared->slots), *relocations = (int64_t *)(base + shared->relocations);
    for (int64_t i = 0; i < shared->numRelocations; i++)
        slots[relocations[i]] += (int64_t)base;
    pthread_t watcher;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    pthread_create(&watcher, &small, watch, NULL);
    limitMemory(shared->memoryLimit);
    shared->status = RUNNING;
    runEntry(slots);
    memoryResult *results = (memoryResult *)(base + shared->results);
    for (int64_t i = 0; i < shared->numResults; i++)
        results[i].offset = copyOut(&results[i], slots);
    shared->status = DONE;
    fflush(NULL);
    _exit(0);
}

static int standalone(int argc, char **argv);

int main(int argc, char **argv) {
    catchCrashes();
    if (getenv("INFLIGHT_SHARED") != NULL)
        return helper();
    return standalone(argc, argv);
}

#include "standalone.h"

#endif
