package convertvectortoscf_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/lower/convertvectortoscf"
)

// pipelines are the ways to lower transfers.
var pipelines = []string{
	"convert-vector-to-scf", "convert-vector-to-scf{full-unroll=true}",
	"convert-vector-to-scf{target-rank=2}",
	"convert-vector-to-scf{target-rank=0}", "convert-vector-to-scf{full-unroll=true target-rank=0}",
}

// The simulator, which executes transfers itself, finds the same in memory after the pass.
func TestPropertySameMemory(t *testing.T) {
	lowered := 0
	n := passtest.Programs(300)
	for i := range n {
		source := program(rand.New(rand.NewPCG(uint64(i), 31)))
		module := passtest.Parse(t, source)
		want := memory(t, module)
		for _, pipeline := range pipelines {
			made := passtest.Transform(t, module, "builtin.module("+pipeline+")")
			if got := memory(t, made); !slices.EqualFunc(got, want, bytes.Equal) {
				t.Fatalf("program %d, %s\n%s\n%s", i, pipeline, source, passtest.Print(made))
			}
			if len(made.Find(vector.TypeCast)) > 0 {
				lowered++
			}
		}
	}
	if lowered < n {
		t.Errorf("only %d of %d programs have buffers", lowered, n)
	}
}

// memory runs @main and returns what it leaves in its arguments.
func memory(t *testing.T, module *ir.Op) [][]byte {
	t.Helper()
	args, hazards := passtest.Simulate(t, module, sim.Config{}, 1)
	if len(hazards) > 0 {
		t.Fatalf("%v\n%s", hazards, passtest.Print(module))
	}
	var data [][]byte
	for _, a := range args {
		if a.Buffer != nil {
			data = append(data, a.Buffer.Data)
		}
	}
	return data
}

// transfer is the choices of one random transfer of memory of rank dimensions.
type transfer struct {
	dims    []int // of the memory, -1 for one that is repeated
	extents []int
	inside  []string // in_bounds
	at      []string // subscripts
}

// program returns a function @main that reads a vector and writes it elsewhere, in other orders of the
// dimensions, beyond the end of the memory, under masks, and of columns.
func program(r *rand.Rand) string {
	rank := 1 + r.IntN(3)
	extents := make([]int, rank)
	for d := range extents {
		extents[d] = 2 + r.IntN(4)
	}
	read := choose(r, extents, true, nil)
	write := choose(r, extents, false, read.extents)
	strided := memoryType(r, extents)
	mask, maskType := masked(r, read)
	writeMask, writeMaskType := masked(r, write)
	vec := vectorType(read.extents, "i32")
	var b strings.Builder
	fmt.Fprintf(&b,
		"func.func @main(%%a: memref<%si32>, %%b: %s, %%pad: i32, %%m: memref<%s>, %%n: memref<%s>) {\n",
		dimensions(extents), strided, maskType, writeMaskType)
	for i := range 8 {
		fmt.Fprintf(&b, "  %%c%d = arith.constant %d : index\n", i, i)
	}
	dynamic := "memref<" + strings.Repeat("?x", rank) + "i32>"
	fmt.Fprintf(&b, "  %%d = memref.cast %%a : memref<%si32> to %s\n", dimensions(extents), dynamic)
	from, fromType := "%a", fmt.Sprintf("memref<%si32>", dimensions(extents))
	if r.IntN(2) == 0 {
		from, fromType = "%d", dynamic
	}
	b.WriteString(loadMask("k", "m", maskType, mask != ""))
	b.WriteString(loadMask("l", "n", writeMaskType, writeMask != ""))
	fmt.Fprintf(&b,
		"  %%v = vector.transfer_read %s[%s], %%pad%s {in_bounds = [%s], permutation_map = %s} : %s, %s\n",
		from,
		strings.Join(read.at, ", "), strings.Replace(mask, "M", "k", 1), strings.Join(read.inside, ", "),
		mapText(rank, read.dims), fromType, vec)
	fmt.Fprintf(&b,
		"  vector.transfer_write %%v, %%b[%s]%s {in_bounds = [%s], permutation_map = %s} : %s, %s\n  "+
			"return\n}\n",
		strings.Join(write.at, ", "), strings.Replace(writeMask, "M", "l", 1),
		strings.Join(write.inside, ", "), mapText(rank, write.dims), vec, strided)
	return b.String()
}

