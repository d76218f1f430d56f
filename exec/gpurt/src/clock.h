// What the fake driver knows of the order of operations: for each stream, up to which of its operations one is known to be complete
// before another begins.

enum { STREAMS = 128 }; // at a time

typedef struct vclock {
    uint64_t of[STREAMS]; // per stream, the number of operations that are known complete
} vclock;

static void joinClock(vclock *to, const vclock *from) {
    for (int i = 0; i < STREAMS; i++)
        if (from->of[i] > to->of[i])
            to->of[i] = from->of[i];
}

// An access of an operation to memory: the operation is number `at` of a stream.
typedef struct access {
    struct access *next;
    uintptr_t from, to; // the bytes
    bool writes;
    int stream;
    uint64_t at;
    const char *what; // the kind of operation
} access;

static access *accesses; // those that a later operation may meet

static bool isBefore(const access *a, const vclock *known) { return known->of[a->stream] >= a->at; }

// meet finds an access that conflicts with a new one, whose operation knows of the clock, and keeps the new one. Old ones that every later
// conflict would meet in the new one as well are dropped. It returns whether there is a conflict, and what with.
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

// forget drops the accesses that the host knows to be complete: whatever is issued from now on comes later.
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
