// A driver for programs with a GPU on a computer without one. A stream is a thread that executes operations
// in the order of their issue. Memory of the device is memory of the process, which is filled with a pattern
// when it is allocated and freed. A kernel is a function of the host, called for each thread of the grid.
//
// Whether two operations are ordered is decided at their issue, by the program's streams and waits and not by
// the times of their execution. So every run that issues the operations detects a missing wait, whatever the
// order of threads. The host counts as one thread of control: when one of its threads has waited, all of them
// know.

typedef struct fakeKernel {
    const char *name, *params;
    inflightHostKernel host;
    int device; // the device for which it was loaded
} fakeKernel;

typedef enum { COPY, FILL32, FILL16, LAUNCH, AWAIT, CALL, POISON, NOTHING } kind;

// An operation on a stream.
typedef struct work {
    struct work *next;
    kind kind;
    char *to, *from;
    size_t count; // bytes, or elements of a fill
    uint32_t value;
    int stream; // AWAIT: operation number `at` of the stream
    uint64_t at;
    fakeKernel *kernel;
    int64_t place[12]; // indices of block and thread, and sizes of grid and block
    void **params;
    void (*call)(void *);
    void *argument;
} work;

typedef struct fakeStream {
    pthread_t thread;
    int device;
    bool taken, closing, ended;
    work *first, *last;
    uint64_t issued, done; // numbers of operations; a new stream with this number continues to count
    vclock knows;
} fakeStream;

typedef struct fakeEvent {
    int device;
    int stream;  // -1: never recorded
    uint64_t at; // the operation of the stream that it follows
    vclock knows;
} fakeEvent;

typedef struct allocation {
    struct allocation *next;
    char *memory;
    size_t bytes;
    int device;
    bool freed, registered; // registered: memory of the host that every device may access
} allocation;

// The lock protects the following data.
static pthread_mutex_t fakeLock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t fakeChanged = PTHREAD_COND_INITIALIZER;
static fakeStream fakeStreams[STREAMS];
static vclock hostKnows;
static allocation *allocations;
static int64_t liveStreams, liveEvents, liveBuffers, liveRegistered;
static int64_t madeStreams, madeEvents, madeWaits, madeRecords;

static int fakeDevices(void) {
    const char *text = getenv("INFLIGHT_GPU_DEVICES");
    int n = text == NULL ? 4 : atoi(text);
    return n < 1 ? 1 : n > DEVICES ? DEVICES : n;
}

static uint64_t seed(void) {
    const char *text = getenv("INFLIGHT_GPU_SEED");
    return text == NULL ? 0 : strtoull(text, NULL, 10);
}

// delay sleeps for a random time up to some 100 microseconds.
static void delay(uint64_t *state) {
    if (*state == 0)
        return;
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    struct timespec time = {.tv_nsec = (long)(*state % 128) * 1000};
    if (*state >> 32 & 1)
        nanosleep(&time, NULL);
}

__attribute__((noreturn, format(printf, 1, 2))) static void fault(const char *format, ...) {
    char text[400];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    inflightDeviceFault(text);
}

// ---- Execution ----

static void launchAll(work *w) {
    int64_t *p = w->place;
    for (p[2] = 0; p[2] < p[8]; p[2]++)
        for (p[1] = 0; p[1] < p[7]; p[1]++)
            for (p[0] = 0; p[0] < p[6]; p[0]++)
                for (p[5] = 0; p[5] < p[11]; p[5]++)
                    for (p[4] = 0; p[4] < p[10]; p[4]++)
                        for (p[3] = 0; p[3] < p[9]; p[3]++)
                            w->kernel->host(w->params, p);
}

static void execute(work *w) {
    switch (w->kind) {
    case COPY:
        memmove(w->to, w->from, w->count);
        break;
    case FILL32:
        for (size_t i = 0; i < w->count; i++)
            memcpy(w->to + 4 * i, &w->value, 4);
        break;
    case FILL16:
        for (size_t i = 0; i < w->count; i++)
            memcpy(w->to + 2 * i, &(uint16_t){(uint16_t)w->value}, 2);
        break;
    case LAUNCH:
        launchAll(w);
        break;
    case AWAIT:
        pthread_mutex_lock(&fakeLock);
        while (fakeStreams[w->stream].done < w->at)
            pthread_cond_wait(&fakeChanged, &fakeLock);
        pthread_mutex_unlock(&fakeLock);
        break;
    case CALL:
        w->call(w->argument);
        break;
    case POISON:
        memset(w->to, 0xDD, w->count);
        break;
    case NOTHING:
        break;
    }
}

