// The functions to which the task dialect is lowered: promises that fail, the first of several objects,
// exclusive resources, queues of tasks, and events from outside.
//
// They use the functions of inflight_async.h, and values with a block of their own. A resource, a queue, a
// claim and a ticket are such values, so that references to them are counted as usual. A function takes over
// the references to its object arguments.

#ifndef INFLIGHT_TURNS_H
#define INFLIGHT_TURNS_H

#include "uncommon.h"

// newBlock makes a value with a zeroed block of its own, and with the two references of any value.
static void *newBlock(int64_t size, void **block) {
    void *value = createLarge(size > INSIDE_SIZE ? size : INSIDE_SIZE + 1);
    *block = mlirAsyncRuntimeGetValueStorage(value);
    memset(*block, 0, (size_t)size);
    return value;
}

static void *blockOf(void *value) { return mlirAsyncRuntimeGetValueStorage(value); }

static void drop(void *object) { mlirAsyncRuntimeDropRef(object, 1); }

static void ready(void *object) { resolve(currentThread(), object, READY, NULL); }

// A sequel is the data of a call that follows when an object is resolved.
struct sequel {
    void *object, *subject;
    int64_t number;
    const char *file;  // a constant of the program
    int64_t line, column;
};

// after calls a function with a sequel when its object is resolved, which may be at once. The function frees
// the sequel.
static void after(struct sequel s, inflightResume then) {
    struct sequel *copy = malloc(sizeof *copy);
    if (copy == NULL)
        fail("out of memory for a task");
    *copy = s;
    if (isBehindGate(stateOf(s.object)))
        startAside(currentThread(), s.object);
    if (inflightAsyncAwaitOrExecute(s.object, copy, then))
        then(copy);
}

// awaits records, for stall.h, what must happen before an object is resolved: the kind of record, and the
// record.
static void awaits(void *object, enum resolver how, void *where) {
    // relaxed: it is read only while every thread sleeps.
    atomic_store_explicit(&((struct object *)object)->resolver, (uintptr_t)where | how, memory_order_relaxed);
}

// ---- Promises ----

// failAt resolves an object to an error that need not be awaited, because the program has asked for it.
static void failAt(void *object, const char *message, const char *file, int64_t line, int64_t column) {
    struct thread *self = currentThread();
    resolve(self, object, FAILED, newCause(self, message, file, line, column));
}

// isOpen reports whether a promise is not resolved. If it is, isOpen reports the misuse.
static bool isOpen(void *promise, const char *file, int64_t line, int64_t column) {
    if (!inflightAsyncIsResolved(promise))
        return true;
    misuse("the token or value is resolved already", file, line, column);
    return false;
}

void inflightTaskFulfill(void *promise, const char *file, int64_t line, int64_t column) {
    if (isOpen(promise, file, line, column))
        ready(promise);
    drop(promise);
}

void inflightTaskFail(void *promise, const char *message, const char *file, int64_t line, int64_t column) {
    if (isOpen(promise, file, line, column))
        failAt(promise, message, file, line, column);
    drop(promise);
}

static void settle(void *handle) {
    struct sequel *s = handle;
    if (!inflightAsyncIsResolved(s->subject)) {
        if (isFailed(s->object))
            inflightAsyncInheritError(s->subject, s->object);
        else
            failAt(s->subject, "the promise is not fulfilled, and the task that it is settled by has ended", s->file, s->line, s->column);
    }
    drop(s->subject);
    drop(s->object);
    free(s);
}

void inflightTaskSettle(void *promise, void *token, const char *file, int64_t line, int64_t column) {
    if (!inflightAsyncIsResolved(promise))
        awaits(promise, BY_OBJECT, token);
    after((struct sequel){token, promise, 0, file, line, column}, settle);
}

static void emplaceIt(void *token) { ready(token); }

bool inflightTaskIsComplete(void *object) {
    bool resolved = inflightAsyncIsResolved(object);
    drop(object);
    if (!resolved) {  // other tasks may run
        void *turn = mlirAsyncRuntimeCreateToken();
        mlirAsyncRuntimeExecute(turn, emplaceIt);
        inflightAsyncAwait(turn);
        drop(turn);
    }
    return resolved;
}

// ---- The first of several ----

struct any {
    _Atomic(bool) decided;
    _Atomic(int64_t) pending;  // number of objects that are not added, or not resolved
    void *first;               // with a reference
};

