// A process that uses a GPU. Its argument says how it finds the driver: linked, dlsym or address.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int result;

static const char *way;
static void *library;

static void *get(const char *name) {
    if (!strcmp(way, "linked")) return dlsym(RTLD_DEFAULT, name);
    if (!strcmp(way, "dlsym")) return dlsym(library, name);
    static result (*address)(const char *, void **, int, uint64_t, int *);
    if (!address) address = dlsym(library, "cuGetProcAddress_v2");
    void *f = NULL;
    int status;
    if (address(name, &f, 12040, 0, &status)) return NULL;
    return f;
}

#define CALL(name, types, ...)                                          \
    do {                                                                \
        result (*f) types = get(#name);                                 \
        result r = f ? f(__VA_ARGS__) : -1;                             \
        if (r) fprintf(stderr, "%s: %d\n", #name, r), exit(1);          \
    } while (0)

#define SIZES unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *

typedef struct attribute { int id, padding; unsigned value[16]; } attribute;
typedef struct configuration { unsigned grid[3], block[3], shared; void *stream; const attribute *attributes; unsigned count; } configuration;

int main(int argc, char **argv) {
    way = argc > 1 ? argv[1] : "dlsym";
    library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (!library) return fprintf(stderr, "%s\n", dlerror()), 1;
    static char ptx[1 << 16];
    FILE *f = fopen(argv[2], "rb");
    if (!f || !fread(ptx, 1, sizeof ptx - 1, f)) return 1;
    void *context, *module, *function, *kernel;
    int device;
    CALL(cuInit, (unsigned), 0);
    CALL(cuDeviceGet, (int *, int), &device, 0);
    CALL(cuDevicePrimaryCtxRetain, (void **, int), &context, device);
    CALL(cuCtxSetCurrent, (void *), context);
    CALL(cuModuleLoadDataEx, (void **, const void *, unsigned, int *, void **), &module, ptx, 0, NULL, NULL);
    CALL(cuModuleGetFunction, (void **, void *, const char *), &function, module, "scale");
    uint64_t memory;
    float numbers[64];
    for (int i = 0; i < 64; i++) numbers[i] = i;
    CALL(cuMemAlloc_v2, (uint64_t *, size_t), &memory, sizeof numbers);
    CALL(cuMemcpyHtoD_v2, (uint64_t, const void *, size_t), memory, numbers, sizeof numbers);

    // Parameters one by one; the second pointer is into the same allocation.
    uint64_t half = memory + sizeof numbers / 2;
    unsigned n = 20;
    void *params[] = {&memory, &half, &n};
    CALL(cuLaunchKernel, (void *, SIZES, void **, void **), function, 2, 1, 1, 16, 1, 1, 0, NULL, params, NULL);
    CALL(cuCtxSynchronize, (void), );

    // The same launch again is not written twice; the buffers now hold other numbers, which is no other launch.
    CALL(cuLaunchKernel, (void *, SIZES, void **, void **), function, 2, 1, 1, 16, 1, 1, 0, NULL, params, NULL);

    // Parameters in one piece, and a kernel of a library with attributes.
    struct { uint64_t to, from; unsigned n; } all = {memory, half, 7};
    size_t size = sizeof all;
    void *extra[] = {(void *)1, &all, (void *)2, &size, NULL};
    CALL(cuLibraryLoadData, (void **, const void *, int *, void **, unsigned, int *, void **, unsigned), &module, ptx, NULL, NULL, 0, NULL, NULL, 0);
    CALL(cuLibraryGetKernel, (void **, void *, const char *), &kernel, module, "scale");
    attribute attributes[] = {{4, 0, {2, 1, 1}}, {6, 0, {1}}};
    configuration c = {{2, 1, 1}, {16, 1, 1}, 1024, NULL, attributes, 2};
    CALL(cuLaunchKernelEx, (const configuration *, void *, void **, void **), &c, kernel, NULL, extra);
    CALL(cuCtxSynchronize, (void), );

    // A tensor map, in a parameter of its own.
    _Alignas(64) unsigned char map[128];
    uint64_t dims[] = {8, 4}, strides[] = {32};
    unsigned box[] = {8, 2}, steps[] = {1, 1};
    CALL(cuTensorMapEncodeTiled,
         (void *, unsigned, unsigned, void *, const uint64_t *, const uint64_t *, const unsigned *, const unsigned *, unsigned, unsigned, unsigned,
          unsigned),
         map, 7, 2, (void *)memory, dims, strides, box, steps, 0, 1, 0, 0);
    CALL(cuModuleGetFunction, (void **, void *, const char *), &function, module, "mapped");
    void *mapped[] = {map, &memory};
    CALL(cuLaunchKernel, (void *, SIZES, void **, void **), function, 1, 1, 1, 1, 1, 1, 0, NULL, mapped, NULL);
    CALL(cuCtxSynchronize, (void), );
    puts("fine");
}