static void *streamThread(void *argument) {
    fakeStream *s = argument;
    uint64_t random = seed() * 0x9E3779B97F4A7C15u + (uint64_t)(s - fakeStreams) * (seed() != 0);
    pthread_mutex_lock(&fakeLock);
    for (;;) {
        while (s->first == NULL && !s->closing)
            pthread_cond_wait(&fakeChanged, &fakeLock);
        work *w = s->first;
        if (w == NULL)
            break;
        pthread_mutex_unlock(&fakeLock);
        delay(&random);
        execute(w);
        pthread_mutex_lock(&fakeLock);
        if ((s->first = w->next) == NULL)
            s->last = NULL;
        s->done++;
        free(w->params);
        free(w);
        pthread_cond_broadcast(&fakeChanged);
    }
    s->ended = true;
    pthread_cond_broadcast(&fakeChanged);
    pthread_mutex_unlock(&fakeLock);
    return NULL;
}

// ---- Issue. The lock is held. ----

static fakeStream *streamOf(void *handle) {
    fakeStream *s = handle;
    if (s < fakeStreams || s >= fakeStreams + STREAMS || !s->taken || s->closing)
        fault("a stream is used that does not exist, or was destroyed");
    return s;
}

static int number(fakeStream *s) { return (int)(s - fakeStreams); }

// issue appends an operation to a stream. It records the operation's knowledge: everything that the stream
// and the host know.
static void issue(fakeStream *s, work w) {
    work *kept = malloc(sizeof *kept);
    *kept = w;
    kept->next = NULL;
    if (s->last != NULL)
        s->last->next = kept;
    else
        s->first = kept;
    s->last = kept;
    s->issued++;
    joinClock(&s->knows, &hostKnows);
    s->knows.of[number(s)] = s->issued;
    pthread_cond_broadcast(&fakeChanged);
}

static allocation *allocationAt(const void *memory) {
    for (allocation *a = allocations; a != NULL; a = a->next)
        if ((const char *)memory >= a->memory && (const char *)memory < a->memory + a->bytes + (a->bytes == 0))
            return a;
    return NULL;
}

// onDevice ends the program if an operation accesses memory of another device and can only access that of its
// own.
static void onDevice(const fakeStream *s, const char *what, const allocation *a) {
    if (a != NULL && !a->registered && a->device != s->device)
        fault("%s on device %d accesses memory of device %d", what, s->device, a->device);
}

// touch records an access of the operation that is issued next. It ends the program if the access conflicts
// with an earlier one after which it is not ordered.
static void touch(fakeStream *s, const char *what, const void *memory, size_t bytes, bool writes) {
    allocation *a = allocationAt(memory);
    if (a != NULL && a->freed)
        fault("%s accesses memory of the device that was freed", what);
    if (a != NULL && (const char *)memory + bytes > a->memory + a->bytes)
        fault("%s accesses %zu bytes of memory of the device, of which there are %zu", what, bytes, (size_t)(a->memory + a->bytes - (const char *)memory));
    if (bytes == 0)
        return;
    vclock known = s->knows;
    joinClock(&known, &hostKnows);
    known.of[number(s)] = s->issued + 1; // the operation may access the same memory twice
    access new = {NULL, (uintptr_t)memory, (uintptr_t)memory + bytes, writes, number(s), s->issued + 1, what}, old;
    if (meet(new, &known, &old))
        fault("a race on the device: %s %s memory that %s on another stream %s, and nothing orders them", what, writes ? "writes" : "reads",
              old.what, old.writes ? "writes" : "reads");
}

// ---- The functions of the driver ----

