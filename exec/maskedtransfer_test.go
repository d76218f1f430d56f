package exec_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// maskedTransfer is a read of a vector from memory in a vector.mask, along dimensions in any order. Along
// some dimensions elements may be repeated.
type maskedTransfer struct {
	memory   []int64 // extents of the memory, whose elements are 0, 1, 2, ...
	offsets  []int64
	dims     []int // of the memory, for each dimension of the vector; -1 where elements are repeated
	shape    []int64
	inside   []bool // in_bounds
	mask     []bool
	maskDims []int // the dimensions of the memory that the mask has, in the mask's order
	passthru bool
}

// The numbers of elements that lie outside of the memory, and of those that the mask leaves out.
const (
	padding  = -1.0
	passthru = -2.0
)

func randomTransfer(r *rand.Rand) *maskedTransfer {
	x := &maskedTransfer{passthru: r.IntN(3) > 0}
	for range 2 + r.IntN(2) {
		x.memory = append(x.memory, int64(3+r.IntN(2)))
		x.offsets = append(x.offsets, int64(r.IntN(3)))
	}
	x.dims = r.Perm(len(x.memory))[:1+r.IntN(len(x.memory))]
	for _, d := range x.dims {
		n := x.memory[d]
		inside := r.IntN(2) == 0
		if inside {
			n -= x.offsets[d]
		}
		x.shape, x.inside = append(x.shape, n), append(x.inside, inside)
	}
	x.maskDims = slices.Sorted(slices.Values(x.dims))
	if r.IntN(3) == 0 {
		at := r.IntN(len(x.dims) + 1)
		x.dims, x.shape = slices.Insert(x.dims, at, -1), slices.Insert(x.shape, at, 2)
		x.inside = slices.Insert(x.inside, at, true)
	}
	x.mask = make([]bool, product(x.maskShape()))
	for i := range x.mask {
		x.mask[i] = r.IntN(3) > 0
	}
	return x
}

func product(shape []int64) int64 {
	n := int64(1)
	for _, extent := range shape {
		n *= extent
	}
	return n
}

func (x *maskedTransfer) maskShape() []int64 {
	var shape []int64
	for _, d := range x.maskDims {
		shape = append(shape, x.shape[slices.Index(x.dims, d)])
	}
	return shape
}

// program returns a program that stores the vector to its second argument.
func (x *maskedTransfer) program() string {
	var d, results, at, bits, inside []string
	for i := range x.memory {
		d = append(d, fmt.Sprintf("d%d", i))
		at = append(at, fmt.Sprintf("%%o%d", i))
	}
	for i, dim := range x.dims {
		results = append(results, "0")
		if dim >= 0 {
			results[i] = d[dim]
		}
		inside = append(inside, strconv.FormatBool(x.inside[i]))
	}
	for _, b := range x.mask {
		bits = append(bits, map[bool]string{false: "0", true: "1"}[b])
	}
	memory, vector := "memref<"+extents(x.memory)+"f32>", "vector<"+extents(x.shape)+"f32>"
	mask := "vector<" + extents(x.maskShape()) + "i1>"
	var b strings.Builder
	fmt.Fprintf(&b, "func.func @f(%%m: %s, %%out: memref<%sf32>) {\n", memory, extents(x.shape))
	for i, o := range x.offsets {
		fmt.Fprintf(&b, "  %%o%d = arith.constant %d : index\n", i, o)
	}
	fmt.Fprintf(&b, `  %%c0 = arith.constant 0 : index
  %%pad = arith.constant %.1f : f32
  %%bits = arith.constant dense<[%s]> : vector<%dxi8>
  %%zero = arith.constant dense<0> : vector<%[3]dxi8>
  %%flat = arith.cmpi ne, %%bits, %%zero : vector<%[3]dxi8>
  %%mask = vector.shape_cast %%flat : vector<%[3]dxi1> to %[4]s
  %%other = arith.constant dense<%.1[5]f> : %[6]s
`, padding, strings.Join(bits, ", "), len(bits), mask, passthru, vector)
	other := ""
	if x.passthru {
		other = ", %other"
	}
	fmt.Fprintf(&b, "  %%x = vector.mask %%mask%s {vector.transfer_read %%m[%s], %%pad {permutation_map = "+
		"affine_map<(%s) -> (%s)>, in_bounds = [%s]} : %s, %s} : %s -> %[7]s\n", other,
		strings.Join(at, ", "),
		strings.Join(d, ", "), strings.Join(results, ", "), strings.Join(inside, ", "), memory, vector, mask)
	zeros := strings.TrimSuffix(strings.Repeat("%c0, ", len(x.shape)), ", ")
	all := strings.TrimSuffix(strings.Repeat("true, ", len(x.shape)), ", ")
	fmt.Fprintf(&b,
		"  vector.transfer_write %%x, %%out[%s] {in_bounds = [%s]} : %s, memref<%sf32>\n  return\n}\n",
		zeros, all, vector, extents(x.shape))
	return b.String()
}

