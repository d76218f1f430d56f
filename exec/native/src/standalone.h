// The main program of an executable. Its arguments are those of the entry: numbers, and the names of .npy
// files, which are changed in place. It prints the results.

// The signature: one line per argument and then per result, in a constant of the module,
//   > NAME TYPE    an argument       < TYPE    a result
// where TYPE is a scalar (i8, u1, f32, index, ...) or RANK:SCALAR:EXTENT,EXTENT,... with -1 for an extent that is not fixed.
extern const char inflightSignature[];

typedef struct value {
    char name[64], scalar[16];
    int64_t rank; // -1 for a scalar
    int64_t extents[32];
    bool result;
} value;

static const char *nextLine(const char *s) { return strchr(s, '\n') + 1; }

// printUsage prints the arguments of the program. The text does not depend on the arguments of this call.
static void printUsage(FILE *out, const char *program) {
    fprintf(out, "usage: %s [--memory-limit SIZE] [--threads N]", program);
    for (const char *s = inflightSignature; *s == '>'; s = nextLine(s)) {
        const char *type = strchr(s + 2, ' ');
        bool memory = strcspn(type, ":") < strcspn(type, "\n");
        fprintf(out, " %.*s%s", (int)(type - s - 2), s + 2, memory ? ".npy" : "");
    }
    fprintf(out, "\n");
}

__attribute__((noreturn)) static void help(const char *program) {
    printUsage(stdout, program);
    printf("\nArguments are numbers and .npy files. Files are mapped into memory and changed in place: what is not touched is not read,\n"
           "and a file may be larger than the memory. Results are printed.\n"
           "\n"
           "  --memory-limit SIZE   bytes that the program may allocate beside its files, such as 512MiB (default: no limit)\n"
           "  --threads N           threads that run asynchronous operations (default: INFLIGHT_THREADS, else one per processor)\n"
           "  --help                print this text\n");
    exit(0);
}

__attribute__((noreturn)) static void usage(const char *program, const char *problem, const char *what) {
    fprintf(stderr, "error: %s%s%s\n", problem, what[0] != 0 ? ": " : "", what);
    printUsage(stderr, program);
    exit(2);
}

// parseSize returns the number of bytes in a text with a unit, 0 if the text is no size.
static int64_t parseSize(const char *text) {
    static const struct {
        const char *name;
        int64_t bytes;
    } units[] = {{"GiB", 1LL << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1000000000}, {"MB", 1000000}, {"kB", 1000}, {"B", 1}, {"", 1}};
    char *end;
    int64_t n = strtoll(text, &end, 10);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (n > 0 && strcmp(end, units[i].name) == 0)
            return n > INT64_MAX / units[i].bytes ? 0 : n * units[i].bytes;
    return 0;
}

// takeOptions applies the options in front of the arguments, and returns the index of the first argument.
static int takeOptions(int argc, char **argv) {
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--help") == 0)
            help(argv[0]);
        if (strcmp(argv[at], "--") == 0)
            return at + 1;
        bool threads = strcmp(argv[at], "--threads") == 0;
        if (!threads && strcmp(argv[at], "--memory-limit") != 0)
            usage(argv[0], "there is no such option", argv[at]);
        int64_t n = at + 1 < argc ? (threads ? strtoll(argv[at + 1], NULL, 10) : parseSize(argv[at + 1])) : 0;
        if (n <= 0)
            usage(argv[0], threads ? "expected a number of threads behind" : "expected a size such as 512MiB behind", argv[at]);
        if (threads)
            setenv("INFLIGHT_THREADS", argv[at + 1], 1);
        else
            limitMemory(n);
    }
    return at;
}