// freeStream returns a free number for a stream. If two streams have the same number, one after the other,
// the second one counts as ordered after the first, so the numbers are used in turn.
static fakeStream *freeStream(void) {
    static int turn;
    for (int i = 0; i < STREAMS; i++) {
        fakeStream *s = &fakeStreams[turn++ % STREAMS];
        if (!s->taken || s->ended)
            return s;
    }
    fault("there are more than %d streams at a time", STREAMS);
}

static void *fakeStreamCreate(void) {
    pthread_mutex_lock(&fakeLock);
    fakeStream *s = freeStream();
    if (s->taken)
        pthread_join(s->thread, NULL); // the thread has ended, or is about to return
    s->taken = true;
    s->closing = s->ended = false;
    s->device = currentDevice;
    liveStreams++;
    madeStreams++;
    if (pthread_create(&s->thread, NULL, streamThread, s) != 0)
        fault("the system refuses a thread for a stream");
    pthread_mutex_unlock(&fakeLock);
    return s;
}

static void fakeStreamDestroy(void *handle) {
    pthread_mutex_lock(&fakeLock);
    streamOf(handle)->closing = true;
    liveStreams--;
    pthread_cond_broadcast(&fakeChanged);
    pthread_mutex_unlock(&fakeLock);
}

static void awaitOperation(int stream, uint64_t at) {
    while (fakeStreams[stream].done < at)
        pthread_cond_wait(&fakeChanged, &fakeLock);
}

static void hostLearns(const vclock *c) {
    joinClock(&hostKnows, c);
    forget(&hostKnows);
}

static void fakeStreamSynchronize(void *handle) {
    pthread_mutex_lock(&fakeLock);
    fakeStream *s = streamOf(handle);
    vclock knows = s->knows;
    awaitOperation(number(s), s->issued);
    hostLearns(&knows);
    pthread_mutex_unlock(&fakeLock);
}

static fakeEvent *eventOf(void *handle) {
    fakeEvent *e = handle;
    if (e == NULL || e->stream < -1)
        fault("an event is used that does not exist, or was destroyed");
    return e;
}

static void *fakeEventCreate(void) {
    fakeEvent *e = calloc(1, sizeof *e);
    e->stream = -1;
    e->device = currentDevice;
    pthread_mutex_lock(&fakeLock);
    liveEvents++;
    madeEvents++;
    pthread_mutex_unlock(&fakeLock);
    return e;
}

static void fakeEventDestroy(void *handle) {
    pthread_mutex_lock(&fakeLock);
    eventOf(handle)->stream = -2; // it is kept, so that a second use is detected
    liveEvents--;
    pthread_mutex_unlock(&fakeLock);
}

static void fakeEventRecord(void *handle, void *stream) {
    pthread_mutex_lock(&fakeLock);
    fakeEvent *e = eventOf(handle);
    fakeStream *s = streamOf(stream);
    if (s->device != e->device)
        fault("an event of device %d is recorded on a stream of device %d", e->device, s->device);
    joinClock(&s->knows, &hostKnows);
    e->stream = number(s);
    e->at = s->issued;
    e->knows = s->knows;
    madeRecords++;
    pthread_mutex_unlock(&fakeLock);
}

static void fakeEventSynchronize(void *handle) {
    pthread_mutex_lock(&fakeLock);
    fakeEvent e = *eventOf(handle);
    if (e.stream >= 0) {
        awaitOperation(e.stream, e.at);
        hostLearns(&e.knows);
    }
    pthread_mutex_unlock(&fakeLock);
}

static bool skips(int64_t wait) {
    const char *text = getenv("INFLIGHT_GPU_SKIP");
    return text != NULL && text[0] != 0 && strtoll(text, NULL, 10) == wait;
}

static void follow(fakeStream *s, const fakeEvent *e) {
    if (e->stream < 0)
        return;
    joinClock(&s->knows, &e->knows);
    issue(s, (work){.kind = AWAIT, .stream = e->stream, .at = e->at});
}

static void fakeStreamWaitEvent(void *stream, void *handle) {
    pthread_mutex_lock(&fakeLock);
    fakeStream *s = streamOf(stream);
    fakeEvent *e = eventOf(handle);
    if (!skips(madeWaits++))
        follow(s, e);
    pthread_mutex_unlock(&fakeLock);
}

