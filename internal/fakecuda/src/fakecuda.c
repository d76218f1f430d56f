// A driver of a device that is not there: libcuda.so.1 and libcublas for tests. Memory of the device is memory of the process.
// Kernels are executed by a program, which FAKECUDA_INTERPRETER names: it gets the PTX, the parameters and all memory on its standard
// input, and leaves the memory on its standard output.
//
//   FAKECUDA_FAIL=cuMemAlloc_v2:2:2   the second call of that function returns 2
//   FAKECUDA_LOG=FILE                 every call is a line in the file
//   FAKECUDA_DRIVER=12080             the version of the driver
//   FAKECUDA_CAPABILITY=90            the compute capability
//   FAKECUDA_MEMORY=1000000           the bytes that the device has
//   FAKECUDA_MICROSECONDS=250         the time that a launch, or a copy on the device, takes
//   FAKECUDA_LAUNCH=hang or crash     what a launch does
//   FAKECUDA_SEED=7                   streams go on at random; 0: as late as they can, which is the default; -1: at once
//   FAKECUDA_POOLS=0                  no memory of streams
//   FAKECUDA_DEVICES=2                how many devices there are; they share memory, and the rest belongs to one

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int result;
enum { success = 0, invalidValue = 1, outOfMemory = 2, noBinary = 209, invalidPTX = 218, oldDriver = 222, invalidHandle = 400, notFound = 500, launchFailed = 719, notPermitted = 800 };

#define API __attribute__((visibility("default")))

static long number(const char *variable, long otherwise) {
  const char *s = getenv(variable);
  return s && *s ? atol(s) : otherwise;
}

// ---- every call ----

static result sticky; // of a kernel that failed: every call returns it from then on

// inCallback says that a function of the host that was put on a stream runs: it must call nothing of the driver.
static _Thread_local int inCallback;

// called logs a call and says whether it is to fail. Calls are few: a list of names counts them.
static result called(const char *name, const char *format, ...) {
  if (inCallback) return notPermitted;
  static struct { const char *name; int calls; } counts[96];
  int i = 0;
  while (counts[i].name && strcmp(counts[i].name, name)) i++;
  counts[i].name = name;
  counts[i].calls++;
  const char *file = getenv("FAKECUDA_LOG");
  if (file) {
    FILE *f = fopen(file, "a");
    va_list args;
    va_start(args, format);
    fprintf(f, "%s ", name);
    vfprintf(f, format, args);
    fputc('\n', f);
    va_end(args);
    fclose(f);
  }
  const char *fail = getenv("FAKECUDA_FAIL");
  size_t n = strlen(name);
  int nth, r;
  if (fail && !strncmp(fail, name, n) && sscanf(fail + n, ":%d:%d", &nth, &r) == 2 && nth == counts[i].calls) return r;
  return sticky;
}

#define CALL(...) do { result r_ = called(__func__, __VA_ARGS__); if (r_) return r_; } while (0)

static int clock_; // the time: launches, and copies on the device, that the host has waited for

// ---- memory ----

static struct block { char *at; size_t size; int absent; } blocks[4096]; // absent: its stream has not come to allocate it
static int numBlocks;
static size_t used;

// within says whether some memory is part of one allocation that is there.
static int within(uint64_t at, size_t n) {
  for (int i = 0; i < numBlocks; i++)
    if (!blocks[i].absent && at >= (uint64_t)blocks[i].at && at + n <= (uint64_t)blocks[i].at + blocks[i].size) return 1;
  return 0;
}

static result release(uint64_t address) {
  for (int i = 0; i < numBlocks; i++)
    if ((uint64_t)blocks[i].at == address && !blocks[i].absent) {
      used -= blocks[i].size;
      memset(blocks[i].at, 0xCD, blocks[i].size);
      free(blocks[i].at);
      blocks[i] = blocks[--numBlocks];
      return success;
    }
  return invalidValue;
}

static void finishAll(void);

API result cuMemAlloc_v2(uint64_t *address, size_t n) {
  CALL("%zu", n);
  if (n == 0 || numBlocks == 4096) return invalidValue;
  if (used + n > (size_t)number("FAKECUDA_MEMORY", 1l << 32)) return outOfMemory;
  struct block b = {aligned_alloc(256, (n + 255) / 256 * 256), n, 0};
  if (!b.at) return outOfMemory;
  memset(b.at, 0xAB, n);
  blocks[numBlocks++] = b;
  used += n;
  *address = (uint64_t)b.at;
  return success;
}

API result cuMemFree_v2(uint64_t address) {
  CALL("");
  finishAll();
  return release(address);
}

