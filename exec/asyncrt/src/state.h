// The data of the runtime: objects, threads, and the one global record.

#ifndef INFLIGHT_STATE_H
#define INFLIGHT_STATE_H

#include "inflight_async.h"
#include "platform.h"

// A task is resumed by calling resume(handle), once.
struct task {
    void *handle;
    inflightResume resume;
};

// ---- Objects ----

enum kind { TOKEN, VALUE, GROUP };

enum payload { PLAIN, BLOCK, REFERENCE, OWNED };

// A waiter is notified when an object is resolved. The function tells the kind of the pointer: memberOfGroup,
// blockedFiber, or else a coroutine to execute.
struct waiter {
    _Alignas(16) uintptr_t next;  // so that the address of a waiter has none of the bits above
    void *subject;
    inflightResume action;
};

// The state word of an object. While the object is pending, it is the list of the waiters, youngest first;
// later it is READY or FAILED. The oldest waiter may be stored in the object itself; then the list ends with
// TASK_INSIDE or MEMBER_INSIDE. The word of an object behind a gate (lazy.h) is BEHIND_GATE with the address of
// the gate.
enum { READY = 1, FAILED = 3, TASK_INSIDE = 2, MEMBER_INSIDE = 4, BEHIND_GATE = 8 };

static inline bool isResolved(uintptr_t state) { return state & 1; }

static inline bool isBehindGate(uintptr_t state) { return state & BEHIND_GATE; }

// The way from an object to the code that resolves it: the low bits of its resolver. The resolver points to
// the frame of a coroutine, to another object, or to the record that the object waits in or for (turns.h).
enum resolver { BY_FRAME, BY_OBJECT, BY_TURN, BY_CLAIM, BY_ROOM, BY_ANY, RESOLVER_BITS = 7 };

// A cause is an error with its texts, shared by the objects that inherit it.
struct cause {
    _Atomic(int64_t) refs;
    inflightAsyncError error;
    char texts[];
};

// An object takes one cache line. Behind it values have their payload, and groups their counts.
struct object {
    _Atomic(int64_t) refs;
    _Atomic(uintptr_t) state;
    _Atomic(struct cause *) cause;
    uint32_t kind;
    uint32_t payload;  // of a value: PLAIN, a BLOCK of its own, a REFERENCE to an object, or OWNED data
    _Atomic(uint64_t) bias;  // epoch of the thread that it belongs to, or 0: see bias.h
    struct {
        void *subject;
        inflightResume action;
    } inside;  // oldest waiter, if it was added while the object belonged to its thread and is a coroutine or a group
    _Atomic(uintptr_t) resolver;  // the code that resolves it, if it is known: see stall.h
};

_Static_assert(sizeof(struct object) <= CACHE_LINE, "an object is a cache line");

struct value {
    _Alignas(CACHE_LINE) struct object object;
    union {
        _Alignas(CACHE_LINE) unsigned char bytes[CACHE_LINE];
        void *block;
        struct object *object;
        struct {
            void *what;
            void (*release)(void *what);
        } owned;
    } payload;
};

// A group lives while there is a reference to it or a member is incomplete. `life` counts both: LIVE for all
// references together, one for each incomplete member, and one (the hold) until the group is resolved.
struct group {
    _Alignas(CACHE_LINE) struct object object;
    _Alignas(CACHE_LINE) _Atomic(int64_t) life;
    _Atomic(int64_t) rank;  // members added
    _Atomic(bool) failed;   // whether a member is in error
    int64_t size;
};

enum { INSIDE_SIZE = sizeof(((struct value *)0)->payload.bytes) };  // of payloads without a block of their own

#define LIVE ((int64_t)1 << 48)

_Static_assert(sizeof(struct value) == 2 * CACHE_LINE && sizeof(struct group) == 2 * CACHE_LINE, "one size class for both");

// ---- Threads ----

// A fiber is a stack with the code that runs on it: the stack of a host or a worker, or one that the runtime
// has made so that tasks can run while another stack is blocked. It always belongs to the same thread.
struct fiber {
    void *stackPointer;  // while it does not run
    struct fiber *next;  // in the list it is on
    struct thread *thread;
    struct object *awaited;  // while it is blocked
    uint32_t place;          // the place of that wait
    void *memory;            // NULL for a thread's own stack
    size_t size;
#if HAVE_ASAN
    void *fakeStack;
    const void *bottom;
    size_t usable;
#endif
#if HAVE_TSAN
    void *tsan;
#endif
#if defined(INFLIGHT_VALGRIND)
    unsigned valgrindStack;
#endif
};

// The kinds of sleep of a thread. AWAKE is 0.
enum { AWAKE, ASLEEP, DROWSY };

enum { SIZES = 6, BATCH = 128 };  // blocks of 64 bytes to 2 KiB

// A free block of memory, in a list of a thread, or the first one of a batch.
struct freeBlock {
    struct freeBlock *next;
    struct freeBlock *nextBatch;
};

struct freeList {
    struct freeBlock *head;   // up to BATCH blocks
    struct freeBlock *spare;  // none or BATCH blocks
    char *fresh, *freshEnd;   // not used so far
    uint32_t count;
};

