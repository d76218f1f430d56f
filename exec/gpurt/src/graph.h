// Graphs: operations of the device and edges between them, without streams and events. A node is identified
// by its number, in the order in which nodes are added. A launched graph starts after the end of the graphs
// launched before.
//
// The fake driver launches a graph on lanes, which are streams that the program does not see. A node
// continues the lane of a node that it depends on, if no other node has, and else gets a lane of its own. So
// only edges order two nodes, and a missing edge is a race.

typedef struct graphNode {
    void *handle; // of the driver
    work what;
    int64_t *after; // numbers of the nodes that it depends on
    size_t afterCount;
} graphNode;

typedef struct graph {
    void *handle; // of the driver
    graphNode *nodes;
    size_t count;
} graph;

static int64_t liveGraphs, madeGraphs, madeNodes, madeEdges;
static fakeStream *graphStream; // of the fake driver; it is ordered after all launched graphs

static graphNode *addNode(graph *g) {
    g->nodes = realloc(g->nodes, (g->count + 1) * sizeof *g->nodes);
    g->nodes[g->count] = (graphNode){0};
    pthread_mutex_lock(&fakeLock);
    madeNodes++;
    pthread_mutex_unlock(&fakeLock);
    return &g->nodes[g->count++];
}

// hiddenStream makes a stream of the fake driver that is not counted.
static fakeStream *hiddenStream(void) {
    fakeStream *s = fakeStreamCreate();
    pthread_mutex_lock(&fakeLock);
    madeStreams--;
    liveStreams--;
    pthread_mutex_unlock(&fakeLock);
    return s;
}

static void makeGraphStream(void) { graphStream = hiddenStream(); }

static fakeStream *fakeGraphStream(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, makeGraphStream);
    return graphStream;
}

static bool skipsEdge(int64_t edge) {
    const char *text = getenv("INFLIGHT_GPU_SKIP_EDGE");
    return text != NULL && text[0] != 0 && strtoll(text, NULL, 10) == edge;
}

static void fakeEdge(graph *g, int64_t from, int64_t to) {
    pthread_mutex_lock(&fakeLock);
    bool skipped = skipsEdge(madeEdges++);
    pthread_mutex_unlock(&fakeLock);
    if (skipped)
        return;
    graphNode *n = &g->nodes[to];
    n->after = realloc(n->after, (n->afterCount + 1) * sizeof *n->after);
    n->after[n->afterCount++] = from;
}

// ---- A launch on the fake driver ----

// A lane is a sequence of nodes of a launch on one stream.
typedef struct lane {
    fakeStream *stream;
    int64_t last; // the node issued last
} lane;

typedef struct launching {
    graph *graph;
    lane *lanes;
    size_t count;
    fakeEvent before; // the operations of earlier graphs
    fakeEvent *done;  // by node
} launching;

// mark returns an event of the operations that a stream has issued so far.
static fakeEvent mark(fakeStream *s) {
    pthread_mutex_lock(&fakeLock);
    joinClock(&s->knows, &hostKnows);
    fakeEvent e = {s->device, number(s), s->issued, s->knows};
    pthread_mutex_unlock(&fakeLock);
    return e;
}

static void followMark(fakeStream *s, const fakeEvent *e) {
    pthread_mutex_lock(&fakeLock);
    follow(s, e);
    pthread_mutex_unlock(&fakeLock);
}

// laneFor returns the lane on which a node is issued.
static lane *laneFor(launching *l, const graphNode *n) {
    for (size_t i = 0; i < n->afterCount; i++)
        for (size_t j = 0; j < l->count; j++)
            if (l->lanes[j].last == n->after[i])
                return &l->lanes[j];
    lane *new = &l->lanes[l->count++];
    *new = (lane){hiddenStream(), -1};
    followMark(new->stream, &l->before);
    return new;
}

static void issueNode(fakeStream *s, const graphNode *n) {
    const work *w = &n->what;
    switch (w->kind) {
    case COPY:
        fakeMemcpy(w->to, w->from, w->count, s);
        break;
    case FILL32:
    case FILL16:
        fakeMemset(w->kind, w->to, w->value, w->count, s);
        break;
    case LAUNCH:
        fakeLaunch(w->kernel, w->place + 6, s, w->params);
        break;
    case POISON:
        fakeMemFree(w->to, s);
        break;
    default:
        fakeMemArrives(w->to, s);
    }
}

static void launchNode(launching *l, int64_t number) {
    const graphNode *n = &l->graph->nodes[number];
    lane *on = laneFor(l, n);
    for (size_t i = 0; i < n->afterCount; i++)
        if (n->after[i] != on->last)
            followMark(on->stream, &l->done[n->after[i]]);
    issueNode(on->stream, n);
    on->last = number;
    l->done[number] = mark(on->stream);
}

