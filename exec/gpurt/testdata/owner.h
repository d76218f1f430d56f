// The functions of the asynchronous runtime for owners, without a reference count: each owner has one
// reference.

#include <stdlib.h>

typedef struct owner {
    void *what;
    void (*release)(void *what);
} owner;

void *inflightAsyncCreateOwner(void *what, void (*release)(void *what)) {
    owner *o = malloc(sizeof *o);
    *o = (owner){what, release};
    return o;
}

void *inflightAsyncOwned(void *o) { return ((owner *)o)->what; }

void mlirAsyncRuntimeDropRef(void *object, int64_t count) {
    owner *o = object;
    if (count != 1)
        abort();
    o->release(o->what);
    free(o);
}
