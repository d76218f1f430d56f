package bufferoverlappingcopies

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// mayOverlap reports whether two memrefs may share memory in another way than by being the same.
func mayOverlap(a, b *ir.Value) bool {
	if a == b {
		return false
	}
	x, y := rootOf(a), rootOf(b)
	if x != y {
		return !isObject(x) || !isObject(y) || globalOf(x) != "" && globalOf(x) == globalOf(y)
	}
	return !apart(a, b)
}

// rootOf follows views to what they show.
func rootOf(v *ir.Value) *ir.Value {
	for {
		view, ok := viewOf(v)
		if !ok {
			return v
		}
		v = view.Source
	}
}

func viewOf(v *ir.Value) (ir.View, bool) {
	op := v.DefiningOp()
	if op == nil || op.Def().View == nil {
		return ir.View{}, false
	}
	return op.Def().View(op)
}

// isObject reports whether a value is memory that no other object is a part of: distinct arguments are.
func isObject(v *ir.Value) bool {
	if op := v.DefiningOp(); op != nil {
		return op.Is(memref.Alloc) || op.Is(memref.Alloca) || op.Is(memref.GetGlobal)
	}
	fn := v.ParentBlock().ParentOp()
	return fn != nil && fn.Is(function.Func) && !analysis.ArgumentsOverlap(fn) &&
		v.ParentBlock() == fn.Region(0).Blocks()[0]
}

// globalOf returns the name of the global that a value is, "" for others.
func globalOf(v *ir.Value) string {
	if op := v.DefiningOp(); op != nil && op.Is(memref.GetGlobal) {
		if ref, ok := op.Attr("name").(*ir.SymbolRefAttr); ok {
			return ref.Root
		}
	}
	return ""
}

// apart reports whether two views of one memref have no element in common, by constant offsets.
func apart(a, b *ir.Value) bool {
	x, ok := viewOf(a)
	y, also := viewOf(b)
	if !ok || !also || x.Source != y.Source || x.Reshape || y.Reshape || len(x.Offsets) != len(y.Offsets) {
		return false
	}
	for d := range x.Offsets {
		first, last, known := span(x, d)
		from, to, also := span(y, d)
		if known && also && (last < from || to < first) {
			return true
		}
	}
	return false
}

// span returns the first and the last subscript of a dimension that a view shows.
func span(v ir.View, d int) (first, last int64, known bool) {
	offset, size, stride := v.Offsets[d], v.Sizes[d], v.Strides[d]
	if offset.Value != nil || size.Value != nil || stride.Value != nil || stride.Const < 0 {
		return 0, 0, false
	}
	return offset.Const, offset.Const + (size.Const-1)*stride.Const, true
}