// A counter is written by one thread and read by any.
typedef _Atomic(uint64_t) counter;

struct counters {
    counter tasks, steals, stolen, parks, wakes, switches, revocations;
    counter live[3];  // by kind; differences of unsigned numbers, which wrap around
    counter liveWaiters, liveScopes, liveErrors, largeFrames;
};

struct thread {
    // Written by the thread itself, frequently.
    _Alignas(CACHE_LINE) _Atomic(int64_t) bottom;  // of the deque: see deque.h
    _Atomic(uint32_t) busy;                        // inside a local section: see bias.h
    bool dirty;                                    // whether it has made objects in this epoch
    bool attention;                                // whether it has ready fibers, or has seen an error
    int64_t limit;  // the ring is full if bottom is larger: freed + mask
    int64_t mask;   // of the ring; changes under dequeLock
    struct task *ring;

    // Written by thieves.
    _Alignas(CACHE_LINE) _Atomic(int64_t) top;
    _Atomic(int64_t) freed;
    spinlock dequeLock;

    // Read by the thread frequently, written rarely.
    _Alignas(CACHE_LINE) _Atomic(uint64_t) epoch;
    _Atomic(uint64_t) settled;
    spinlock revokeLock;
    uint32_t index;   // in runtime.threads
    int32_t worker;   // -1 for a host
    struct cause *seen;  // cause of the error that the current task saw last
    struct fiber *current;

    // Written by the threads that wake it.
    _Alignas(CACHE_LINE) _Atomic(uint32_t) parkState;
    _Atomic(struct fiber *) remoteReady;  // fibers that other threads have made ready, youngest first
    _Atomic(bool) helping;                // whether it is a host that executes tasks while it waits
    _Atomic(bool) aside;                  // whether its sleep does not count: it has ended, or does not belong to the program
    _Atomic(uint64_t) naps;               // number of times that it went to sleep until woken

    // Used by the thread only.
    _Alignas(CACHE_LINE) struct fiber base;
    struct fiber *ready, **readyEnd;  // fibers to resume, oldest first
    struct fiber *idleFibers;         // schedulers that are not in use
    uint32_t idleFiberCount;
    uint32_t inlineDepth;
    struct task next;  // to resume before all others, when the current task has returned; see lazy.h
    struct freeList memory[SIZES];
    uint64_t stealTime, stealTasks;  // of the last steal, until it is judged
    uint64_t backoff, watch;         // nanoseconds
    int64_t batch;                   // most tasks to steal at once
    uint64_t activitySeen;
    struct counters counters;
    struct thread *nextSpare;
};

enum { MAX_THREADS = 1 << 16, EPOCH_STEP = MAX_THREADS };

// The word that tells whether a thread must be woken: the number of sleepers, plus SEARCHER for each thread
// that searches for tasks.
enum { SLEEPER = 1, SEARCHER = 1 << 16 };

extern struct runtime {
    _Alignas(CACHE_LINE) _Atomic(uint32_t) idle;
    _Alignas(CACHE_LINE) _Atomic(uint32_t) threadCount;  // indices below it are in use or spare
    _Atomic(bool) stopping;
    unsigned spins;
    pthread_mutex_t mutex;  // protects the following fields
    pthread_key_t key;
    bool ready, started;
    int64_t wanted;  // threads, 0 if not known yet
    int64_t workers, alive;
    struct {
        pthread_t handle;
        bool stuck;  // whether it waits for something that will not happen, and cannot be joined
    } *team;
    pthread_cond_t left;
    struct thread *spare;
    inflightStalled stalled;  // receives a wait that cannot end
    inflightMisused misused;  // receives the misuses of a program
    _Atomic(uint64_t) expected, arrived;  // numbers of tokens that were expected from outside, and that have arrived
    spinlock failureLock;
    struct cause *failure;  // copy of the error whose place comes first
    spinlock poolLock;
    struct freeBlock *pool[SIZES];  // batches
    int64_t slabs[SIZES];
    _Atomic(struct thread *) threads[MAX_THREADS];
} runtime HIDDEN("runtime");

static inline void count(counter *c, uint64_t n) {
    // relaxed, and no read-modify-write: one thread writes, and readers need a number but no order.
    atomic_store_explicit(c, atomic_load_explicit(c, memory_order_relaxed) + n, memory_order_relaxed);
}

extern _Thread_local struct thread *thisThread HIDDEN("thisThread");

COLD static struct thread *registerThread(int32_t worker);

// currentThread returns the caller's record. A stack always belongs to the same thread, so the result stays
// valid across a wait.
static inline struct thread *currentThread(void) {
    struct thread *self = thisThread;
    return LIKELY(self != NULL) ? self : registerThread(-1);
}

static inline struct thread *threadAt(uint32_t index) {
    // acquire: the record was filled before it was stored there.
    return atomic_load_explicit(&runtime.threads[index], memory_order_acquire);
}

static inline uint32_t threadCount(void) {
    // acquire: with the count, the reader sees the records below it.
    return atomic_load_explicit(&runtime.threadCount, memory_order_acquire);
}

#endif
