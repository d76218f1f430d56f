package optimizeloops

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/loop/internal/loopvector"
)

// Pass is optimize-loops.
var Pass = pass.Register(&pass.Pass{
	Name:    "optimize-loops",
	Summary: "Tile, pack, jam, vectorize and unroll the affine loops of a function",
	Doc: "Looks for loops that vectors, registers and caches make faster, and leaves all others alone. " +
		"Nests that accumulate " +
		"products into elements of a result, in whatever order their loops stand, are cut into tiles of kc " +
		"x nc elements of one " +
		"operand, which are packed as a kernel reads them, around a kernel that keeps rows x columns " +
		"elements of the result in " +
		"registers. Loops over independent elements become loops over vectors, unrolled. No sum of floats " +
		"is computed in another " +
		"order, unless fast-math, or the attribute inflight.fast_math of the function or the module, says " +
		"that the order does not count.",
	Anchor: "func.func",
	Options: []pass.Option{
		{Name: "width", Type: pass.Int, Default: "128", Help: "Bits of a vector"},
		{Name: "fast-math", Type: pass.Bool, Default: "false",
			Help: "Sums and products of floats may be computed in another order"},
		{Name: "rows", Type: pass.Int, Default: "6",
			Help: "Rows of the result that a kernel keeps in registers"},
		{Name: "columns", Type: pass.Int, Default: "8",
			Help: "Columns of the result that a kernel keeps in registers, for elements of 32 bits"},
		{Name: "kc", Type: pass.Int, Default: "256",
			Help: "Products that are summed up at most before a kernel goes on with other elements"},
		{Name: "nc", Type: pass.Int, Default: "512",
			Help: "Columns of the result that share a packed tile, for elements of 32 bits"},
		{Name: "unroll", Type: pass.Int, Default: "16",
			Help: "How often innermost loops are unrolled at most"},
		{Name: "pack-scalars", Type: pass.Bool, Default: "false",
			Help: "Pack elements that vectors of one element are made of as such"},
		{Name: "pack-bytes", Type: pass.Int, Default: "4194304", Help: "Largest packed tile"},
	},
	ExampleOptions: "unroll=2",
	Before:         before,
	After:          after,
	Run:            run,
})

var codeSizes = diag.Register("optimize-loops-sizes", "an option of optimize-loops is no possible size",
	"Widths, sizes of tiles and factors are positive numbers of at most 65536, and the width is at least 16.")

// FastMath is an attribute of functions and modules that is the option fast-math for them.
const FastMath = "inflight.fast_math"

// AllowFastMath gives a function or a module the attribute FastMath.
func AllowFastMath(op *ir.Op) { op.SetAttr(FastMath, op.Context().Unit) }

// sizes are the numbers that decide.
type sizes struct {
	rows, columns, kc, nc, unroll, packed int64
	growth                                int64 // by how many operations the function may grow still
	scalars                               bool
	count                                 func(rewrite string, n int)
	vectors                               loopvector.Options
}

// maxSize bounds the options.
const maxSize = 1 << 16

func sizesOf(r *pass.Run) (*sizes, error) {
	for _, name := range []string{"width", "rows", "columns", "kc", "nc", "unroll"} {
		if n := r.Int(name); n < 1 || n > maxSize || name == "width" && n < 16 {
			return nil, r.Op.Errorf(codeSizes, "the option %s cannot be %d", name, n)
		}
	}
	return &sizes{
		rows: r.Int("rows"), columns: r.Int("columns"), kc: r.Int("kc"), nc: r.Int("nc"),
		unroll: r.Int("unroll"),
		packed: r.Int("pack-bytes"), growth: maxGrowth, scalars: r.Bool("pack-scalars"),
		count:   r.Count,
		vectors: loopvector.Options{Width: r.Int("width"), FastMath: r.Bool("fast-math") || allowed(r.Op)},
	}, nil
}

// allowed reports whether a function, or what it is in, says that the order of sums and products of floats
// does not count.
func allowed(op *ir.Op) bool {
	for ; op != nil; op = op.Parent() {
		if op.Attr(FastMath) != nil {
			return true
		}
	}
	return false
}

func run(r *pass.Run) error {
	s, err := sizesOf(r)
	if err != nil {
		return err
	}
	changed := s.windows(r.Op)
	for _, loop := range outermost(r.Op) {
		changed = s.optimize(loop) || changed
	}
	if changed {
		ir.ApplyPatternsGreedily(r.Op, ir.GreedyConfig{})
	}
	return nil
}

// optimize decides about a nest and reports whether it changed it.
func (s *sizes) optimize(root *ir.Op) (changed bool) {
	for _, l := range root.Find(affine.For) {
		changed = peel(l) || changed
	}
	for _, l := range buried(root) {
		changed = s.optimize(l) || changed
	}
	return s.parts(root) || changed
}

// parts makes a nest two where that makes the second one perfect, and each of them what it is best as: a
// kernel of a contraction, or loops over vectors. It reports whether it changed anything.
func (s *sizes) parts(root *ir.Op) (changed bool) {
	nests := split(root)
	for _, nest := range nests {
		if c := contractionIn(nest); c != nil && s.tile(c) {
			s.count("contractions", 1)
			changed = true
		} else if s.loop(nest) {
			s.count("nests of vectors", 1)
			changed = true
		}
	}
	return changed || len(nests) > 1
}

// outermost returns the affine loops that are in no other.
func outermost(op *ir.Op) []*ir.Op {
	var loops []*ir.Op
	for _, region := range op.Regions() {
		for _, b := range region.Blocks() {
			for inner := range b.Ops() {
				if inner.Is(affine.For) {
					loops = append(loops, inner)
				} else {
					loops = append(loops, outermost(inner)...)
				}
			}
		}
	}
	return loops
}

// buried returns the outermost loops in a nest that an operation which is no loop keeps apart from it: a
// condition, or a task.
func buried(root *ir.Op) []*ir.Op {
	var loops []*ir.Op
	for op := range root.Body().OpsWithoutTerminator() {
		if op.Is(affine.For) {
			loops = append(loops, buried(op)...)
		} else if !op.Is(scf.While) { // the lanes of which run the loop around it together
			loops = append(loops, outermost(op)...)
		}
	}
	return loops
}
