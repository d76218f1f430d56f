package softpipe

import (
	affinedialect "github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// cloneStatement emits the operations of a statement for one iteration.
func (e *emitter) cloneStatement(s *statement, it iteration) {
	c := &cloner{e: e, s: s, it: it, mapping: ir.NewMapping(), slots: map[*ir.Value]*ir.Value{}}
	if c.uses(e.loop.iv) {
		c.mapping.Map(e.loop.iv, e.index.original(it))
	}
	c.mapBuffers()
	for _, op := range s.ops {
		c.clone(op)
	}
}

// cloner copies one instance of a statement.
type cloner struct {
	e       *emitter
	s       *statement
	it      iteration
	mapping *ir.Mapping
	slots   map[*ir.Value]*ir.Value // the slot of each versioned buffer used
}

// uses reports whether the statement uses the value.
func (c *cloner) uses(v *ir.Value) bool {
	for u := range v.Uses() {
		if c.contains(u.Owner()) {
			return true
		}
	}
	return false
}

func (c *cloner) contains(op *ir.Op) bool {
	for _, own := range c.s.ops {
		if own.IsAncestorOf(op) {
			return true
		}
	}
	return false
}

// mapBuffers finds the slot of each versioned buffer that the statement uses.
// Uses other than loads and stores are given a view of the slot.
func (c *cloner) mapBuffers() {
	for _, b := range c.e.buffers {
		v := c.e.versioned[b.value]
		if v == nil || !c.uses(b.value) {
			continue
		}
		if v.versions == 1 {
			c.mapping.Map(b.value, v.value)
			continue
		}
		c.slots[b.value] = c.e.index.slot(c.it, v.versions)
		if c.needsView(b.value) {
			c.mapping.Map(b.value, v.view(c.e.b, c.slots[b.value]))
		}
	}
}

// needsView reports whether an operation other than a load or store uses the
// buffer, and reports the first that cannot accept a view of a slot.
func (c *cloner) needsView(v *ir.Value) bool {
	needed := false
	for u := range v.Uses() {
		user := u.Owner()
		if !c.contains(user) || c.subscriptable(user, c.slots[v]) {
			continue
		}
		needed = true
		if c.e.err == nil && !acceptsView(user) {
			c.e.err = user.Errorf(codeVersion,
				"the buffer used here needs %d versions, but '%s' cannot use one of them in place", c.e.versioned[v].versions, user.Name()).
				Suggest("cast the buffer to a strided memref of any offset, strided<[...], offset: ?>, or load and store its elements")
		}
	}
	return needed
}

// subscriptable reports whether the operation takes the slot as a subscript.
// Affine accesses take only what affine loops and affine.apply make, and constants.
func (c *cloner) subscriptable(op *ir.Op, slot *ir.Value) bool {
	if op.Is(affinedialect.Load) || op.Is(affinedialect.Store) {
		_, constant := ir.ConstInt(slot)
		return constant || c.e.loop.affine
	}
	return subscripted(op) >= 0
}

// subscripted returns which operand of a load or store is its memref, -1 for
// other operations.
func subscripted(op *ir.Op) int {
	switch {
	case op.Is(memref.Load), op.Is(affinedialect.Load):
		return 0
	case op.Is(memref.Store), op.Is(affinedialect.Store):
		return 1
	}
	return -1
}

// acceptsView reports whether the operation takes a strided memref where it
// took one of identity layout.
func acceptsView(op *ir.Op) bool {
	switch {
	case op.Is(memref.Copy), op.Is(memref.Dim), op.Is(pipeline.Block), op.Is(affinedialect.Load), op.Is(affinedialect.Store):
		return true
	}
	if op.Is(memref.Cast) {
		layout := layoutOf(op.Result(0))
		return layout != nil && layout.Offset == ir.Dynamic
	}
	return op.Is(memref.SubView) && layoutOf(op.Result(0)) != nil
}

// clone copies one operation. A pipeline.block that can be looked into
// gives its operations.
func (c *cloner) clone(op *ir.Op) {
	if op.Is(pipeline.Block) && c.s.transparent() && (c.s.async || len(op.Attrs()) == 0) {
		for inner := range op.Body().Ops() {
			c.cloneOne(inner)
		}
		return
	}
	c.cloneOne(op)
}

// mark returns the location of a statement with the remark of which iteration
// it is an instance.
func (it iteration) mark(op *ir.Op) ir.Location {
	if it.epilogue {
		return pipeline.InIteration(op.Context(), op.Loc(), -1, false) // known at run time only
	}
	return pipeline.InIteration(op.Context(), op.Loc(), it.offset, it.base != nil)
}

// transparent reports whether all that the statement touches is known from
// its operations.
func (s *statement) transparent() bool {
	for _, inner := range collectOps(s.root) {
		if inner.Def().Unregistered || inner.Def().Callee != nil {
			return false
		}
	}
	return true
}

func collectOps(root *ir.Op) []*ir.Op {
	var ops []*ir.Op
	for op := range root.Walk() {
		ops = append(ops, op)
	}
	return ops
}

func (c *cloner) cloneOne(op *ir.Op) {
	originals := collectOps(op)
	copied := c.e.b.Clone(op, c.mapping)
	if !c.s.async && !feeds(op) {
		copied.SetLoc(c.it.mark(op))
	}
	copies := collectOps(copied)
	for _, nested := range copies[1:] {
		forgetIteration(nested)
	}
	for i, original := range originals {
		at := subscripted(original)
		if at >= 0 {
			c.subscript(copies[i], at, original.Operand(at))
		} else if original.Is(memref.SubView) {
			retypeSubView(copies[i], original)
		}
	}
}

// forgetIteration removes the remark about a pipeline inside of the statement,
// whose instances are now part of one of this; asynchronous ones stay apart.
func forgetIteration(op *ir.Op) {
	if _, _, ok := pipeline.IterationOf(op); ok && op.Def().DialectName() != pipeline.Dialect.Name {
		op.SetLoc(op.Loc().(*ir.FusedLoc).Locs[0])
	}
}

// subscript makes a copied load or store use the slot of a versioned buffer.
func (c *cloner) subscript(op *ir.Op, at int, v *ir.Value) {
	slot := c.slots[v]
	if slot == nil || !c.subscriptable(op, slot) {
		return
	}
	operands := op.Operands()
	operands[at] = c.e.versioned[v].value
	rest := operands[at+1:]
	if op.Is(memref.Load) || op.Is(memref.Store) {
		op.SetOperands(append(operands[:at+1:at+1], append([]*ir.Value{slot}, rest...)...))
		return
	}
	m := op.Attr("map").(*ir.AffineMapAttr).Map
	if n, ok := ir.ConstInt(slot); ok {
		op.SetAttr("map", op.Context().AffineMap(prefixMap(m, affine.C(n), 0)))
		op.SetOperands(operands)
		return
	}
	op.SetAttr("map", op.Context().AffineMap(prefixMap(m, affine.D(0), 1)))
	op.SetOperands(append(operands[:at+1:at+1], append([]*ir.Value{slot}, rest...)...))
}

// prefixMap returns m with first as an additional first result and shift
// additional dimensions in front.
func prefixMap(m *affine.Map, first *affine.Expr, shift int) *affine.Map {
	dims := make([]*affine.Expr, m.NumDims)
	for i := range dims {
		dims[i] = affine.D(i + shift)
	}
	syms := make([]*affine.Expr, m.NumSymbols)
	for i := range syms {
		syms[i] = affine.S(i)
	}
	results := []*affine.Expr{first}
	for _, r := range m.Results {
		results = append(results, r.Replace(dims, syms))
	}
	return affine.NewMap(m.NumDims+shift, m.NumSymbols, results...)
}
