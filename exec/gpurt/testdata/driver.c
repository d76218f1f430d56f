// A program with a device and PTX code. It uses streams or, with the argument "graph", a graph.

#include "inflight_gpu.h"
#include "owner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void inflightDeviceFault(const char *message) {
    printf("%s\n", message);
    fflush(stdout);
    _Exit(1);
}

static int ready;

void *mlirAsyncRuntimeCreateToken(void) { return &ready; }
void inflightAsyncExpect(void) {}
void inflightAsyncArrive(void *token) { ++*(int *)token; }

static const char ptx[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
                          ".visible .entry addOne(.param .u64 p, .param .u32 n)\n{\n"
                          "  .reg .b64 %rd<4>;\n  .reg .b32 %r<4>;\n"
                          "  ld.param.u64 %rd1, [p];\n  ld.param.u32 %r3, [n];\n  cvta.to.global.u64 %rd2, %rd1;\n  mov.u32 %r1, %tid.x;\n"
                          "  mul.wide.u32 %rd3, %r1, 4;\n  add.s64 %rd3, %rd2, %rd3;\n  ld.global.u32 %r2, [%rd3];\n"
                          "  add.s32 %r2, %r2, %r3;\n  st.global.u32 [%rd3], %r2;\n  ret;\n}\n";

static void *slot;
static int in[16], out[16];

static void *kernel(void) { return inflightGpuKernel(&slot, "addOne", "b4", NULL, ptx); }

static void streams(void) {
    void *s = mgpuStreamCreate(), *t = mgpuStreamCreate(), *e = mgpuEventCreate();
    void *a = mgpuMemAlloc(sizeof out, s, false), *shared = mgpuMemAlloc(sizeof out, NULL, true);
    int n = 5;
    mgpuMemset16(a, 1, 32, s);
    mgpuMemset32(a, 7, 16, s);
    mgpuMemcpy(shared, in, sizeof in, s);
    mgpuMemcpy(a, shared, sizeof in, s);
    mgpuLaunchKernel(kernel(), 1, 1, 1, 16, 1, 1, 0, s, (void *[]){&a, &n}, NULL, 2);
    mgpuEventRecord(e, s);
    void *token = inflightGpuToken(s), *own = inflightGpuOwnStream(s);
    inflightGpuTokenSynchronize(inflightGpuToken(NULL));
    inflightGpuStreamWaitToken(t, token);
    mgpuMemcpy(out, a, sizeof out, t);
    mgpuMemFree(a, t);
    (void)inflightGpuEventToken(e);
    mgpuEventSynchronize(e);
    mgpuStreamSynchronize(t);
    mgpuMemFree(shared, NULL);
    mgpuEventDestroy(e);
    inflightGpuRelease(own);
    mgpuStreamDestroy(t);
}

// devices launches on two devices, and copies from one to the other.
static void devices(const char *mistake) {
    struct { void *allocated, *aligned; int64_t offset, size, stride; } descriptor = {in, in, 0, 16, 1};
    mgpuMemHostRegisterMemRef(1, &descriptor, sizeof *in);
    void *s = mgpuStreamCreate(), *e = mgpuEventCreate(), *a = mgpuMemAlloc(sizeof out, s, false);
    int n = 2;
    mgpuMemcpy(a, in, sizeof in, s);
    mgpuLaunchKernel(kernel(), 1, 1, 1, 16, 1, 1, 0, s, (void *[]){&a, &n}, NULL, 2);
    mgpuEventRecord(e, s);
    mgpuSetDefaultDevice(strcmp(mistake, "devices-none") == 0 ? 2 : 1);
    n = 3;
    void *t = mgpuStreamCreate(), *b = mgpuMemAlloc(sizeof out, t, false);
    mgpuStreamWaitEvent(t, e);
    mgpuMemcpy(b, a, sizeof out, t);
    mgpuLaunchKernel(kernel(), 1, 1, 1, 16, 1, 1, 0, strcmp(mistake, "devices-kernel") == 0 ? s : t, (void *[]){&b, &n}, NULL, 2);
    mgpuMemcpy(out, b, sizeof out, t);
    mgpuMemFree(b, t);
    mgpuMemFree(a, t);
    (void)inflightGpuStreamToken(t);
    mgpuStreamSynchronize(t);
    mgpuMemHostUnregisterMemRef(1, &descriptor, sizeof *in);
    mgpuEventDestroy(e);
    mgpuStreamDestroy(s);
    mgpuStreamDestroy(t);
}

static void graph(bool complete) {
    void *g = inflightGpuGraphCreate(), *a = inflightGpuGraphMemAlloc(sizeof out, g, false);
    int n = 5;
    inflightGpuGraphMemset16(a, 1, 32, g);
    inflightGpuGraphMemset32(a, 7, 16, g);
    inflightGpuGraphMemcpy(a, in, sizeof in, g);
    inflightGpuGraphLaunchKernel(kernel(), 1, 1, 1, 16, 1, 1, 0, g, (void *[]){&a, &n}, NULL, 2);
    inflightGpuGraphMemcpy(out, a, sizeof out, g);
    inflightGpuGraphMemFree(a, g);
    for (int i = complete ? 1 : 5; i < 7; i++)
        inflightGpuGraphEdge(g, i - 1, i);
    inflightGpuGraphLaunch(g);
    inflightGpuGraphDestroy(g);
    (void)inflightGpuStreamToken(inflightGpuGraphStream());
    mgpuStreamSynchronize(inflightGpuGraphStream());
}

int main(int argc, char **argv) {
    const char *way = argc > 1 ? argv[1] : "";
    for (int i = 0; i < 16; i++)
        in[i] = i;
    if (strcmp(way, "streams") == 0)
        streams();
    else if (strncmp(way, "devices", 7) == 0)
        devices(way);
    else
        graph(strcmp(way, "graph") == 0);
    inflightGpuFinish(false);
    puts(ready == 1 && out[0] == 5 && out[15] == 20 ? "fine" : "wrong");
    return 0;
}
