package ptx_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/target/ptx"
	"github.com/inflight-compiler/inflight/value"
)

// product is a product of matrices with the tiles that its kernel is made of.
type product struct {
	m, n, k int
	elem    ir.FloatKind
	fill    bool
	tile    [3]int // of a block
	warp    [2]int
	stages  int
	swizzle bool
	options string // the others
	// transposed says of A and of B whether they are, narrow that C has elements like theirs, and dynamic
	// which axes of the product have extents that are known at run time only.
	transposed [2]bool
	narrow     bool
	dynamic    [3]bool
	exact      bool // numbers of 32 bits are not rounded to fewer
}

func (p product) String() string {
	return fmt.Sprintf("%dx%dx%d of %s, fill %t, transposed %v, narrow %t, dynamic %v, %s", p.m, p.n, p.k,
		p.elem.Info().Name, p.fill, p.transposed, p.narrow,
		p.dynamic, p.pipeline())
}

// pipeline returns the passes that make the kernel.
func (p product) pipeline() string {
	return fmt.Sprintf(
		"builtin.module(gpu-tile-matmul{block-tile=%d,%d,%d warp-tile=%d,%d stages=%d swizzle=%t exact=%t "+
			"%s},inject-software-pipeline)",
		p.tile[0], p.tile[1], p.tile[2], p.warp[0], p.warp[1], p.stages, p.swizzle, p.exact, p.options)
}

func (p product) grid() machine.Extents {
	return machine.Extents{(p.n + p.tile[1] - 1) / p.tile[1], (p.m + p.tile[0] - 1) / p.tile[0], 1}
}

// axes returns what the subscripts of A, B and C run along: 0 and 1 for the rows and columns of C, 2 for the
// depth.
func (p product) axes() [3][2]int {
	axes := [3][2]int{{0, 2}, {2, 1}, {0, 1}}
	for i, yes := range p.transposed {
		if yes {
			slices.Reverse(axes[i][:])
		}
	}
	return axes
}

// shape returns the extents of A, B or C.
func (p product) shape(i int) (rows, cols int) {
	extents, axes := [3]int{p.m, p.n, p.k}, p.axes()[i]
	return extents[axes[0]], extents[axes[1]]
}

// typ returns the type of A, B or C.
func (p product) typ(i int) string {
	text := "memref<"
	for _, a := range p.axes()[i] {
		if p.dynamic[a] {
			text += "?x"
		} else {
			text += fmt.Sprintf("%dx", [3]int{p.m, p.n, p.k}[a])
		}
	}
	return text + p.kind(i).Info().Name + ">"
}

// kind returns the type of the elements of A, B or C.
func (p product) kind(i int) ir.FloatKind {
	if i == 2 && !p.narrow {
		return ir.F32
	}
	return p.elem
}

// source returns a program with the product alone.
func (p product) source() string {
	fill, maps := "", ""
	for _, axes := range p.axes() {
		maps += fmt.Sprintf(", affine_map<(d0, d1, d2) -> (d%d, d%d)>", axes[0], axes[1])
	}
	if p.fill {
		fill = "%z = arith.constant 0.0 : c\nlinalg.fill ins(%z : c) outs(%C : C)\n"
	}
	return strings.NewReplacer(": A", ": "+p.typ(0), ": B", ": "+p.typ(1), ", B", ", "+p.typ(1), ": C",
		": "+p.typ(2), ": c", ": "+p.kind(2).Info().Name, "MAPS", maps[2:]).Replace(
		"func.func @main(%A: A, %B: B, %C: C) {\n" + fill +
			"linalg.matmul indexing_maps = [MAPS] ins(%A, %B : A, B) outs(%C : C)\nreturn\n}")
}

// kernels makes the program of kernels, pipelined, and their code.
func (p product) kernels(t testing.TB) (*ir.Op, *ptx.Kernels) {
	t.Helper()
	m := passtest.Transform(t, passtest.Parse(t, p.source()), p.pipeline())
	k, err := ptx.Compile(t.Context(), m, ptx.Options{})
	if err != nil {
		t.Fatal(p, err)
	}
	return m, k
}

// size returns the bytes of an element of A and B.
func (p product) size() int { return int(p.elem.Info().Width) / 8 }

// encoded returns numbers of a type as bytes.
func encoded(kind ir.FloatKind, values []float64) []byte {
	var data []byte
	for _, v := range values {
		switch kind {
		case ir.F32:
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(v)))
		default:
			data = binary.LittleEndian.AppendUint16(data, uint16(ir.EncodeFloat(kind, v)))
		}
	}
	return data
}