API result cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t n) {
  CALL("%zu", n);
  if (!within(to, n)) return invalidValue;
  memcpy((void *)to, from, n);
  return success;
}

API result cuMemcpyDtoH_v2(void *to, uint64_t from, size_t n) {
  CALL("%zu", n);
  if (!within(from, n)) return invalidValue;
  memcpy(to, (void *)from, n);
  return success;
}

API result cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t n) {
  CALL("%zu", n);
  if (!within(from, n) || !within(to, n)) return invalidValue;
  memmove((void *)to, (void *)from, n);
  clock_++;
  return success;
}

API result cuMemsetD8_v2(uint64_t to, unsigned char value, size_t n) {
  CALL("%zu", n);
  if (!within(to, n)) return invalidValue;
  memset((void *)to, value, n);
  return success;
}

API result cuMemGetAddressRange_v2(uint64_t *base, size_t *size, uint64_t at) {
  CALL("");
  for (int i = 0; i < numBlocks; i++)
    if (!blocks[i].absent && at >= (uint64_t)blocks[i].at && at < (uint64_t)blocks[i].at + blocks[i].size) {
      *base = (uint64_t)blocks[i].at;
      *size = blocks[i].size;
      return success;
    }
  return notFound;
}

// ---- the device ----

API result cuInit(unsigned flags) { CALL("%u", flags); return success; }
API result cuDriverGetVersion(int *version) { CALL(""); *version = number("FAKECUDA_DRIVER", 12080); return success; }
static int devices(void) { return number("FAKECUDA_DEVICES", 1); }

// A context is the place of its device in an array.
static char contexts[64];
static __thread int device = -1; // of the context that is current

API result cuDeviceGetCount(int *n) { CALL(""); *n = devices(); return success; }
API result cuDeviceGet(int *d, int ordinal) { CALL("%d", ordinal); *d = ordinal; return ordinal >= devices() ? 101 : success; }
API result cuDeviceGetName(char *name, int n, int device) { CALL("%d", device); snprintf(name, n, "Fake GPU"); return success; }
API result cuDeviceTotalMem_v2(size_t *n, int device) { CALL("%d", device); *n = number("FAKECUDA_MEMORY", 1l << 32); return success; }
API result cuDevicePrimaryCtxRetain(void **context, int device) { CALL("%d", device); *context = contexts + device; return success; }
static int streamsLeft, eventsLeft, hostLeft;
API result cuDevicePrimaryCtxRelease_v2(int device) { CALL("left: %d streams, %d events, %d of the host", streamsLeft, eventsLeft, hostLeft); return success; }
API result cuCtxSetCurrent(void *context) {
  device = (char *)context - contexts;
  CALL("%d", device);
  return device >= 0 && device < devices() ? success : invalidValue;
}
API result cuCtxSynchronize(void) { CALL(""); finishAll(); return sticky; }

static int capability(void) { return number("FAKECUDA_CAPABILITY", 90); }

// mostShared is the shared memory that a block may have: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
static int mostShared(void) { return capability() >= 90 ? 227 << 10 : capability() == 80 ? 163 << 10 : 99 << 10; }

API result cuDeviceGetAttribute(int *value, int attribute, int device) {
  CALL("%d", attribute);
  switch (attribute) {
  case 16: *value = 4; return success;
  case 75: *value = capability() / 10; return success;
  case 76: *value = capability() % 10; return success;
  case 97: *value = mostShared(); return success;
  }
  return invalidValue;
}

