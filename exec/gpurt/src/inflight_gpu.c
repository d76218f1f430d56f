// The functions of the GPU's runtime (inflight_gpu.h). This file includes the drivers that implement them.

#include "inflight_gpu.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The current device of a thread, and the number of devices. Each thread starts with the first device.
enum { DEVICES = 64 };
static __thread int currentDevice;
static int deviceCount;

#include "clock.h"
#include "fake.h"
#include "cuda.h"
#include "graph.h"

void mgpuSetDefaultDevice(int32_t device) {
    int count = haveCuda() ? deviceCount : fakeDevices();
    if (device < 0 || device >= count)
        fault("there is no device %d: the number of devices is %d", (int)device, count);
    currentDevice = device;
}

int32_t inflightGpuDefaultDevice(void) { return currentDevice; }

// A memref's descriptor: two pointers, the offset, the sizes and the strides.
static void *registeredBytes(int64_t rank, void *descriptor, int64_t elementBytes, size_t *bytes) {
    char *memory = ((char **)descriptor)[1];
    int64_t *numbers = (int64_t *)descriptor + 2, *sizes = numbers + 1, *strides = sizes + rank, elements = 1;
    for (int64_t i = rank; i-- > 0;) {
        if (strides[i] != elements && sizes[i] > 1)
            fault("memory of the host that is not contiguous cannot be registered");
        elements *= sizes[i];
    }
    *bytes = (size_t)(elements * elementBytes);
    return memory + numbers[0] * elementBytes;
}

void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor, int64_t elementBytes) {
    size_t bytes;
    void *memory = registeredBytes(rank, descriptor, elementBytes, &bytes);
    if (bytes == 0)
        return;
    if (haveCuda())
        check(cu.hostRegister(memory, bytes, 1), "cuMemHostRegister"); // for all devices
    else
        fakeHostRegister(memory, bytes);
}

void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor, int64_t elementBytes) {
    size_t bytes;
    void *memory = registeredBytes(rank, descriptor, elementBytes, &bytes);
    if (bytes == 0)
        return;
    if (haveCuda())
        check(cu.hostUnregister(memory), "cuMemHostUnregister");
    else
        fakeHostUnregister(memory);
}

void *mgpuStreamCreate(void) { return haveCuda() ? cudaStreamCreate() : fakeStreamCreate(); }

void mgpuStreamDestroy(void *stream) {
    if (haveCuda())
        check(cu.streamDestroy(stream), "cuStreamDestroy");
    else
        fakeStreamDestroy(stream);
}

void mgpuStreamSynchronize(void *stream) {
    if (haveCuda())
        check(cu.streamSynchronize(stream), "cuStreamSynchronize");
    else
        fakeStreamSynchronize(stream);
}

void mgpuStreamWaitEvent(void *stream, void *event) {
    if (haveCuda())
        check(cu.streamWaitEvent(stream, event, 0), "cuStreamWaitEvent");
    else
        fakeStreamWaitEvent(stream, event);
}

void *mgpuEventCreate(void) { return haveCuda() ? cudaEventCreate() : fakeEventCreate(); }

void mgpuEventDestroy(void *event) {
    if (haveCuda())
        check(cu.eventDestroy(event), "cuEventDestroy");
    else
        fakeEventDestroy(event);
}

void mgpuEventSynchronize(void *event) {
    if (haveCuda())
        check(cu.eventSynchronize(event), "cuEventSynchronize");
    else
        fakeEventSynchronize(event);
}

void mgpuEventRecord(void *event, void *stream) {
    if (haveCuda())
        check(cu.eventRecord(event, stream), "cuEventRecord");
    else
        fakeEventRecord(event, stream);
}

void *mgpuMemAlloc(uint64_t bytes, void *stream, bool isHostShared) {
    return haveCuda() ? cudaMemAlloc(bytes, stream, isHostShared) : fakeMemAlloc(bytes, stream);
}

void mgpuMemFree(void *memory, void *stream) {
    if (haveCuda())
        cudaMemFree(memory, stream);
    else
        fakeMemFree(memory, stream);
}

void mgpuMemcpy(void *to, void *from, size_t bytes, void *stream) {
    if (haveCuda())
        check(cu.memcpyAsync((uintptr_t)to, (uintptr_t)from, bytes, stream), "cuMemcpyAsync");
    else
        fakeMemcpy(to, from, bytes, stream);
}

void mgpuMemset32(void *to, unsigned value, size_t count, void *stream) {
    if (haveCuda())
        check(cu.memset32((uintptr_t)to, value, count, stream), "cuMemsetD32Async");
    else
        fakeMemset(FILL32, to, value, count, stream);
}

void mgpuMemset16(void *to, unsigned short value, size_t count, void *stream) {
    if (haveCuda())
        check(cu.memset16((uintptr_t)to, value, count, stream), "cuMemsetD16Async");
    else
        fakeMemset(FILL16, to, value, count, stream);
}

void *mgpuModuleLoadJIT(void *data, int optimization, size_t size) {
    (void)optimization, (void)size;
    return haveCuda() ? cudaModuleLoad(data) : data;
}

