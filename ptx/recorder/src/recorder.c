// A library to preload into a process that uses an NVIDIA GPU. It stands between the process and NVIDIA's
// driver, and writes a file for each launch of a kernel:
//
//   INFLIGHT_RECORD=FOLDER          where the files go; without it the library does nothing
//   INFLIGHT_RECORD_KERNEL=TEXT     only kernels whose name contains the text
//   INFLIGHT_RECORD_LAUNCHES=N      the most launches that are written, 1000 if it is not set
//   INFLIGHT_RECORD_DATA=BYTES      the contents of buffers as well, of each at most so many bytes
//
// This file has the files' contents: what is known of modules, kernels and tensor maps, and the description
// of a launch. hooks.h has the functions of the driver that the process calls here.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int result; // 0 is success
typedef uint64_t address;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of everything below

// folder returns the folder of the files, NULL if nothing is to be recorded.
static const char *folder(void) {
    const char *f = getenv("INFLIGHT_RECORD");
    return f && *f ? f : NULL;
}

static long number(const char *variable, long otherwise) {
    const char *s = getenv(variable);
    return s && *s ? atol(s) : otherwise;
}

// complain says once for each format what could not be recorded. The process goes on.
static void complain(const char *format, ...) {
    static const char *said[16];
    for (int i = 0; i < 16; i++) {
        if (said[i] == format) return;
        if (!said[i]) {
            said[i] = format;
            break;
        }
    }
    va_list args;
    va_start(args, format);
    fputs("inflight recorder: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

// ---- text that grows ----

typedef struct text {
    char *bytes;
    size_t length, room;
} text;

static void put(text *t, const void *bytes, size_t n) {
    if (t->length + n + 1 > t->room) {
        t->room = 2 * (t->length + n + 1);
        t->bytes = realloc(t->bytes, t->room);
        if (!t->bytes) abort();
    }
    memcpy(t->bytes + t->length, bytes, n);
    t->length += n;
    t->bytes[t->length] = 0;
}

__attribute__((format(printf, 2, 3))) static void add(text *t, const char *format, ...) {
    char line[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    put(t, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

// quote adds a string of JSON.
static void quote(text *t, const char *s) {
    put(t, "\"", 1);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') add(t, "\\%c", *s);
        else if ((unsigned char)*s < ' ') add(t, "\\u%04x", *s);
        else put(t, s, 1);
    }
    put(t, "\"", 1);
}

static void hex(text *t, const unsigned char *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) add(t, "%02x", bytes[i]);
}

// digest is FNV-1a: files that have the same contents have the same name.
static uint64_t digest(const void *bytes, size_t n) {
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) h = (h ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return h;
}

enum saved { failed, written, present };

// save writes a file of the folder, whole or not at all. A file that is there has the same contents.
static enum saved save(const char *name, const void *bytes, size_t n) {
    char path[4096], partial[4200];
    snprintf(path, sizeof path, "%s/%s", folder(), name);
    snprintf(partial, sizeof partial, "%s.%d.partial", path, (int)getpid());
    if (access(path, F_OK) == 0) return present;
    mkdir(folder(), 0777);
    FILE *f = fopen(partial, "wb");
    if (!f || fwrite(bytes, 1, n, f) != n) {
        complain("%s cannot be written: %s", path, strerror(errno));
        if (f) fclose(f), unlink(partial);
        return failed;
    }
    if (fclose(f) || rename(partial, path)) {
        complain("%s cannot be written: %s", path, strerror(errno));
        unlink(partial);
        return failed;
    }
    return written;
}

// ---- what handles stand for ----

// A handle is a module, a library or a kernel of the driver. The last one that the driver gave counts: it
// gives the same address again when an object has been destroyed.
typedef struct handle {
    const void *at;
    char *name;  // of a kernel
    char *image; // the file with the code
    int isKernel; // of a library: a CUkernel
} handle;

static handle *handles;
static size_t numHandles, roomHandles;

static handle *find(const void *at) {
    for (size_t i = numHandles; i-- > 0;)
        if (handles[i].at == at) return &handles[i];
    return NULL;
}

static void know(const void *at, const char *name, const char *image, int isKernel) {
    handle *h = find(at);
    if (!h) {
        if (numHandles == roomHandles) {
            roomHandles = 2 * roomHandles + 64;
            handles = realloc(handles, roomHandles * sizeof *handles);
            if (!handles) abort();
        }
        h = &handles[numHandles++];
    } else {
        free(h->name);
        free(h->image);
    }
    *h = (handle){at, name ? strdup(name) : NULL, image ? strdup(image) : NULL, isKernel};
}

// ---- images ----

// elfBytes returns the size of a file of ELF in memory: it ends behind the table of sections, or behind the
// last of them.
static size_t elfBytes(const void *image) {
    const Elf64_Ehdr *e = image;
    size_t end = e->e_shoff + (size_t)e->e_shnum * e->e_shentsize;
    const Elf64_Shdr *sections = (const void *)((const char *)image + e->e_shoff);
    for (int i = 0; i < e->e_shnum; i++)
        if (sections[i].sh_type != SHT_NOBITS && sections[i].sh_offset + sections[i].sh_size > end)
            end = sections[i].sh_offset + sections[i].sh_size;
    return end;
}

// remember saves an image, and remembers that the handle is of it.
static void remember(const void *at, const void *image) {
    if (!folder() || !image) return;
    uint32_t magic;
    memcpy(&magic, image, 4);
    if (magic == 0x466243b1) { // a wrapper: the image is what it points to
        memcpy(&image, (const char *)image + 8, sizeof image);
        memcpy(&magic, image, 4);
    }
    const char *kind = "ptx";
    size_t n;
    if (!memcmp(image, ELFMAG, SELFMAG)) {
        kind = "cubin";
        n = elfBytes(image);
    } else if (magic == 0xba55ed50) { // a header of 16 bytes, which says how many follow
        kind = "fatbin";
        uint16_t head;
        uint64_t body;
        memcpy(&head, (const char *)image + 6, sizeof head);
        memcpy(&body, (const char *)image + 8, sizeof body);
        n = head + body;
    } else
        n = strlen(image);
    char name[64];
    snprintf(name, sizeof name, "module-%016llx.%s", (unsigned long long)digest(image, n), kind);
    know(at, NULL, save(name, image, n) ? name : NULL, 0);
}

// rememberFile is remember for an image in a file.
static void rememberFile(const void *at, const char *file) {
    FILE *f = folder() ? fopen(file, "rb") : NULL;
    if (!f) return;
    text t = {0};
    char part[4096];
    size_t n;
    while ((n = fread(part, 1, sizeof part, f)) > 0) put(&t, part, n);
    fclose(f);
    if (t.length >= 16) remember(at, t.bytes);
    free(t.bytes);
}

// ---- tensor maps ----

enum { mapBytes = 128 };

typedef struct map {
    unsigned char bytes[mapBytes];
    address global; // the memory that it is of
    char *recipe;   // fields of JSON
} map;

static map *maps;
static size_t numMaps, roomMaps;

static map *findMap(const void *bytes) {
    for (size_t i = 0; i < numMaps; i++)
        if (!memcmp(maps[i].bytes, bytes, mapBytes)) return &maps[i];
    return NULL;
}

static void list64(text *t, const char *name, const uint64_t *numbers, unsigned n) {
    add(t, ", \"%s\": [", name);
    for (unsigned i = 0; i < n; i++) add(t, "%s%llu", i ? ", " : "", (unsigned long long)numbers[i]);
    add(t, "]");
}

static void list32(text *t, const char *name, const uint32_t *numbers, unsigned n) {
    add(t, ", \"%s\": [", name);
    for (unsigned i = 0; i < n; i++) add(t, "%s%u", i ? ", " : "", numbers[i]);
    add(t, "]");
}

// pick returns a name of a list by the driver's number for it.
static const char *pick(const char *const *names, unsigned count, unsigned n) { return n < count ? names[n] : "unknown"; }
#define PICK(n, ...) pick((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), n)

// encoded remembers how a tensor map was made: the arguments of the driver's function, in its order.
static void encoded(const void *bytes, unsigned type, unsigned rank, address global, const uint64_t *dims, const uint64_t *strides, const uint32_t *box,
                    const uint32_t *steps, unsigned interleave, unsigned swizzle, unsigned fill) {
    if (!folder()) return;
    text t = {0};
    add(&t, "\"dtype\": \"%s\"", PICK(type, "u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f64", "bf16", "f32.ftz", "tf32", "tf32.ftz",
                                      "b4x16", "b4x16_p64", "b6x16_p32"));
    list64(&t, "dims", dims, rank);
    list64(&t, "strides", strides, rank ? rank - 1 : 0);
    if (box) list32(&t, "box", box, rank);
    list32(&t, "elementStrides", steps, rank);
    add(&t, ", \"interleave\": \"%s\", \"swizzle\": \"%s\", \"oob\": \"%s\"", PICK(interleave, "none", "16B", "32B"),
        PICK(swizzle, "none", "32B", "64B", "128B", "128B_atom_32B", "128B_atom_32B_flip_8B", "128B_atom_64B"), PICK(fill, "zero", "nan"));
    map *m = findMap(bytes);
    if (!m) {
        if (numMaps == roomMaps) {
            roomMaps = 2 * roomMaps + 16;
            maps = realloc(maps, roomMaps * sizeof *maps);
            if (!maps) abort();
        }
        m = &maps[numMaps++];
        memcpy(m->bytes, bytes, mapBytes);
    } else
        free(m->recipe);
    m->global = global;
    m->recipe = t.bytes;
}

// ---- launches ----

// A launch is what the process asked the driver for.
typedef struct launch {
    const void *function;
    unsigned grid[3], block[3], cluster[3], shared;
    int cooperative, dependent; // dependent: it may begin before the launch in front of it has ended
    const void *stream;
    void **params, **extra;
} launch;

// The functions of the driver that the recorder itself calls, NULL where the driver has none.
static struct {
    result (*functionParam)(const void *function, size_t number, size_t *offset, size_t *bytes);
    result (*kernelParam)(const void *kernel, size_t number, size_t *offset, size_t *bytes);
    result (*range)(address *base, size_t *bytes, address at);
    result (*copyBack)(void *to, address from, size_t bytes);
    result (*synchronize)(const void *stream);
    result (*isCapturing)(const void *stream, int *status);
} driver;

static void findDriver(void);

// packed returns the parameters of a launch that gives them in one piece, and how many bytes they are; NULL
// for others.
static const unsigned char *packed(const launch *l, size_t *bytes) {
    const unsigned char *at = NULL;
    for (void **e = l->extra; !l->params && e && *e; e += 2) {
        if (*e == (void *)1) at = e[1];
        if (*e == (void *)2) *bytes = *(size_t *)e[1];
    }
    return at;
}

// param returns parameter i of a launch with its size, NULL behind the last.
static const unsigned char *param(const launch *l, const handle *h, size_t i, size_t *bytes) {
    size_t offset, most = 0;
    result (*info)(const void *, size_t, size_t *, size_t *) = h->isKernel ? driver.kernelParam : driver.functionParam;
    const unsigned char *all = packed(l, &most);
    if (!info || info(l->function, i, &offset, bytes)) return NULL;
    if (!l->params) return all && offset + *bytes <= most ? all + offset : NULL;
    return l->params[i];
}

// contents saves the bytes of a buffer, and adds the name of the file.
static void contents(text *t, const launch *l, address base, size_t bytes) {
    long most = number("INFLIGHT_RECORD_DATA", 0);
    int capturing = 0;
    if (most <= 0 || bytes > (size_t)most || !driver.copyBack || !driver.synchronize) return;
    if (driver.isCapturing && (driver.isCapturing(l->stream, &capturing) || capturing)) return;
    unsigned char *copy = malloc(bytes);
    if (copy && !driver.synchronize(l->stream) && !driver.copyBack(copy, base, bytes)) {
        char name[64];
        snprintf(name, sizeof name, "buffer-%016llx.bin", (unsigned long long)digest(copy, bytes));
        if (save(name, copy, bytes)) add(t, ", \"data\": \"%s\"", name);
    }
    free(copy);
}

// An allocation that a launch gets has a number, so that two pointers into one are seen to be that.
typedef struct allocations {
    address bases[256];
    int count;
} allocations;

static int numberOf(allocations *a, address base, int *isNew) {
    for (int i = 0; i < a->count; i++)
        if (a->bases[i] == base) return *isNew = 0, i;
    *isNew = 1;
    if (a->count < 256) a->bases[a->count++] = base;
    return a->count - 1;
}

// pointerAt adds what the eight bytes point to, if it is memory of the device.
static int pointerAt(text *t, const launch *l, allocations *a, const unsigned char *bytes) {
    address at, base;
    size_t size;
    memcpy(&at, bytes, sizeof at);
    if (!at || !driver.range || driver.range(&base, &size, at)) return 0;
    int isNew, n = numberOf(a, base, &isNew);
    add(t, "\"pointer\": true, \"buffer\": %d, \"offset\": %llu, \"size\": %zu", n, (unsigned long long)(at - base), size);
    if (isNew) contents(t, l, base, size);
    return 1;
}

// mapAt adds the recipe of a tensor map, with the memory that it is of.
static void mapAt(text *t, const launch *l, allocations *a, const map *m) {
    add(t, "\"tensorMap\": {");
    put(t, m->recipe, strlen(m->recipe));
    add(t, ", \"global\": {");
    pointerAt(t, l, a, (const unsigned char *)&m->global);
    add(t, "}}");
}

// inside adds the pointers and tensor maps that a parameter of several words holds, and clears them: addresses
// differ from run to run.
static void inside(text *t, const launch *l, allocations *a, unsigned char *bytes, size_t n) {
    int any = 0;
    for (size_t at = 0; at + 8 <= n; at += 8) {
        text field = {0};
        const map *m = at % 64 == 0 && at + mapBytes <= n ? findMap(bytes + at) : NULL;
        if (m) mapAt(&field, l, a, m);
        else if (!pointerAt(&field, l, a, bytes + at)) continue;
        add(t, "%s{\"at\": %zu, ", any++ ? ", " : ", \"fields\": [", at);
        put(t, field.bytes, field.length);
        add(t, "}");
        free(field.bytes);
        memset(bytes + at, 0, m ? mapBytes : 8);
        if (m) at += mapBytes - 8;
    }
    if (any) add(t, "]");
}

// isZero says whether all bytes are, which need not be written.
static int isZero(const unsigned char *bytes, size_t n) {
    while (n > 0 && !bytes[n - 1]) n--;
    return n == 0;
}

// value adds a parameter that is no pointer.
static void value(text *t, const launch *l, allocations *a, const unsigned char *given, size_t n) {
    unsigned char *bytes = malloc(n + 1);
    if (!bytes) abort();
    memcpy(bytes, given, n);
    if (n > 8) inside(t, l, a, bytes, n);
    if (!isZero(bytes, n) || n <= 8) {
        add(t, ", \"hex\": \"");
        hex(t, bytes, n);
        add(t, "\"");
    }
    free(bytes);
}

// describe adds the parameters of a launch; no list if the driver does not say which there are.
static void describe(text *t, const launch *l, const handle *h) {
    allocations a = {0};
    size_t n;
    const unsigned char *bytes;
    if (h->isKernel ? !driver.kernelParam : !driver.functionParam) {
        complain("the driver is older than CUDA 12.4 and does not tell the parameters of kernels: they are left out");
        return;
    }
    add(t, ",\n  \"params\": [");
    for (size_t i = 0; (bytes = param(l, h, i, &n)); i++) {
        text pointer = {0};
        add(t, "%s\n    {\"bytes\": %zu", i ? "," : "", n);
        if (n == 8 && pointerAt(&pointer, l, &a, bytes)) {
            add(t, ", ");
            put(t, pointer.bytes, pointer.length);
        } else
            value(t, l, &a, bytes, n);
        add(t, "}");
        free(pointer.bytes);
    }
    add(t, "\n  ]");
}

static void extents(text *t, const char *name, const unsigned e[3]) { add(t, ",\n  \"%s\": [%u, %u, %u]", name, e[0], e[1], e[2]); }

// fileOf returns the name of the file of a launch: as much of the kernel's name as a file system takes, and
// the digest of the description.
static void fileOf(char *file, size_t room, const char *kernel, const text *t) {
    char name[64];
    snprintf(name, sizeof name, "%s", kernel);
    for (char *c = name; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.", *c)) *c = '_';
    snprintf(file, room, "%s-%016llx.json", name, (unsigned long long)digest(t->bytes, t->length));
}

// depth is positive while a function of the driver runs for one of the hooks: what it calls here is its own.
static __thread int depth;

// record writes the file of a launch.
static void record(const launch *l) {
    static long launches;
    if (!folder() || depth > 0) return;
    pthread_mutex_lock(&lock);
    findDriver();
    const handle *h = find(l->function);
    const char *wanted = getenv("INFLIGHT_RECORD_KERNEL");
    if (!h || !h->name)
        complain("a kernel is launched that was made before the library was loaded");
    else if ((!wanted || strstr(h->name, wanted)) && launches < number("INFLIGHT_RECORD_LAUNCHES", 1000)) {
        text t = {0};
        add(&t, "{\n  \"name\": ");
        quote(&t, h->name);
        if (h->image) {
            add(&t, ",\n  \"module\": ");
            quote(&t, h->image);
        }
        extents(&t, "grid", l->grid);
        extents(&t, "block", l->block);
        if (l->cluster[0]) extents(&t, "cluster", l->cluster);
        add(&t, ",\n  \"dynamicSharedBytes\": %u", l->shared);
        if (l->cooperative) add(&t, ",\n  \"cooperative\": true");
        if (l->dependent) add(&t, ",\n  \"programmaticDependent\": true");
        describe(&t, l, h);
        add(&t, "\n}\n");
        char file[128];
        fileOf(file, sizeof file, h->name, &t);
        launches += save(file, t.bytes, t.length) == written;
        free(t.bytes);
    }
    pthread_mutex_unlock(&lock);
}

#include "hooks.h"