// fakeHostFollows makes a stream wait for an event. The stream only notifies the host, so this is no wait of
// the program.
static void fakeHostFollows(void *stream, void *handle) {
    pthread_mutex_lock(&fakeLock);
    follow(streamOf(stream), eventOf(handle));
    madeStreams--;
    pthread_mutex_unlock(&fakeLock);
}

// fakeMemArrives issues the operation that allocates memory.
static void fakeMemArrives(void *memory, void *stream) {
    pthread_mutex_lock(&fakeLock);
    fakeStream *s = streamOf(stream);
    touch(s, "an allocation", memory, allocationAt(memory)->bytes, true);
    issue(s, (work){.kind = NOTHING});
    pthread_mutex_unlock(&fakeLock);
}

static void *fakeMemAlloc(size_t bytes, void *stream) {
    allocation *a = calloc(1, sizeof *a);
    a->memory = aligned_alloc(256, (bytes + 255) / 256 * 256 + 256);
    a->bytes = bytes;
    a->device = stream == NULL ? currentDevice : ((fakeStream *)stream)->device;
    memset(a->memory, 0xA5, bytes);
    pthread_mutex_lock(&fakeLock);
    a->next = allocations;
    allocations = a;
    liveBuffers++;
    pthread_mutex_unlock(&fakeLock);
    if (stream != NULL)
        fakeMemArrives(a->memory, stream);
    return a->memory;
}

static void fakeMemFree(void *memory, void *stream) {
    pthread_mutex_lock(&fakeLock);
    allocation *a = allocationAt(memory);
    if (a == NULL || a->memory != memory || a->registered)
        fault("memory is freed that was not allocated on the device");
    if (a->freed)
        fault("memory of the device is freed twice");
    if (stream != NULL) {
        fakeStream *s = streamOf(stream);
        touch(s, "a deallocation", memory, a->bytes, true);
        issue(s, (work){.kind = POISON, .to = memory, .count = a->bytes});
    }
    a->freed = true; // the memory is kept, so that a later use is detected
    liveBuffers--;
    pthread_mutex_unlock(&fakeLock);
}

static void fakeMemcpy(void *to, void *from, size_t bytes, void *stream) {
    pthread_mutex_lock(&fakeLock);
    fakeStream *s = streamOf(stream);
    touch(s, "a copy", from, bytes, false);
    touch(s, "a copy", to, bytes, true);
    issue(s, (work){.kind = COPY, .to = to, .from = from, .count = bytes});
    pthread_mutex_unlock(&fakeLock);
}

static void fakeMemset(kind k, void *to, uint32_t value, size_t count, void *stream) {
    pthread_mutex_lock(&fakeLock);
    fakeStream *s = streamOf(stream);
    onDevice(s, "a fill", allocationAt(to));
    touch(s, "a fill", to, count * (k == FILL32 ? 4 : 2), true);
    issue(s, (work){.kind = k, .to = to, .value = value, .count = count});
    pthread_mutex_unlock(&fakeLock);
}

// ---- Memory of the host that devices may access ----

static void fakeHostRegister(void *memory, size_t bytes) {
    pthread_mutex_lock(&fakeLock);
    allocation *a = calloc(1, sizeof *a);
    *a = (allocation){.next = allocations, .memory = memory, .bytes = bytes, .registered = true};
    for (allocation *b = allocations; b != NULL; b = b->next)
        if (b->memory < a->memory + bytes && a->memory < b->memory + b->bytes)
            fault("memory of the host is registered that is registered already");
    allocations = a;
    liveRegistered++;
    pthread_mutex_unlock(&fakeLock);
}

static void fakeHostUnregister(void *memory) {
    pthread_mutex_lock(&fakeLock);
    allocation **p = &allocations;
    while (*p != NULL && ((*p)->memory != memory || !(*p)->registered))
        p = &(*p)->next;
    allocation *a = *p;
    if (a == NULL)
        fault("memory of the host is unregistered that is not registered");
    for (access *old = accesses; old != NULL; old = old->next)
        if (old->from < (uintptr_t)a->memory + a->bytes && (uintptr_t)a->memory < old->to && !isBefore(old, &hostKnows))
            fault("memory of the host is unregistered, and %s on a stream may not have come to its end", old->what);
    *p = a->next;
    free(a);
    liveRegistered--;
    pthread_mutex_unlock(&fakeLock);
}