// anyOf is the block of the value of a task.any: it begins with the payload, a number.
struct anyOf {
    int64_t number;
    struct any any;
};

void *inflightTaskAny(int64_t n) {
    void *block, *value = newBlock(sizeof(struct anyOf), &block);
    struct anyOf *a = block;
    atomic_init(&a->any.decided, false);
    atomic_init(&a->any.pending, n);
    awaits(value, BY_ANY, a);
    return value;
}

static void oneOf(void *handle) {
    struct sequel *s = handle;
    struct anyOf *a = blockOf(s->subject);
    bool ok = !isFailed(s->object);
    // An object that is ready decides before it is counted, so that the last object in error sees the
    // decision.
    if (ok && !atomic_exchange_explicit(&a->any.decided, true, memory_order_acq_rel)) {
        a->number = s->number;
        ready(s->subject);
    }
    disturb();
    // acq_rel: the last object sees the decisions of the others.
    bool last = atomic_fetch_sub_explicit(&a->any.pending, 1, memory_order_acq_rel) == 1;
    if (last) {
        if (!atomic_load_explicit(&a->any.decided, memory_order_relaxed))
            inflightAsyncInheritError(s->subject, a->any.first);
        drop(a->any.first);
    }
    drop(s->subject);
    drop(s->object);
    free(s);
}

void inflightTaskAnyOf(void *value, void *object, int64_t number) {
    if (number == 0) {
        mlirAsyncRuntimeAddRef(object, 1);
        ((struct anyOf *)blockOf(value))->any.first = object;
    }
    after((struct sequel){.object = object, .subject = value, .number = number}, oneOf);
}

// ---- Resources ----

struct resource {
    struct claim *holder;
    struct link *waiting, **end;
};

// A link is the position of a claim among those that wait for a resource.
struct link {
    struct claim *claim;
    void *resource;  // with a reference
    struct link *next, **before;
};

// A claim is granted when all of its resources are free.
struct claim {
    void *value, *task;  // the task is set at its issue
    int64_t wanted, added;
    struct claim *nextGranted;
    struct link links[];
};

static spinlock turnsLock;  // for all resources, queues and events

void *inflightTaskResource(void) {
    void *block, *value = newBlock(sizeof(struct resource), &block);
    struct resource *r = block;
    r->end = &r->waiting;
    drop(value);  // no other code resolves it
    return value;
}

static bool isFree(const struct claim *c) {
    for (int64_t i = 0; i < c->wanted; i++)
        if (((struct resource *)blockOf(c->links[i].resource))->holder != NULL)
            return false;
    return true;
}

static void take(struct claim *c) {
    for (int64_t i = 0; i < c->wanted; i++) {
        struct link *l = &c->links[i];
        struct resource *r = blockOf(l->resource);
        r->holder = c;
        if (l->before == NULL)
            continue;
        *l->before = l->next;
        if (l->next != NULL)
            l->next->before = l->before;
        else
            r->end = l->before;
    }
}

static void line(struct claim *c) {
    for (int64_t i = 0; i < c->wanted; i++) {
        struct link *l = &c->links[i];
        struct resource *r = blockOf(l->resource);
        l->before = r->end;
        *r->end = l;
        r->end = &l->next;
    }
}

void *inflightTaskClaim(int64_t n) {
    void *block, *value = newBlock((int64_t)sizeof(struct claim) + n * (int64_t)sizeof(struct link), &block);
    struct claim *c = block;
    c->value = value;
    c->wanted = n;
    awaits(value, BY_CLAIM, c);
    return value;
}

void inflightTaskClaimOf(void *value, void *resource) {
    struct claim *c = blockOf(value);
    c->links[c->added++] = (struct link){.claim = c, .resource = resource};
    if (c->added == c->wanted) {
        publish(currentThread());
        lock(&turnsLock);
        bool granted = isFree(c);
        if (granted)
            take(c);
        else
            line(c);
        unlock(&turnsLock);
        if (granted)
            ready(value);
    }
    drop(value);
}

// grant gives the resource to the first waiting claim that can get all its resources.
static struct claim *grant(struct resource *r, struct claim *granted) {
    for (struct link *l = r->waiting; l != NULL && r->holder == NULL; l = l->next) {
        if (isFree(l->claim)) {
            take(l->claim);
            l->claim->nextGranted = granted;
            granted = l->claim;
        }
    }
    return granted;
}