API result cuGetErrorName(result r, const char **name) {
  static const struct { result r; const char *name; } names[] = {
      {1, "CUDA_ERROR_INVALID_VALUE"}, {2, "CUDA_ERROR_OUT_OF_MEMORY"}, {100, "CUDA_ERROR_NO_DEVICE"}, {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
      {218, "CUDA_ERROR_INVALID_PTX"}, {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"}, {400, "CUDA_ERROR_INVALID_HANDLE"}, {500, "CUDA_ERROR_NOT_FOUND"},
      {700, "CUDA_ERROR_ILLEGAL_ADDRESS"}, {719, "CUDA_ERROR_LAUNCH_FAILED"}, {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].r == r) { *name = names[i].name; return success; }
  *name = NULL;
  return invalidValue;
}

API result cuGetErrorString(result r, const char **text) {
  return cuGetErrorName(r, text) ? invalidValue : (*text = "said by the fake driver", success);
}

// ---- the interpreter ----

extern char **environ;

// interpret runs the interpreter on a request, and reads what it answers: the number in its first line is returned.
static result interpret(const char *head, const char *ptx, const void *params, size_t numParams, int memory, char *log, size_t room) {
  const char *program = getenv("FAKECUDA_INTERPRETER");
  int in[2], out[2];
  if (!program || pipe(in) || pipe(out)) return launchFailed;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_addclose(&actions, in[1]);
  posix_spawn_file_actions_addclose(&actions, out[0]);
  setenv("FAKECUDA_INTERPRET", "1", 1);
  pid_t child;
  char *args[] = {(char *)program, NULL};
  if (posix_spawn(&child, program, &actions, NULL, args, environ)) return launchFailed;
  unsetenv("FAKECUDA_INTERPRET");
  close(in[0]);
  close(out[1]);
  int present = 0;
  for (int i = 0; i < numBlocks; i++) present += !blocks[i].absent;
  FILE *w = fdopen(in[1], "w"), *r = fdopen(out[0], "r");
  fprintf(w, "%s %zu %zu %d\n", head, strlen(ptx), numParams, memory ? present : 0);
  fwrite(ptx, 1, strlen(ptx), w);
  fwrite(params, 1, numParams, w);
  for (int i = 0; memory && i < numBlocks; i++) {
    if (blocks[i].absent) continue;
    fprintf(w, "%llu %zu\n", (unsigned long long)(uint64_t)blocks[i].at, blocks[i].size);
    fwrite(blocks[i].at, 1, blocks[i].size, w);
  }
  fclose(w);
  int status = launchFailed;
  size_t n = 0;
  if (fscanf(r, "%d %zu", &status, &n) == 2 && fgetc(r) == '\n') {
    char *said = calloc(n + 1, 1);
    if (fread(said, 1, n, r) != n) status = launchFailed;
    if (log) snprintf(log, room, "%s", said);
    else if (n) fprintf(stderr, "%s\n", said);
    free(said);
    for (int i = 0; memory && status == success && i < numBlocks; i++)
      if (!blocks[i].absent && fread(blocks[i].at, 1, blocks[i].size, r) != blocks[i].size) status = launchFailed;
  }
  fclose(r);
  waitpid(child, NULL, 0);
  return status;
}

// ---- modules ----

struct module { char *ptx; int device; };
struct function { const struct module *module; char name[256]; int shared; };

// newest returns the newest version of PTX that a driver reads, times 10.
static int newest(int driver) { return driver >= 13000 ? 90 : driver >= 12000 ? 80 + driver % 1000 / 10 - (driver > 12050) : 70 + driver % 1000 / 10; }

API result cuModuleLoadDataEx(struct module **module, const char *image, unsigned n, int *options, void **values) {
  CALL("%zu", strlen(image));
  char *info = NULL, *error = NULL;
  size_t infoRoom = 0, errorRoom = 0;
  for (unsigned i = 0; i < n; i++) switch (options[i]) {
    case 3: info = values[i]; break;
    case 4: infoRoom = (size_t)values[i]; break;
    case 5: error = values[i]; break;
    case 6: errorRoom = (size_t)values[i]; break;
    }
  int major, minor, capable;
  const char *version = strstr(image, "\n.version "), *target = strstr(image, "\n.target sm_");
  if (!strncmp(image, ".version ", 9)) version = image - 1;
  if (!version || !target || sscanf(version + 10, "%d.%d", &major, &minor) != 2 || sscanf(target + 12, "%d", &capable) != 1) {
    if (error) snprintf(error, errorRoom, "ptxas fatal : no .version or .target");
    return invalidPTX;
  }
  if (10 * major + minor > newest(number("FAKECUDA_DRIVER", 12080))) return oldDriver;
  if (capable > capability()) return noBinary;
  result r = interpret("load - 0 0 0 0 0 0 0", image, "", 0, 0, error, errorRoom);
  if (r) return r;
  if (info) snprintf(info, infoRoom, "info : compiled for sm_%d", capability());
  *module = malloc(sizeof **module);
  (*module)->ptx = strdup(image);
  (*module)->device = device;
  return success;
}

API result cuModuleLoadData(struct module **module, const char *image) { return cuModuleLoadDataEx(module, image, 0, NULL, NULL); }

API result cuModuleUnload(struct module *module) {
  CALL("");
  free(module->ptx);
  free(module);
  return success;
}

API result cuModuleGetFunction(struct function **function, struct module *module, const char *name) {
  CALL("%s", name);
  char entry[300];
  snprintf(entry, sizeof entry, ".entry %s(", name);
  if (!strstr(module->ptx, entry)) return notFound;
  *function = calloc(1, sizeof **function);
  (*function)->module = module;
  snprintf((*function)->name, sizeof (*function)->name, "%s", name);
  return success;
}

API result cuFuncGetAttribute(int *value, int attribute, struct function *f) {
  CALL("%d %s", attribute, f->name);
  *value = attribute == 0 ? 1024 : attribute == 4 ? 32 : 0;
  return success;
}

API result cuFuncSetAttribute(struct function *f, int attribute, int value) {
  CALL("%s %d %d", f->name, attribute, value);
  if (attribute != 8 || value > mostShared()) return invalidValue;
  f->shared = value;
  return success;
}

// ---- streams ----

// An action is what waits on a stream for its turn.
enum kind { aLaunch, aWrite, aRead, aCopy, aFill, aAlloc, aFree, aWait, aRecord, aCall, aMove };

struct event;

struct action {
  enum kind kind;
  int issued; // when
  uint64_t to, from;
  void *host;
  void (*call)(void *);
  size_t n;
  unsigned pattern, width;
  char head[512];
  const char *ptx;
  struct event *event;
  struct stream *stream; // of the event
  int position;          // of the event in its stream
};

static void *callOnThread(void *argument) {
  struct action *a = argument;
  inCallback = 1;
  a->call(a->host);
  return NULL;
}

// callHost calls a function of the host, on a thread of the driver's own.
static result callHost(struct action *a) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, callOnThread, a)) return outOfMemory;
  pthread_join(thread, NULL);
  return success;
}

