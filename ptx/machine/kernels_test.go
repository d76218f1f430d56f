package machine_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// randomHalves returns n halves with few digits, so that sums of their products are exact.
func randomHalves(r *rand.Rand, n int) (data []byte, values []float64) {
	for range n {
		v := float64(r.IntN(33)-16) / 8
		data = binary.LittleEndian.AppendUint16(data, uint16(ir.EncodeFloat(ir.F16, v)))
		values = append(values, v)
	}
	return data, values
}

// gemm is a launch of the GEMM kernel with what it should compute.
type gemm struct {
	m, n, k int
	args    []machine.Arg
	c       []byte
	want    []float32
}

func newGEMM(m, n, k int) *gemm {
	r := rand.New(rand.NewPCG(3, 4))
	a, av := randomHalves(r, m*k)
	b, bv := randomHalves(r, k*n)
	x := &gemm{m: m, n: n, k: k, c: make([]byte, 4*m*n), want: make([]float32, m*n)}
	for i := range m {
		for j := range n {
			sum := 0.0
			for l := range k {
				sum += av[i*k+l] * bv[l*n+j]
			}
			x.want[i*n+j] = float32(sum)
		}
	}
	x.args = []machine.Arg{
		{Buffer: &machine.Buffer{Name: "a", Data: a}}, {Buffer: &machine.Buffer{Name: "b", Data: b}},
		{Buffer: &machine.Buffer{Name: "c", Data: x.c}},
		{Bits: uint64(n)}, {Bits: uint64(k)},
	}
	return x
}

func (x *gemm) config() machine.Config {
	return machine.Config{Grid: machine.Extents{x.n / 64, x.m / 64, 1}, Block: machine.Extents{128, 1, 1},
		Args: x.args}
}

func (x *gemm) check(t testing.TB) {
	t.Helper()
	for i, want := range x.want {
		if got := float(x.c, i); got != want {
			t.Fatalf("c[%d, %d] = %v, want %v", i/x.n, i%x.n, got, want)
		}
	}
}

// The GEMM computes the product whenever the copies take place, also with fewer tiles than stages, and
// without conflicts of banks.
func TestGEMM(t *testing.T) {
	k := compile(t, "gemm.ptx", read(t, "gemm.ptx"))
	for _, m := range modes {
		for _, extent := range []int{0, 32, 64, 256} {
			x := newGEMM(64, 128, extent)
			config := x.config()
			config.Mode, config.Seed = m.mode, m.seed
			report := launch(t, k, config)
			x.check(t)
			for _, use := range report.Banks {
				if use.Conflicts() != 0 {
					t.Errorf("%v: %d passes where %d suffice", use.Instruction, use.Wavefronts, use.Ideal)
				}
			}
		}
	}
}

func TestStream(t *testing.T) {
	k := compile(t, "stream.ptx", read(t, "stream.ptx"))
	for _, m := range modes {
		for _, count := range []int{0, 1, 64, 300, 1000} {
			r := rand.New(rand.NewPCG(5, 6))
			a, b, c := randomFloats(r, 4*count), randomFloats(r, 4*count), make([]byte, 16*count)
			launch(t, k, machine.Config{
				Grid: machine.Extents{2, 1, 1}, Block: machine.Extents{64, 1, 1}, DynamicShared: 8192,
				Mode: m.mode, Seed: m.seed,
				Args: []machine.Arg{{Buffer: &machine.Buffer{Data: a}}, {Buffer: &machine.Buffer{Data: b}},
					{Buffer: &machine.Buffer{Data: c}}, {Bits: uint64(count)}},
			})
			for i := range 4 * count {
				if want := float(a, i) + 3*float(b, i); float(c, i) != want {
					t.Fatalf("c[%d] = %v, want %v", i, float(c, i), want)
				}
			}
		}
	}
}

func BenchmarkGEMM(b *testing.B) {
	k := compile(b, "gemm.ptx", read(b, "gemm.ptx"))
	for b.Loop() {
		x := newGEMM(128, 128, 64)
		launch(b, k, x.config())
	}
}
