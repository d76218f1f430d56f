package injectptxasynccopy

import (
	"fmt"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

// baseAlignment is a number that divides the addresses of allocations and arguments, in bytes. Allocators of
// GPUs align to 256.
const baseAlignment = 16

// address holds the known facts about the address of an element.
type address struct {
	root   *ir.Value
	offset analysis.Linear // in elements from the beginning of root's memory
	known  bool            // whether offset is known
	base   int64           // a number that divides the address of root, in bytes
}

// addressOf follows views from a place to the memory that it is in.
func (m *matcher) addressOf(p place) address {
	index := make([]analysis.Linear, len(p.typ().Shape))
	for i, v := range p.index {
		index[i] = m.l.ev.Eval(v)
	}
	v := p.memref
	var trail ir.Trail
	for {
		view, ok := viewAt(v)
		if !ok || trail.Repeats(v) {
			break
		}
		if view.Offsets != nil {
			index = m.through(view, index)
		}
		v = view.Source
	}
	return m.rootAddress(v, index)
}

// viewAt returns the view that defines v, unless the view changes the order or the type of elements.
func viewAt(v *ir.Value) (ir.View, bool) {
	op := v.DefiningOp()
	if op == nil || op.Def().View == nil {
		return ir.View{}, false
	}
	view, ok := op.Def().View(op)
	return view, ok && !view.Reshape && view.Source != nil
}

// through translates subscripts of a view to those of its source.
func (m *matcher) through(view ir.View, index []analysis.Linear) []analysis.Linear {
	out := make([]analysis.Linear, len(view.Offsets))
	next := 0
	for d := range out {
		out[d] = m.fold(view.Offsets[d])
		if d < len(view.Dropped) && view.Dropped[d] {
			continue
		}
		if stride := m.fold(view.Strides[d]); stride.IsConst() {
			out[d] = out[d].Add(index[next].Scale(stride.Const))
		} else if !index[next].Equal(analysis.Const(0)) {
			out[d] = m.unknown()
		}
		next++
	}
	return out
}

func (m *matcher) fold(x ir.OpFoldResult) analysis.Linear {
	if x.Value != nil {
		return m.l.ev.Eval(x.Value)
	}
	return analysis.Const(x.Const)
}

// unknown returns a form about which no facts are known.
func (m *matcher) unknown() analysis.Linear {
	return analysis.Linear{Terms: []analysis.Term{{Sym: m.l.ev.Fresh(), Coef: 1}}}
}

// rootAddress returns the address of an element in memory that is not a view.
func (m *matcher) rootAddress(v *ir.Value, index []analysis.Linear) address {
	a := address{root: v, base: m.base(v), known: true}
	t, _ := v.Type().(*ir.MemRefType)
	strides, offset, ok := memref.Strides(t)
	if !ok || len(strides) != len(index) {
		return address{root: v, base: 1}
	}
	if offset == ir.Dynamic {
		a.offset, a.known = m.unknown(), false
	} else {
		a.offset = analysis.Const(offset)
	}
	for d, s := range strides {
		switch {
		case s != ir.Dynamic:
			a.offset = a.offset.Add(index[d].Scale(s))
		case !index[d].Equal(analysis.Const(0)):
			a.offset, a.known = a.offset.Add(m.unknown()), false
		}
	}
	return a
}

// base returns a number that divides the address of the memory of v.
func (m *matcher) base(v *ir.Value) int64 {
	var trail ir.Trail
	align := int64(baseAlignment)
	for !trail.Repeats(v) {
		op := v.DefiningOp()
		if op == nil {
			break
		}
		if n, ok := op.IntAttr("alignment"); ok && n > 0 {
			align = min(align, n)
		}
		if op.Is(memref.View) {
			align = min(align, m.l.ev.Multiple(m.l.ev.Eval(op.Operand(1))))
		}
		if op.Def().View == nil || op.NumOperands() == 0 {
			break
		}
		v = op.Operand(0)
	}
	return align
}

// alignment returns the largest number, at most 16, that certainly divides both addresses of a copy, in
// bytes. Elements are aligned to their size.
func (m *matcher) alignment(size int64, bind map[*ir.Value]int64, places ...place) int64 {
	align := int64(baseAlignment)
	for _, p := range places {
		a := m.addressOf(p)
		at := a.offset
		for v, n := range bind {
			at = m.l.ev.Subst(at, m.l.ev.SymbolOf(v), analysis.Const(n))
		}
		align = min(align, a.base, m.l.ev.Multiple(at.Scale(size)))
	}
	return max(align, size)
}

// maxRow limits the number of elements of a vector that is copied, and maxBytes the size of a row of a block.
const (
	maxRow   = 256
	maxBytes = 1 << 40
)

// cut divides n consecutive elements into pieces of the sizes that cp.async copies.
func (m *matcher) cut(p *copyPlan, at *ir.Op, n int64, align int64) *refusal {
	size := nvgpu.Bits(p.dst.typ().Elem) / 8
	if n > maxBytes/size {
		return &refusal{at, codeSize, fmt.Sprintf("%d elements are too many", n)}
	}
	if total := n * size; total%4 != 0 {
		return &refusal{at, codeSize, fmt.Sprintf("its size is %d, and no multiple of 4 bytes", total)}
	}
	known := fmt.Sprintf("its addresses are known to be multiples of %d only", align)
	largest := largestPiece(size, align, n*size)
	if largest == 0 {
		return &refusal{at, codeAlign, known}
	}
	if largest < largestPiece(size, baseAlignment, n*size) {
		p.split = &refusal{at, codeAlign, known}
	}
	first := int64(0)
	if count := n * size / largest; p.shape != nil && count > maxUnrolled {
		p.bulk, p.bulkElements = count, largest/size
		first = count * p.bulkElements
	}
	for first < n {
		bytes := largestPiece(size, min(align, alignmentOf(first*size)), (n-first)*size)
		p.pieces = append(p.pieces, piece{first, first, bytes / size})
		first += bytes / size
	}
	return nil
}

// alignmentOf returns the largest power of two up to 16 that divides an offset in bytes.
func alignmentOf(offset int64) int64 {
	if offset == 0 {
		return baseAlignment
	}
	return min(offset&-offset, baseAlignment)
}

// largestPiece returns the size of the largest piece of at most `total` bytes that the alignment allows, 0 if
// there is none. A piece has whole elements.
func largestPiece(size, align, total int64) int64 {
	for bytes := int64(16); bytes >= max(4, size); bytes /= 2 {
		if bytes <= total && align%bytes == 0 {
			return bytes
		}
	}
	return 0
}