struct stream { struct action *list; int n, done, time, device; struct stream *next; };
struct event { int at, position, past, destroyed, uses, device; struct stream *stream; };

static struct stream *streams;

static void drop(struct event *e) {
  if (e->destroyed && e->uses == 0) free(e);
}

static result fill(uint64_t to, unsigned pattern, unsigned width, size_t n) {
  if (!within(to, n)) return invalidValue;
  for (size_t i = 0; i + width <= n; i += width) memcpy((char *)to + i, &pattern, width);
  return success;
}

// move copies between unified addresses: what is no memory of the device is the host's.
static result move(char *to, const char *from, size_t n) {
  memmove(to, from, n);
  return success;
}

static void finish(struct stream *s, int position);

static result perform(struct stream *s, struct action *a) {
  if (s->time < a->issued) s->time = a->issued;
  switch (a->kind) {
  case aWait:
    if (a->stream) finish(a->stream, a->position);
    if (s->time < a->event->at) s->time = a->event->at;
    a->event->uses--;
    drop(a->event);
    return success;
  case aRecord:
    a->event->at = s->time;
    a->event->past = 1;
    a->event->uses--;
    drop(a->event);
    return success;
  case aAlloc:
    for (int i = 0; i < numBlocks; i++)
      if ((uint64_t)blocks[i].at == a->to) blocks[i].absent = 0;
    return success;
  case aFree: return release(a->to);
  case aCall: return callHost(a);
  case aMove: return move((char *)a->to, (char *)a->from, a->n);
  case aFill: return fill(a->to, a->pattern, a->width, a->n);
  default: s->time++;
  }
  if (a->kind == aLaunch) return interpret(a->head, a->ptx, a->host, a->n, 1, NULL, 0);
  if ((a->kind != aRead && !within(a->to, a->n)) || (a->kind != aWrite && !within(a->from, a->n))) return invalidValue;
  if (a->kind == aWrite) memcpy((void *)a->to, a->host, a->n);
  else if (a->kind == aRead) memcpy(a->host, (void *)a->from, a->n);
  else memmove((void *)a->to, (void *)a->from, a->n);
  return success;
}

// finish performs the actions of a stream up to some number, and what they wait for.
static void finish(struct stream *s, int position) {
  while (s->done < position) {
    struct action a = s->list[s->done++];
    result r = perform(s, &a);
    if (r && !sticky) sticky = r;
    if (a.kind == aLaunch) free(a.host);
  }
}

static void finishAll(void) {
  for (struct stream *s = streams; s; s = s->next) {
    finish(s, s->n);
    if (clock_ < s->time) clock_ = s->time;
  }
}

// put puts an action on a stream. What is on no stream is performed at once.
static result put(struct stream *s, struct action a) {
  a.issued = clock_;
  if (!s) {
    static struct stream blocking;
    blocking.time = clock_;
    result r = perform(&blocking, &a);
    clock_ = blocking.time;
    if (a.kind == aLaunch) free(a.host);
    return r;
  }
  s->list = realloc(s->list, (s->n + 1) * sizeof a);
  s->list[s->n++] = a;
  static unsigned state;
  long seed = number("FAKECUDA_SEED", 0);
  if (seed < 0) finish(s, s->n);
  if (seed > 0)
    for (struct stream *t = streams; t; t = t->next) {
      state = state * 1103515245 + 12345 + seed;
      if (t->done < t->n && state >> 16 & 1) finish(t, t->done + 1);
    }
  return success;
}

