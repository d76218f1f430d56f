package strengthreduceaddresses

import (
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// access is a load or a store at a constant distance from a pointer.
type access struct {
	op       *ir.Op
	pointer  *ir.Value
	distance int64
	typ      ir.Type
}

// end returns the distance of what lies behind the access.
func (a access) end() int64 { return a.distance + bytesOf(a.typ) }

// stretch is accesses from one pointer that follow each other without anything between that may keep later
// ones from happening.
type stretch struct {
	first, highest access
	n              int
}

// touchAll looks at each block for pointers from which several accesses are made. It returns how many were
// given a first access with the highest address.
func (s *reduction) touchAll(root *ir.Op) int {
	n := 0
	for op := range root.Walk() {
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				n += s.touchIn(b)
			}
		}
	}
	return n
}

func (s *reduction) touchIn(b *ir.Block) int {
	n := 0
	open := map[*ir.Value]*stretch{}
	var order []*stretch
	flush := func() {
		for _, st := range order {
			if st.n > 1 && st.first.end() < st.highest.end() {
				s.touch(st)
				n++
			}
		}
		clear(open)
		order = order[:0]
	}
	for op := range b.Ops() {
		a, ok := accessOf(op)
		switch {
		case ok:
			st := open[a.pointer]
			if st == nil {
				st = &stretch{first: a, highest: a}
				open[a.pointer] = st
				order = append(order, st)
			}
			if st.n++; a.end() > st.highest.end() {
				st.highest = a
			}
		case !op.IsEffectFree() || op.NumRegions() > 0:
			flush()
		}
	}
	flush()
	return n
}

// accessOf takes a load or a store apart. The pointer of one without a constant is the address itself.
func accessOf(op *ir.Op) (access, bool) {
	a := access{op: op}
	switch {
	case op.Is(ptr.Load):
		a.pointer, a.typ = op.Operand(0), op.Result(0).Type()
	case op.Is(ptr.Store):
		a.pointer, a.typ = op.Operand(1), op.Operand(0).Type()
	default:
		return a, false
	}
	if add := a.pointer.DefiningOp(); add.Is(ptr.PtrAdd) {
		if n, ok := ir.ConstInt(add.Operand(1)); ok && n >= 0 && n < ptr.Reach {
			a.pointer, a.distance = add.Operand(0), n
		}
	}
	return a, true
}

// bytesOf returns how many bytes a load or store of a type touches: of what is no number, those of an
// address.
func bytesOf(t ir.Type) int64 {
	if n := ir.MemoryBytes(t); n > 0 {
		return n
	}
	return 4
}

// touch reads the highest of some addresses in front of the first access.
func (s *reduction) touch(st *stretch) {
	s.SetBefore(st.first.op)
	s.Loc = st.highest.op.Loc()
	at := st.first.pointer
	if st.highest.distance != 0 {
		at = ptr.NewAdd(s.Builder, at, s.constant(int32(st.highest.distance)))
	}
	attrs := []ir.NamedAttr{{Name: "volatile_", Value: s.Ctx.Unit}}
	if n := st.highest.op.Attr("alignment"); n != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "alignment", Value: n})
	}
	s.Create(ir.OpState{Def: ptr.Load, Operands: []*ir.Value{at}, Results: []ir.Type{st.highest.typ},
		Attrs: attrs})
}
