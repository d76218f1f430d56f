// C += A B for square matrices, tiled by hand for SSE2: six rows and two vectors of C stay in registers; B is copied into panels of
// eight columns, A into panels of six rows in which each element stands four times, as a vector.
#include <xmmintrin.h>

enum { ROWS = 6, COLUMNS = 8, DEPTH = 256, WIDTH = 512 };

// tile adds the product of two panels to a tile of C.
static void tile(long depth, const float *a, const float *b, float *c, long stride) {
  __m128 sum[ROWS][2];
  for (int i = 0; i < ROWS; i++) sum[i][0] = _mm_loadu_ps(c + i * stride), sum[i][1] = _mm_loadu_ps(c + i * stride + 4);
  for (long k = 0; k < depth; k++, a += 4 * ROWS, b += COLUMNS) {
    __m128 left = _mm_load_ps(b), right = _mm_load_ps(b + 4);
    for (int i = 0; i < ROWS; i++) {
      __m128 x = _mm_load_ps(a + 4 * i);
      sum[i][0] = _mm_add_ps(sum[i][0], _mm_mul_ps(x, left));
      sum[i][1] = _mm_add_ps(sum[i][1], _mm_mul_ps(x, right));
    }
  }
  for (int i = 0; i < ROWS; i++) _mm_storeu_ps(c + i * stride, sum[i][0]), _mm_storeu_ps(c + i * stride + 4, sum[i][1]);
}

static float tiled_a[DEPTH * ROWS * 4] __attribute__((aligned(64))), tiled_b[DEPTH * WIDTH] __attribute__((aligned(64)));

static void pack_a(long n, long depth, long rows, const float *a) {
  for (long k = 0; k < depth; k++)
    for (long i = 0; i < ROWS; i++) _mm_store_ps(tiled_a + (k * ROWS + i) * 4, _mm_set1_ps(i < rows ? a[i * n + k] : 0));
}

static void pack_b(long n, long depth, long width, const float *b) {
  for (long j = 0; j < width; j += COLUMNS)
    for (long k = 0; k < depth; k++)
      for (long l = 0; l < COLUMNS; l++) tiled_b[j * depth + k * COLUMNS + l] = b[k * n + j + l];
}

// last computes a tile of fewer rows by way of one that is complete.
static void last(long depth, long rows, const float *b, float *c, long stride) {
  float whole[ROWS * COLUMNS] = {0};
  for (long i = 0; i < rows; i++) memcpy(whole + i * COLUMNS, c + i * stride, COLUMNS * sizeof *c);
  tile(depth, tiled_a, b, whole, COLUMNS);
  for (long i = 0; i < rows; i++) memcpy(c + i * stride, whole + i * COLUMNS, COLUMNS * sizeof *c);
}

// tiled_gemm takes an n that is a multiple of 8.
static __attribute__((noinline)) void tiled_gemm(long n, const float *a, const float *b, float *c) {
  for (long j0 = 0; j0 < n; j0 += WIDTH)
    for (long k0 = 0; k0 < n; k0 += DEPTH) {
      long width = n - j0 < WIDTH ? n - j0 : WIDTH, depth = n - k0 < DEPTH ? n - k0 : DEPTH;
      pack_b(n, depth, width, b + k0 * n + j0);
      for (long i = 0; i < n; i += ROWS) {
        long rows = n - i < ROWS ? n - i : ROWS;
        pack_a(n, depth, rows, a + i * n + k0);
        for (long j = 0; j < width; j += COLUMNS) {
          float *corner = c + i * n + j0 + j;
          if (rows == ROWS) tile(depth, tiled_a, tiled_b + j * depth, corner, n);
          else last(depth, rows, tiled_b + j * depth, corner, n);
        }
      }
    }
}
