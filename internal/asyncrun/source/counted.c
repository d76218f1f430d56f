// Stands between a program and MLIR's async runtime, and keeps account of the references that the program owns. What it finds
// wrong goes to stdout as lines that begin with "bad". The library of the runtime is in INFLIGHT_ASYNC_RUNTIME.

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef void (*resume_fn)(void *);

// An account is of one object at an address: what a program knows of it. The runtime has references of its own.
typedef struct account {
  void *object;
  int64_t refs;  // that the program owns
  bool resolved; // a token or value was made available, or an error
  char kind;     // 't', 'v' or 'g'
  struct account *next;
} account;

enum { buckets = 1 << 16 };
static account *table[buckets];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static int64_t bad, pending; // mistakes; coroutines that are to be resumed

static void *real(const char *name) {
  static void *library;
  if (!library) library = dlopen(getenv("INFLIGHT_ASYNC_RUNTIME"), RTLD_NOW | RTLD_LOCAL);
  void *f = library ? dlsym(library, name) : NULL;
  if (!f) {
    printf("bad: no %s in the runtime\n", name);
    exit(1);
  }
  return f;
}

#define REAL(result, name, ...) \
  static result (*f)(__VA_ARGS__); \
  pthread_mutex_lock(&lock); \
  if (!f) f = real(#name); \
  pthread_mutex_unlock(&lock)

static account *find(void *object) {
  account *a = table[((uintptr_t)object >> 4) % buckets];
  while (a && a->object != object) a = a->next;
  return a;
}

static void complain(const char *what, account *a) {
  if (bad++ < 10) printf("bad: %s, %c %p\n", what, a ? a->kind : '?', a ? a->object : NULL);
}

static void created(void *object, char kind) {
  pthread_mutex_lock(&lock);
  account *a = find(object);
  if (a && a->refs > 0) complain("an object was made at the address of another", a);
  if (!a) {
    a = calloc(1, sizeof *a);
    a->object = object;
    a->next = table[((uintptr_t)object >> 4) % buckets];
    table[((uintptr_t)object >> 4) % buckets] = a;
  }
  a->refs = 1, a->resolved = false, a->kind = kind;
  pthread_mutex_unlock(&lock);
}

// used checks that the program owns a reference to what it uses.
static void used(void *object, const char *what) {
  pthread_mutex_lock(&lock);
  account *a = find(object);
  if (!a || a->refs <= 0) complain(what, a);
  pthread_mutex_unlock(&lock);
}

static void counted(void *object, int64_t n) {
  pthread_mutex_lock(&lock);
  account *a = find(object);
  if (!a || a->refs <= 0 || a->refs + n < 0) complain(n > 0 ? "add_ref without a reference" : "drop_ref without a reference", a);
  else a->refs += n;
  pthread_mutex_unlock(&lock);
}

static void resolved(void *object) {
  pthread_mutex_lock(&lock);
  account *a = find(object);
  if (!a || a->resolved) complain("resolved twice", a);
  else a->resolved = true;
  pthread_mutex_unlock(&lock);
}

// A job is a coroutine that is to be resumed.
typedef struct job {
  void *handle;
  resume_fn resume;
} job;

static job *later(void *handle, resume_fn resume) {
  job *j = malloc(sizeof *j);
  j->handle = handle, j->resume = resume;
  pthread_mutex_lock(&lock);
  pending++;
  pthread_mutex_unlock(&lock);
  return j;
}

// now resumes a coroutine, sometimes a little later: schedules differ more than they would.
static void now(void *p) {
  static _Thread_local unsigned seed = 1;
  job j = *(job *)p;
  free(p);
  if (rand_r(&seed) % 8 == 0) usleep(rand_r(&seed) % 60);
  j.resume(j.handle);
  pthread_mutex_lock(&lock);
  if (--pending == 0) pthread_cond_broadcast(&idle);
  pthread_mutex_unlock(&lock);
}

// elsewhere lets a thread of the runtime resume a coroutine. The runtime would do it itself while it holds the lock of what was
// awaited, and a coroutine that then awaits the same thing once more would wait for that lock for ever.
static void elsewhere(void *p) {
  REAL(void, mlirAsyncRuntimeExecute, void *, resume_fn);
  f(p, now);
}

// inflightSettle waits until nothing is to be resumed any more, and prints how many objects the program still owns.
void inflightSettle(void) {
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 20;
  pthread_mutex_lock(&lock);
  while (pending > 0 && pthread_cond_timedwait(&idle, &lock, &limit) == 0) {}
  if (pending > 0) bad++, printf("bad: %ld coroutines were never resumed\n", (long)pending);
  long live = 0;
  for (int i = 0; i < buckets; i++)
    for (account *a = table[i]; a; a = a->next) {
      if (a->refs > 0 && live++ < 10) printf("live: %c with %ld references, %sresolved\n", a->kind, (long)a->refs, a->resolved ? "" : "not ");
      a->refs = 0;
    }
  printf("settled: %ld live, %ld bad\n", live, (long)bad);
  fflush(stdout);
  pthread_mutex_unlock(&lock);
}

void mlirAsyncRuntimeAddRef(void *o, int64_t n) { REAL(void, mlirAsyncRuntimeAddRef, void *, int64_t); counted(o, n); f(o, n); }
void mlirAsyncRuntimeDropRef(void *o, int64_t n) { REAL(void, mlirAsyncRuntimeDropRef, void *, int64_t); counted(o, -n); f(o, n); }

void *mlirAsyncRuntimeCreateToken(void) {
  REAL(void *, mlirAsyncRuntimeCreateToken, void);
  void *o = f();
  created(o, 't');
  return o;
}

void *mlirAsyncRuntimeCreateValue(int64_t size) {
  REAL(void *, mlirAsyncRuntimeCreateValue, int64_t);
  void *o = f(size);
  created(o, 'v');
  return o;
}

void *mlirAsyncRuntimeCreateGroup(int64_t size) {
  REAL(void *, mlirAsyncRuntimeCreateGroup, int64_t);
  void *o = f(size);
  created(o, 'g');
  return o;
}

int64_t mlirAsyncRuntimeAddTokenToGroup(void *t, void *g) {
  REAL(int64_t, mlirAsyncRuntimeAddTokenToGroup, void *, void *);
  used(t, "a freed token is added to a group");
  used(g, "something is added to a freed group");
  return f(t, g);
}

#define RESOLVE(name) \
  void name(void *o) { REAL(void, name, void *); resolved(o); f(o); }
RESOLVE(mlirAsyncRuntimeEmplaceToken)
RESOLVE(mlirAsyncRuntimeEmplaceValue)
RESOLVE(mlirAsyncRuntimeSetTokenError)
RESOLVE(mlirAsyncRuntimeSetValueError)

#define ASK(name) \
  bool name(void *o) { REAL(bool, name, void *); used(o, "something freed is asked for its error"); return f(o); }
ASK(mlirAsyncRuntimeIsTokenError)
ASK(mlirAsyncRuntimeIsValueError)
ASK(mlirAsyncRuntimeIsGroupError)

#define AWAIT(name) \
  void name(void *o) { REAL(void, name, void *); used(o, "something freed is awaited"); f(o); }
AWAIT(mlirAsyncRuntimeAwaitToken)
AWAIT(mlirAsyncRuntimeAwaitValue)
AWAIT(mlirAsyncRuntimeAwaitAllInGroup)

// A value that is not resolved is there, whoever owns it: the task that will resolve it stores into it.
void *mlirAsyncRuntimeGetValueStorage(void *o) {
  REAL(void *, mlirAsyncRuntimeGetValueStorage, void *);
  pthread_mutex_lock(&lock);
  account *a = find(o);
  if (!a || (a->resolved && a->refs <= 0)) complain("the storage of a freed value is used", a);
  pthread_mutex_unlock(&lock);
  return f(o);
}

void mlirAsyncRuntimeExecute(void *handle, resume_fn resume) {
  REAL(void, mlirAsyncRuntimeExecute, void *, resume_fn);
  f(later(handle, resume), now);
}

#define AWAIT_AND_EXECUTE(name) \
  void name(void *o, void *handle, resume_fn resume) { \
    REAL(void, name, void *, void *, resume_fn); \
    used(o, "something freed is awaited by a coroutine"); \
    f(o, later(handle, resume), elsewhere); \
  }
AWAIT_AND_EXECUTE(mlirAsyncRuntimeAwaitTokenAndExecute)
AWAIT_AND_EXECUTE(mlirAsyncRuntimeAwaitValueAndExecute)
AWAIT_AND_EXECUTE(mlirAsyncRuntimeAwaitAllInGroupAndExecute)

int64_t mlirAsyncRuntimGetNumWorkerThreads(void) { REAL(int64_t, mlirAsyncRuntimGetNumWorkerThreads, void); return f(); }
