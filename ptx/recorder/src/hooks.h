// The functions of the driver that stand in front of NVIDIA's. A process comes to them in three ways: it is
// linked with the driver, and the loader finds the library first; it asks dlsym; or it asks the driver's own
// cuGetProcAddress. Each calls the driver's, and records what it did.

#define API __attribute__((visibility("default")))

// A hook is a function that stands in front of the driver's.
typedef struct hook {
    const char *name;
    void *ours, *real;
} hook;

enum { // the places in the table
    hLaunchKernel, hLaunchKernelStreams, hLaunchEx, hLaunchExStreams, hCooperative, hCooperativeStreams, hGraphKernel, hGraphKernel2,
    hModuleLoad, hModuleLoadData, hModuleLoadDataEx, hModuleLoadFatBinary, hModuleFunction, hLibraryLoadData, hLibraryLoadFile, hLibraryModule,
    hLibraryKernel, hKernelFunction, hEncodeTiled, hEncodeIm2col, hProcAddress, hProcAddress2, HOOKS
};
static hook hooks[HOOKS];

typedef void *(*dlsymFunction)(void *library, const char *name);

static dlsymFunction realDlsym(void) {
    static dlsymFunction found;
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5", "GLIBC_2.0"};
    for (int i = 0; !found && i < 4; i++) found = (dlsymFunction)dlvsym(RTLD_NEXT, "dlsym", versions[i]);
    return found;
}

// real returns the driver's function of a hook.
static void *real(int n) {
    if (!hooks[n].real) hooks[n].real = realDlsym()(RTLD_NEXT, hooks[n].name);
    return hooks[n].real;
}

// REAL calls the driver's function of a hook. A process that has none gets the driver's "not found".
#define REAL(n, types, arguments)                                            \
    ({                                                                       \
        depth++;                                                             \
        result real_ = real(n) ? ((result(*) types)real(n)) arguments : 500; \
        depth--;                                                             \
        real_;                                                               \
    })

static void *driverLibrary; // what the process opened

static void *ofDriver(const char *name) {
    void *f = driverLibrary ? realDlsym()(driverLibrary, name) : NULL;
    return f ? f : realDlsym()(RTLD_DEFAULT, name);
}

// findDriver finds the functions that the recorder itself calls.
static void findDriver(void) {
    if (driver.range) return;
    if (!driverLibrary) driverLibrary = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    driver.functionParam = ofDriver("cuFuncGetParamInfo");
    driver.kernelParam = ofDriver("cuKernelGetParamInfo");
    driver.range = ofDriver("cuMemGetAddressRange_v2");
    driver.copyBack = ofDriver("cuMemcpyDtoH_v2");
    driver.synchronize = ofDriver("cuStreamSynchronize");
    driver.isCapturing = ofDriver("cuStreamIsCapturing");
}

// ---- launches ----

#define SIZES unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream
#define GIVEN gx, gy, gz, bx, by, bz, shared, stream
#define LAUNCH(...) record(&(launch){.function = f, .grid = {gx, gy, gz}, .block = {bx, by, bz}, .shared = shared, .stream = stream, \
                                     .params = params, __VA_ARGS__})

#define HOOK_LAUNCH(name, n)                                                             \
    API result name(void *f, SIZES, void **params, void **extra) {                       \
        LAUNCH(.extra = extra);                                                          \
        return REAL(n, (void *, SIZES, void **, void **), (f, GIVEN, params, extra));    \
    }
HOOK_LAUNCH(cuLaunchKernel, hLaunchKernel)
HOOK_LAUNCH(cuLaunchKernel_ptsz, hLaunchKernelStreams)

#define HOOK_COOPERATIVE(name, n)                                              \
    API result name(void *f, SIZES, void **params) {                           \
        LAUNCH(.cooperative = 1);                                              \
        return REAL(n, (void *, SIZES, void **), (f, GIVEN, params));          \
    }
HOOK_COOPERATIVE(cuLaunchCooperativeKernel, hCooperative)
HOOK_COOPERATIVE(cuLaunchCooperativeKernel_ptsz, hCooperativeStreams)