void *mgpuModuleLoad(void *data, size_t size) { return mgpuModuleLoadJIT(data, 0, size); }

void mgpuModuleUnload(void *module) {
    if (haveCuda())
        check(cu.moduleUnload(module), "cuModuleUnload");
}

void *mgpuModuleGetFunction(void *module, const char *name) {
    if (!haveCuda())
        fault("the fake driver has the kernel '%s' as a function of the host only", name);
    return cudaFunction(module, name);
}

void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY, intptr_t gridZ, intptr_t blockX, intptr_t blockY, intptr_t blockZ,
                      int32_t sharedBytes, void *stream, void **params, void **extra, size_t paramsCount) {
    (void)paramsCount;
    if (haveCuda())
        check(cu.launchKernel(function, (unsigned)gridX, (unsigned)gridY, (unsigned)gridZ, (unsigned)blockX, (unsigned)blockY, (unsigned)blockZ,
                              (unsigned)sharedBytes, stream, params, extra), "cuLaunchKernel");
    else
        fakeLaunch(function, (int64_t[]){gridX, gridY, gridZ, blockX, blockY, blockZ}, stream, params);
}

void *inflightGpuKernel(void **slot, const char *name, const char *params, inflightHostKernel host, const char *ptx) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (*slot == NULL)
        *slot = calloc(DEVICES, sizeof(void *));
    void **kernels = *slot; // by device
    if (kernels[currentDevice] == NULL && haveCuda()) {
        if (ptx == NULL)
            fault("the kernel '%s' has no code for the device", name);
        kernels[currentDevice] = cudaFunction(cudaModuleOf(ptx), name);
    } else if (kernels[currentDevice] == NULL) {
        if (host == NULL)
            fault("the kernel '%s' has no code for the host, which the fake driver needs", name);
        fakeKernel *k = malloc(sizeof *k);
        *k = (fakeKernel){name, params, host, currentDevice};
        kernels[currentDevice] = k;
    }
    void *kernel = kernels[currentDevice];
    pthread_mutex_unlock(&lock);
    return kernel;
}

// ---- Hosts that suspend ----

void *mlirAsyncRuntimeCreateToken(void);
void inflightAsyncExpect(void);
void inflightAsyncArrive(void *token);

// A notice is the data of a callback at which a token of the asynchronous runtime is resolved, when a stream
// has reached it.
typedef struct notice {
    void *token;
    vclock knows;
} notice;

// give runs on a thread of the driver, where the driver must not be called.
static void give(void *argument) {
    notice *n = argument;
    if (!cudaFound)
        fakeLearn(&n->knows);
    inflightAsyncArrive(n->token);
    free(n);
}

void *inflightGpuStreamToken(void *stream) {
    notice *n = calloc(1, sizeof *n);
    void *token = n->token = mlirAsyncRuntimeCreateToken();
    inflightAsyncExpect();
    if (haveCuda()) {
        check(cu.launchHostFunc(stream, give, n), "cuLaunchHostFunc");
        return token;
    }
    fakeKnows(stream, &n->knows);
    fakeCall(stream, give, n);
    return token;
}

void *inflightGpuEventToken(void *event) {
    void *stream = mgpuStreamCreate();
    if (haveCuda())
        mgpuStreamWaitEvent(stream, event);
    else
        fakeHostFollows(stream, event);
    void *token = inflightGpuStreamToken(stream);
    mgpuStreamDestroy(stream); // issued operations continue
    return token;
}

// ---- Tokens and owners ----

void *inflightAsyncCreateOwner(void *what, void (*release)(void *what));
void *inflightAsyncOwned(void *owner);
void mlirAsyncRuntimeDropRef(void *object, int64_t count);

void *inflightGpuOwnStream(void *stream) { return inflightAsyncCreateOwner(stream, mgpuStreamDestroy); }

void *inflightGpuOwnEvent(void *event) { return inflightAsyncCreateOwner(event, mgpuEventDestroy); }

void *inflightGpuOwnGraph(void *graph) { return inflightAsyncCreateOwner(graph, inflightGpuGraphDestroy); }

void inflightGpuRelease(void *owner) { mlirAsyncRuntimeDropRef(owner, 1); }

void *inflightGpuToken(void *stream) {
    void *event = mgpuEventCreate();
    if (stream != NULL)
        mgpuEventRecord(event, stream);
    return inflightGpuOwnEvent(event);
}

void inflightGpuStreamWaitToken(void *stream, void *token) {
    mgpuStreamWaitEvent(stream, inflightAsyncOwned(token));
    inflightGpuRelease(token);
}

void *inflightGpuTokenComplete(void *token) {
    void *complete = inflightGpuEventToken(inflightAsyncOwned(token));
    inflightGpuRelease(token);
    return complete;
}

void inflightGpuTokenSynchronize(void *token) {
    mgpuEventSynchronize(inflightAsyncOwned(token));
    inflightGpuRelease(token);
}

void inflightGpuFinish(bool failed) {
    if (haveCuda())
        cudaFinish();
    else {
        finishGraphs();
        fakeFinish(failed);
    }
}