static size_t sizeOfParam(char letter) { return letter >= '1' && letter <= '8' ? (size_t)(letter - '0') : 8; }

// copyParams copies the parameters of a launch, as a driver does, into one block, the addresses first.
static void **copyParams(const fakeKernel *k, void **params) {
    size_t n = strlen(k->params);
    void **copy = malloc(n * (sizeof(void *) + 8) + 8);
    char *values = (char *)(copy + n);
    for (size_t i = 0; i < n; i++) {
        copy[i] = values + 8 * i;
        memcpy(copy[i], params[i], sizeOfParam(k->params[i]));
    }
    return copy;
}

// touchParams records the accesses of a kernel: to the whole of each allocation to which it gets a pointer.
static void touchParams(fakeStream *s, const fakeKernel *k, void **params) {
    for (size_t i = 0; k->params[i] != 0; i++) {
        if (strchr("rwb", k->params[i]) == NULL)
            continue;
        char *memory;
        memcpy(&memory, params[i], sizeof memory);
        allocation *a = allocationAt(memory);
        if (a == NULL)
            fault("the kernel '%s' gets memory of the host", k->name);
        onDevice(s, "a kernel", a);
        touch(s, "a kernel", a->memory, a->bytes, k->params[i] != 'r');
    }
}

static void fakeLaunch(fakeKernel *k, const int64_t *sizes, void *stream, void **params) {
    pthread_mutex_lock(&fakeLock);
    fakeStream *s = streamOf(stream);
    if (k->device != s->device)
        fault("the kernel '%s', loaded for device %d, is launched on a stream of device %d", k->name, k->device, s->device);
    touchParams(s, k, params);
    work w = {.kind = LAUNCH, .kernel = k, .params = copyParams(k, params)};
    memcpy(w.place + 6, sizes, 6 * sizeof *sizes);
    issue(s, w);
    pthread_mutex_unlock(&fakeLock);
}

static void fakeCall(void *stream, void (*call)(void *), void *argument) {
    pthread_mutex_lock(&fakeLock);
    issue(streamOf(stream), (work){.kind = CALL, .call = call, .argument = argument});
    pthread_mutex_unlock(&fakeLock);
}

// fakeLearn records that the host has waited for the operations that a stream had issued when the clock was
// taken.
static void fakeLearn(const vclock *c) {
    pthread_mutex_lock(&fakeLock);
    hostLearns(c);
    pthread_mutex_unlock(&fakeLock);
}

static void fakeKnows(void *stream, vclock *c) {
    pthread_mutex_lock(&fakeLock);
    *c = streamOf(stream)->knows;
    pthread_mutex_unlock(&fakeLock);
}

static void joinStreams(void) {
    for (int i = 0; i < STREAMS; i++)
        if (fakeStreams[i].taken && fakeStreams[i].closing) {
            pthread_join(fakeStreams[i].thread, NULL);
            fakeStreams[i].taken = false;
        }
}

static void fakeFinish(bool failed) {
    pthread_mutex_lock(&fakeLock);
    for (int i = 0; i < STREAMS; i++)
        awaitOperation(i, fakeStreams[i].issued);
    if (getenv("INFLIGHT_GPU_COUNT") != NULL)
        fprintf(stderr, "streams %lld events %lld records %lld waits %lld\n", (long long)madeStreams, (long long)madeEvents,
                (long long)madeRecords, (long long)madeWaits);
    if (liveStreams != 0 || liveEvents != 0 || (liveBuffers != 0 && !failed))
        fault("the program has left %lld streams, %lld events and %lld buffers of the device", (long long)liveStreams, (long long)liveEvents,
              (long long)liveBuffers);
    if (liveRegistered != 0 && !failed)
        fault("the program has left memory of the host registered: %lld times", (long long)liveRegistered);
    pthread_mutex_unlock(&fakeLock);
    joinStreams();
}
