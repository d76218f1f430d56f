package ptx_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/launchfile"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// hopper is a product that warpgroups multiply.
type hopper struct {
	product
	blocks int // that are persistent, 0 for none
}

func (p hopper) grid() machine.Extents {
	if p.blocks > 0 {
		return machine.Extents{p.blocks, 1, 1}
	}
	return p.product.grid()
}

func (p hopper) pipeline() string {
	return fmt.Sprintf("builtin.module(gpu-tile-matmul{target=sm_90a block-tile=%d,%d,%d stages=%d %s},"+
		"pipeline-to-mbarriers)", p.tile[0], p.tile[1], p.tile[2], p.stages, p.options)
}

func (p hopper) String() string {
	return fmt.Sprintf("%dx%dx%d of %s, fill %t, transposed %v, narrow %t, %s", p.m, p.n, p.k,
		p.elem.Info().Name, p.fill, p.transposed, p.narrow, p.pipeline())
}

// code makes the kernel.
func (p hopper) code(t testing.TB) *ptx.Kernels {
	t.Helper()
	m := passtest.Transform(t, passtest.Parse(t, p.source()), p.pipeline())
	k, err := ptx.Compile(t.Context(), m, ptx.Options{})
	if err != nil {
		t.Fatal(p, err)
	}
	return k
}

// plan makes a launch of a kernel, as its description says.
func (p hopper) plan(t *testing.T, text string, k *ptx.Kernels, data [3][]byte) *judge.Plan {
	t.Helper()
	module, err := judge.Load(diag.NewFile("matmul.ptx", []byte(text)))
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	metadata, err := launchfile.Parse(diag.NewFile("matmul.json", k.Metadata))
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	plan, err := judge.NewPlan(module, judge.Options{DynamicShared: -1, Grid: p.grid(), Metadata: metadata})
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	plan.Config.Args = nil
	var buffers []*machine.Buffer
	for i := range data {
		rows, cols := p.shape(i)
		b := &machine.Buffer{Name: "abc"[i : i+1], Data: slices.Clone(data[i])}
		buffers = append(buffers, b)
		plan.Config.Args = append(plan.Config.Args, descriptor(b, rows, cols)...)
	}
	const perMatrix = 7 // parameters: two pointers, an offset, two extents, two strides
	for i := 3 * perMatrix; i < len(plan.Kernel.Params); i++ {
		name := plan.Kernel.Params[i].Name
		m := k.List[0].TensorMaps[name]
		if m == nil {
			t.Fatalf("%v: no tensor map %s", p, name)
		}
		var base int
		for j, q := range plan.Kernel.Params {
			if q.Name == m.Base {
				base = j / perMatrix
			}
		}
		plan.Config.Args = append(plan.Config.Args, machine.Arg{Bytes: make([]byte, 128),
			Maps: map[int64]*machine.TensorMap{0: {Type: m.Type, Dims: m.Dims, Strides: m.Strides, Box: m.Box,
				Swizzle: m.Swizzle, Global: machine.Address{Buffer: buffers[base]}}}})
	}
	return plan
}

// check executes the kernel, holds what it computes against numbers in float64, and asks the judge.
func (p hopper) check(t *testing.T, r *rand.Rand) string {
	t.Helper()
	code := p.code(t)
	data, want := p.operands(r)
	for _, mode := range []machine.Mode{machine.Late, machine.Early} {
		plan := p.plan(t, code.Text, code, data)
		plan.Config.Mode = mode
		report, err := machine.Launch(t.Context(), plan.Kernel, plan.Config)
		if err != nil || len(report.Findings) > 0 {
			t.Fatalf("%v: %v %v", p, err, report.Findings)
		}
		if i := differs(decoded(p.kind(2), plan.Config.Args[14].Buffer.Data), want); i >= 0 {
			t.Fatalf("%v: mode %v: element %d is %v, want %v", p, mode, i,
				decoded(p.kind(2), plan.Config.Args[14].Buffer.Data)[i], want[i])
		}
	}
	plan := p.plan(t, code.Text, code, data)
	result, err := judge.Run(t.Context(), plan, 1)
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	for _, f := range result.Findings {
		if f.Severity != diag.Remark {
			t.Fatalf("%v: %v", p, f)
		}
	}
	return code.Text
}