// The driver's CUlaunchConfig and CUlaunchAttribute.
typedef struct attribute {
    int id, padding;
    union { unsigned numbers[16]; } value;
} attribute;

typedef struct configuration {
    unsigned grid[3], block[3], shared;
    void *stream;
    const attribute *attributes;
    unsigned count;
} configuration;

static void recordConfigured(const configuration *c, void *f, void **params, void **extra) {
    launch l = {.function = f, .shared = c->shared, .stream = c->stream, .params = params, .extra = extra};
    memcpy(l.grid, c->grid, sizeof l.grid);
    memcpy(l.block, c->block, sizeof l.block);
    for (unsigned i = 0; i < c->count; i++) {
        const attribute *a = &c->attributes[i];
        if (a->id == 2) l.cooperative = a->value.numbers[0] != 0;
        if (a->id == 4) memcpy(l.cluster, a->value.numbers, sizeof l.cluster);
        if (a->id == 6) l.dependent = a->value.numbers[0] != 0;
    }
    record(&l);
}

#define HOOK_CONFIGURED(name, n)                                                                      \
    API result name(const configuration *c, void *f, void **params, void **extra) {                   \
        if (c) recordConfigured(c, f, params, extra);                                                 \
        return REAL(n, (const configuration *, void *, void **, void **), (c, f, params, extra));     \
    }
HOOK_CONFIGURED(cuLaunchKernelEx, hLaunchEx)
HOOK_CONFIGURED(cuLaunchKernelEx_ptsz, hLaunchExStreams)

// The driver's CUDA_KERNEL_NODE_PARAMS. The second version has more fields, the kernel among them.
typedef struct node {
    void *function;
    unsigned grid[3], block[3], shared;
    void **params, **extra;
    void *kernel; // only in the second version
} node;

static void recordNode(const node *k, void *f) {
    launch l = {.function = f, .shared = k->shared, .params = k->params, .extra = k->extra};
    memcpy(l.grid, k->grid, sizeof l.grid);
    memcpy(l.block, k->block, sizeof l.block);
    record(&l);
}

API result cuGraphAddKernelNode(void **made, void *graph, void *const *after, size_t count, const node *k) {
    if (k) recordNode(k, k->function);
    return REAL(hGraphKernel, (void **, void *, void *const *, size_t, const node *), (made, graph, after, count, k));
}

API result cuGraphAddKernelNode_v2(void **made, void *graph, void *const *after, size_t count, const node *k) {
    if (k) recordNode(k, k->function ? k->function : k->kernel);
    return REAL(hGraphKernel2, (void **, void *, void *const *, size_t, const node *), (made, graph, after, count, k));
}

// ---- modules, libraries, kernels ----

// KEEP does something with the lock held if a call of the driver has succeeded, and returns what it returned.
#define KEEP(call, what)                   \
    do {                                   \
        result r = call;                   \
        if (!r) {                          \
            pthread_mutex_lock(&lock);     \
            what;                          \
            pthread_mutex_unlock(&lock);   \
        }                                  \
        return r;                          \
    } while (0)

// knowAs remembers a kernel of a module or library.
static void knowAs(const void *kernel, const void *module, const char *name, int isKernel) {
    const handle *h = find(module);
    char *image = h && h->image ? strdup(h->image) : NULL;
    know(kernel, name, image, isKernel);
    free(image);
}

API result cuModuleLoad(void **module, const char *file) {
    KEEP(REAL(hModuleLoad, (void **, const char *), (module, file)), rememberFile(*module, file));
}

API result cuModuleLoadData(void **module, const void *image) {
    KEEP(REAL(hModuleLoadData, (void **, const void *), (module, image)), remember(*module, image));
}

API result cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *options, void **values) {
    KEEP(REAL(hModuleLoadDataEx, (void **, const void *, unsigned, int *, void **), (module, image, count, options, values)),
         remember(*module, image));
}

API result cuModuleLoadFatBinary(void **module, const void *image) {
    KEEP(REAL(hModuleLoadFatBinary, (void **, const void *), (module, image)), remember(*module, image));
}