API result cuStreamCreate(struct stream **s, unsigned flags) {
  CALL("%u", flags);
  *s = calloc(1, sizeof **s);
  (*s)->device = device;
  (*s)->next = streams;
  streams = *s;
  streamsLeft++;
  return flags == 1 ? success : invalidValue;
}

API result cuStreamDestroy_v2(struct stream *s) {
  CALL("");
  finish(s, s->n);
  for (struct stream **at = &streams; *at; at = &(*at)->next)
    if (*at == s) { *at = s->next; streamsLeft--; return success; } // an event may still name it
  return invalidValue;
}

API result cuStreamSynchronize(struct stream *s) {
  CALL("");
  if (s) finish(s, s->n);
  if (s && clock_ < s->time) clock_ = s->time;
  return sticky;
}

API result cuMemAllocAsync(uint64_t *address, size_t n, struct stream *s) {
  CALL("%zu", n);
  if (!number("FAKECUDA_POOLS", 1)) return 801;
  result r = cuMemAlloc_v2(address, n);
  if (r) return r;
  blocks[numBlocks - 1].absent = 1;
  return put(s, (struct action){.kind = aAlloc, .to = *address});
}

API result cuMemFreeAsync(uint64_t address, struct stream *s) {
  CALL("");
  return put(s, (struct action){.kind = aFree, .to = address});
}

API result cuMemAllocHost_v2(void **memory, size_t n) { CALL("%zu", n); *memory = malloc(n); hostLeft++; return success; }
API result cuMemHostRegister_v2(void *memory, size_t n, unsigned flags) { CALL("%zu", n); hostLeft++; return memory && n && flags == 1 ? success : invalidValue; }
API result cuMemHostUnregister(void *memory) { CALL(""); hostLeft--; return memory ? success : invalidValue; }
API result cuMemFreeHost(void *memory) { CALL(""); free(memory); hostLeft--; return success; }

API result cuMemcpyHtoDAsync_v2(uint64_t to, void *from, size_t n, struct stream *s) {
  CALL("%zu", n);
  return put(s, (struct action){.kind = aWrite, .to = to, .host = from, .n = n});
}

API result cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t n, struct stream *s) {
  CALL("%zu", n);
  return put(s, (struct action){.kind = aRead, .host = to, .from = from, .n = n});
}

API result cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t n, struct stream *s) {
  CALL("%zu", n);
  return put(s, (struct action){.kind = aCopy, .to = to, .from = from, .n = n});
}

API result cuMemcpyAsync(uint64_t to, uint64_t from, size_t n, struct stream *s) {
  CALL("%zu", n);
  return put(s, (struct action){.kind = aMove, .to = to, .from = from, .n = n});
}

API result cuMemAllocManaged(uint64_t *address, size_t n, unsigned flags) { CALL("%u", flags); return cuMemAlloc_v2(address, n); }

static result putFill(uint64_t to, unsigned pattern, unsigned width, size_t n, struct stream *s) {
  return put(s, (struct action){.kind = aFill, .to = to, .pattern = pattern, .width = width, .n = n * width});
}

API result cuMemsetD8Async(uint64_t to, unsigned char value, size_t n, struct stream *s) { CALL("%zu", n); return putFill(to, value, 1, n, s); }
API result cuMemsetD16Async(uint64_t to, unsigned short value, size_t n, struct stream *s) { CALL("%zu", n); return putFill(to, value, 2, n, s); }
API result cuMemsetD32Async(uint64_t to, unsigned value, size_t n, struct stream *s) { CALL("%zu", n); return putFill(to, value, 4, n, s); }

// place finds parameter i of a kernel as the text declares it: each is at a multiple of its size. It returns 0
// behind the last.
static int place(const struct function *f, size_t i, size_t *offset, size_t *size) {
  char entry[300];
  snprintf(entry, sizeof entry, ".entry %s(", f->name);
  const char *at = strstr(f->module->ptx, entry), *end = strchr(at, ')');
  size_t n = 0;
  while ((at = strstr(at, ".param .")) && at < end) {
    at += strlen(".param .");
    size_t align;
    if (sscanf(at, "align %zu .b8 %*[^[][%zu", &align, size) == 2) at += strlen("align");
    else align = *size = atoi(at + 1) / 8;
    *offset = (n + align - 1) / align * align;
    n = *offset + *size;
    if (i-- == 0) return 1;
  }
  return 0;
}

static size_t pack(const struct function *f, void **params, char *to) {
  size_t end = 0, offset, size;
  for (size_t i = 0; place(f, i, &offset, &size); i++) {
    memcpy(to + offset, params[i], size);
    end = offset + size;
  }
  return end;
}

