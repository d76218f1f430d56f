package injectsoftwarepipeline

import (
	"cmp"
	"slices"

	affinedialect "github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// cloneStatement emits the operations of a statement for one iteration.
func (e *emitter) cloneStatement(s *statement, it iteration) {
	c := e.cloners[s.index]
	if c == nil {
		c = newCloner(e, s)
		e.cloners[s.index] = c
	}
	c.begin(it)
	for i, op := range c.ops {
		c.clone(op, c.marked[i])
	}
}

// cloner copies instances of a statement. It computes its facts about the statement once, before the first
// copy.
type cloner struct {
	e       *emitter
	s       *statement
	usesIV  bool
	buffers []*usedBuffer // the versioned buffers that the statement uses
	// ops holds the operations that are copied: for a transparent block the operations in it. The copies of
	// the marked ones get a location that names their iteration.
	ops    []*ir.Op
	marked []bool
	flat   bool // the root is a block that is not copied, only the operations in it are
	// general: some operation has a region with several blocks, so that values may be used before they are
	// copied.
	general bool

	it      iteration
	mapping *ir.Mapping

	// Memory of the last copy.
	operands []*ir.Value
	types    []ir.Type
}

// usedBuffer is a versioned buffer that a statement uses.
type usedBuffer struct {
	*versionedBuffer
	original *ir.Value
	users    []*ir.Op  // in the statement
	slot     *ir.Value // in the instance being copied; nil for a buffer with one version
}

func newCloner(e *emitter, s *statement) *cloner {
	c := &cloner{e: e, s: s, mapping: ir.NewMapping(), flat: flattened(s)}
	for _, op := range s.ops {
		c.add(op)
	}
	for u := range e.loop.iv.Uses() {
		c.usesIV = c.usesIV || c.contains(u.Owner())
	}
	for _, b := range e.buffers {
		if v := e.versioned[b.value]; v != nil {
			c.addBuffer(b.value, v)
		}
	}
	return c
}

// add adds an operation to those that are copied.
func (c *cloner) add(op *ir.Op) {
	if op != c.s.root || !c.flat {
		c.ops, c.marked = append(c.ops, op), append(c.marked, op == c.s.root && !c.s.async)
		c.general = c.general || !structured(op)
		return
	}
	for inner := range op.Body().Ops() {
		c.ops, c.marked = append(c.ops, inner), append(c.marked, !c.s.async && !feeds(inner))
		c.general = c.general || !structured(inner)
	}
}

func (c *cloner) addBuffer(original *ir.Value, v *versionedBuffer) {
	b := &usedBuffer{versionedBuffer: v, original: original}
	for u := range original.Uses() {
		if c.contains(u.Owner()) {
			b.users = append(b.users, u.Owner())
		}
	}
	if len(b.users) > 0 {
		c.buffers = append(c.buffers, b)
	}
}

func (c *cloner) contains(op *ir.Op) bool {
	for _, own := range c.s.ops {
		if own == op || own.NumRegions() > 0 && own.IsAncestorOf(op) {
			return true
		}
	}
	return false
}

// flattened reports whether the statement is a block of which only the operations are copied. A block with a
// name or attributes is copied itself, unless it is asynchronous: then the scope replaces it.
func flattened(s *statement) bool {
	bare := len(s.root.Attrs()) == 0 && s.root.Attr(pipeline.NameAttr) == nil
	return s.root.Is(pipeline.Block) && (s.async || bare) && transparent(s.root)
}

// begin starts the copy for an iteration: it maps the induction variable, and finds the slots of versioned
// buffers. Operations other than loads and stores get a view of the slot.
func (c *cloner) begin(it iteration) {
	c.it = it
	if c.general {
		c.mapping = ir.NewMapping() // an operation may use a value that is defined further down
	}
	if c.usesIV {
		c.mapping.Map(c.e.loop.iv, c.e.index.original(it))
	}
	for _, b := range c.buffers {
		if b.versions == 1 {
			c.mapping.Map(b.original, b.value)
			continue
		}
		b.slot = c.e.index.slot(it, b.versions)
		if c.needsView(b) {
			c.mapping.Map(b.original, b.view(c.e.b, b.slot))
		}
	}
}

// needsView reports whether an operation other than a load or store uses the buffer. It also reports an error
// for the first such operation that does not accept a view of a slot.
func (c *cloner) needsView(b *usedBuffer) bool {
	needed := false
	for _, user := range b.users {
		if c.subscriptable(user, b.slot) || c.flat && user == c.s.root {
			continue
		}
		needed = true
		if c.e.err == nil && !acceptsView(user) {
			c.e.err = user.Errorf(codeVersion,
				"the buffer used here needs %d versions, but '%s' cannot use one of them in place",
				b.versions, user.Name()).
				Suggest(
					"cast the buffer to a strided memref of any offset, strided<[...], offset: ?>, or load " +
						"and store its elements")
		}
	}
	return needed
}

// subscriptable reports whether the operation can have the slot as a subscript. Affine accesses accept only
// constants, and values that affine loops and affine.apply define.
func (c *cloner) subscriptable(op *ir.Op, slot *ir.Value) bool {
	if op.Is(affinedialect.Load) || op.Is(affinedialect.Store) {
		_, constant := ir.ConstInt(slot)
		return constant || c.e.loop.affine
	}
	return subscripted(op) >= 0
}

// subscripted returns the number of the memref operand of a load or store, -1 for other operations.
func subscripted(op *ir.Op) int {
	switch {
	case op.Is(memref.Load), op.Is(affinedialect.Load), op.Is(nvgpu.LdMatrix):
		return 0
	case op.Is(memref.Store), op.Is(affinedialect.Store):
		return 1
	case op.Is(vector.TransferRead), op.Is(vector.TransferWrite):
		return -1 // their map has a dimension per subscript
	}
	return vector.BaseOperand(op)
}

// acceptsView reports whether the operation accepts a strided memref in place of one with identity layout.
func acceptsView(op *ir.Op) bool {
	switch {
	case vector.BaseOperand(op) >= 0, op.Is(memref.Copy), op.Is(memref.Dim), op.Is(pipeline.Block),
		op.Is(affinedialect.Load), op.Is(affinedialect.Store),
		linalg.IsStructured(op.Def()):
		return true
	}
	if op.Is(memref.Cast) {
		layout := layoutOf(op.Result(0))
		return layout != nil && layout.Offset == ir.Dynamic
	}
	return op.Is(memref.SubView) && layoutOf(op.Result(0)) != nil
}

// clone copies one operation.
func (c *cloner) clone(op *ir.Op, marked bool) {
	if op.Is(pipeline.Axis) && op.Parent() == c.s.root {
		c.mapping.Map(op.Result(0), c.mapping.Lookup(op.Operand(0))) // an axis belongs to a block
		return
	}
	copied := c.copy(op)
	if marked {
		copied.SetLoc(c.e.mark(op, c.it))
		c.sayPart(op, copied)
	}
}

// sayPart remarks about the copy of a wait in which part of the innermost pipelined loop it stands.
func (c *cloner) sayPart(original, copied *ir.Op) {
	if original.Blocks() {
		part := cmp.Or(pipeline.PartOf(original), c.e.part)
		copied.SetLoc(pipeline.InPart(copied.Context(), copied.Loc(), part))
	}
}

// copy copies an operation with its regions, and changes the copies so that they use slots.
func (c *cloner) copy(op *ir.Op) *ir.Op {
	if !c.general {
		return c.copyTree(op)
	}
	copied := c.e.b.Clone(op, c.mapping)
	copies := collectOps(copied)
	for i, original := range collectOps(op) {
		if i > 0 {
			forgetIteration(copies[i])
		}
		c.adapt(original, copies[i])
		c.sayPart(original, copies[i])
	}
	return copied
}

// adapt changes one copied operation so that it uses slots.
func (c *cloner) adapt(original, copied *ir.Op) {
	if original.Is(memref.SubView) {
		retypeSubView(copied, original)
	} else if b := c.subscriptedBuffer(original); b != nil {
		c.subscript(copied, subscripted(original), b)
	}
}

// subscriptedBuffer returns the buffer with several versions whose slot a load or store selects by a
// subscript, or nil.
func (c *cloner) subscriptedBuffer(op *ir.Op) *usedBuffer {
	at := subscripted(op)
	if at < 0 {
		return nil
	}
	v := op.Operand(at)
	for _, b := range c.buffers {
		if b.original == v {
			if b.versions > 1 && c.subscriptable(op, b.slot) {
				return b
			}
			return nil
		}
	}
	return nil
}

// structured reports whether no operation in op has a region with several blocks, so that each value is
// copied before its uses.
func structured(op *ir.Op) bool {
	for inner := range op.Walk() {
		if inner.NumSuccessors() > 0 {
			return false
		}
		for _, r := range inner.Regions() {
			if len(r.Blocks()) > 1 {
				return false
			}
		}
	}
	return true
}

// copyTree copies a structured operation into the arena.
func (c *cloner) copyTree(op *ir.Op) *ir.Op {
	regions := make([]*ir.Region, op.NumRegions())
	for i := range regions {
		regions[i] = c.emptyCopy(op.Region(i))
	}
	copied := c.copyAlone(op, regions)
	if len(regions) == 0 {
		return copied
	}
	saved := c.e.b.Save()
	for i, r := range op.Regions() {
		for _, block := range r.Blocks() {
			c.e.b.SetEnd(regions[i].Blocks()[0])
			for inner := range block.Ops() {
				forgetIteration(c.copyTree(inner))
			}
		}
	}
	c.e.b.Restore(saved)
	return copied
}

// emptyCopy copies a region with its block and arguments, but without operations.
func (c *cloner) emptyCopy(r *ir.Region) *ir.Region {
	region := c.e.arena.NewRegion()
	for _, block := range r.Blocks() {
		empty := c.e.arena.NewBlock()
		for _, arg := range block.Args() {
			to := c.e.arena.AddArg(empty, arg.Type(), arg.Loc())
			to.SetName(arg.Name())
			c.mapping.Map(arg, to)
		}
		region.Append(empty)
	}
	return region
}

// copyAlone copies an operation with the given regions. A load or store of a
// versioned buffer gets the slot as an additional subscript.
func (c *cloner) copyAlone(op *ir.Op, regions []*ir.Region) *ir.Op {
	b := c.subscriptedBuffer(op)
	direct := b != nil && plain(op)
	operands, types := c.operands[:0], c.types[:0]
	for i := range op.NumOperands() {
		if direct && i == subscripted(op) {
			operands = append(operands, b.value, b.slot)
			continue
		}
		operands = append(operands, c.mapping.Lookup(op.Operand(i)))
	}
	for i := range op.NumResults() {
		types = append(types, op.Result(i).Type())
	}
	c.operands, c.types = operands, types
	copied := c.e.insert(&ir.OpState{
		Def: op.Def(), Loc: op.Loc(), Operands: operands, Results: types, Attrs: op.Attrs(),
		Properties: op.Properties(), Regions: regions,
	})
	for i := range op.NumResults() {
		copied.Result(i).SetName(op.Result(i).Name())
		c.mapping.Map(op.Result(i), copied.Result(i))
	}
	if !direct {
		c.adapt(op, copied)
	}
	c.sayPart(op, copied)
	return copied
}

// plain reports whether an access has subscripts without a map.
func plain(op *ir.Op) bool {
	return op.Is(memref.Load) || op.Is(memref.Store) || op.Is(nvgpu.LdMatrix) || vector.BaseOperand(op) >= 0
}

// transparent reports whether the operations of the statement show all its accesses.
func transparent(root *ir.Op) bool {
	for inner := range root.Walk() {
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

// mark returns the location of a statement with a remark that names the iteration of this instance.
func (it iteration) mark(op *ir.Op) ir.Location {
	if it.epilogue {
		return pipeline.InIteration(op.Context(), op.Loc(), -1, false) // known at run time only
	}
	return pipeline.InIteration(op.Context(), op.Loc(), it.offset, it.base != nil)
}

// forgetIteration removes the remark of an inner pipeline, whose instances are now part of an instance of
// this loop. Asynchronous operations keep it.
func forgetIteration(op *ir.Op) {
	if op.Is(pipeline.Block) || op.Def().DialectName() != pipeline.Dialect.Name {
		pipeline.ForgetIteration(op)
	}
}

// subscript makes a copied load or store use the slot of a versioned buffer.
func (c *cloner) subscript(op *ir.Op, at int, b *usedBuffer) {
	operands := op.Operands()
	operands[at] = b.value
	if plain(op) {
		op.SetOperands(slices.Insert(operands, at+1, b.slot))
		return
	}
	m := op.Attr("map").(*ir.AffineMapAttr).Map
	if n, ok := ir.ConstInt(b.slot); ok {
		op.SetAttr("map", op.Context().AffineMap(prefixMap(m, affine.C(n), 0)))
		op.SetOperands(operands)
		return
	}
	op.SetAttr("map", op.Context().AffineMap(prefixMap(m, affine.D(0), 1)))
	op.SetOperands(slices.Insert(operands, at+1, b.slot))
}

// prefixMap returns m with `first` as an additional first result, and with `shift` additional dimensions in
// front.
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
