// Differences between systems: sleeping on a word, the fence that affects other threads, the clock.
//
// Linux has futex and membarrier. On other systems with ELF, and with -DINFLIGHT_PORTABLE, a condition
// variable is used for sleeping, and every fence is executed where it stands.

#ifndef INFLIGHT_PLATFORM_H
#define INFLIGHT_PLATFORM_H

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__) && !defined(INFLIGHT_PORTABLE)
#define HAVE_LINUX 1
#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#else
#define HAVE_LINUX 0
#endif

#if defined(__SANITIZE_ADDRESS__)
#define HAVE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define HAVE_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HAVE_TSAN 1
#endif
#endif
#ifndef HAVE_ASAN
#define HAVE_ASAN 0
#endif
#ifndef HAVE_TSAN
#define HAVE_TSAN 0
#endif

// Tools that check memory see each object if it is a block of malloc.
#if HAVE_ASAN || defined(INFLIGHT_VALGRIND)
#define USE_MALLOC 1
#else
#define USE_MALLOC 0
#endif

#if defined(INFLIGHT_VALGRIND)
#include <valgrind/valgrind.h>
#endif

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define NOINLINE __attribute__((noinline))
// Symbols that are not static are known to the parts of the runtime compiled into programs, under names that
// no program has.
#define HIDDEN(name) __asm__("inflight." name) __attribute__((visibility("hidden")))
// A cold function preserves the registers of its caller, so that the caller need not save registers for a
// rare call.
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#define COLD __attribute__((noinline, cold, preserve_most))
#else
#define COLD __attribute__((noinline, cold))
#endif
#define ALWAYS_INLINE __attribute__((always_inline)) inline

enum { CACHE_LINE = 64 };

// fail ends the process. It is used only for errors that no caller can handle: the system refuses memory or
// threads.
COLD static void fail(const char *what) {
    fprintf(stderr, "inflight: %s: %s\n", what, strerror(errno));
    abort();
}

static inline void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
}

// disturb is called where the timing of another thread matters. In test builds it sometimes yields the
// processor.
static inline void disturb(void) {
#ifdef INFLIGHT_STRESS
    static _Thread_local uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    if (state >> 27 == 0)
        sched_yield();
#endif
}

static inline uint64_t nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// A spin lock for sections of a few instructions. The holder may have lost its processor, so that after some
// tries a waiting thread yields.
typedef _Atomic(uint32_t) spinlock;

static inline bool tryLock(spinlock *l) {
    // acquire: what the last holder wrote under the lock is seen. The load before it keeps the cache line
    // shared while the lock is held.
    return atomic_load_explicit(l, memory_order_relaxed) == 0 &&
           atomic_exchange_explicit(l, 1, memory_order_acquire) == 0;
}

static inline void lock(spinlock *l) {
    for (unsigned tries = 0; !tryLock(l); tries++) {
        if (tries < 100)
            relax();
        else
            sched_yield();
    }
}

static inline void unlock(spinlock *l) {
    // release: the next holder sees what was written under the lock.
    atomic_store_explicit(l, 0, memory_order_release);
}

// sleepWhile blocks while *word has the value, for at most limit nanoseconds (0: no limit). It may return early.
static void sleepWhile(_Atomic(uint32_t) *word, uint32_t value, uint64_t limit);

// sleepExactly makes the short sleeps of this thread end on time: by default Linux adds 50 microseconds.
static void sleepExactly(void);

// wakeSleeper wakes the thread that sleeps on the word.
static void wakeSleeper(_Atomic(uint32_t) *word);

// An asymmetric pair of fences. Threads that synchronize as in Dekker's algorithm (each writes a word, then
// reads the other's word) need a fence between their write and their read. With two light fences nothing is
// ordered. If one fence is heavy and the other light, the heavy one makes every thread of the process execute
// a full fence at its current instruction. Then at least one of the two threads sees the other's write. The
// light fence only keeps the compiler from reordering. `asymmetric` is false if the system does not support
// this; then both are full fences.
extern bool asymmetric HIDDEN("asymmetric");

#if HAVE_TSAN
// ThreadSanitizer does not support fences, but it supports read-modify-writes. On one common word they are as
// strong.
static _Atomic(uint32_t) fenceWord;
static inline void fullFence(void) { atomic_fetch_add_explicit(&fenceWord, 0, memory_order_seq_cst); }
#else
static inline void fullFence(void) { atomic_thread_fence(memory_order_seq_cst); }
#endif

static inline void lightFence(void) {
    if (UNLIKELY(!asymmetric))
        fullFence();
    atomic_signal_fence(memory_order_seq_cst);
}

#if HAVE_LINUX

enum { MEMBARRIER_EXPEDITED = 1 << 3, MEMBARRIER_REGISTER = 1 << 4 };  // from <linux/membarrier.h>, for this process only

static void setUpFences(void) {
    asymmetric = getenv("INFLIGHT_NO_MEMBARRIER") == NULL && syscall(SYS_membarrier, MEMBARRIER_REGISTER, 0, 0) == 0;
}

static void heavyFence(void) {
    if (!asymmetric || syscall(SYS_membarrier, MEMBARRIER_EXPEDITED, 0, 0) != 0)
        fullFence();
}

static void sleepWhile(_Atomic(uint32_t) *word, uint32_t value, uint64_t limit) {
    struct timespec timeout = {(time_t)(limit / 1000000000u), (long)(limit % 1000000000u)};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, limit ? &timeout : NULL, NULL, 0);
}

static void sleepExactly(void) { prctl(PR_SET_TIMERSLACK, 1000ul); }

static void wakeSleeper(_Atomic(uint32_t) *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }

#else

static pthread_mutex_t sleepMutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t sleepChanged = PTHREAD_COND_INITIALIZER;

static void setUpFences(void) { asymmetric = false; }

static void heavyFence(void) { fullFence(); }

static void sleepWhile(_Atomic(uint32_t) *word, uint32_t value, uint64_t limit) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    uint64_t at = (uint64_t)until.tv_nsec + limit;
    until.tv_sec += (time_t)(at / 1000000000u);
    until.tv_nsec = (long)(at % 1000000000u);
    pthread_mutex_lock(&sleepMutex);
    // The waking thread changes the word before it takes the mutex, so this thread sees the change or gets
    // the broadcast.
    if (atomic_load_explicit(word, memory_order_acquire) == value) {
        if (limit)
            pthread_cond_timedwait(&sleepChanged, &sleepMutex, &until);
        else
            pthread_cond_wait(&sleepChanged, &sleepMutex);
    }
    pthread_mutex_unlock(&sleepMutex);
}

static void sleepExactly(void) {}

static void wakeSleeper(_Atomic(uint32_t) *word) {
    (void)word;
    pthread_mutex_lock(&sleepMutex);
    pthread_cond_broadcast(&sleepChanged);
    pthread_mutex_unlock(&sleepMutex);
}

#endif
#endif