API result cuModuleGetFunction(void **function, void *module, const char *name) {
    KEEP(REAL(hModuleFunction, (void **, void *, const char *), (function, module, name)), knowAs(*function, module, name, 0));
}

#define OPTIONS int *options, void **values, unsigned count, int *more, void **moreValues, unsigned moreCount
#define CHOSEN options, values, count, more, moreValues, moreCount

API result cuLibraryLoadData(void **library, const void *image, OPTIONS) {
    KEEP(REAL(hLibraryLoadData, (void **, const void *, OPTIONS), (library, image, CHOSEN)), remember(*library, image));
}

API result cuLibraryLoadFromFile(void **library, const char *file, OPTIONS) {
    KEEP(REAL(hLibraryLoadFile, (void **, const char *, OPTIONS), (library, file, CHOSEN)), rememberFile(*library, file));
}

API result cuLibraryGetModule(void **module, void *library) {
    KEEP(REAL(hLibraryModule, (void **, void *), (module, library)), knowAs(*module, library, NULL, 0));
}

API result cuLibraryGetKernel(void **kernel, void *library, const char *name) {
    KEEP(REAL(hLibraryKernel, (void **, void *, const char *), (kernel, library, name)), knowAs(*kernel, library, name, 1));
}

static void knowFunction(const void *function, const void *kernel) {
    const handle *h = find(kernel);
    char *name = h && h->name ? strdup(h->name) : NULL;
    knowAs(function, kernel, name, 0);
    free(name);
}

API result cuKernelGetFunction(void **function, void *kernel) {
    KEEP(REAL(hKernelFunction, (void **, void *), (function, kernel)), knowFunction(*function, kernel));
}

// ---- tensor maps ----

#define SHAPE void *map, unsigned type, unsigned rank, void *global, const uint64_t *dims, const uint64_t *strides
#define SHAPED map, type, rank, global, dims, strides
#define LAYOUT const uint32_t *steps, unsigned interleave, unsigned swizzle, unsigned promotion, unsigned fill
#define LAID steps, interleave, swizzle, promotion, fill

API result cuTensorMapEncodeTiled(SHAPE, const uint32_t *box, LAYOUT) {
    KEEP(REAL(hEncodeTiled, (SHAPE, const uint32_t *, LAYOUT), (SHAPED, box, LAID)),
         encoded(map, type, rank, (address)global, dims, strides, box, steps, interleave, swizzle, fill));
}

API result cuTensorMapEncodeIm2col(SHAPE, const int *lower, const int *upper, uint32_t channels, uint32_t pixels, LAYOUT) {
    KEEP(REAL(hEncodeIm2col, (SHAPE, const int *, const int *, uint32_t, uint32_t, LAYOUT), (SHAPED, lower, upper, channels, pixels, LAID)),
         encoded(map, type, rank, (address)global, dims, strides, NULL, steps, interleave, swizzle, fill));
}

// ---- how the process finds the functions ----

static result getProcAddress(const char *name, void **function, int version, uint64_t flags);
static result getProcAddress2(const char *name, void **function, int version, uint64_t flags, int *status);