// copied are copies of registers of 32 bits.
var copied = regexp.MustCompile(`mov\.b32 %r\d+, %r\d+;`)

// Products of warpgroups compute what is asked, with tiles that divide matrices and others, and all layouts
// and types.
func TestHopperMatmul(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for _, p := range []product{
		{m: 128, n: 128, k: 128, elem: ir.F16, tile: [3]int{128, 128, 64}, stages: 3, fill: true},
		{m: 72, n: 40, k: 200, elem: ir.BF16, tile: [3]int{64, 64, 64}, stages: 2},
		{m: 64, n: 256, k: 64, elem: ir.BF16, tile: [3]int{64, 256, 64}, stages: 2, fill: true, narrow: true},
		{m: 128, n: 72, k: 136, elem: ir.F16, tile: [3]int{128, 40, 64}, stages: 4,
			transposed: [2]bool{false, true}},
		{m: 64, n: 64, k: 72, elem: ir.F32, tile: [3]int{64, 64, 32}, stages: 2,
			transposed: [2]bool{false, true}},
		// A has its rows along those of C
		{m: 72, n: 64, k: 96, elem: ir.BF16, tile: [3]int{128, 64, 64}, stages: 2, fill: true,
			transposed: [2]bool{true, false}},
		// C is stored by copies: rows and columns that tiles do not divide, and one slot for four panels
		{m: 104, n: 152, k: 64, elem: ir.BF16, tile: [3]int{128, 128, 64}, stages: 2, fill: true,
			narrow: true},
		{m: 40, n: 132, k: 32, elem: ir.F32, tile: [3]int{64, 96, 32}, stages: 2, fill: true,
			transposed: [2]bool{false, true}},
		{m: 64, n: 128, k: 64, elem: ir.F16, tile: [3]int{64, 128, 64}, stages: 9, fill: true},
		// rows of C do not begin at multiples of 16 bytes
		{m: 64, n: 70, k: 64, elem: ir.F16, tile: [3]int{64, 64, 64}, stages: 2, fill: true,
			transposed: [2]bool{false, true}},
	} {
		text := hopper{product: p}.check(t, rand.New(rand.NewPCG(4, uint64(p.n))))
		if !strings.Contains(text, "wgmma.mma_async") || !strings.Contains(text, ".target sm_90a") {
			t.Errorf("%v: no product of warpgroups", p)
		}
		// the sums stay in the registers that the products write
		if m := copied.FindString(text); m != "" {
			t.Errorf("%v: sums are copied: %s", p, m)
		}
		byCopies := p.fill && p.n%4 == 0 && p.tile[1]*p.size()%128 == 0
		if strings.Contains(text, "cp.async.bulk.tensor.2d.global") != byCopies ||
			strings.Contains(text, "stmatrix") != (byCopies && p.narrow) {
			t.Errorf("%v: C is stored by copies: %t", p, !byCopies)
		}
		// two warpgroups and a producer begin with a third of the registers each
		if shares := strings.Contains(text, "\tsetmaxnreg.dec.sync.aligned.u32 24;") &&
			strings.Contains(text, "\tsetmaxnreg.inc.sync.aligned.u32 240;") &&
			strings.Contains(text, ".maxnreg 168\n"); shares != (p.tile[0] == 128) {
			t.Errorf("%v: registers are shared: %t", p, shares)
		}
	}
}

// Persistent blocks make one tile after the other, with a ring that goes on: more tiles than blocks, and
// fewer.
func TestPersistentHopperMatmul(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for i, blocks := range []int{1, 2, 5} {
		// of 16 bits C has one panel for a tile, and one slot
		p := hopper{blocks: blocks,
			product: product{m: 136, n: 72, k: 200, elem: ir.F16, tile: [3]int{64, 64, 64},
				narrow: blocks == 2,
				stages: 3, fill: true, options: fmt.Sprintf("persistent=%d raster=%d", blocks, i+1)}}
		p.check(t, rand.New(rand.NewPCG(6, uint64(blocks))))
	}
}