// operands returns random matrices, with what is to become of the last of them.
func (p product) operands(r *rand.Rand) (data [3][]byte, want []float64) {
	var values [3][]float64
	for i := range data {
		rows, cols := p.shape(i)
		for range rows * cols {
			if p.exact && i == 0 { // more bits than tensor cores take
				values[i] = append(values[i], float64(r.IntN(1<<13)-1<<12)/1024)
				continue
			}
			values[i] = append(values[i], float64(r.IntN(33)-16)/8)
		}
		data[i] = encoded(p.kind(i), values[i])
	}
	at := func(matrix, row, col int) float64 {
		_, cols := p.shape(matrix)
		if matrix < 2 && p.transposed[matrix] {
			row, col = col, row
		}
		return values[matrix][row*cols+col]
	}
	for i := range p.m {
		for j := range p.n {
			sum := values[2][i*p.n+j]
			if p.fill {
				sum = 0
			}
			for k := range p.k {
				sum += at(0, i, k) * at(1, k, j)
			}
			want = append(want, decoded(p.kind(2), encoded(p.kind(2), []float64{sum}))[0])
		}
	}
	return data, want
}

// check compares what the kernel computes in the simulator and as code, whenever copies take place, holds its
// waits against what the judge counts, and returns the passes over shared memory that conflicts of banks
// cost.
func (p product) check(t *testing.T, r *rand.Rand) (conflicts int64) {
	t.Helper()
	m, code := p.kernels(t)
	data, want := p.operands(r)
	placed := passtest.Transform(t, m, "builtin.module(inject-ptx-async-copy,place-gpu-barriers)")
	if i := differs(decoded(p.kind(2), p.simulated(t, placed, data)), want); i >= 0 {
		t.Fatalf("%v: element %d of the simulator's is wrong", p, i)
	}
	plan := p.plan(t, code, data)
	result, err := judge.Run(context.Background(), plan, 1)
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	if !result.OK() || len(result.Findings) > 0 {
		t.Fatalf("%v: %v", p, result.Findings)
	}
	for _, w := range result.Waits {
		// one launch does not show what other depths need
		if !p.dynamic[2] && (w.Verdict != judge.Needed || w.Exact != w.N) {
			t.Errorf("%v: line %d: %s is %v, exact %d", p, w.Line, w.Text, w.Verdict, w.Exact)
		}
	}
	out := result.Buffers[len(result.Buffers)-6]
	if i := differs(decoded(p.kind(2), out.Data), want); i >= 0 {
		t.Fatalf("%v: element %d of the code's is wrong", p, i)
	}
	report, err := gputest.Launch(t, plan.Kernel, plan.Config)
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	for i := range report.Banks {
		conflicts += report.Banks[i].Conflicts()
	}
	return conflicts
}

// plan makes a launch of the kernel.
func (p product) plan(t *testing.T, code *ptx.Kernels, data [3][]byte) *judge.Plan {
	t.Helper()
	module, err := judge.Load(diag.NewFile("matmul.ptx", []byte(code.Text)))
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	metadata, err := launchfile.Parse(diag.NewFile("matmul.json", code.Metadata))
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	plan, err := judge.NewPlan(module, judge.Options{DynamicShared: -1, Grid: p.grid(), Metadata: metadata})
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	plan.Config.Args = nil
	for i := range data {
		rows, cols := p.shape(i)
		plan.Config.Args = append(plan.Config.Args,
			descriptor(&machine.Buffer{Name: "abc"[i : i+1], Data: data[i]}, rows, cols)...)
	}
	return plan
}

// simulated returns C as the simulator computes it.
func (p product) simulated(t *testing.T, m *ir.Op, data [3][]byte) []byte {
	t.Helper()
	program, err := sim.Compile(passtest.Parse(t, passtest.Print(m)), "main")
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	var args []value.Value
	var out *value.Buffer
	for i, typ := range program.Inputs() {
		rows, cols := p.shape(i)
		if out, err = value.NewBuffer(typ.(*ir.MemRefType), []int64{int64(rows), int64(cols)}); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		copy(out.Data, data[i])
		args = append(args, value.Memory(out))
	}
	if _, err := program.Run(context.Background(), sim.Config{}, args); err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	return out.Data
}