API result cuFuncGetParamInfo(const struct function *f, size_t i, size_t *offset, size_t *size) {
  CALL("%s %zu", f->name, i);
  return place(f, i, offset, size) ? success : invalidValue;
}

// The parameters of a kernel as one piece of memory, however they are given; NULL if they are not.
static const void *parameters(const struct function *f, void **params, void **extra, char *packed, size_t *size) {
  const void *buffer = params ? packed : "";
  *size = params ? pack(f, params, packed) : 0;
  for (; extra && *extra; extra += 2)
    if (*extra == (void *)1) buffer = extra[1];
    else if (*extra == (void *)2) *size = *(size_t *)extra[1];
    else return NULL;
  return buffer;
}

API result cuLaunchKernel(struct function *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                          struct stream *stream, void **params, void **extra) {
  CALL("%s (%u,%u,%u) (%u,%u,%u) %u", f->name, gx, gy, gz, bx, by, bz, shared);
  if ((shared > (48u << 10) && (int)shared > f->shared)) return invalidValue;
  if (stream && stream->device != f->module->device) return invalidHandle;
  const char *mood = getenv("FAKECUDA_LAUNCH");
  if (mood && !strcmp(mood, "hang")) pause();
  if (mood && !strcmp(mood, "crash")) raise(SIGKILL);
  char packed[4096];
  size_t size;
  const void *buffer = parameters(f, params, extra, packed, &size);
  if (!buffer) return invalidValue;
  struct action a = {.kind = aLaunch, .ptx = f->module->ptx, .host = memcpy(malloc(size + 1), buffer, size), .n = size};
  snprintf(a.head, sizeof a.head, "launch %s %u %u %u %u %u %u %u", f->name, gx, gy, gz, bx, by, bz, shared);
  result r = put(stream, a);
  if (r) sticky = r;
  return success;
}

// A tensor map here is its description, behind a word that no other parameter begins with; interpret.go reads it.
struct map { char magic[8]; unsigned type, rank; unsigned long long address, dims[5], strides[4]; unsigned short box[5]; unsigned char modes[4]; };

API result cuTensorMapEncodeTiled(void *to, int type, unsigned rank, void *address, const unsigned long long *dims,
                                  const unsigned long long *strides, const unsigned *box, const unsigned *steps, int interleave, int swizzle,
                                  int promotion, int fill) {
  CALL("%d %u [%llu] [%u] %d", type, rank, dims[0], box[0], swizzle);
  if ((size_t)to % 64 || (size_t)address % 16 || rank < 1 || rank > 5) return invalidValue;
  struct map m = {.magic = "FAKEMAP", .type = type, .rank = rank, .address = (size_t)address,
                  .modes = {interleave, swizzle, promotion, fill}};
  for (unsigned d = 0; d < rank; d++) {
    if (!dims[d] || !box[d] || box[d] > 256 || steps[d] != 1 || (d && strides[d - 1] % 16)) return invalidValue;
    m.dims[d] = dims[d], m.box[d] = box[d];
    if (d) m.strides[d - 1] = strides[d - 1];
  }
  memset(to, 0, 128);
  memcpy(to, &m, sizeof m);
  return success;
}

struct attribute { int id, padding; unsigned value[16]; };
struct configuration { unsigned grid[3], block[3], shared; struct stream *stream; const struct attribute *attributes; unsigned count; };

API result cuLaunchKernelEx(const struct configuration *c, struct function *f, void **params, void **extra) {
  return cuLaunchKernel(f, c->grid[0], c->grid[1], c->grid[2], c->block[0], c->block[1], c->block[2], c->shared, c->stream, params, extra);
}

// A library is its module, and a kernel its function.
API result cuLibraryLoadData(struct module **library, const char *image, int *options, void **values, unsigned n, int *more, void **moreValues,
                             unsigned m) {
  (void)more, (void)moreValues, (void)m;
  return cuModuleLoadDataEx(library, image, n, options, values);
}
API result cuLibraryGetKernel(struct function **kernel, struct module *library, const char *name) { return cuModuleGetFunction(kernel, library, name); }
API result cuKernelGetParamInfo(const struct function *k, size_t i, size_t *offset, size_t *size) { return cuFuncGetParamInfo(k, i, offset, size); }

// cuGetProcAddress_v2 finds what the library has under the name that was asked for, or with the suffix of its newest version.
API result cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags, int *status) {
  CALL("%s %d %llu", name, version, (unsigned long long)flags);
  Dl_info self;
  char newest[128];
  snprintf(newest, sizeof newest, "%s_v2", name);
  void *library = dladdr((void *)cuInit, &self) ? dlopen(self.dli_fname, RTLD_LAZY) : NULL;
  if (!library) return notFound;
  *function = dlsym(library, newest);
  if (!*function) *function = dlsym(library, name);
  if (status) *status = *function ? 0 : 1;
  return *function ? success : notFound;
}

