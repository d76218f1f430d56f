// The same loops as the kernels in MLIR, for clang. The program reads lines "NAME N ROUNDS" and prints the seconds of processor time
// that so many rounds took.
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tiled.h"

#define KERNEL static __attribute__((noinline)) void

static float *a, *b, *c;

KERNEL gemm(long n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) c[i * n + j] += a[i * n + k] * b[k * n + j];
}

KERNEL add(long n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (long i = 0; i < n; i++) c[i] = a[i] + b[i];
}

KERNEL saxpy(long n, const float *restrict a, float *restrict b) {
  for (long i = 0; i < n; i++) b[i] += 1.5f * a[i];
}

KERNEL stencil(long n, const float *restrict a, float *restrict b) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++) {
      const float *p = a + i * n + j;
      b[i * n + j] = (p[0] + p[-n] + p[n] + p[-1] + p[1]) * 0.2f;
    }
}

KERNEL softmax(long n, const float *restrict a, float *restrict b) {
  for (long i = 0; i < n; i++, a += 1024, b += 1024) {
    float top = -INFINITY, total = 0;
    for (long j = 0; j < 1024; j++) top = a[j] > top ? a[j] : top;
    for (long j = 0; j < 1024; j++) b[j] = expf(a[j] - top);
    for (long j = 0; j < 1024; j++) total += b[j];
    for (long j = 0; j < 1024; j++) b[j] *= 1 / total;
  }
}

KERNEL depthwise(long n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (long ch = 0; ch < n; ch++)
    for (long i = 0; i < 128; i++)
      for (long j = 0; j < 128; j++) {
        float sum = 0;
        for (long p = 0; p < 3; p++)
          for (long q = 0; q < 3; q++) sum += a[(ch * 130 + i + p) * 130 + j + q] * b[(ch * 3 + p) * 3 + q];
        c[(ch * 128 + i) * 128 + j] = sum;
      }
}

KERNEL mandelbrot(long n, float *restrict a) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float cx = (float)j * (3.0f / n) - 2, cy = (float)i * (3.0f / n) - 1.5f, x = 0, y = 0;
      int k = 0;
      for (; x * x + y * y <= 4 && k < 100; k++) {
        float next = x * x - y * y + cx;
        y = x * y * 2 + cy;
        x = next;
      }
      a[i * n + j] = k;
    }
}

// OpenBLAS is asked for by name, so that this program needs nothing of it.
static void (*sgemm)(int, int, int, int, int, int, float, const float *, int, const float *, int, float, float *, int);

static int blas(void) {
  void *library = dlopen("libopenblas.so.0", RTLD_NOW);
  if (!library) return 0;
  void (*threads)(int) = (void (*)(int))dlsym(library, "openblas_set_num_threads");
  if (threads) threads(1);
  *(void **)&sgemm = dlsym(library, "cblas_sgemm");
  return sgemm != 0;
}

static int run(const char *name, long n) {
  if (!strcmp(name, "gemm")) gemm(n, a, b, c);
  else if (!strcmp(name, "tiled")) tiled_gemm(n, a, b, c);
  else if (!strcmp(name, "blas")) sgemm(101, 111, 111, n, n, n, 1, a, n, b, n, 1, c, n);
  else if (!strcmp(name, "add")) add(n, a, b, c);
  else if (!strcmp(name, "saxpy")) saxpy(n, a, b);
  else if (!strcmp(name, "stencil")) stencil(n, a, b);
  else if (!strcmp(name, "softmax")) softmax(n, a, b);
  else if (!strcmp(name, "depthwise")) depthwise(n, a, b, c);
  else if (!strcmp(name, "mandelbrot")) mandelbrot(n, a);
  else return 0;
  return 1;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  const size_t most = 1 << 23;
  a = aligned_alloc(4096, most * 4), b = aligned_alloc(4096, most * 4), c = aligned_alloc(4096, most * 4);
  for (size_t i = 0; i < most; i++) a[i] = i % 13 * 0.25f - 1, b[i] = i % 7 * 0.5f - 1, c[i] = 0;
  int has_blas = blas();
  char name[32];
  long n, rounds;
  while (scanf("%31s %ld %ld", name, &n, &rounds) == 3) {
    double start = now();
    int known = strcmp(name, "blas") || has_blas;
    for (long i = 0; i < rounds && known; i++) known = run(name, n);
    printf("%.9f\n", known ? now() - start : -1);
    fflush(stdout);
  }
}