// decoded returns the numbers that encoded made bytes of.
func decoded(kind ir.FloatKind, data []byte) (values []float64) {
	for size := int(kind.Info().Width) / 8; len(data) >= size; data = data[size:] {
		bits := uint64(binary.LittleEndian.Uint16(data))
		if size == 4 {
			bits = uint64(binary.LittleEndian.Uint32(data))
		}
		values = append(values, ir.DecodeFloat(kind, bits))
	}
	return values
}

// differs returns the first element that is not as wanted, -1 if all are.
func differs(got, want []float64) int {
	for i, w := range want {
		if i >= len(got) || got[i] != w {
			return i
		}
	}
	return -1
}

// A product that tiles divide has the waits and barriers of a pipeline of four stages, one of each in an
// iteration, and no conflicts of banks.
func TestMatmul(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	p := product{m: 128, n: 128, k: 64, elem: ir.F16, tile: [3]int{64, 64, 16}, warp: [2]int{32, 32},
		stages: 4, swizzle: true}
	if n := p.check(t, rand.New(rand.NewPCG(1, 1))); n > 0 {
		t.Errorf("%d conflicts of banks", n)
	}
	if p.swizzle = false; p.check(t, rand.New(rand.NewPCG(1, 1))) == 0 {
		t.Error("no conflicts of banks, also where they are not avoided")
	}
}

// randomProduct returns a product with tiles that may not divide it.
func randomProduct(r *rand.Rand) product {
	pick := func(list ...int) int { return list[r.IntN(len(list))] }
	p := product{
		elem: []ir.FloatKind{ir.F16, ir.BF16, ir.F32}[r.IntN(3)], fill: r.IntN(2) == 0, stages: 1 + r.IntN(5),
		swizzle: r.IntN(4) > 0,
		warp:    [2]int{pick(16, 32), pick(16, 32, 48)},
		options: fmt.Sprintf("async=%t double-buffer=%t raster=%d", r.IntN(4) > 0, r.IntN(4) > 0,
			pick(1, 2, 3)),
	}
	if r.IntN(2) == 0 { // as usual otherwise
		p.transposed, p.narrow = [2]bool{r.IntN(2) == 0, r.IntN(2) == 0}, p.elem != ir.F32 && r.IntN(2) == 0
		for i := range p.dynamic {
			p.dynamic[i] = r.IntN(3) == 0
		}
	}
	p.tile = [3]int{p.warp[0] * pick(1, 1, 2), p.warp[1] * pick(1, 1, 2), pick(16, 32, 48, 64)}
	extent := func(tile int) int {
		switch r.IntN(4) {
		case 0:
			return tile * (1 + r.IntN(2))
		case 1:
			return 1 + r.IntN(2*tile)
		}
		return max(8, 8*r.IntN(2*tile/8+1)) // rows that 16 bytes divide
	}
	p.exact = p.elem == ir.F32 && r.IntN(2) == 0
	p.m, p.n, p.k = extent(p.tile[0]), extent(p.tile[1]), extent(2*p.tile[2])
	return p
}

// wide reports whether all pieces of A and B that are copied have 16 bytes.
func (p product) wide() bool {
	for i := range 2 {
		if _, cols := p.shape(i); cols*p.size()%16 != 0 || p.dynamic[p.axes()[i][1]] {
			return false
		}
	}
	return true
}

// Whatever extents, types, tiles and stages: kernels compute the product, and their waits are exact.
func TestRandomMatmuls(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	r := rand.New(rand.NewPCG(7, 11))
	for range passtest.Programs(6) {
		p := randomProduct(r)
		if n := p.check(t, r); n > 0 && p.swizzle && p.wide() {
			t.Errorf("%v: %d conflicts of banks", p, n)
		}
	}
}

// Without tensor cores numbers of 32 bits keep their bits, and threads of a warp read in no conflict of banks
// what lies in rows along the depth or across it; with tensor cores they are rounded.
func TestExactMatmul(t *testing.T) {
	for _, transposed := range [][2]bool{{}, {true, false}, {true, true}} {
		p := product{m: 64, n: 64, k: 48, elem: ir.F32, tile: [3]int{64, 64, 16}, warp: [2]int{32, 32},
			stages: 3, swizzle: true, exact: true, transposed: transposed}
		if n := p.check(t, rand.New(rand.NewPCG(2, 3))); n > 0 {
			t.Errorf("%v: %d conflicts of banks", p, n)
		}
	}
	p := product{m: 16, n: 16, k: 16, elem: ir.F32, tile: [3]int{16, 16, 16}, warp: [2]int{16, 16}, stages: 1}
	_, code := p.kernels(t)
	if p.exact = true; !strings.Contains(code.Text, "mma.sync") {
		t.Error("no tensor cores without being asked for exact products")
	}
	if _, code = p.kernels(t); strings.Contains(code.Text, "mma.sync") ||
		strings.Contains(code.Text, "tf32") || !strings.Contains(code.Text, "fma.rn.f32") {
		t.Error("tensor cores in exact products")
	}
}

