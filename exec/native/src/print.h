// The functions of MLIR's runner libraries that print numbers and memory, tell the time, and make random
// numbers. A thread keeps its current line until the line is complete, or until inflightPrintFlush, which
// programs call before they order other threads after this one. So lines of several threads do not mix.

#include <math.h>
#include <time.h>

static _Thread_local struct {
    char *text;
    size_t size, room;
} printedLine;

static _Thread_local int printTarget = 1; // the file descriptor to which the line is written

// writeOut writes to a file descriptor, and continues after interrupts.
static void writeOut(int to, const char *text, size_t size) {
    while (size > 0) {
        ssize_t n = write(to, text, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return; // the reader has gone
        text += n;
        size -= (size_t)n;
    }
}

void inflightPrintFlush(void) {
    writeOut(printTarget, printedLine.text, printedLine.size);
    printedLine.size = 0;
}

#ifdef INFLIGHT_LIBRARY
// A library has no entry whose end could flush the line. The line that its user's thread has begun is written
// when the process ends.
__attribute__((destructor)) static void printAtEnd(void) { inflightPrintFlush(); }
#endif

// printText appends to the line. Text for which there is no memory is written at once.
static void printText(const char *text, size_t size) {
    if (printedLine.size + size > printedLine.room) {
        size_t room = 2 * (printedLine.size + size) + 1000;
        char *grown = realloc(printedLine.text, room);
        if (grown == NULL) {
            inflightPrintFlush();
            writeOut(printTarget, text, size);
            return;
        }
        printedLine.text = grown;
        printedLine.room = room;
    }
    memcpy(printedLine.text + printedLine.size, text, size);
    printedLine.size += size;
    if (memchr(text, '\n', size) == NULL)
        return;
    size_t whole = printedLine.size;
    while (printedLine.text[whole - 1] != '\n')
        whole--;
    writeOut(printTarget, printedLine.text, whole);
    printedLine.size -= whole;
    memmove(printedLine.text, printedLine.text + whole, printedLine.size);
}

#define PRINT(...)                                                                                                                             \
    do {                                                                                                                                       \
        char piece[64];                                                                                                                        \
        printText(piece, (size_t)snprintf(piece, sizeof piece, __VA_ARGS__));                                                                  \
    } while (0)

// ---- Numbers ----

void printI64(int64_t v) { PRINT("%lld", (long long)v); }
void printU64(uint64_t v) { PRINT("%llu", (unsigned long long)v); }
void printF64(double v) {
    // The sign of NaN is printed; some C libraries do not print it.
    if (v != v)
        PRINT("%snan", signbit(v) ? "-" : "");
    else
        PRINT("%g", v);
}
void printF32(float v) { printF64((double)v); }

static double ofBF16(uint16_t bits) {
    uint32_t wide = (uint32_t)bits << 16;
    float f;
    memcpy(&f, &wide, sizeof f);
    return f;
}

static double ofF16(uint16_t bits) {
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double v = exponent == 0 ? ldexp(fraction, -24) : exponent < 31 ? ldexp(fraction + 1024, exponent - 25) : fraction == 0 ? INFINITY : NAN;
    return copysign(v, bits >> 15 ? -1 : 1);
}

void printBF16(uint16_t bits) { printF64(ofBF16(bits)); }
void printF16(uint16_t bits) { printF64(ofF16(bits)); }

void printString(const char *text) { printText(text, strlen(text)); }
void printOpen(void) { printString("( "); }
void printClose(void) { printString(" )"); }
void printComma(void) { printString(", "); }
void printNewline(void) { printString("\n"); }

void printFlops(double flops) {
    char text[400];
    writeOut(2, text, (size_t)snprintf(text, sizeof text, "%f GFLOPS\n", flops / 1e9));
}

// ---- Time ----

int64_t nanoTime(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
int64_t _mlir_ciface_nanoTime(void) { return nanoTime(); }
double rtclock(void) { return (double)(nanoTime() / 1000) * 1e-6; }

// ---- Random numbers ----

enum { TWISTER_WORDS = 624, TWISTER_APART = 397 };

// twister is a generator of random numbers: std::mt19937 of C++.
typedef struct {
    uint32_t words[TWISTER_WORDS];
    int next;
} twister;

void *rtsrand(uint64_t seed) {
    twister *g = malloc(sizeof *g);
    if (g == NULL)
        abort();
    g->words[0] = (uint32_t)seed;
    for (uint32_t i = 1; i < TWISTER_WORDS; i++)
        g->words[i] = 1812433253u * (g->words[i - 1] ^ g->words[i - 1] >> 30) + i;
    g->next = TWISTER_WORDS;
    return g;
}

static uint32_t twisterWord(twister *g) {
    if (g->next == TWISTER_WORDS) {
        g->next = 0;
        for (int i = 0; i < TWISTER_WORDS; i++) {
            uint32_t y = (g->words[i] & 0x80000000u) | (g->words[(i + 1) % TWISTER_WORDS] & 0x7fffffffu);
            g->words[i] = g->words[(i + TWISTER_APART) % TWISTER_WORDS] ^ y >> 1 ^ (y & 1) * 0x9908b0dfu;
        }
    }
    uint32_t y = g->words[g->next++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

// rtrand returns a random number that is at most `most`, as std::uniform_int_distribution of libstdc++ does.
uint64_t rtrand(void *generator, uint64_t most) {
    if (most < UINT32_MAX) {
        uint32_t count = (uint32_t)most + 1, least = -count % count;
        uint64_t product;
        do
            product = (uint64_t)twisterWord(generator) * count;
        while ((uint32_t)product < least);
        return product >> 32;
    }
    if (most == UINT32_MAX)
        return twisterWord(generator);
    for (;;) {
        uint64_t upper = rtrand(generator, most >> 32) << 32, n = upper + twisterWord(generator);
        if (n <= most && n >= upper)
            return n;
    }
}

void rtdrand(void *generator) { free(generator); }

// ---- Memory ----

enum elementKind { ELEMENT_I8, ELEMENT_I16, ELEMENT_I32, ELEMENT_I64, ELEMENT_IND, ELEMENT_F16, ELEMENT_BF16, ELEMENT_F32, ELEMENT_F64, ELEMENT_C32, ELEMENT_C64 };

static const size_t elementSizes[] = {1, 2, 4, 8, 8, 2, 2, 4, 8, 8, 16};

static void printElement(enum elementKind kind, const char *at) {
    int64_t bits = 0;
    double pair[2];
    float floats[2];
    switch (kind) {
    case ELEMENT_I8: printText(at, 1); return;
    case ELEMENT_I16: printI64(*(const int16_t *)at); return;
    case ELEMENT_I32: printI64(*(const int32_t *)at); return;
    case ELEMENT_F16: printF16(*(const uint16_t *)at); return;
    case ELEMENT_BF16: printBF16(*(const uint16_t *)at); return;
    case ELEMENT_F32: memcpy(floats, at, sizeof(float)); printF32(floats[0]); return;
    case ELEMENT_F64: memcpy(pair, at, sizeof(double)); printF64(pair[0]); return;
    case ELEMENT_I64: memcpy(&bits, at, sizeof bits); printI64(bits); return;
    case ELEMENT_IND: memcpy(&bits, at, sizeof bits); printU64((uint64_t)bits); return;
    case ELEMENT_C32:
        memcpy(floats, at, sizeof floats);
        pair[0] = floats[0];
        pair[1] = floats[1];
        break;
    case ELEMENT_C64: memcpy(pair, at, sizeof pair); break;
    }
    printString("(");
    printF64(pair[0]);
    printString(",");
    printF64(pair[1]);
    printString(")");
}

static void printList(const char *name, int64_t n, const int64_t *list) {
    printString(name);
    printString("[");
    for (int64_t i = 0; i < n; i++) {
        printString(i > 0 ? ", " : "");
        printI64(list[i]);
    }
    printString("]");
}

// A descriptor has the addresses of the allocation and of the first element, the offset, the sizes and the
// strides.
static void printDescription(int64_t rank, const int64_t *descriptor) {
    PRINT("base@ = 0x%llx", (unsigned long long)descriptor[1]);
    PRINT(" rank = %lld offset = ", (long long)rank);
    printI64(descriptor[2]);
    printList(" sizes = ", rank, descriptor + 3);
    printList(" strides = ", rank, descriptor + 3 + rank);
}

static void printSpaces(int64_t n) {
    for (; n > 0; n--)
        printString(" ");
}

// printDimension prints the elements of a dimension, and of the dimensions behind it, from an address on.
static void printDimension(enum elementKind kind, int64_t rank, int64_t d, const int64_t *sizes, const int64_t *strides, const char *at) {
    printString("[");
    for (int64_t i = 0; i < sizes[d]; i++, at += strides[d] * (int64_t)elementSizes[kind]) {
        if (i > 0 && d == rank - 1) {
            printString(",");
            printSpaces(rank + 1);
        } else if (i > 0) {
            printString(", \n");
            printSpaces(d + 1);
        }
        if (d == rank - 1)
            printElement(kind, at);
        else
            printDimension(kind, rank, d + 1, sizes, strides, at);
    }
    printString("]");
}

static void printMemory(enum elementKind kind, int64_t rank, const int64_t *descriptor, bool unranked, bool elements) {
    printString(unranked ? "Unranked Memref " : "Memref ");
    printDescription(rank, descriptor);
    if (elements) {
        const char *first = (const char *)descriptor[1] + descriptor[2] * (int64_t)elementSizes[kind];
        printString(" data = \n");
        if (rank > 0) {
            printDimension(kind, rank, 0, descriptor + 3, descriptor + 3 + rank, first);
        } else {
            printString("[");
            printElement(kind, first);
            printString("]");
        }
    }
    printString("\n");
}

// ---- Comparing memory ----

// isClose reports whether an element is equal to the expected one. Floats may differ in their last digits.
static bool isClose(enum elementKind kind, const char *actual, const char *expected) {
    if (kind == ELEMENT_F32) {
        float x, y;
        memcpy(&x, actual, sizeof x);
        memcpy(&y, expected, sizeof y);
        return isfinite(x) && isfinite(y) && fabsf(x - y) <= 1e-6f * fabsf(y);
    }
    if (kind == ELEMENT_F64) {
        double x, y;
        memcpy(&x, actual, sizeof x);
        memcpy(&y, expected, sizeof y);
        return isfinite(x) && isfinite(y) && fabs(x - y) <= 1e-12 * fabs(y);
    }
    if (kind == ELEMENT_F16)
        return ofF16(*(const uint16_t *)actual) == ofF16(*(const uint16_t *)expected);
    if (kind == ELEMENT_BF16)
        return ofBF16(*(const uint16_t *)actual) == ofBF16(*(const uint16_t *)expected);
    return memcmp(actual, expected, elementSizes[kind]) == 0;
}

// countDifferent counts the elements that differ, and prints the first ten.
static int64_t countDifferent(enum elementKind kind, int64_t rank, const int64_t *sizes, const int64_t *strides, const char *actual, const char *expected, int64_t at, int64_t *told) {
    int64_t n = 0, bytes = at * (int64_t)elementSizes[kind];
    if (rank > 0) {
        for (int64_t i = 0; i < sizes[0]; i++)
            n += countDifferent(kind, rank - 1, sizes + 1, strides + 1, actual, expected, at + i * strides[0], told);
        return n;
    }
    if (isClose(kind, actual + bytes, expected + bytes))
        return 0;
    if ((*told)++ < 10) {
        printElement(kind, actual + bytes);
        printString(" != ");
        printElement(kind, expected + bytes);
        PRINT(" offset = %lld\n", (long long)at);
    }
    return 1;
}

// verifyMemory implements the verifyMemRef functions. It prints to the error output.
static int64_t verifyMemory(enum elementKind kind, unranked *actual, unranked *expected) {
    const int64_t *x = actual->descriptor, *y = expected->descriptor;
    int64_t rank = actual->rank, n = -1, told = 0;
    inflightPrintFlush();
    printTarget = 2;
    if (rank > 0 && (expected->rank != rank || memcmp(x + 2, y + 2, (size_t)(1 + 2 * rank) * sizeof *x) != 0)) {
        printDescription(rank, x);
        printDescription(expected->rank, y);
    } else {
        n = countDifferent(kind, rank, x + 3, x + 3 + rank, (const char *)x[1], (const char *)y[1], x[2], &told);
    }
    inflightPrintFlush();
    printTarget = 1;
    return n;
}

// ---- The functions of memory, with and without the C interface ----

#define OF_MEMORY(NAME, KIND)                                                                                                                  \
    void printMemref##NAME(int64_t rank, int64_t *descriptor) { printMemory(KIND, rank, descriptor, true, true); }                             \
    void _mlir_ciface_printMemref##NAME(unranked *m) { printMemory(KIND, m->rank, m->descriptor, true, true); }                                \
    void printMemrefShape##NAME(int64_t rank, int64_t *descriptor) { printMemory(KIND, rank, descriptor, true, false); }                       \
    void _mlir_ciface_printMemrefShape##NAME(unranked *m) { printMemory(KIND, m->rank, m->descriptor, true, false); }                          \
    void printMemref1d##NAME(int64_t *allocated, int64_t *aligned, int64_t offset, int64_t size, int64_t stride) {                             \
        printMemory(KIND, 1, (int64_t[]){(int64_t)allocated, (int64_t)aligned, offset, size, stride}, false, true);                            \
    }                                                                                                                                          \
    void _mlir_ciface_printMemref1d##NAME(int64_t *descriptor) { printMemory(KIND, 1, descriptor, false, true); }                              \
    int64_t _mlir_ciface_verifyMemRef##NAME(unranked *actual, unranked *expected) { return verifyMemory(KIND, actual, expected); }             \
    int64_t verifyMemRef##NAME(int64_t rank, int64_t *actual, int64_t otherRank, int64_t *expected) {                                          \
        return verifyMemory(KIND, &(unranked){rank, actual}, &(unranked){otherRank, expected});                                                \
    }

OF_MEMORY(I8, ELEMENT_I8)
OF_MEMORY(I16, ELEMENT_I16)
OF_MEMORY(I32, ELEMENT_I32)
OF_MEMORY(I64, ELEMENT_I64)
OF_MEMORY(Ind, ELEMENT_IND)
OF_MEMORY(F16, ELEMENT_F16)
OF_MEMORY(BF16, ELEMENT_BF16)
OF_MEMORY(F32, ELEMENT_F32)
OF_MEMORY(F64, ELEMENT_F64)
OF_MEMORY(C32, ELEMENT_C32)
OF_MEMORY(C64, ELEMENT_C64)

void _mlir_ciface_printMemref0dF32(int64_t *descriptor) { printMemory(ELEMENT_F32, 0, descriptor, false, true); }
void _mlir_ciface_printMemref2dF32(int64_t *descriptor) { printMemory(ELEMENT_F32, 2, descriptor, false, true); }
void _mlir_ciface_printMemref3dF32(int64_t *descriptor) { printMemory(ELEMENT_F32, 3, descriptor, false, true); }
void _mlir_ciface_printMemref4dF32(int64_t *descriptor) { printMemory(ELEMENT_F32, 4, descriptor, false, true); }

void printMemref0dF32(int64_t allocated, int64_t aligned, int64_t offset) {
    printMemory(ELEMENT_F32, 0, (int64_t[]){allocated, aligned, offset}, false, true);
}
void printMemref2dF32(int64_t allocated, int64_t aligned, int64_t offset, int64_t n0, int64_t n1, int64_t s0, int64_t s1) {
    printMemory(ELEMENT_F32, 2, (int64_t[]){allocated, aligned, offset, n0, n1, s0, s1}, false, true);
}
void printMemref3dF32(int64_t allocated, int64_t aligned, int64_t offset, int64_t n0, int64_t n1, int64_t n2, int64_t s0, int64_t s1, int64_t s2) {
    printMemory(ELEMENT_F32, 3, (int64_t[]){allocated, aligned, offset, n0, n1, n2, s0, s1, s2}, false, true);
}
void printMemref4dF32(int64_t allocated, int64_t aligned, int64_t offset, int64_t n0, int64_t n1, int64_t n2, int64_t n3, int64_t s0, int64_t s1, int64_t s2, int64_t s3) {
    printMemory(ELEMENT_F32, 4, (int64_t[]){allocated, aligned, offset, n0, n1, n2, n3, s0, s1, s2, s3}, false, true);
}
