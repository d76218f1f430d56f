// The functions that clang calls to round to bf16, for compiler libraries that are too old to have them
// (libgcc before 13). They are weak: another definition replaces them.

#if defined(__clang__) && (defined(__SSE2__) || defined(__aarch64__))

static inline uint32_t bitsOf(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static inline __bf16 ofBits(uint16_t bits) {
    __bf16 b;
    memcpy(&b, &bits, sizeof b);
    return b;
}

// __truncsfbf2 rounds to nearest, ties to even.
__attribute__((weak, visibility("hidden"))) __bf16 __truncsfbf2(float f) {
    uint32_t bits = bitsOf(f);
    if (f != f)
        return ofBits((uint16_t)(bits >> 16 | 0x40)); // a quiet NaN
    return ofBits((uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
}

// __truncdfbf2 rounds once: the conversion to float sets the last bit if it loses digits, so that the second
// rounding meets no false tie.
__attribute__((weak, visibility("hidden"))) __bf16 __truncdfbf2(double d) {
    float f = (float)d;
    uint32_t bits = bitsOf(f);
    if (f == f && (double)f != d) {
        bool away = __builtin_fabs((double)f) > __builtin_fabs(d);
        bits = (bits - away) | 1;
    }
    memcpy(&f, &bits, sizeof f);
    return __truncsfbf2(f);
}

#endif