// Blocks that are numbered by groups of rows make each tile of C once, also where the last group has fewer
// rows.
func TestRaster(t *testing.T) {
	p := product{m: 80, n: 48, k: 16, elem: ir.F16, stages: 1, fill: true, options: "raster=2"}
	p.tile, p.warp = [3]int{16, 16, 16}, [2]int{16, 16}
	p.check(t, rand.New(rand.NewPCG(5, 5)))
	p.dynamic = [3]bool{true, true, false}
	p.check(t, rand.New(rand.NewPCG(5, 6)))
}

// Kernels for extents that are known at run time only compute products of any, also of a depth that is less
// than the pipeline's.
func TestDynamicMatmuls(t *testing.T) {
	p := product{n: 40, elem: ir.F16, stages: 4, swizzle: true, narrow: true,
		transposed: [2]bool{true, false}, dynamic: [3]bool{true, false, true}}
	p.tile, p.warp = [3]int{16, 32, 16}, [2]int{16, 16}
	for _, extents := range [][2]int{{1, 1}, {16, 32}, {24, 48}, {40, 88}} {
		p.m, p.k = extents[0], extents[1]
		p.check(t, rand.New(rand.NewPCG(3, uint64(p.k))))
	}
}

// Each wait, barrier and commit of kernels that are made of products is needed.
func TestEveryWaitOfMatmulsIsNeeded(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for _, p := range []product{
		{m: 32, n: 32, k: 96, elem: ir.F16, stages: 4, swizzle: true},
		{m: 24, n: 40, k: 72, elem: ir.BF16, stages: 3, fill: true, swizzle: true},
		{m: 32, n: 32, k: 64, elem: ir.F32, stages: 2, options: "double-buffer=false"},
		{m: 32, n: 32, k: 64, elem: ir.F16, stages: 1},
		{m: 32, n: 40, k: 64, elem: ir.F32, stages: 3, exact: true, swizzle: true},
		{m: 24, n: 40, k: 72, elem: ir.F16, stages: 3, transposed: [2]bool{true, true}, narrow: true,
			swizzle: true},
	} {
		p.tile, p.warp = [3]int{32, 32, 16}, [2]int{32, 16}
		_, code := p.kernels(t)
		everyWaitIsNeeded(t, p.String(), code.Text)
	}
}

// large is a product of large matrices.
const large = `func.func @main(%A: memref<4096x4096xf16>, %B: memref<4096x4096xf16>, %C: memref<4096x4096xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%C : memref<4096x4096xf32>)
  linalg.matmul ins(%A, %B : memref<4096x4096xf16>, memref<4096x4096xf16>) outs(%C : memref<4096x4096xf32>)
  return
}`

func compileLarge(t testing.TB, options string) string {
	t.Helper()
	k, err := ptx.Compile(t.Context(),
		passtest.Transform(t, passtest.Parse(t, large),
			"builtin.module(gpu-tile-matmul"+options+",inject-software-pipeline)"), ptx.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return k.Text
}

// In the loop of a large product there is one instruction for addresses for each three that copy, load or
// multiply, at most; copies are of 16 bytes, past the nearest cache.
func TestInstructionsOfLoop(t *testing.T) {
	text := compileLarge(t, "")
	loop := text[strings.Index(text, "$L0_2:"):strings.Index(text, "bra.uni $L0_1")]
	count := func(words ...string) (n int) {
		for _, w := range words {
			n += strings.Count(loop, w)
		}
		return n
	}
	useful := map[string]int{"mma.sync": 64, "ldmatrix": 16, "cp.async.cg.shared.global": 8,
		"cp.async.wait_group": 1, "cp.async.commit_group": 1, "bar.sync": 1}
	for w, want := range useful {
		if got := count(w); got != want {
			t.Errorf("%d of %s, want %d", got, w, want)
		}
	}
	if n := count("add.s", "mul.", "mad.", "rem.", "div.", "cvt.", "and.", "xor.", "shl.", "shr."); n > 30 {
		t.Errorf("%d instructions for addresses", n)
	}
}

func BenchmarkMatmul(b *testing.B) {
	for b.Loop() {
		compileLarge(b, "")
	}
}