// extents writes a shape with an x behind each extent.
func extents(shape []int64) string {
	var b strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&b, "%dx", n)
	}
	return b.String()
}

// want returns the elements of the vector.
func (x *maskedTransfer) want() []float32 {
	var out []float32
	index := make([]int64, len(x.shape))
	maskShape := x.maskShape()
	for range product(x.shape) {
		at, bit := slices.Clone(x.offsets), int64(0)
		for i, d := range x.dims {
			if d >= 0 {
				at[d] += index[i]
			}
		}
		for i, d := range x.maskDims {
			bit = bit*maskShape[i] + index[slices.Index(x.dims, d)]
		}
		out = append(out, x.element(at, x.mask[bit]))
		value.Advance(index, x.shape)
	}
	return out
}

// element returns the element of the vector for a position in memory. chosen tells whether the mask selects
// it.
func (x *maskedTransfer) element(at []int64, chosen bool) float32 {
	n := int64(0)
	for d, i := range at {
		if i >= x.memory[d] {
			n = -1
			break
		}
		n = n*x.memory[d] + i
	}
	switch {
	case !chosen && x.passthru:
		return passthru
	case !chosen || n < 0:
		return padding
	}
	return float32(n)
}

// A masked read has the elements that the mask selects, and elsewhere the passthru or else the padding, for
// any order of the dimensions.
func TestPropertyMaskedTransfers(t *testing.T) {
	for _, engine := range append([]string{"sim"}, compilers...) {
		t.Run(engine, func(t *testing.T) {
			require(t, engine)
			e, err := exec.Lookup(engine)
			if err != nil {
				t.Fatal(err)
			}
			programs := passtest.Programs(map[string]int{"sim": 200, "wasm": 60, "native": 10}[engine])
			for seed := range programs {
				x := randomTransfer(rand.New(rand.NewPCG(uint64(seed), 11)))
				module := passtest.Parse(t, x.program())
				types := value.SignatureOf(module.Body().First()).Types
				program, err := e.Compile(t.Context(), module, "f", exec.Code{})
				if err != nil {
					t.Fatalf("%v\n%s", err, x.program())
				}
				if got := x.run(t, program, types); !slices.Equal(got, x.want()) {
					t.Fatalf("seed %d: %v\ninstead of %v\n%s", seed, got, x.want(), x.program())
				}
			}
		})
	}
}

// run runs the program, and returns the vector.
func (x *maskedTransfer) run(t *testing.T, program exec.Program, types []ir.Type) []float32 {
	t.Helper()
	memory, vector := make([]float32, product(x.memory)), make([]float32, product(x.shape))
	for i := range memory {
		memory[i] = float32(i)
	}
	var args []value.Value
	for i, data := range [][]float32{memory, vector} {
		shape := [][]int64{x.memory, x.shape}[i]
		v, err := value.Of(types[i], value.ArrayOf(data, shape...))
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, v)
	}
	if _, err := program.Run(t.Context(), args, exec.Options{}); err != nil {
		t.Fatalf("%v\n%s", err, x.program())
	}
	got, err := value.Slice[float32](args[1])
	if err != nil {
		t.Fatal(err)
	}
	return got
}