// awaitGraphs waits until the lanes of earlier launches are free again. The program has not waited for them,
// so its knowledge does not change.
static void awaitGraphs(fakeStream *s) {
    pthread_mutex_lock(&fakeLock);
    awaitOperation(number(s), s->issued);
    for (int i = 0; i < STREAMS; i++)
        while (fakeStreams[i].closing && !fakeStreams[i].ended)
            pthread_cond_wait(&fakeChanged, &fakeLock);
    pthread_mutex_unlock(&fakeLock);
}

static void fakeGraphLaunch(graph *g) {
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER; // graphs are launched one after the other
    pthread_mutex_lock(&one);
    fakeStream *s = fakeGraphStream();
    awaitGraphs(s);
    launching l = {g, calloc(g->count + 1, sizeof(lane)), 0, mark(s), calloc(g->count + 1, sizeof(fakeEvent))};
    for (size_t i = 0; i < g->count; i++)
        launchNode(&l, (int64_t)i);
    for (size_t i = 0; i < l.count; i++) {
        followMark(s, &l.done[l.lanes[i].last]);
        pthread_mutex_lock(&fakeLock);
        l.lanes[i].stream->closing = true;
        pthread_cond_broadcast(&fakeChanged);
        pthread_mutex_unlock(&fakeLock);
    }
    free(l.lanes);
    free(l.done);
    pthread_mutex_unlock(&one);
}

// finishGraphs destroys the stream on which graphs were launched, and reports graphs that were not destroyed.
static void finishGraphs(void) {
    pthread_mutex_lock(&fakeLock);
    if (getenv("INFLIGHT_GPU_COUNT") != NULL && madeGraphs > 0)
        fprintf(stderr, "graphs %lld nodes %lld edges %lld\n", (long long)madeGraphs, (long long)madeNodes, (long long)madeEdges);
    if (liveGraphs != 0)
        fault("the program has left %lld graphs of the device", (long long)liveGraphs);
    if (graphStream != NULL)
        graphStream->closing = true;
    pthread_cond_broadcast(&fakeChanged);
    pthread_mutex_unlock(&fakeLock);
}

// ---- On NVIDIA's driver ----

// The driver's descriptions of nodes, in the layout of the toolkit's cuda.h.
typedef struct cudaCopyNode {
    size_t fromX, fromY, fromZ, fromLevel;
    int fromKind;
    const void *fromHost;
    uintptr_t fromDevice;
    void *fromArray, *reserved0;
    size_t fromPitch, fromHeight;
    size_t toX, toY, toZ, toLevel;
    int toKind;
    void *toHost;
    uintptr_t toDevice;
    void *toArray, *reserved1;
    size_t toPitch, toHeight;
    size_t width, height, depth;
} cudaCopyNode;

typedef struct cudaFillNode {
    uintptr_t to;
    size_t pitch;
    unsigned value, elementBytes;
    size_t width, height;
} cudaFillNode;

typedef struct cudaKernelNode {
    void *function;
    unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
    void **params, **extra;
} cudaKernelNode;

typedef struct cudaAllocNode {
    int kind, handles, placeKind, place;
    unsigned char reserved[72];
    const void *accesses;
    size_t accessCount, bytes;
    uintptr_t memory;
} cudaAllocNode;

_Static_assert(sizeof(cudaCopyNode) == 200 && sizeof(cudaFillNode) == 40 && sizeof(cudaKernelNode) == 56 && sizeof(cudaAllocNode) == 120,
               "the layouts are the driver's");

static void *cudaAdd(graph *g, const work *w, const cudaKernelNode *launch, size_t bytes) {
    void *node = NULL, *memory = NULL;
    size_t width = w->kind == FILL32 ? 4 : 2;
    switch (w->kind) {
    case COPY: {
        cudaCopyNode n = {.fromKind = 4, .fromDevice = (uintptr_t)w->from, .toKind = 4, .toDevice = (uintptr_t)w->to, // unified addresses
                          .width = w->count, .height = 1, .depth = 1};
        check(cu.graphAddCopy(&node, g->handle, NULL, 0, &n, contextOf(currentDevice)), "cuGraphAddMemcpyNode");
        break;
    }
    case FILL32:
    case FILL16: {
        cudaFillNode n = {(uintptr_t)w->to, w->count * width, w->value, (unsigned)width, w->count, 1};
        check(cu.graphAddFill(&node, g->handle, NULL, 0, &n, contextOf(currentDevice)), "cuGraphAddMemsetNode");
        break;
    }
    case LAUNCH:
        check(cu.graphAddKernel(&node, g->handle, NULL, 0, launch), "cuGraphAddKernelNode");
        break;
    case POISON:
        check(cu.graphAddFree(&node, g->handle, NULL, 0, (uintptr_t)w->to), "cuGraphAddMemFreeNode");
        break;
    default: {
        if (bytes == 0) {
            check(cu.graphAddEmpty(&node, g->handle, NULL, 0), "cuGraphAddEmptyNode");
            break;
        }
        cudaAllocNode n = {.kind = 1, .placeKind = 1, .place = cudaDevices[currentDevice].device, .bytes = bytes}; // pinned, on the device
        check(cu.graphAddAlloc(&node, g->handle, NULL, 0, &n), "cuGraphAddMemAllocNode");
        memory = (void *)n.memory;
    }
    }
    g->nodes[g->count - 1].handle = node;
    return memory;
}