static void releaseNow(void *handle) {
    struct sequel *s = handle;
    struct claim *c = blockOf(s->subject), *granted = NULL;
    lock(&turnsLock);
    for (int64_t i = 0; i < c->wanted; i++)
        ((struct resource *)blockOf(c->links[i].resource))->holder = NULL;
    for (int64_t i = 0; i < c->wanted; i++)
        granted = grant(blockOf(c->links[i].resource), granted);
    unlock(&turnsLock);
    while (granted != NULL) {
        struct claim *now = granted;
        granted = now->nextGranted;
        ready(now->value);
    }
    for (int64_t i = 0; i < c->wanted; i++)
        drop(c->links[i].resource);
    drop(s->subject);
    drop(s->object);
    free(s);
}

void inflightTaskRelease(void *claim, void *token) {
    lock(&turnsLock);
    ((struct claim *)blockOf(claim))->task = token;
    unlock(&turnsLock);
    after((struct sequel){.object = token, .subject = claim}, releaseNow);
}

// ---- Queues ----

enum { IN_ORDER, START_ORDER, UNORDERED };

// A ticket is the position of a task on a queue. It resolves when its turn comes.
struct ticket {
    void *value;  // with a reference until the turn has ended
    void *queue;  // with a reference until the task has ended
    void *task;   // set at its issue
    struct ticket *next;
    bool over;
};

// A caller that waits for room on a queue waits for the token of such a record.
struct waitingRoom {
    void *token;
    struct waitingRoom *next;
};

struct turns {
    int64_t order, depth, inside;
    struct ticket *first, **last;  // tickets whose turn has not ended; the first one has the turn
    struct waitingRoom *waiting, **lastWaiting;
};

void *inflightTaskQueue(int64_t order, int64_t depth) {
    void *block, *value = newBlock(sizeof(struct turns), &block);
    struct turns *q = block;
    q->order = order;
    q->depth = depth;
    q->last = &q->first;
    q->lastWaiting = &q->waiting;
    drop(value);  // no other code resolves it
    return value;
}

// inflightTaskRoom returns a token that becomes ready when one more task may be issued on the queue.
void *inflightTaskRoom(void *queue) {
    struct turns *q = blockOf(queue);
    void *token = mlirAsyncRuntimeCreateToken();
    struct waitingRoom *w = NULL;
    publish(currentThread());
    lock(&turnsLock);
    if (q->depth > 0 && q->inside >= q->depth) {
        w = malloc(sizeof *w);
        if (w == NULL)
            fail("out of memory for a task");
        *w = (struct waitingRoom){token, NULL};
        *q->lastWaiting = w;
        q->lastWaiting = &w->next;
    } else {
        q->inside++;
    }
    unlock(&turnsLock);
    if (w == NULL)
        ready(token);
    else
        awaits(token, BY_ROOM, q);
    drop(queue);
    return token;
}

void *inflightTaskTurn(void *queue) {
    struct turns *q = blockOf(queue);
    void *block, *value = newBlock(sizeof(struct ticket), &block);
    struct ticket *t = block;
    mlirAsyncRuntimeAddRef(value, 1);
    t->value = value;
    t->queue = queue;
    awaits(value, BY_TURN, t);
    publish(currentThread());
    lock(&turnsLock);
    bool turn = q->order == UNORDERED || q->first == NULL;
    if (q->order != UNORDERED) {
        *q->last = t;
        q->last = &t->next;
    }
    unlock(&turnsLock);
    if (turn)
        ready(value);
    return value;
}

// pass ends the turn of a ticket; the next ticket gets the turn. Only the first call for a ticket has an
// effect.
static void pass(struct ticket *t) {
    struct turns *q = blockOf(t->queue);
    struct ticket *over = NULL, **end = &over;
    lock(&turnsLock);
    bool first = !t->over;
    t->over = true;
    struct ticket *before = q->first;
    while (q->order != UNORDERED && q->first != NULL && q->first->over) {
        *end = q->first;
        end = &q->first->next;
        q->first = q->first->next;
    }
    *end = NULL;
    if (q->first == NULL)
        q->last = &q->first;
    struct ticket *next = q->first != before ? q->first : NULL;
    if (q->order == UNORDERED && first)
        over = t;
    void *turn = next != NULL ? next->value : NULL;
    unlock(&turnsLock);
    if (turn != NULL)
        ready(turn);
    while (over != NULL) {
        struct ticket *now = over;
        over = now->next;
        drop(now->value);
    }
}