// parseValue reads a line of the signature and returns the next line.
static const char *parseValue(const char *s, value *v) {
    memset(v, 0, sizeof *v);
    v->result = *s == '<';
    v->rank = -1;
    s += 2;
    if (!v->result) {
        size_t n = strcspn(s, " ");
        memcpy(v->name, s, n < sizeof v->name ? n : sizeof v->name - 1);
        s += n + 1;
    }
    size_t line = strcspn(s, "\n");
    if (memchr(s, ':', line) != NULL)
        v->rank = strtoll(s, (char **)&s, 10), s++;
    size_t n = strcspn(s, ":\n");
    memcpy(v->scalar, s, n < sizeof v->scalar ? n : sizeof v->scalar - 1);
    s += n;
    for (int64_t d = 0; d < v->rank; d++)
        v->extents[d] = strtoll(s + 1, (char **)&s, 10);
    return nextLine(s);
}

static int64_t scalarBits(const char *scalar) { return strcmp(scalar, "index") == 0 ? 64 : atoll(scalar + 1 + (scalar[0] == 'b')); }

static int64_t elementSize(const char *scalar) {
    int64_t size = 1;
    while (size * 8 < scalarBits(scalar))
        size *= 2;
    return size;
}

// narrow returns the bits of x in a format with 16 bits: bf16 has 8 bits of exponent, f16 has 5.
static uint16_t narrow(double x, int exponentBits) {
    float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    if (exponentBits == 8)
        return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    _Float16 h = (_Float16)x;
    uint16_t out;
    memcpy(&out, &h, sizeof out);
    return out;
}

static double widen(uint64_t bits, const char *scalar) {
    uint16_t half = (uint16_t)bits;
    uint32_t word = strcmp(scalar, "bf16") == 0 ? (uint32_t)half << 16 : (uint32_t)bits;
    if (strcmp(scalar, "f16") == 0) {
        _Float16 h;
        memcpy(&h, &half, sizeof h);
        return (double)h;
    }
    if (strcmp(scalar, "f64") == 0) {
        double d;
        memcpy(&d, &bits, sizeof d);
        return d;
    }
    float f;
    memcpy(&f, &word, sizeof f);
    return f;
}

static bool isFloat(const char *scalar) { return scalar[0] == 'f' || scalar[0] == 'b'; }

static bool parseScalar(const char *text, const value *v, int64_t *slot) {
    char *end;
    errno = 0;
    if (!isFloat(v->scalar)) {
        *slot = strtoll(text, &end, 0);
        return *end == 0 && end != text && errno == 0;
    }
    double d = strtod(text, &end);
    float f = (float)d;
    *slot = 0;
    if (strcmp(v->scalar, "f64") == 0)
        memcpy(slot, &d, sizeof d);
    else if (strcmp(v->scalar, "f32") == 0)
        memcpy(slot, &f, sizeof f);
    else
        *slot = narrow(d, v->scalar[0] == 'b' ? 8 : 5);
    return *end == 0 && end != text;
}

// dtypeFits reports whether a type has the elements of a file with a dtype such as '<f4'.
static bool dtypeFits(const char *dtype, const char *scalar) {
    char kind = dtype[1];
    int64_t size = atoll(dtype + 2);
    if (dtype[0] == '>' || size != elementSize(scalar))
        return false;
    if (isFloat(scalar))
        return kind == 'f' || (scalar[0] == 'b' && (kind == 'u' || kind == 'V'));
    return kind == 'i' || kind == 'u' || (kind == 'b' && scalarBits(scalar) == 1);
}