// Lanes store C of 16 bits to shared memory without conflicts of banks.
func TestStoresOfHopperHaveNoConflicts(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for _, narrow := range []bool{true, false} {
		p := hopper{product: product{m: 64, n: 64, k: 64, elem: ir.F16, tile: [3]int{64, 64, 64}, stages: 2,
			fill: true, narrow: narrow}}
		code := p.code(t)
		data, _ := p.operands(rand.New(rand.NewPCG(1, 1)))
		report, err := machine.Launch(t.Context(), p.plan(t, code.Text, code, data).Kernel,
			p.plan(t, code.Text, code, data).Config)
		if err != nil {
			t.Fatal(err)
		}
		conflicts := int64(0)
		for _, use := range report.Banks {
			conflicts += use.Conflicts()
		}
		if conflicts > 0 {
			t.Errorf("%v: %d passes more than needed", p, conflicts)
		}
	}
}

// synchronizing are the instructions without any one of which a kernel of warpgroups is wrong.
var synchronizing = regexp.MustCompile(
	`^\t(@\S+ )?(mbarrier\.|wgmma\.(fence|commit|wait)|bar\.sync|cp\.async\.bulk|fence\.proxy|stmatrix)`)

// without returns the text without line i. A wait for a phase goes with the branch that repeats it.
func without(lines []string, i int) string {
	n := 1
	if strings.Contains(lines[i], "mbarrier.try_wait") {
		n = 2
	}
	return strings.Join(slices.Concat(lines[:i], lines[i+n:]), "\n")
}

// isRight reports whether the judge finds nothing in a kernel, and it computes what is wanted.
func (p hopper) isRight(t *testing.T, text string, code *ptx.Kernels, data [3][]byte, want []float64) bool {
	t.Helper()
	plan := p.plan(t, text, code, data)
	result, err := judge.Run(t.Context(), plan, 1)
	return err == nil && result.OK() &&
		!slices.ContainsFunc(result.Findings, func(d *diag.Diagnostic) bool {
			return d.Severity <= diag.Warning
		}) && differs(decoded(p.kind(2), result.Buffers[14].Data), want) < 0
}

// Each instruction that synchronizes is needed: the judge finds the kernel without it wrong, or it computes
// something else, and the whole one is right, for all depths.
func TestEveryInstructionOfHopperIsNeeded(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for _, p := range []hopper{
		{product: product{m: 64, n: 64, k: 512, elem: ir.F16, tile: [3]int{64, 64, 64}, stages: 2,
			fill: true}},
		// four panels and two slots: a wait between them
		{product: product{m: 64, n: 256, k: 320, elem: ir.BF16, tile: [3]int{64, 256, 64}, stages: 2,
			fill:   true,
			narrow: true}},
		{blocks: 1, product: product{m: 128, n: 128, k: 192, elem: ir.F16, tile: [3]int{64, 128, 64},
			stages: 2,
			fill:   true, narrow: true, options: "persistent=1"}},
	} {
		code := p.code(t)
		data, want := p.operands(rand.New(rand.NewPCG(9, 9)))
		if !p.isRight(t, code.Text, code, data, want) {
			t.Fatalf("%v: the whole kernel is wrong", p)
		}
		lines, tried := strings.Split(code.Text, "\n"), 0
		for i, line := range lines {
			if !synchronizing.MatchString(line) {
				continue
			}
			tried++
			if p.isRight(t, without(lines, i), code, data, want) {
				t.Errorf("%v: line %d: nothing is found without %s", p, i+1, line)
			}
		}
		if tried < 20 {
			t.Errorf("%d instructions synchronize:\n%s", tried, code.Text)
		}
	}
}