void inflightTaskStarted(void *ticket) {
    struct ticket *t = blockOf(ticket);
    if (((struct turns *)blockOf(t->queue))->order == START_ORDER)
        pass(t);
    drop(ticket);
}

// leave records that a task has left a queue, which makes room.
static void leave(struct turns *q) {
    lock(&turnsLock);
    struct waitingRoom *w = q->waiting;
    if (w != NULL) {
        q->waiting = w->next;
        if (q->waiting == NULL)
            q->lastWaiting = &q->waiting;
    } else {
        q->inside--;
    }
    unlock(&turnsLock);
    if (w != NULL) {
        ready(w->token);
        free(w);
    }
}

static void taskEnded(void *handle) {
    struct sequel *s = handle;
    struct ticket *t = blockOf(s->subject);
    void *queue = t->queue;
    pass(t);
    leave(blockOf(queue));
    drop(queue);
    drop(s->subject);
    drop(s->object);
    free(s);
}

void inflightTaskEnded(void *ticket, void *token) {
    lock(&turnsLock);
    ((struct ticket *)blockOf(ticket))->task = token;
    unlock(&turnsLock);
    after((struct sequel){.object = token, .subject = ticket}, taskEnded);
}

// ---- Cancellation ----

// inflightTaskUnless returns a ready token, or a token with the error of the given one.
void *inflightTaskUnless(void *token) {
    if (isFailed(token))
        return token;
    drop(token);
    void *none = mlirAsyncRuntimeCreateToken();
    ready(none);
    return none;
}

// ---- Events ----

struct event {
    struct event *next;
    void *token;  // with a reference
    char name[];
};

static struct event *events;
static void (*outside)(const char *event);

// eventNamed returns the event with a name. It makes the event if there is none.
static struct event *eventNamed(const char *name, bool *isNew) {
    struct event *made = malloc(sizeof *made + strlen(name) + 1);
    if (made == NULL)
        fail("out of memory for an event");
    strcpy(made->name, name);
    made->token = mlirAsyncRuntimeCreateToken();
    publish(currentThread());
    lock(&turnsLock);
    struct event *e = events;
    while (e != NULL && strcmp(e->name, name) != 0)
        e = e->next;
    *isNew = e == NULL;
    if (e == NULL) {
        made->next = events;
        events = e = made;
    }
    unlock(&turnsLock);
    if (e != made) {
        mlirAsyncRuntimeDropRef(made->token, 2);
        free(made);
    }
    return e;
}

void inflightTaskSetOutside(void (*imported)(const char *event)) { outside = imported; }

void *inflightTaskImport(const char *name) {
    bool isNew;
    struct event *e = eventNamed(name, &isNew);
    mlirAsyncRuntimeAddRef(e->token, 1);
    if (isNew && outside != NULL)
        outside(name);
    return e->token;
}

void inflightTaskSignal(const char *name) {
    bool isNew;
    ready(eventNamed(name, &isNew)->token);
}

void inflightTaskSignalError(const char *name, const char *message) {
    bool isNew;
    failAt(eventNamed(name, &isNew)->token, message, "", 0, 0);
}

static void exported(void *handle) {
    struct sequel *s = handle;
    if (isFailed(s->object))
        inflightAsyncInheritError(s->subject, s->object);
    else
        ready(s->subject);
    drop(s->object);
    free(s);
}

void inflightTaskExport(void *token, const char *name) {
    bool isNew;
    void *event = eventNamed(name, &isNew)->token;
    if (!inflightAsyncIsResolved(event))
        awaits(event, BY_OBJECT, token);
    after((struct sequel){.object = token, .subject = event}, exported);
}

const inflightAsyncError *inflightTaskAwaitEvent(const char *name) {
    bool isNew;
    struct event *e = eventNamed(name, &isNew);
    inflightAsyncAwait(e->token);
    return inflightAsyncErrorOf(e->token);
}

void inflightTaskForgetEvents(void) {
    while (events != NULL) {
        struct event *e = events;
        events = e->next;
        mlirAsyncRuntimeDropRef(e->token, inflightAsyncIsResolved(e->token) ? 1 : 2);
        free(e);
    }
}

#endif