// A host's function is called when its stream comes to it.
API result cuLaunchHostFunc(struct stream *s, void (*call)(void *), void *argument) {
  CALL("");
  return put(s, (struct action){.kind = aCall, .call = call, .host = argument});
}

// ---- events ----

API result cuEventCreate(struct event **e, unsigned flags) { CALL("%u", flags); *e = calloc(1, sizeof **e); (*e)->device = device; eventsLeft++; return success; }

API result cuEventDestroy_v2(struct event *e) {
  CALL("");
  if (e->destroyed) return invalidValue;
  e->destroyed = 1;
  eventsLeft--;
  drop(e);
  return success;
}

API result cuEventRecord(struct event *e, struct stream *s) {
  CALL("");
  if (s && s->device != e->device) return invalidHandle;
  e->uses++;
  e->past = 0;
  e->stream = s;
  e->position = s ? s->n + 1 : 0;
  return put(s, (struct action){.kind = aRecord, .event = e});
}

API result cuStreamWaitEvent(struct stream *s, struct event *e, unsigned flags) {
  CALL("%u", flags);
  if (e->destroyed) return invalidValue;
  e->uses++;
  return put(s, (struct action){.kind = aWait, .event = e, .stream = e->stream, .position = e->position});
}

API result cuEventSynchronize(struct event *e) {
  CALL("");
  if (e->destroyed) return invalidValue;
  if (e->stream) finish(e->stream, e->position);
  if (clock_ < e->at) clock_ = e->at;
  return sticky;
}

API result cuEventElapsedTime(float *ms, struct event *from, struct event *to) {
  CALL("");
  if (!from->past || !to->past) return invalidValue;
  *ms = number("FAKECUDA_MICROSECONDS", 250) / 1000.0f * (to->at - from->at);
  return success;
}

// ---- graphs ----

// A node with what it does, and those that it comes after.
struct node { struct graph *graph; struct action action; struct node **after; int numAfter, done; };
struct graph { struct node **nodes; int n; };

static int graphsLeft;

API result cuGraphCreate(struct graph **g, unsigned flags) { CALL("%u", flags); *g = calloc(1, sizeof **g); graphsLeft++; return success; }

API result cuGraphDestroy(struct graph *g) {
  graphsLeft--;
  CALL("left: %d", graphsLeft);
  for (int i = 0; i < g->n; i++) {
    free(g->nodes[i]->after);
    free(g->nodes[i]);
  }
  free(g->nodes);
  free(g);
  return success;
}

static result addNode(struct node **node, struct graph *g, struct action a) {
  g->nodes = realloc(g->nodes, (g->n + 1) * sizeof *g->nodes);
  *node = g->nodes[g->n++] = calloc(1, sizeof **node);
  (*node)->graph = g;
  (*node)->action = a;
  return success;
}

struct copyNode {
  size_t from[4]; int fromKind; const void *fromHost; uint64_t fromDevice; void *fromArray, *reserved0; size_t fromPitch, fromHeight;
  size_t to[4]; int toKind; void *toHost; uint64_t toDevice; void *toArray, *reserved1; size_t toPitch, toHeight, width, height, depth;
};
struct fillNode { uint64_t to; size_t pitch; unsigned value, element; size_t width, height; };
struct kernelNode { struct function *f; unsigned grid[3], block[3], shared; void **params, **extra; };
struct allocNode { int kind, handles, placeKind, place; unsigned char reserved[72]; const void *accesses; size_t numAccesses, n; uint64_t memory; };

API result cuGraphAddMemcpyNode(struct node **node, struct graph *g, struct node **after, size_t n, const struct copyNode *c, void *context) {
  CALL("%zu", c->width);
  if (after || n || context != contexts || c->fromKind != 4 || c->toKind != 4 || c->height != 1 || c->depth != 1) return invalidValue;
  return addNode(node, g, (struct action){.kind = aMove, .to = c->toDevice, .from = c->fromDevice, .n = c->width});
}

API result cuGraphAddMemsetNode(struct node **node, struct graph *g, struct node **after, size_t n, const struct fillNode *f, void *context) {
  CALL("%u %zu", f->element, f->width);
  if (after || n || context != contexts || f->height != 1) return invalidValue;
  return addNode(node, g, (struct action){.kind = aFill, .to = f->to, .pattern = f->value, .width = f->element, .n = f->width * f->element});
}

