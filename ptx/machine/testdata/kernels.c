// Kernels that clang compiles to PTX, for clang_test.go.
#define __syncthreads() __nvvm_bar_sync(0)
#define KERNEL __attribute__((nvptx_kernel)) void
#define SHARED __attribute__((address_space(3)))
#define GLOBAL __attribute__((address_space(1)))
#define tid __nvvm_read_ptx_sreg_tid_x()
#define bid __nvvm_read_ptx_sreg_ctaid_x()
#define ntid __nvvm_read_ptx_sreg_ntid_x()
static SHARED float part[32];
static SHARED float tile[18 * 18];

// Each block normalizes one row.
KERNEL softmax(const float *in, float *out, int n) {
  const float *row = in + (long)bid * n;
  float m = -1.0f / 0.0f, sum = 0;
  for (int i = tid; i < n; i += ntid) m = row[i] > m ? row[i] : m;
  for (int d = 16; d; d /= 2) m = __builtin_fmaxf(m, __nvvm_shfl_sync_bfly_f32(-1, m, d, 31));
  if (tid % 32 == 0) part[tid / 32] = m;
  __syncthreads();
  m = part[0];
  for (int i = 1; i < ntid / 32; i++) m = __builtin_fmaxf(m, part[i]);
  __syncthreads();
  for (int i = tid; i < n; i += ntid) sum += __nvvm_ex2_approx_f((row[i] - m) * 1.44269504f);
  for (int d = 16; d; d /= 2) sum += __nvvm_shfl_sync_bfly_f32(-1, sum, d, 31);
  if (tid % 32 == 0) part[tid / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int i = 0; i < ntid / 32; i++) sum += part[i];
  for (int i = tid; i < n; i += ntid) out[(long)bid * n + i] = __nvvm_ex2_approx_f((row[i] - m) * 1.44269504f) / sum;
}

// Five points, in tiles of 16 x 16 with a border of zeros around the whole.
KERNEL stencil(const float *in, float *out, int n) {
  int y0 = __nvvm_read_ptx_sreg_ctaid_y() * 16, x0 = bid * 16;
  for (int i = tid; i < 18 * 18; i += ntid) {
    int y = y0 + i / 18 - 1, x = x0 + i % 18 - 1;
    tile[i] = y >= 0 && y < n && x >= 0 && x < n ? in[y * n + x] : 0;
  }
  __syncthreads();
  int y = tid / 16, x = tid % 16, at = (y + 1) * 18 + x + 1;
  if (y0 + y < n && x0 + x < n)
    out[(y0 + y) * n + x0 + x] = tile[at - 1] + tile[at + 1] + tile[at - 18] + tile[at + 18] - 4 * tile[at];
}

static __attribute__((noinline)) unsigned mix(unsigned h, unsigned v) { h ^= v; h *= 16777619u; return (h << 13) | (h >> 19); }

// Collatz steps: lanes leave the loop at different times; a function is called in divergent code.
KERNEL steps(const unsigned *in, unsigned *out, int n) {
  int i = bid * ntid + tid;
  if (i >= n) return;
  unsigned v = in[i], h = 2166136261u, count = 0;
  while (v != 1) {
    v = v % 2 ? 3 * v + 1 : v / 2;
    if (v % 3 == 0) h = mix(h, v);
    switch (v & 7) { case 0: h += 5; break; case 3: h ^= v >> 3; break; case 6: h = -h; break; default: h++; }
    if (++count > 200) break;
  }
  out[2 * i] = count; out[2 * i + 1] = h;
}

// A histogram in shared memory.
static SHARED unsigned bins[64];
KERNEL histogram(const unsigned char *in, unsigned *out, int n) {
  for (int i = tid; i < 64; i += ntid) bins[i] = 0;
  __syncthreads();
  for (int i = bid * ntid + tid; i < n; i += ntid * __nvvm_read_ptx_sreg_nctaid_x()) __nvvm_atom_add_gen_i((int *)&bins[in[i] & 63], 1);
  __syncthreads();
  for (int i = tid; i < 64; i += ntid) __nvvm_atom_add_gen_i((int *)&out[i], bins[i]);
}