static hook hooks[HOOKS] = {
    [hLaunchKernel] = {"cuLaunchKernel", cuLaunchKernel, NULL},
    [hLaunchKernelStreams] = {"cuLaunchKernel_ptsz", cuLaunchKernel_ptsz, NULL},
    [hLaunchEx] = {"cuLaunchKernelEx", cuLaunchKernelEx, NULL},
    [hLaunchExStreams] = {"cuLaunchKernelEx_ptsz", cuLaunchKernelEx_ptsz, NULL},
    [hCooperative] = {"cuLaunchCooperativeKernel", cuLaunchCooperativeKernel, NULL},
    [hCooperativeStreams] = {"cuLaunchCooperativeKernel_ptsz", cuLaunchCooperativeKernel_ptsz, NULL},
    [hGraphKernel] = {"cuGraphAddKernelNode", cuGraphAddKernelNode, NULL},
    [hGraphKernel2] = {"cuGraphAddKernelNode_v2", cuGraphAddKernelNode_v2, NULL},
    [hModuleLoad] = {"cuModuleLoad", cuModuleLoad, NULL},
    [hModuleLoadData] = {"cuModuleLoadData", cuModuleLoadData, NULL},
    [hModuleLoadDataEx] = {"cuModuleLoadDataEx", cuModuleLoadDataEx, NULL},
    [hModuleLoadFatBinary] = {"cuModuleLoadFatBinary", cuModuleLoadFatBinary, NULL},
    [hModuleFunction] = {"cuModuleGetFunction", cuModuleGetFunction, NULL},
    [hLibraryLoadData] = {"cuLibraryLoadData", cuLibraryLoadData, NULL},
    [hLibraryLoadFile] = {"cuLibraryLoadFromFile", cuLibraryLoadFromFile, NULL},
    [hLibraryModule] = {"cuLibraryGetModule", cuLibraryGetModule, NULL},
    [hLibraryKernel] = {"cuLibraryGetKernel", cuLibraryGetKernel, NULL},
    [hKernelFunction] = {"cuKernelGetFunction", cuKernelGetFunction, NULL},
    [hEncodeTiled] = {"cuTensorMapEncodeTiled", cuTensorMapEncodeTiled, NULL},
    [hEncodeIm2col] = {"cuTensorMapEncodeIm2col", cuTensorMapEncodeIm2col, NULL},
    [hProcAddress] = {"cuGetProcAddress", getProcAddress, NULL},
    [hProcAddress2] = {"cuGetProcAddress_v2", getProcAddress2, NULL},
};

static hook *hookOf(const char *name) {
    for (int i = 0; name && i < HOOKS; i++)
        if (!strcmp(hooks[i].name, name)) return &hooks[i];
    return NULL;
}

// instead returns our function in the place of the driver's. A process asks for a name and gets the function
// of a version: that of each thread's own default stream (flag 2) and the second kind of graph nodes have
// hooks of their own.
static void *instead(const char *name, void *found, int version, uint64_t flags) {
    char full[64];
    snprintf(full, sizeof full, "%s_ptsz", name);
    hook *h = flags & 2 ? hookOf(full) : NULL;
    if (!h && !strcmp(name, "cuGraphAddKernelNode") && version >= 12000) h = hookOf("cuGraphAddKernelNode_v2");
    if (!h && !strcmp(name, "cuGetProcAddress") && version >= 12000) h = hookOf("cuGetProcAddress_v2");
    if (!h && !(h = hookOf(name))) return found;
    if (found != h->ours) h->real = found;
    return h->ours;
}

static result getProcAddress(const char *name, void **function, int version, uint64_t flags) {
    result r = REAL(hProcAddress, (const char *, void **, int, uint64_t), (name, function, version, flags));
    if (!r && *function) *function = instead(name, *function, version, flags);
    return r;
}

static result getProcAddress2(const char *name, void **function, int version, uint64_t flags, int *status) {
    result r = REAL(hProcAddress2, (const char *, void **, int, uint64_t, int *), (name, function, version, flags, status));
    if (!r && *function) *function = instead(name, *function, version, flags);
    return r;
}

API result cuGetProcAddress(const char *name, void **function, int version, uint64_t flags) {
    return getProcAddress(name, function, version, flags);
}

API result cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags, int *status) {
    return getProcAddress2(name, function, version, flags, status);
}

// dlsym gives a hook to a process that asks the driver's library for a function. All else goes on to the
// loader's by a jump (the call is the last thing, and -O2 is needed), since that looks at who called it.
API void *dlsym(void *library, const char *name) {
    hook *h = name[0] == 'c' && name[1] == 'u' && folder() ? hookOf(name) : NULL;
    if (h) {
        void *found = realDlsym()(library, name);
        if (!found) return NULL;
        if (found != h->ours) h->real = found;
        if (library != RTLD_DEFAULT && library != RTLD_NEXT) driverLibrary = library;
        return h->ours;
    }
    return realDlsym()(library, name);
}
