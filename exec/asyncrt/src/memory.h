// Memory of objects. Each thread has lists of free blocks, and exchanges them in batches with a pool. So a
// thread that only makes objects and a thread that only frees them synchronize once in BATCH times.

#ifndef INFLIGHT_MEMORY_H
#define INFLIGHT_MEMORY_H

#include "state.h"

enum { SMALL, LARGE, SLAB = 64 * 1024 };  // the size classes of objects; frames have more

static inline size_t blockSize(int sizeClass) { return (size_t)CACHE_LINE << sizeClass; }

// alignedMemory returns memory that begins at a cache line.
static void *alignedMemory(size_t size) {
    void *memory = aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (memory == NULL)
        fail("out of memory");
    return memory;
}

#if !USE_MALLOC

// refill fills a list with blocks: the spare ones, a batch of the pool, or a new slab, whose blocks are taken
// one by one.
COLD static void *refill(struct freeList *list, int sizeClass) {
    if (list->spare == NULL) {
        lock(&runtime.poolLock);
        list->spare = runtime.pool[sizeClass];
        if (list->spare != NULL)
            runtime.pool[sizeClass] = list->spare->nextBatch;
        unlock(&runtime.poolLock);
    }
    if (list->spare != NULL) {
        struct freeBlock *block = list->spare;
        list->spare = NULL;
        list->head = block->next;
        list->count = BATCH - 1;
        return block;
    }
    if (list->fresh == list->freshEnd) {
        lock(&runtime.poolLock);
        runtime.slabs[sizeClass]++;
        unlock(&runtime.poolLock);
        list->fresh = alignedMemory(SLAB);
        list->freshEnd = list->fresh + SLAB;
    }
    void *block = list->fresh;
    list->fresh += blockSize(sizeClass);
    return block;
}

// spill makes a full list the spare one. If there was a spare batch already, that batch goes to the pool.
COLD static void spill(struct freeList *list, int sizeClass) {
    if (list->spare != NULL) {
        lock(&runtime.poolLock);
        list->spare->nextBatch = runtime.pool[sizeClass];
        runtime.pool[sizeClass] = list->spare;
        unlock(&runtime.poolLock);
    }
    list->spare = list->head;
    list->head = NULL;
    list->count = 0;
}

// isEmptyList and isFullList report whether allocate and release need more than the thread's list.
static inline bool isEmptyList(struct thread *self, int sizeClass) { return self->memory[sizeClass].head == NULL; }
static inline bool isFullList(struct thread *self, int sizeClass) { return self->memory[sizeClass].count == BATCH; }

static inline void *allocate(struct thread *self, int sizeClass) {
    struct freeList *list = &self->memory[sizeClass];
    struct freeBlock *block = list->head;
    if (UNLIKELY(block == NULL))
        return refill(list, sizeClass);
    list->head = block->next;
    list->count--;
    return block;
}

static inline void release(struct thread *self, void *memory, int sizeClass) {
    struct freeList *list = &self->memory[sizeClass];
    if (UNLIKELY(list->count == BATCH))
        spill(list, sizeClass);
    struct freeBlock *block = memory;
    block->next = list->head;
    list->head = block;
    list->count++;
}

// blocksInUse returns the number of blocks of a size that are not free. No other thread may allocate or free
// a block during the call.
static int64_t blocksInUse(int sizeClass) {
    int64_t n = runtime.slabs[sizeClass] * (int64_t)(SLAB / blockSize(sizeClass));
    for (uint32_t i = 0, threads = threadCount(); i < threads; i++) {
        struct freeList *list = &threadAt(i)->memory[sizeClass];
        n -= list->count + (list->spare != NULL ? BATCH : 0) + (list->freshEnd - list->fresh) / (int64_t)blockSize(sizeClass);
    }
    for (struct freeBlock *batch = runtime.pool[sizeClass]; batch != NULL; batch = batch->nextBatch)
        n -= BATCH;
    return n;
}

#else

// blocksInUse returns 0, because the blocks of malloc are not counted.
static inline int64_t blocksInUse(int sizeClass) {
    (void)sizeClass;
    return 0;
}

static inline bool isEmptyList(struct thread *self, int sizeClass) { return self == NULL || sizeClass < 0; }
static inline bool isFullList(struct thread *self, int sizeClass) { return self == NULL || sizeClass < 0; }

static inline void *allocate(struct thread *self, int sizeClass) {
    (void)self;
    return alignedMemory(blockSize(sizeClass));
}

static inline void release(struct thread *self, void *memory, int sizeClass) {
    (void)self, (void)sizeClass;
    free(memory);
}

#endif
#endif