// mapArray maps a .npy file and fills in the descriptor of its array. It returns an error message, NULL if
// there is none.
static const char *mapArray(const char *name, const value *v, int64_t *descriptor) {
    int file = open(name, O_RDWR);
    struct stat info;
    if (file < 0 || fstat(file, &info) != 0)
        return strerror(errno);
    if (info.st_size < 12)
        return "is no .npy file";
    char *data = mmap(NULL, (size_t)info.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (data == MAP_FAILED)
        return strerror(errno);
    if (memcmp(data, "\x93NUMPY", 6) != 0)
        return "is no .npy file";
    uint32_t length = (uint8_t)data[8] | (uint32_t)(uint8_t)data[9] << 8, start = 10;
    if (data[6] > 1)
        length |= (uint32_t)(uint8_t)data[10] << 16 | (uint32_t)(uint8_t)data[11] << 24, start = 12;
    if ((int64_t)length + start > info.st_size)
        return "is cut off";
    char *header = strndup(data + start, length);
    char *dtype = strstr(header, "'descr':"), *shape = strstr(header, "'shape':");
    if (dtype == NULL || shape == NULL || strstr(header, "'fortran_order': True") != NULL)
        return "has no array in row-major order";
    dtype = strchr(dtype + 8, '\'');
    if (dtype == NULL || !dtypeFits(dtype + 1, v->scalar))
        return "holds elements of another type";
    int64_t total = elementSize(v->scalar), rank = 0, *sizes = descriptor + 3;
    if ((shape = strchr(shape, '(')) == NULL)
        return "has no shape";
    for (shape++; *shape >= '0' && *shape <= '9'; rank++) {
        int64_t n = strtoll(shape, &shape, 10);
        shape += strspn(shape, "L, ");
        if (rank >= v->rank || (v->extents[rank] >= 0 && v->extents[rank] != n))
            return "has another shape";
        sizes[rank] = n;
        if (__builtin_mul_overflow(total, n, &total))
            return "has a shape that is too large";
    }
    if (rank != v->rank)
        return "has another shape";
    if ((int64_t)(start + length) + total > info.st_size)
        return "is cut off";
    free(header);
    int64_t stride = 1;
    for (int64_t d = rank - 1; d >= 0; d--) {
        sizes[rank + d] = stride;
        stride *= sizes[d] > 0 ? sizes[d] : 1;
    }
    descriptor[0] = descriptor[1] = (int64_t)(data + start + length);
    descriptor[2] = 0;
    return NULL;
}

static void printScalar(uint64_t bits, const char *scalar) {
    if (isFloat(scalar)) {
        printf("%.17g", widen(bits, scalar));
        return;
    }
    int64_t width = scalarBits(scalar);
    int64_t shift = 64 - width;
    int64_t number = width == 1 ? (int64_t)(bits & 1) : (int64_t)(bits << shift) >> shift;
    printf("%lld", (long long)number);
}

static void printArray(const value *v, const int64_t *descriptor) {
    const int64_t *sizes = descriptor + 3, *strides = sizes + v->rank;
    int64_t size = elementSize(v->scalar), total = 1, index[32] = {0};
    for (int64_t d = 0; d < v->rank; d++)
        total *= sizes[d];
    printf("[");
    for (int64_t n = 0; n < total; n++) {
        int64_t element = descriptor[2];
        for (int64_t d = 0; d < v->rank; d++)
            element += index[d] * strides[d];
        uint64_t bits = 0;
        memcpy(&bits, (const char *)descriptor[1] + element * size, (size_t)size);
        printf(n > 0 ? " " : "");
        printScalar(bits, v->scalar);
        for (int64_t d = v->rank - 1; d >= 0 && ++index[d] == sizes[d]; d--)
            index[d] = 0;
    }
    printf("]");
}

static int standalone(int argc, char **argv) {
    int64_t slots[4096] = {0};
    int64_t at = 0;
    int given = takeOptions(argc, argv);
    value v;
    const char *s = inflightSignature;
    for (; *s == '>'; given++) {
        s = parseValue(s, &v);
        if (given >= argc)
            usage(argv[0], "an argument is missing", v.name);
        if (v.rank < 0) {
            if (!parseScalar(argv[given], &v, &slots[at]))
                usage(argv[0], "this is no number for the argument", v.name);
            at++;
            continue;
        }
        const char *problem = mapArray(argv[given], &v, &slots[at]);
        if (problem != NULL)
            usage(argv[0], argv[given], problem);
        at += 3 + 2 * v.rank;
    }
    if (given < argc)
        usage(argv[0], "this argument is one too many", argv[given]);
    runEntry(slots);
    while (*s == '<') {
        s = parseValue(s, &v);
        if (v.rank < 0)
            printScalar((uint64_t)slots[at], v.scalar);
        else
            printArray(&v, &slots[at]);
        printf("\n");
        at += v.rank < 0 ? 1 : 3 + 2 * v.rank;
    }
    fflush(stdout);
    return 0;
}
