// Memory of objects: lists of free blocks per thread, exchanged with a pool in batches, so that a thread that only makes
// objects and one that only frees them meet once in BATCH times.

#ifndef INFLIGHT_MEMORY_H
#define INFLIGHT_MEMORY_H

#include "state.h"

enum { SMALL, LARGE, SLAB = 64 * 1024 };  // the size classes of objects; frames have more

static inline size_t blockSize(int sizeClass) { return (size_t)CACHE_LINE << sizeClass; }

// alignedMemory returns memory that starts a cache line.
static void *alignedMemory(size_t size) {
    void *memory = aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (memory == NULL)
        fail("out of memory");
    return memory;
}

#if !USE_MALLOC

// refill gives a list blocks: the spare ones, a batch of the pool, or a new slab, whose blocks are taken one by one.
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

// spill makes a full list the spare one; a batch that was spare goes to the pool.
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

// isEmptyList and isFullList report whether allocate and release need more than the list.
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

// blocksInUse counts the blocks of a size that are not free, where no other thread makes or frees one.
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

// blocksInUse does not know what malloc has given.
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