// choose makes a transfer of memory with some extents: a read, whose vector it chooses, or a write of a
// vector of other extents.
func choose(r *rand.Rand, memory []int, read bool, vector []int) transfer {
	var x transfer
	order := r.Perm(len(memory))
	n := 1 + r.IntN(len(memory))
	if !read {
		n = len(vector)
	}
	for i := range n {
		d := order[i]
		if read && r.IntN(5) == 0 {
			d = -1
		}
		x.dims = append(x.dims, d)
	}
	x.at = make([]string, len(memory))
	first := make([]int, len(memory))
	for d := range x.at {
		first[d] = r.IntN(memory[d])
		x.at[d] = fmt.Sprintf("%%c%d", first[d])
	}
	for i, d := range x.dims {
		extent := 1 + r.IntN(4)
		if !read {
			extent = vector[i]
		}
		x.extents = append(x.extents, extent)
		fits := d < 0 || first[d]+extent <= memory[d]
		x.inside = append(x.inside, fmt.Sprint(d < 0 || fits && r.IntN(2) == 0))
	}
	return x
}

// masked returns the operand that a transfer has for a mask, with M for its name, or "", and the type of
// memory that it lies in.
func masked(r *rand.Rand, x transfer) (operand, typ string) {
	order := make([]int, 0, len(x.dims))
	for i, d := range x.dims {
		if d >= 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return x.dims[i] - x.dims[j] })
	extents := make([]int, len(order))
	for i, at := range order {
		extents[i] = x.extents[at]
	}
	if len(extents) == 0 {
		extents = []int{1}
	}
	typ = dimensions(extents) + "i8"
	if r.IntN(2) == 0 {
		return "", typ
	}
	return ", %M", typ
}

// loadMask loads a mask from memory of numbers.
func loadMask(name, from, typ string, used bool) string {
	if !used {
		return ""
	}
	rank := strings.Count(typ, "x")
	zeros := strings.TrimSuffix(strings.Repeat("%c0, ", rank), ", ")
	bits := strings.TrimSuffix(typ, "i8") + "i1"
	return fmt.Sprintf(
		"  %%%[1]s0 = vector.load %%%[2]s[%[3]s] : memref<%[4]s>, vector<%[4]s>\n  %%%[1]s = arith.trunci "+
			"%%%[1]s0 : vector<%[4]s> to vector<%[5]s>\n",
		name, from, zeros, typ, bits)
}

// memoryType returns the type of memory with some extents, whose elements may lie apart.
func memoryType(r *rand.Rand, extents []int) string {
	if r.IntN(2) == 0 {
		return "memref<" + dimensions(extents) + "i32>"
	}
	strides := make([]string, len(extents))
	n := 1 + r.IntN(2)
	for d := len(extents) - 1; d >= 0; d-- {
		strides[d] = fmt.Sprint(n)
		n *= extents[d]
	}
	return fmt.Sprintf("memref<%si32, strided<[%s]>>", dimensions(extents), strings.Join(strides, ", "))
}

func dimensions(extents []int) string {
	var b strings.Builder
	for _, n := range extents {
		fmt.Fprintf(&b, "%dx", n)
	}
	return b.String()
}

func vectorType(extents []int, elem string) string {
	return "vector<" + dimensions(extents) + elem + ">"
}

func mapText(rank int, dims []int) string {
	names, results := make([]string, rank), make([]string, len(dims))
	for d := range names {
		names[d] = fmt.Sprintf("d%d", d)
	}
	for i, d := range dims {
		results[i] = "0"
		if d >= 0 {
			results[i] = names[d]
		}
	}
	return fmt.Sprintf("affine_map<(%s) -> (%s)>", strings.Join(names, ", "), strings.Join(results, ", "))
}
