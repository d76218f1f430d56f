package bounds

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/kernel"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// bounds looks for accesses beyond the extents of their memory that every execution of a function makes. Such
// an access stands under no condition, and only in loops with constant trip counts. Its subscripts depend
// only on the induction variables of those loops, or are out of bounds for all values.
type bounds struct {
	names *source.Names
	ev    *analysis.Evaluator
	loops []*ir.Value // induction variables of the loops around
	grid  grid        // of the kernel around
	found diag.List
}

// Find returns the accesses of a function that certainly go beyond the extents.
func Find(fn *ir.Op, names *source.Names) diag.List {
	b := &bounds{names: names, ev: &analysis.Evaluator{}, grid: gridOf(fn)}
	b.region(fn)
	return b.found
}

// region visits the operations that certainly run: those in the first block of each region.
func (b *bounds) region(op *ir.Op) {
	for _, r := range op.Regions() {
		if entry := r.Entry(); entry != nil {
			for inner := range entry.Ops() {
				b.visit(inner)
			}
		}
	}
}

func (b *bounds) visit(op *ir.Op) {
	def, around := op.Def(), len(b.loops)
	launch, launches := op.Launch()
	switch {
	case def.Unregistered || source.IsFunction(op):
		return
	case op.NumRegions() == 0:
		b.access(op)
		b.view(op)
		return
	case launches:
		inner, runs := launched(op, launch)
		if !runs {
			return
		}
		outer := b.grid
		b.grid = inner
		defer func() { b.grid = outer }()
	case def.Loop != nil:
		for d := range def.Loop.Dims(op) {
			if n, ok := kernel.ConstantTrips(op, d); !ok || n == 0 {
				b.loops = b.loops[:around]
				return
			}
			b.loops = append(b.loops, def.Loop.InductionVar(op, d))
		}
	case op.Is(scf.If):
		b.guarded(op)
		return
	case def.RegionSuccessors != nil && !analysis.RunsOnce(op):
		return // a branch, or a loop without a trip count
	}
	b.region(op)
	b.loops = b.loops[:around]
}

// access checks the elements that an operation accesses.
func (b *bounds) access(op *ir.Op) {
	if op.Def().Effects == nil || mayPass(op) {
		return
	}
	op.Def().Effects(op, func(e ir.Effect) {
		if e.Value == nil || e.Whole || e.Map == nil && e.Indices == nil || partial(op, e) {
			return
		}
		dims, exact := b.ev.Subscripts(e)
		if !exact {
			return
		}
		for d := range dims {
			b.dimension(op, e.Value, int64(d), dims[d], e.Kind)
		}
	})
}

// mayPass reports whether an operation skips elements that are out of bounds or masked.
func mayPass(op *ir.Op) bool {
	if slices.ContainsFunc(op.Operands(), source.IsMask) ||
		op.Parent() != nil && op.Parent().Name() == "vector.mask" {
		return true
	}
	if op.Name() != "vector.transfer_read" && op.Name() != "vector.transfer_write" {
		return false
	}
	flags, ok := op.Attr("in_bounds").(*ir.ArrayAttr)
	return !ok || slices.ContainsFunc(flags.Elems, func(a ir.Attr) bool { return a.String() != "true" })
}

// partial reports whether a copy may read fewer elements than its effect says.
func partial(op *ir.Op, e ir.Effect) bool {
	if !op.Is(nvgpu.DeviceAsyncCopy) || e.Kind != ir.Read {
		return false
	}
	n := nvgpu.CopyOf(op).SrcElements
	if n == nil {
		return false
	}
	_, constant := ir.ConstInt(n)
	return !constant
}

// dimension checks the subscripts of one dimension.
func (b *bounds) dimension(op *ir.Op, of *ir.Value, d int64, r analysis.Range, kind ir.EffectKind) {
	size, ok := b.ev.Extent(of, d)
	if !ok || !size.IsConst() || r.Full || r.Hi < r.Lo {
		return
	}
	first, last := b.reached(r)
	if first >= 0 && last < size.Const {
		return
	}
	what := fmt.Sprintf("index %d is", last)
	switch {
	case first < 0:
		what = fmt.Sprintf("index %d is", first)
	case r.Lo < r.Hi:
		what = fmt.Sprintf("elements up to %d are", last)
	}
	text := fmt.Sprintf("'%s' %ss beyond the end of its memory: %s outside of dimension %d", op.Name(), kind,
		what, d)
	b.report(op, of, text, size.Const)
}

// reached returns a least and a greatest subscript that an access certainly reaches.
func (b *bounds) reached(r analysis.Range) (first, last int64) {
	if first, last, ok := b.ends(r.Base); ok {
		return first + r.Lo, last + r.Hi
	}
	all := r.Base.Interval()
	return all.Hi + r.Lo, all.Lo + r.Hi
}

// attained reports whether a form reaches the ends of its interval: it is a sum of multiples of induction
// variables of the loops around.
func (b *bounds) attained(l analysis.Linear) bool {
	return !slices.ContainsFunc(l.Terms, func(t analysis.Term) bool {
		return t.Sym.Value == nil || !slices.Contains(b.loops, t.Sym.Value)
	})
}

// view checks that the part of a memref that an operation shows lies in the memref.
func (b *bounds) view(op *ir.Op) {
	if op.Def().View == nil {
		return
	}
	v, ok := op.Def().View(op)
	if !ok || v.Reshape {
		return
	}
	for d := range v.Offsets {
		offset, count, step := b.ev.Fold(v.Offsets[d]), b.ev.Fold(v.Sizes[d]), b.ev.Fold(v.Strides[d])
		size, known := b.ev.Extent(v.Source, int64(d))
		if !known || !size.IsConst() || !count.IsConst() || !step.IsConst() || count.Const <= 0 {
			continue
		}
		r := analysis.Range{Base: offset, Hi: (count.Const - 1) * step.Const}
		if r.Hi < 0 {
			r.Lo, r.Hi = r.Hi, 0
		}
		if first, last := b.reached(r); first < 0 || last >= size.Const {
			at := last
			if first < 0 {
				at = first
			}
			text := fmt.Sprintf("'%s' shows elements beyond the end: index %d is outside of dimension %d",
				op.Name(), at, d)
			b.report(op, v.Source, text, size.Const)
		}
	}
}

// report adds an error. Its text ends with the memory and the extent that is exceeded.
func (b *bounds) report(op *ir.Op, of *ir.Value, text string, size int64) {
	d := diag.Errorf(CodeOutOfBounds, op.Span(), "%s", text).
		Suggest("access fewer elements, or put the access under a condition")
	b.found.Add(d)
	b.names.Later(func() { d.Message += fmt.Sprintf(" of %s, which has extent %d", b.names.Name(of), size) })
}
