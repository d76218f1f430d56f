// NVIDIA's driver. It is opened while the program runs, so that a program can be linked and started without
// it.

typedef struct cudaDriver {
    int (*init)(unsigned flags);
    int (*deviceCount)(int *count);
    int (*deviceGet)(int *device, int ordinal);
    int (*primaryRetain)(void **context, int device);
    int (*primaryRelease)(int device);
    int (*setCurrent)(void *context);
    int (*errorString)(int error, const char **text);
    int (*streamCreate)(void **stream, unsigned flags);
    int (*streamDestroy)(void *stream);
    int (*streamSynchronize)(void *stream);
    int (*streamWaitEvent)(void *stream, void *event, unsigned flags);
    int (*eventCreate)(void **event, unsigned flags);
    int (*eventDestroy)(void *event);
    int (*eventRecord)(void *event, void *stream);
    int (*eventSynchronize)(void *event);
    int (*memAllocAsync)(uintptr_t *memory, size_t bytes, void *stream);
    int (*memFreeAsync)(uintptr_t memory, void *stream);
    int (*memAlloc)(uintptr_t *memory, size_t bytes);
    int (*memAllocManaged)(uintptr_t *memory, size_t bytes, unsigned flags);
    int (*memFree)(uintptr_t memory);
    int (*hostRegister)(void *memory, size_t bytes, unsigned flags);
    int (*hostUnregister)(void *memory);
    int (*memcpyAsync)(uintptr_t to, uintptr_t from, size_t bytes, void *stream);
    int (*memset32)(uintptr_t to, unsigned value, size_t count, void *stream);
    int (*memset16)(uintptr_t to, unsigned short value, size_t count, void *stream);
    int (*moduleLoad)(void **module, const void *image);
    int (*moduleUnload)(void *module);
    int (*moduleFunction)(void **function, void *module, const char *name);
    int (*launchKernel)(void *function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
                        unsigned sharedBytes, void *stream, void **params, void **extra);
    int (*launchHostFunc)(void *stream, void (*call)(void *), void *argument);
    int (*graphCreate)(void **graph, unsigned flags);
    int (*graphDestroy)(void *graph);
    int (*graphAddCopy)(void **node, void *graph, void *const *after, size_t count, const void *copy, void *context);
    int (*graphAddFill)(void **node, void *graph, void *const *after, size_t count, const void *fill, void *context);
    int (*graphAddKernel)(void **node, void *graph, void *const *after, size_t count, const void *kernel);
    int (*graphAddAlloc)(void **node, void *graph, void *const *after, size_t count, void *allocation);
    int (*graphAddFree)(void **node, void *graph, void *const *after, size_t count, uintptr_t memory);
    int (*graphAddEmpty)(void **node, void *graph, void *const *after, size_t count);
    int (*graphAddEdges)(void *graph, void *const *from, void *const *to, size_t count);
    int (*graphInstantiate)(void **executable, void *graph, unsigned long long flags);
    int (*graphLaunch)(void *executable, void *stream);
    int (*graphExecDestroy)(void *executable);
} cudaDriver;

static cudaDriver cu;

// The names of the functions, in the order of the struct.
static const char *const cudaNames[] = {
    "cuInit", "cuDeviceGetCount", "cuDeviceGet", "cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease_v2", "cuCtxSetCurrent", "cuGetErrorString", "cuStreamCreate",
    "cuStreamDestroy_v2", "cuStreamSynchronize", "cuStreamWaitEvent", "cuEventCreate", "cuEventDestroy_v2", "cuEventRecord", "cuEventSynchronize",
    "cuMemAllocAsync", "cuMemFreeAsync", "cuMemAlloc_v2", "cuMemAllocManaged", "cuMemFree_v2", "cuMemHostRegister_v2", "cuMemHostUnregister",
    "cuMemcpyAsync", "cuMemsetD32Async",
    "cuMemsetD16Async", "cuModuleLoadData", "cuModuleUnload", "cuModuleGetFunction", "cuLaunchKernel", "cuLaunchHostFunc",
    "cuGraphCreate", "cuGraphDestroy", "cuGraphAddMemcpyNode", "cuGraphAddMemsetNode", "cuGraphAddKernelNode", "cuGraphAddMemAllocNode",
    "cuGraphAddMemFreeNode", "cuGraphAddEmptyNode", "cuGraphAddDependencies", "cuGraphInstantiateWithFlags", "cuGraphLaunch", "cuGraphExecDestroy",
};
_Static_assert(sizeof(cudaDriver) == sizeof cudaNames, "each function has a name");

static bool cudaFound;

// The devices that a program may use, and their contexts: NULL before the first use.
static struct {
    int device;
    void *context;
} cudaDevices[DEVICES];

