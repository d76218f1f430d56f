package lowervectorcontract_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/lower/lowervectorcontract"
	"github.com/inflight-compiler/inflight/value"
)

// kinds are the ways to combine numbers, by element type.
var kinds = map[string][]string{
	"i8":  {"add", "mul", "and", "or", "xor", "minsi", "maxsi", "minui", "maxui"},
	"i32": {"add", "mul", "maxui", "minsi"},
	"f16": {"add", "minnumf"},
	"f32": {"add", "mul", "minimumf", "maximumf", "minnumf", "maxnumf"},
}

// program returns the text of a contraction of memory, over one to four dimensions.
func program(r *rand.Rand) string {
	elem := []string{"i8", "i32", "f16", "f32", "f32"}[r.IntN(5)]
	kind := kinds[elem][r.IntN(len(kinds[elem]))]
	n := 1 + r.IntN(4)
	extents := make([]int, n)
	names := make([]string, n)
	for i := range extents {
		extents[i], names[i] = 1+r.IntN(4), fmt.Sprintf("d%d", i)
	}
	// Each dimension is in two or three of the maps; those that are combined are not in the last.
	var maps [3][]int
	types := make([]string, n)
	for i := range n {
		in := [][]int{{0, 1}, {0, 1, 2}, {0, 2}, {1, 2}}[r.IntN(4)]
		if i == 0 && len(maps[0]) == 0 {
			in = []int{0, 1}
		}
		types[i] = "\"parallel\""
		if !slices.Contains(in, 2) {
			types[i] = "\"reduction\""
		}
		for _, m := range in {
			maps[m] = slices.Insert(maps[m], r.IntN(len(maps[m])+1), i)
		}
	}
	text := make([]string, 3)
	shape := make([]string, 3)
	for m, dims := range maps {
		var selected, size []string
		for _, d := range dims {
			selected, size = append(selected, names[d]), append(size, fmt.Sprintf("%dx", extents[d]))
		}
		text[m] = fmt.Sprintf("affine_map<(%s) -> (%s)>", strings.Join(names, ", "),
			strings.Join(selected, ", "))
		shape[m] = strings.Join(size, "") + elem
	}
	acc := fmt.Sprintf("vector<%s>", shape[2])
	load, store := fmt.Sprintf("memref.load %%c[] : memref<%s>", shape[2]),
		fmt.Sprintf("memref.store %%r, %%c[] : memref<%s>", shape[2])
	if len(maps[2]) == 0 {
		acc = elem
	} else {
		zeros := strings.TrimSuffix(strings.Repeat("%z, ", len(maps[2])), ", ")
		load = fmt.Sprintf("vector.load %%c[%s] : memref<%s>, %s", zeros, shape[2], acc)
		store = fmt.Sprintf("vector.store %%r, %%c[%s] : memref<%s>, %s", zeros, shape[2], acc)
	}
	at := func(m int) string { return strings.TrimSuffix(strings.Repeat("%z, ", len(maps[m])), ", ") }
	return fmt.Sprintf(`func.func @main(%%a: memref<%[1]s>, %%b: memref<%[2]s>, %%c: memref<%[3]s>) {
  %%z = arith.constant 0 : index
  %%x = vector.load %%a[%[4]s] : memref<%[1]s>, vector<%[1]s>
  %%y = vector.load %%b[%[5]s] : memref<%[2]s>, vector<%[2]s>
  %%s = %[6]s
  %%r = vector.contract {indexing_maps = [%[7]s], iterator_types = [%[8]s], kind = #vector.kind<%[9]s>} %%x, %%y, %%s : vector<%[1]s>, vector<%[2]s> into %[10]s
  %[11]s
  return
}`, shape[0], shape[1], shape[2], at(0), at(1), load, strings.Join(text, ", "), strings.Join(types, ", "),
		kind, acc, store)
}

// run fills memory at random, runs a program, and returns what it leaves.
func run(t *testing.T, module *ir.Op, seed uint64) []byte {
	t.Helper()
	p, err := sim.Compile(module, "main")
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(module))
	}
	r := rand.New(rand.NewPCG(seed, 2))
	var args []value.Value
	var last *value.Buffer
	for _, typ := range p.Inputs() {
		m := typ.(*ir.MemRefType)
		if last, err = value.NewBuffer(m, m.Shape); err != nil {
			t.Fatal(err)
		}
		for i := range last.Data {
			last.Data[i] = byte(r.Uint32())
		}
		args = append(args, value.Memory(last))
	}
	if _, err := p.Run(context.Background(), sim.Config{}, args); err != nil {
		t.Fatal(err)
	}
	return last.Data
}

// Contractions leave the same bits in memory when they are arithmetic, whatever their maps and kinds are.
func TestPropertyContractions(t *testing.T) {
	sums := 0
	n := passtest.Programs(300)
	for i := range n {
		source := program(rand.New(rand.NewPCG(uint64(i), 1)))
		module := passtest.Parse(t, source)
		got := passtest.Transform(t, module, "builtin.module(lower-vector-contract)")
		if len(got.Find(vector.Contract)) > 0 {
			t.Fatalf("not lowered:\n%s", source)
		}
		if strings.Contains(source, "\"reduction\"") {
			sums++
		}
		if want, have := run(t, module, uint64(i)), run(t, got, uint64(i)); !slices.Equal(want, have) {
			t.Fatalf("program %d leaves %v instead of %v\n%s\n%s", i, have, want, source, passtest.Print(got))
		}
	}
	if sums < n/2 {
		t.Errorf("%d of %d contractions combine anything", sums, n)
	}
}

// What the pass does not know stays as it is.
func TestLeftAlone(t *testing.T) {
	for _, types := range [][3]string{{"vector<2xf16>", "vector<2xf16>", "f32"},
		{"vector<[2]xf32>", "vector<[2]xf32>", "f32"}, {"vector<524288xf32>", "vector<524288xf32>", "f32"}} {
		module := passtest.Parse(t, fmt.Sprintf(`func.func @f(%%x: %[1]s, %%y: %[2]s, %%c: %[3]s) -> %[3]s {
  %%r = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %%x, %%y, %%c : %[1]s, %[2]s into %[3]s
  return %%r : %[3]s
}`, types[0], types[1], types[2]))
		if got := passtest.Transform(t, module,
			"builtin.module(lower-vector-contract)"); len(got.Find(vector.Contract)) != 1 {
			t.Errorf("lowered to\n%s", passtest.Print(got))
		}
	}
}
