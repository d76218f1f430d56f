// Leaves one token, two values, one group and one scope.

#include "inflight_async.h"

static void emplace(void *token) { mlirAsyncRuntimeEmplaceToken(token); }

int main(void) {
    void *t = mlirAsyncRuntimeCreateToken();
    mlirAsyncRuntimeExecute(t, emplace);
    mlirAsyncRuntimeAwaitToken(t);
    mlirAsyncRuntimeCreateValue(8);
    mlirAsyncRuntimeCreateValue(1000);
    mlirAsyncRuntimeCreateGroup(1);
    inflightAsyncCreateScope(0);
    return 0;
}
