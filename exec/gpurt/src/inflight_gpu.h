// The functions that programs lowered by gpu-to-llvm call: those of MLIR's CudaRuntimeWrappers, with the same
// names and signatures, and Inflight's own. They use NVIDIA's driver if there is one, and else the fake
// driver (fake.h).
//
// Environment:
//   INFLIGHT_GPU=fake       uses the fake driver also where there is another
//   INFLIGHT_GPU_DEVICES=n  sets the number of devices of the fake driver, which is 4 by default
//   INFLIGHT_GPU_SEED=n     lets each operation of the fake driver begin after a random delay
//   INFLIGHT_GPU_COUNT=1    writes the numbers of streams, events and waits to the standard error at the end
//   INFLIGHT_GPU_SKIP_EDGE=n  lets it leave out edge n of all graphs
//   INFLIGHT_GPU_SKIP=n     lets the fake driver ignore wait n of a stream for an event, counted from 0, to
//                           test the race detection

#ifndef INFLIGHT_GPU_H
#define INFLIGHT_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- MLIR's ----

void *mgpuStreamCreate(void);
void mgpuStreamDestroy(void *stream);
void mgpuStreamSynchronize(void *stream);
void mgpuStreamWaitEvent(void *stream, void *event);
void *mgpuEventCreate(void);
void mgpuEventDestroy(void *event);
void mgpuEventSynchronize(void *event);
void mgpuEventRecord(void *event, void *stream);
void *mgpuMemAlloc(uint64_t bytes, void *stream, bool isHostShared);
void mgpuMemFree(void *memory, void *stream);
void mgpuMemcpy(void *to, void *from, size_t bytes, void *stream);
void mgpuMemset32(void *to, unsigned value, size_t count, void *stream);
void mgpuMemset16(void *to, unsigned short value, size_t count, void *stream);
void *mgpuModuleLoad(void *data, size_t size);
void *mgpuModuleLoadJIT(void *data, int optimization, size_t size);
void mgpuModuleUnload(void *module);
void *mgpuModuleGetFunction(void *module, const char *name);
void mgpuSetDefaultDevice(int32_t device);
void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor, int64_t elementBytes);
void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor, int64_t elementBytes);
void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY, intptr_t gridZ, intptr_t blockX, intptr_t blockY, intptr_t blockZ,
                      int32_t sharedBytes, void *stream, void **params, void **extra, size_t paramsCount);

// ---- Inflight's ----

// A kernel as a function of the host, which does the work of one thread of a grid. place has the indices of
// its block, its indices in the block, along x, y and z, and the sizes of the grid and of the block.
typedef void (*inflightHostKernel)(void **params, const int64_t *place);

// inflightGpuKernel returns the function that mgpuLaunchKernel launches: the function with a name in the PTX
// text or, on the fake driver, the function of the host. params has a letter for each parameter: r, w, b or n
// for a pointer to memory that is read, written, both, or neither; p for other pointers; and 1, 2, 4 or 8 for
// numbers of so many bytes. *slot belongs to the kernel, and is NULL before the first call.
void *inflightGpuKernel(void **slot, const char *name, const char *params, inflightHostKernel host, const char *ptx);

// inflightGpuDefaultDevice returns the current device of this thread: the first one, or the one set by
// mgpuSetDefaultDevice. A stream, an event and a kernel belong to the device that is current when they are
// made.
int32_t inflightGpuDefaultDevice(void);

// inflightGpuStreamToken returns a token of the asynchronous runtime that becomes ready when all operations
// issued on the stream so far are complete.
void *inflightGpuStreamToken(void *stream);

// inflightGpuEventToken returns a token that becomes ready when the event is complete. If the event was never
// recorded, that is at once.
void *inflightGpuEventToken(void *event);

// A token of the device that leaves its function or its asynchronous region is an object of the asynchronous
// runtime that owns an event. So the operations that count references to tokens of the host count those to it
// as well. As usual in that runtime, a function takes over the reference to its argument.

// inflightGpuToken returns a token for the operations issued on the stream so far. A NULL token stands for no
// operations.
void *inflightGpuToken(void *stream);

// inflightGpuStreamWaitToken makes operations issued on the stream from now on wait for the operations of a
// token.
void inflightGpuStreamWaitToken(void *stream, void *token);

// inflightGpuTokenComplete returns a token of the asynchronous runtime that becomes ready when the operations
// of a device token are complete.
void *inflightGpuTokenComplete(void *token);

// inflightGpuTokenSynchronize blocks until the operations of a token are complete.
void inflightGpuTokenSynchronize(void *token);

// inflightGpuOwnStream and the two functions behind it return an object that destroys the stream, the event
// or the graph when its last reference is dropped, even if the task that has it ends in an error.
// inflightGpuRelease drops a reference.
void *inflightGpuOwnStream(void *stream);
void *inflightGpuOwnEvent(void *event);
void *inflightGpuOwnGraph(void *graph);
void inflightGpuRelease(void *owner);

// A graph has nodes, numbered from 0 in the order in which they are added, and edges between them, from lower
// to higher numbers. A function that adds a node takes the graph instead of a stream, and is otherwise like
// MLIR's function of that name.
void *inflightGpuGraphCreate(void);
void *inflightGpuGraphMemAlloc(uint64_t bytes, void *graph, bool isHostShared);
void inflightGpuGraphMemFree(void *memory, void *graph);
void inflightGpuGraphMemcpy(void *to, void *from, size_t bytes, void *graph);
void inflightGpuGraphMemset32(void *to, unsigned value, size_t count, void *graph);
void inflightGpuGraphMemset16(void *to, unsigned short value, size_t count, void *graph);
void inflightGpuGraphLaunchKernel(void *function, intptr_t gridX, intptr_t gridY, intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                                  intptr_t blockZ, int32_t sharedBytes, void *graph, void **params, void **extra, size_t paramsCount);
void inflightGpuGraphEdge(void *graph, int64_t from, int64_t to);

// inflightGpuGraphLaunch launches a graph after the graphs launched before. The graph may be destroyed
// afterwards.
void inflightGpuGraphLaunch(void *graph);
void inflightGpuGraphDestroy(void *graph);

// inflightGpuGraphStream returns a stream to wait for graphs: its operations are complete when all launched
// graphs are.
void *inflightGpuGraphStream(void);

// inflightGpuFinish ends the program's use of the device. It waits for all streams, and reports objects that
// the program has not destroyed. If a task has failed, it does not report memory, because that task may have
// been the one to free it.
void inflightGpuFinish(bool failed);

// inflightDeviceFault is a function of the host. It ends the process with a message.
__attribute__((noreturn)) void inflightDeviceFault(const char *message);

#endif
