// What programs that were lowered by gpu-to-llvm call: the functions of MLIR's CudaRuntimeWrappers, under their names and with their
// signatures, and Inflight's own beside them. Behind them is NVIDIA's driver where there is one, and else the fake driver (fake.h).
//
// Environment:
//   INFLIGHT_GPU=fake     takes the fake driver also where there is another
//   INFLIGHT_GPU_DEVICES=n  says how many devices the fake driver has: 4 without
//   INFLIGHT_GPU_SEED=n   lets each operation of the fake driver begin after a random delay
//   INFLIGHT_GPU_COUNT=1  writes how many streams, events and waits there were to the standard error at the end
//   INFLIGHT_GPU_SKIP_EDGE=n  lets it leave out edge n of all graphs
//   INFLIGHT_GPU_SKIP=n   lets the fake driver ignore wait n of a stream for an event, counted from 0: tests of the race detection

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

// A kernel as code of the host: what one thread of a grid does. Place is its block and its place in that, x, y and z, and the sizes of
// the grid and of the block.
typedef void (*inflightHostKernel)(void **params, const int64_t *place);

// inflightGpuKernel returns what mgpuLaunchKernel launches: the function of that name in the text of PTX or, on the fake driver, the
// function of the host. Each parameter has a letter in params: r, w, b or n for a pointer to memory that is read, written, both, or
// neither, p for other pointers, and 1, 2, 4 or 8 for numbers of so many bytes. Slot is empty before the first call, and belongs to
// the kernel.
void *inflightGpuKernel(void **slot, const char *name, const char *params, inflightHostKernel host, const char *ptx);

// inflightGpuDefaultDevice returns the device that is current in this thread: the first one, or what mgpuSetDefaultDevice has been told. A
// stream, an event and a kernel are of the device that is current where they are made.
int32_t inflightGpuDefaultDevice(void);

// inflightGpuStreamToken returns a token of the asynchronous runtime that is ready when what was issued on the stream so far is complete.
void *inflightGpuStreamToken(void *stream);

// inflightGpuEventToken returns a token that is ready when the event is: at once if nothing has recorded it.
void *inflightGpuEventToken(void *event);

// A token of the device that leaves the function or the asynchronous region which it comes from is an object of the asynchronous runtime
// that owns an event, so that references are counted by what counts them for tokens of the host. As with all of that runtime's functions,
// a call takes along the reference that it is handed.

// inflightGpuToken returns a token that stands for what was issued on the stream so far; NULL stands for nothing.
void *inflightGpuToken(void *stream);

// inflightGpuStreamWaitToken lets what is issued on the stream from now on wait for what a token stands for.
void inflightGpuStreamWaitToken(void *stream, void *token);

// inflightGpuTokenComplete returns a token of the asynchronous runtime that is ready when what a token stands for is complete.
void *inflightGpuTokenComplete(void *token);

// inflightGpuTokenSynchronize blocks until what a token stands for is complete.
void inflightGpuTokenSynchronize(void *token);

// inflightGpuOwnStream and its like return an object that destroys the stream, the event or the graph when its last reference is dropped,
// also where the task that has it ends in an error; inflightGpuRelease drops one.
void *inflightGpuOwnStream(void *stream);
void *inflightGpuOwnEvent(void *event);
void *inflightGpuOwnGraph(void *graph);
void inflightGpuRelease(void *owner);

// A graph has nodes, numbered from 0 in the order in which they are added, and edges between them, from a lower to a higher number. The
// functions that add a node take the graph in the place of a stream, and are otherwise as MLIR's of that name.
void *inflightGpuGraphCreate(void);
void *inflightGpuGraphMemAlloc(uint64_t bytes, void *graph, bool isHostShared);
void inflightGpuGraphMemFree(void *memory, void *graph);
void inflightGpuGraphMemcpy(void *to, void *from, size_t bytes, void *graph);
void inflightGpuGraphMemset32(void *to, unsigned value, size_t count, void *graph);
void inflightGpuGraphMemset16(void *to, unsigned short value, size_t count, void *graph);
void inflightGpuGraphLaunchKernel(void *function, intptr_t gridX, intptr_t gridY, intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                                  intptr_t blockZ, int32_t sharedBytes, void *graph, void **params, void **extra, size_t paramsCount);
void inflightGpuGraphEdge(void *graph, int64_t from, int64_t to);

// inflightGpuGraphLaunch launches a graph after those that were launched before. It may be destroyed then.
void inflightGpuGraphLaunch(void *graph);
void inflightGpuGraphDestroy(void *graph);

// inflightGpuGraphStream returns the stream to wait for graphs with: it has come to its end when all that were launched are complete.
void *inflightGpuGraphStream(void);

// inflightGpuFinish ends what the program has on the device: it waits for all streams, and reports what the program has not destroyed, but
// for memory where a task has failed, which may have been the one to free it.
void inflightGpuFinish(bool failed);

// inflightDeviceFault is the host's: it ends the process with a message.
__attribute__((noreturn)) void inflightDeviceFault(const char *message);

#endif
