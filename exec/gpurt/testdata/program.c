// Programs for the fake driver, by the name in the argument: correct ones, and some with one mistake.

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

void *mlirAsyncRuntimeCreateToken(void) { return calloc(1, 1); }
void inflightAsyncExpect(void) {}
void inflightAsyncArrive(void *token) { free(token); }

static void addOne(void **params, const int64_t *place) { (*(int **)params[0])[place[3]]++; }

static void *slot;

static void launch(void *memory, void *stream) {
    void *kernel = inflightGpuKernel(&slot, "addOne", "b", addOne, NULL);
    mgpuLaunchKernel(kernel, 1, 1, 1, 16, 1, 1, 0, stream, (void *[]){&memory}, NULL, 1);
}

// graph makes a graph of a copy to the device, a launch and a copy back, twice, with the given mistake.
static int graph(const char *mistake) {
    int in[16] = {0}, out[16];
    for (int i = 0; i < 2; i++) {
        void *g = inflightGpuGraphCreate(), *a = inflightGpuGraphMemAlloc(sizeof out, g, false);
        inflightGpuGraphMemcpy(a, in, sizeof in, g);
        inflightGpuGraphLaunchKernel(inflightGpuKernel(&slot, "addOne", "b", addOne, NULL), 1, 1, 1, 16, 1, 1, 0, g, (void *[]){&a}, NULL, 1);
        inflightGpuGraphMemcpy(out, a, sizeof out, g);
        inflightGpuGraphMemFree(a, g);
        for (int node = 1; node < 5; node++)
            if (node != 2 || strcmp(mistake, "graph-race") != 0)
                inflightGpuGraphEdge(g, node - 1, node);
        if (strcmp(mistake, "graph-edge") == 0)
            inflightGpuGraphEdge(g, 4, 4);
        if (strcmp(mistake, "graph-leak") == 0)
            inflightGpuFinish(false);
        inflightGpuGraphLaunch(g);
        inflightGpuGraphDestroy(g);
    }
    mgpuStreamSynchronize(inflightGpuGraphStream());
    inflightGpuFinish(false);
    puts(out[0] == 1 && out[15] == 1 ? "fine" : "wrong");
    return 0;
}

// devices copies from one device to another, after a launch on each, with the given mistake.
static int devices(const char *mistake) {
    int in[16] = {0}, out[16], *registered = in;
    struct { void *allocated, *aligned; int64_t offset, size, stride; } descriptor = {in, in, 0, 16, strcmp(mistake, "devices-stride") == 0 ? 2 : 1};
    mgpuMemHostRegisterMemRef(1, &descriptor, sizeof *in);
    if (strcmp(mistake, "devices-none") == 0)
        mgpuSetDefaultDevice(4);
    void *s = mgpuStreamCreate(), *e = mgpuEventCreate(), *a = mgpuMemAlloc(sizeof out, s, false);
    if (strcmp(mistake, "devices-twice") == 0)
        mgpuMemHostRegisterMemRef(1, &descriptor, sizeof *in);
    launch(registered, s);
    mgpuMemcpy(a, in, sizeof in, s);
    launch(a, s);
    mgpuSetDefaultDevice(1);
    void *t = mgpuStreamCreate(), *b = mgpuMemAlloc(sizeof out, t, false);
    if (inflightGpuDefaultDevice() != 1)
        return 1;
    mgpuEventRecord(e, strcmp(mistake, "devices-event") == 0 ? t : s);
    if (strcmp(mistake, "devices-race") != 0)
        mgpuStreamWaitEvent(t, e);
    mgpuMemcpy(b, a, sizeof out, t);
    if (strcmp(mistake, "devices-fill") == 0)
        mgpuMemset32(a, 1, 16, t);
    launch(strcmp(mistake, "devices-memory") == 0 ? a : b, strcmp(mistake, "devices-kernel") == 0 ? s : t);
    mgpuMemcpy(out, b, sizeof out, t);
    mgpuMemFree(b, t);
    mgpuMemFree(a, t);
    if (strcmp(mistake, "devices-pending") != 0)
        mgpuStreamSynchronize(t);
    if (strcmp(mistake, "devices-registered") != 0)
        mgpuMemHostUnregisterMemRef(1, &descriptor, sizeof *in);
    if (strcmp(mistake, "devices-unregistered") == 0)
        mgpuMemHostUnregisterMemRef(1, &descriptor, sizeof *in);
    mgpuEventDestroy(e);
    mgpuStreamDestroy(s);
    mgpuStreamDestroy(t);
    inflightGpuFinish(false);
    puts(in[0] == 1 && out[0] == 3 && out[15] == 3 ? "fine" : "wrong");
    return 0;
}

int main(int argc, char **argv) {
    const char *mistake = argc > 1 ? argv[1] : "";
    if (strncmp(mistake, "devices", 7) == 0)
        return devices(mistake);
    if (strncmp(mistake, "graph", 5) == 0)
        return graph(mistake);
    int in[32] = {0}, out[16];
    void *s = mgpuStreamCreate(), *t = mgpuStreamCreate(), *e = mgpuEventCreate();
    void *a = mgpuMemAlloc(sizeof out, s, false);
    mgpuMemcpy(a, in, strcmp(mistake, "beyond") == 0 ? sizeof in : sizeof out, s);
    launch(strcmp(mistake, "host") == 0 ? (void *)in : a, s);
    mgpuEventRecord(e, s);
    if (strcmp(mistake, "race") != 0)
        mgpuStreamWaitEvent(t, e);
    mgpuMemcpy(out, a, sizeof out, t);
    mgpuMemFree(a, t);
    if (strcmp(mistake, "twice") == 0)
        mgpuMemFree(a, t);
    if (strcmp(mistake, "freed") == 0)
        launch(a, t);
    (void)inflightGpuStreamToken(s);
    (void)inflightGpuEventToken(e);
    mgpuStreamSynchronize(t);
    if (strcmp(mistake, "leak") == 0) {
        (void)mgpuMemAlloc(4, s, false);
        mgpuStreamDestroy(t);
        inflightGpuFinish(false);
    }
    mgpuEventDestroy(e);
    if (strcmp(mistake, "destroyed") == 0)
        mgpuEventRecord(e, s);
    mgpuStreamDestroy(s);
    mgpuStreamDestroy(t);
    if (strcmp(mistake, "leak") != 0)
        inflightGpuFinish(false);
    puts(out[0] == 1 && out[15] == 1 ? "fine" : "wrong");
    return 0;
}