static void cudaGraphLaunch(graph *g) {
    void *executable;
    check(cu.graphInstantiate(&executable, g->handle, 0), "cuGraphInstantiateWithFlags");
    check(cu.graphLaunch(executable, NULL), "cuGraphLaunch");
    check(cu.graphExecDestroy(executable), "cuGraphExecDestroy"); // the launched operations continue
}

// ---- What programs call ----

void *inflightGpuGraphStream(void) { return haveCuda() ? NULL : fakeGraphStream(); }

void *inflightGpuGraphCreate(void) {
    graph *g = calloc(1, sizeof *g);
    if (haveCuda())
        check(cu.graphCreate(&g->handle, 0), "cuGraphCreate");
    pthread_mutex_lock(&fakeLock);
    liveGraphs++;
    madeGraphs++;
    pthread_mutex_unlock(&fakeLock);
    return g;
}

void inflightGpuGraphEdge(void *handle, int64_t from, int64_t to) {
    graph *g = handle;
    if (from < 0 || from >= to || (size_t)to >= g->count)
        fault("there is no edge from node %lld to node %lld of a graph", (long long)from, (long long)to);
    if (haveCuda())
        check(cu.graphAddEdges(g->handle, &g->nodes[from].handle, &g->nodes[to].handle, 1), "cuGraphAddDependencies");
    else
        fakeEdge(g, from, to);
}

// addWork adds a node. With NVIDIA's driver, an operation on no bytes is an empty node.
static void addWork(graph *g, work w) {
    graphNode *n = addNode(g);
    n->what = w;
    if (haveCuda() && (w.to == NULL || (w.kind != POISON && w.count == 0)))
        n->what.kind = NOTHING;
    if (haveCuda())
        cudaAdd(g, &n->what, NULL, 0);
}

void *inflightGpuGraphMemAlloc(uint64_t bytes, void *handle, bool isHostShared) {
    if (isHostShared)
        fault("a graph cannot allocate memory that the host shares");
    graphNode *n = addNode(handle);
    n->what = (work){.kind = NOTHING, .count = bytes};
    if (haveCuda())
        return cudaAdd(handle, &n->what, NULL, bytes);
    return n->what.to = fakeMemAlloc(bytes, NULL);
}

void inflightGpuGraphMemFree(void *memory, void *handle) { addWork(handle, (work){.kind = POISON, .to = memory}); }

void inflightGpuGraphMemcpy(void *to, void *from, size_t bytes, void *handle) {
    addWork(handle, (work){.kind = COPY, .to = to, .from = from, .count = bytes});
}

void inflightGpuGraphMemset32(void *to, unsigned value, size_t count, void *handle) {
    addWork(handle, (work){.kind = FILL32, .to = to, .value = value, .count = count});
}

void inflightGpuGraphMemset16(void *to, unsigned short value, size_t count, void *handle) {
    addWork(handle, (work){.kind = FILL16, .to = to, .value = value, .count = count});
}

void inflightGpuGraphLaunchKernel(void *function, intptr_t gridX, intptr_t gridY, intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                                  intptr_t blockZ, int32_t sharedBytes, void *handle, void **params, void **extra, size_t paramsCount) {
    (void)paramsCount;
    graphNode *n = addNode(handle);
    n->what.kind = LAUNCH;
    if (haveCuda()) {
        cudaKernelNode k = {function, (unsigned)gridX, (unsigned)gridY, (unsigned)gridZ, (unsigned)blockX, (unsigned)blockY, (unsigned)blockZ,
                            (unsigned)sharedBytes, params, extra};
        cudaAdd(handle, &n->what, &k, 0);
        return;
    }
    n->what.kernel = function;
    n->what.params = copyParams(function, params);
    int64_t sizes[] = {gridX, gridY, gridZ, blockX, blockY, blockZ};
    memcpy(n->what.place + 6, sizes, sizeof sizes);
}

void inflightGpuGraphLaunch(void *handle) {
    graph *g = handle;
    if (haveCuda())
        cudaGraphLaunch(g);
    else
        fakeGraphLaunch(g);
}

void inflightGpuGraphDestroy(void *handle) {
    graph *g = handle;
    if (haveCuda())
        check(cu.graphDestroy(g->handle), "cuGraphDestroy");
    for (size_t i = 0; i < g->count; i++) {
        free(g->nodes[i].after);
        free(g->nodes[i].what.params);
    }
    free(g->nodes);
    free(g);
    pthread_mutex_lock(&fakeLock);
    liveGraphs--;
    pthread_mutex_unlock(&fakeLock);
}