API result cuGraphAddKernelNode(struct node **node, struct graph *g, struct node **after, size_t n, const struct kernelNode *k) {
  CALL("%s", k->f->name);
  if (after || n) return invalidValue;
  char packed[4096];
  size_t size;
  const void *buffer = parameters(k->f, k->params, k->extra, packed, &size);
  if (!buffer) return invalidValue;
  struct action a = {.kind = aLaunch, .ptx = k->f->module->ptx, .host = memcpy(malloc(size + 1), buffer, size), .n = size};
  snprintf(a.head, sizeof a.head, "launch %s %u %u %u %u %u %u %u", k->f->name, k->grid[0], k->grid[1], k->grid[2], k->block[0], k->block[1],
           k->block[2], k->shared);
  return addNode(node, g, a);
}

API result cuGraphAddMemAllocNode(struct node **node, struct graph *g, struct node **after, size_t n, struct allocNode *a) {
  CALL("%zu", a->n);
  if (after || n || a->kind != 1 || a->placeKind != 1) return invalidValue;
  result r = cuMemAlloc_v2(&a->memory, a->n);
  if (r) return r;
  blocks[numBlocks - 1].absent = 1;
  return addNode(node, g, (struct action){.kind = aAlloc, .to = a->memory});
}

API result cuGraphAddMemFreeNode(struct node **node, struct graph *g, struct node **after, size_t n, uint64_t memory) {
  CALL("");
  return after || n ? invalidValue : addNode(node, g, (struct action){.kind = aFree, .to = memory});
}

API result cuGraphAddEmptyNode(struct node **node, struct graph *g, struct node **after, size_t n) {
  CALL("");
  return after || n ? invalidValue : addNode(node, g, (struct action){.kind = aMove});
}

API result cuGraphAddDependencies(struct graph *g, struct node **from, struct node **to, size_t n) {
  CALL("%zu", n);
  static int edges;
  for (size_t i = 0; i < n; i++) {
    if (edges++ == number("FAKECUDA_SKIP_EDGE", -1)) continue;
    if (from[i]->graph != g || to[i]->graph != g) return invalidValue;
    to[i]->after = realloc(to[i]->after, (to[i]->numAfter + 1) * sizeof *to[i]->after);
    to[i]->after[to[i]->numAfter++] = from[i];
  }
  return success;
}

// A graph that can be launched: the actions in an order that the edges allow, the youngest nodes as early as they can.
struct executable { struct action *list; int n; };

static void inOrder(struct executable *e, struct node *node) {
  if (node->done) return;
  node->done = 1;
  for (int i = 0; i < node->numAfter; i++) inOrder(e, node->after[i]);
  e->list[e->n++] = node->action;
}

API result cuGraphInstantiateWithFlags(struct executable **e, struct graph *g, unsigned long long flags) {
  CALL("%llu", flags);
  *e = calloc(1, sizeof **e);
  (*e)->list = calloc(g->n + 1, sizeof *(*e)->list);
  for (int i = g->n - 1; i >= 0; i--) inOrder(*e, g->nodes[i]);
  return success;
}

API result cuGraphLaunch(struct executable *e, struct stream *s) {
  CALL("%d", e->n);
  for (int i = 0; i < e->n; i++) {
    result r = put(s, e->list[i]);
    if (r) sticky = r;
  }
  return sticky;
}

API result cuGraphExecDestroy(struct executable *e) { CALL(""); free(e->list); free(e); return success; }

// ---- cuBLAS ----

static float element(const void *p, int type, size_t i) {
  uint32_t bits;
  float f;
  switch (type) {
  case 0: return ((const float *)p)[i];
  case 2: return (float)((const _Float16 *)p)[i];
  }
  bits = (uint32_t)((const uint16_t *)p)[i] << 16;
  memcpy(&f, &bits, 4);
  return f;
}

API result cublasCreate_v2(void **handle) { CALL(""); *handle = blocks; return success; }

// Column-major, C of m x n.
API result cublasGemmEx(void *handle, int transA, int transB, int m, int n, int k, const float *alpha, const void *a, int aType, int lda,
                        const void *b, int bType, int ldb, const float *beta, float *c, int cType, int ldc, int compute, int algorithm) {
  CALL("%d %d %d %d %d", m, n, k, aType, cType);
  if (handle != blocks || transA || transB || cType != 0 || compute != 68 || algorithm != -1 || *beta != 0) return 7;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      double sum = 0;
      for (int l = 0; l < k; l++) sum += (double)element(a, aType, i + (size_t)l * lda) * element(b, bType, l + (size_t)j * ldb);
      c[i + (size_t)j * ldc] = *alpha * sum;
    }
  clock_++;
  return success;
}
