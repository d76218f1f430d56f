// The fake driver's knowledge of the order of operations: for each stream, the number of its operations that
// are known to be complete before another operation begins.

enum { STREAMS = 128 }; // at the same time

typedef struct vclock {
    uint64_t of[STREAMS]; // by stream, the number of operations that are known to be complete
} vclock;

static void joinClock(vclock *to, const vclock *from) {
    for (int i = 0; i < STREAMS; i++)
        if (from->of[i] > to->of[i])
            to->of[i] = from->of[i];
}

// An access of an operation to memory. The operation is number `at` of a stream.
typedef struct access {
    struct access *next;
    uintptr_t from, to; // the bytes
    bool writes;
    int stream;
    uint64_t at;
    const char *what; // the kind of operation, for messages
} access;

static access *accesses; // those that a later operation may conflict with

static bool isBefore(const access *a, const vclock *known) { return known->of[a->stream] >= a->at; }

// meet keeps a new access, whose operation knows the clock. If an earlier access conflicts with it, meet
// returns true and that access in *conflict. It drops an earlier access if every later conflict with that one
// is also a conflict with the new one.
static bool meet(access new, const vclock *known, access *conflict) {
    bool found = false;
    for (access **p = &accesses; *p != NULL;) {
        access *old = *p;
        bool overlaps = old->from < new.to && new.from < old->to, before = isBefore(old, known);
        if (overlaps && (old->writes || new.writes) && !before && !found) {
            *conflict = *old;
            found = true;
        }
        if (before && new.from <= old->from && old->to <= new.to && (new.writes || !old->writes)) {
            *p = old->next;
            free(old);
        } else {
            p = &old->next;
        }
    }
    access *kept = malloc(sizeof *kept);
    *kept = new;
    kept->next = accesses;
    accesses = kept;
    return found;
}

// forget drops the accesses that the host knows to be complete, because every operation issued from now on
// comes later.
static void forget(const vclock *host) {
    for (access **p = &accesses; *p != NULL;) {
        access *old = *p;
        if (isBefore(old, host)) {
            *p = old->next;
            free(old);
        } else {
            p = &old->next;
        }
    }
}
