// What MLIR's lowering calls, from a library that is chosen when the program starts.

#ifndef BENCH_ASYNC_RUNTIME_H
#define BENCH_ASYNC_RUNTIME_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef void (*resume)(void *);

static struct {
    void (*addRef)(void *, int64_t), (*dropRef)(void *, int64_t);
    void *(*createToken)(void), *(*createGroup)(int64_t);
    int64_t (*addTokenToGroup)(void *, void *);
    void (*emplaceToken)(void *), (*awaitToken)(void *), (*awaitAllInGroup)(void *);
    void (*execute)(void *, resume), (*awaitTokenAndExecute)(void *, void *, resume), (*awaitAllInGroupAndExecute)(void *, void *, resume);
    bool (*isTokenError)(void *);
} rt;

static void *symbol(void *library, const char *name) {
    void *address = dlsym(library, name);
    if (address == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return address;
}

static void *openLibrary(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return library;
}

static void loadRuntime(const char *path) {
    void *library = openLibrary(path);
#define LOAD(field, name) *(void **)&rt.field = symbol(library, "mlirAsyncRuntime" name)
    LOAD(addRef, "AddRef");
    LOAD(dropRef, "DropRef");
    LOAD(createToken, "CreateToken");
    LOAD(createGroup, "CreateGroup");
    LOAD(addTokenToGroup, "AddTokenToGroup");
    LOAD(emplaceToken, "EmplaceToken");
    LOAD(awaitToken, "AwaitToken");
    LOAD(awaitAllInGroup, "AwaitAllInGroup");
    LOAD(execute, "Execute");
    LOAD(awaitTokenAndExecute, "AwaitTokenAndExecute");
    LOAD(awaitAllInGroupAndExecute, "AwaitAllInGroupAndExecute");
    LOAD(isTokenError, "IsTokenError");
#undef LOAD
}

#endif