static void check(int error, const char *function) {
    if (error == 0)
        return;
    const char *text = NULL;
    if (cu.errorString != NULL)
        cu.errorString(error, &text);
    fault("%s has failed: %s", function, text == NULL ? "an unknown error" : text);
}

static bool openCuda(void) {
    const char *wish = getenv("INFLIGHT_GPU");
    void *library = wish != NULL && strcmp(wish, "fake") == 0 ? NULL : dlopen("libcuda.so.1", RTLD_NOW);
    if (library == NULL)
        return false;
    void **functions = (void **)&cu;
    for (size_t i = 0; i < sizeof cudaNames / sizeof cudaNames[0]; i++)
        if ((functions[i] = dlsym(library, cudaNames[i])) == NULL)
            return false;
    int count;
    if (cu.init(0) != 0 || cu.deviceCount(&count) != 0 || count == 0)
        return false;
    deviceCount = count < DEVICES ? count : DEVICES;
    return true;
}

static void findCuda(void) { cudaFound = openCuda(); }

// contextOf returns the context of a device. It makes the context on first use.
static void *contextOf(int number) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (cudaDevices[number].context == NULL) {
        check(cu.deviceGet(&cudaDevices[number].device, number), "cuDeviceGet");
        check(cu.primaryRetain(&cudaDevices[number].context, cudaDevices[number].device), "cuDevicePrimaryCtxRetain");
    }
    void *context = cudaDevices[number].context;
    pthread_mutex_unlock(&lock);
    return context;
}

// haveCuda reports whether there is a driver. If so, it makes the context of the current device current in
// the thread.
static bool haveCuda(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static __thread int entered = -1;
    pthread_once(&once, findCuda);
    if (cudaFound && entered != currentDevice) {
        entered = currentDevice;
        check(cu.setCurrent(contextOf(currentDevice)), "cuCtxSetCurrent");
    }
    return cudaFound;
}

static void *cudaStreamCreate(void) {
    void *stream;
    check(cu.streamCreate(&stream, 1), "cuStreamCreate"); // not ordered with the default stream
    return stream;
}

static void *cudaEventCreate(void) {
    void *event;
    check(cu.eventCreate(&event, 2), "cuEventCreate"); // without time
    return event;
}

static void *cudaMemAlloc(size_t bytes, void *stream, bool isHostShared) {
    uintptr_t memory = 0;
    if (bytes == 0)
        return NULL;
    if (isHostShared)
        check(cu.memAllocManaged(&memory, bytes, 1), "cuMemAllocManaged");
    else if (stream == NULL)
        check(cu.memAlloc(&memory, bytes), "cuMemAlloc");
    else
        check(cu.memAllocAsync(&memory, bytes, stream), "cuMemAllocAsync");
    return (void *)memory;
}

static void cudaMemFree(void *memory, void *stream) {
    if (memory == NULL)
        return;
    if (stream == NULL)
        check(cu.memFree((uintptr_t)memory), "cuMemFree");
    else
        check(cu.memFreeAsync((uintptr_t)memory, stream), "cuMemFreeAsync");
}

static void *cudaModuleLoad(const void *image) {
    void *module;
    check(cu.moduleLoad(&module, image), "cuModuleLoadData");
    return module;
}

static void *cudaFunction(void *module, const char *name) {
    void *function;
    check(cu.moduleFunction(&function, module, name), "cuModuleGetFunction");
    return function;
}

// The modules that were loaded, by their text and their device.
static struct cudaLoaded {
    struct cudaLoaded *next;
    const char *ptx;
    int device;
    void *module;
} *cudaModules;

// cudaModuleOf returns the module of a PTX text on the current device.
static void *cudaModuleOf(const char *ptx) {
    for (struct cudaLoaded *l = cudaModules; l != NULL; l = l->next)
        if (l->ptx == ptx && l->device == currentDevice)
            return l->module;
    struct cudaLoaded *l = malloc(sizeof *l);
    *l = (struct cudaLoaded){cudaModules, ptx, currentDevice, cudaModuleLoad(ptx)};
    cudaModules = l;
    return l->module;
}

static void cudaFinish(void) {
    for (struct cudaLoaded *l = cudaModules; l != NULL; l = l->next) {
        check(cu.setCurrent(cudaDevices[l->device].context), "cuCtxSetCurrent");
        check(cu.moduleUnload(l->module), "cuModuleUnload");
    }
    for (int i = 0; i < deviceCount; i++)
        if (cudaDevices[i].context != NULL)
            check(cu.primaryRelease(cudaDevices[i].device), "cuDevicePrimaryCtxRelease");
}
