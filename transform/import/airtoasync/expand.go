package airtoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/air"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// expander executes one function. Its builder stands at the end of what is computed at the beginning.
type expander struct {
	*ir.Builder
	run    *pass.Run
	fn     *ir.Op
	most   int // operations that may be executed
	made   int
	early  *ir.Block // what is computed at the beginning, and then the function's new body
	values *ir.Mapping
	tokens map[*ir.Value][]*node // what a token of air stands for
	thread *thread
	nodes  []*node
	owner  map[*ir.Block]*node
	flows  flows
	// allocated has the buffers of the program, and begun the writes by which they begin to exist.
	allocated, begun map[*ir.Op]bool
}

func newExpander(r *pass.Run, fn *ir.Op) *expander {
	x := &expander{
		Builder: ir.NewBuilder(fn.Context()), run: r, fn: fn, most: int(r.Int("max-operations")),
		values: ir.NewMapping(), tokens: map[*ir.Value][]*node{}, owner: map[*ir.Block]*node{},
		allocated: map[*ir.Op]bool{}, begun: map[*ir.Op]bool{},
		thread: &thread{host: true, launches: map[*ir.Op]string{}},
	}
	x.early = x.NewBlock()
	x.flows = flows{of: map[string]*flow{}, private: privateChannels(fn)}
	return x
}

// expand replaces the function by one without operations of air.
func (x *expander) expand() error {
	body := x.fn.Region(0)
	if len(body.Blocks()) != 1 {
		return x.fn.Errorf(codeUnsupported, "a function with operations of air has branches between blocks").
			Suggest("use scf.if and scf.for")
	}
	old := body.Entry()
	for _, arg := range old.Args() {
		if air.IsToken(arg.Type()) {
			return x.fn.Errorf(codeUnsupported,
				"a function takes a token of air: its work cannot be followed").
				Suggest("inline the function")
		}
		v := x.early.AddArg(arg.Type(), nil)
		v.SetName(arg.Name())
		x.values.Map(arg, v)
	}
	x.SetEnd(x.early)
	if err := x.block(old); err != nil {
		return err
	}
	end := old.Terminator()
	for _, v := range end.Operands() {
		if air.IsToken(v.Type()) {
			return end.Errorf(codeUnsupported,
				"a function returns a token of air: who waits for it is not known").
				Suggest("inline the function")
		}
	}
	if errs := x.balance(); len(errs) > 0 {
		return errs
	}
	x.connect()
	if err := x.ordered(); err != nil {
		return err
	}
	if err := x.emit(); err != nil {
		return err
	}
	x.Clone(end, x.values)
	for old.Last() != nil {
		old.Last().Erase()
	}
	body.RemoveBlock(old)
	body.Append(x.early)
	for _, d := range x.lost() {
		x.run.Report(d)
	}
	return nil
}

// block executes the operations of a block but for its terminator.
func (x *expander) block(b *ir.Block) error {
	for op := range b.OpsWithoutTerminator() {
		if err := x.op(op); err != nil {
			return err
		}
	}
	return nil
}

// op executes one operation.
func (x *expander) op(op *ir.Op) error {
	x.run.Step()
	x.Loc = op.Loc()
	if x.made++; x.made > x.most {
		return op.Errorf(codeUnsupported, "the function becomes more than %d operations here", x.most).
			Suggest("judge a smaller size of the program, or raise max-operations of air-to-async")
	}
	switch op.Def() {
	case air.Execute:
		return x.execute(op)
	case air.WaitAll:
		tokens := x.union(op.AsyncDependencies())
		if t := air.Token(op); t != nil {
			tokens = slices.Concat(tokens, x.thread.after)
		}
		x.finish(op, air.Token(op), tokens)
		return nil
	case air.DMA:
		return x.dma(op)
	case air.Put, air.Get:
		return x.transfer(op)
	case air.Launch, air.Segment, air.Herd:
		return x.hierarchy(op)
	}
	if !uses(op) {
		return x.clone(op)
	}
	switch op.Def() {
	case scf.For, affine.For:
		return x.loop(op)
	case scf.Parallel, affine.Parallel:
		return x.parallel(op)
	case scf.If, affine.If:
		return x.condition(op)
	}
	return op.Errorf(codeUnsupported, "'%s' has to do with operations of air, and is not followed",
		op.Name()).
		Suggest("use scf.for, scf.parallel, scf.if or affine.if around operations of air")
}

// lookup returns what a value of the program is in what is emitted.
func (x *expander) lookup(v *ir.Value) *ir.Value { return x.values.Lookup(v) }

// number returns the number that a value of the program certainly is.
func (x *expander) number(v *ir.Value) (int64, bool) { return ir.ConstInt(x.lookup(v)) }

// clone executes an operation that is not of air. What needs no memory that the program has written is
// computed at the beginning; everything else is a part of what the thread does.
func (x *expander) clone(op *ir.Op) error {
	if (op.IsPure() || op.Is(memref.Alloc) || op.Is(memref.Alloca)) && x.isEarly(op) {
		x.compute(op)
		return nil
	}
	return x.into(x.part(op), op)
}

// isEarly reports whether everything that an operation uses is computed at the beginning.
func (x *expander) isEarly(op *ir.Op) bool {
	for inner := range op.Walk() {
		for _, v := range inner.Operands() {
			if x.ownerOf(x.lookup(v)) != nil {
				return false
			}
		}
	}
	return true
}

// ownerOf returns the node in which a value is computed, nil for a value that is computed at the beginning.
func (x *expander) ownerOf(v *ir.Value) *node {
	b := v.ParentBlock()
	for b != nil && b != x.early {
		if n := x.owner[b]; n != nil {
			return n
		}
		up := b.ParentOp()
		if up == nil {
			return nil
		}
		b = up.Block()
	}
	return nil
}

// compute emits an operation at the beginning. One that has constant results becomes constants.
func (x *expander) compute(op *ir.Op) {
	copied := x.Clone(op, x.values)
	x.allocated[copied] = op.Is(memref.Alloc)
	if !copied.IsPure() {
		x.name(copied, op.Name())
	}
	if copied.NumRegions() > 0 {
		return
	}
	folded := ir.Fold(copied)
	if len(folded) == 0 {
		return
	}
	x.SetBefore(copied)
	vs := x.Materialize(copied, folded)
	x.SetEnd(x.early)
	if vs == nil {
		return
	}
	for i, v := range vs {
		x.values.Map(op.Result(i), v)
	}
	copied.Erase()
}

// into adds an operation to what a node does.
func (x *expander) into(n *node, op *ir.Op) error {
	var copied *ir.Op
	x.InBlock(n.block, func() { copied = x.Clone(op, x.values) })
	for inner := range copied.Walk() {
		if !inner.IsPure() {
			x.name(inner, inner.Name())
		}
		for _, v := range inner.Operands() {
			if by := x.ownerOf(v); by != nil && by != n && !(by.host && n.host) {
				return op.Errorf(codeUnsupported,
					"a value that is read from memory is used behind a wait, or beside it").
					Note(ir.LocationSpan(v.Loc()), "the value").
					Suggest("read it again, or write it to memory")
			}
		}
	}
	return nil
}

// union returns what tokens of air stand for together.
func (x *expander) union(tokens []*ir.Value) (all []*node) {
	for _, v := range tokens {
		for _, n := range x.tokens[v] {
			if !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all
}

// task makes the node of an operation of air that starts after its tokens, and records it.
func (x *expander) task(op *ir.Op) *node {
	n := x.node(op)
	n.add(byToken, x.union(op.AsyncDependencies())...)
	x.issue(n)
	return n
}

// listed returns the diagnostics of an error.
func listed(fn *ir.Op, err error) diag.List {
	switch err := err.(type) {
	case nil:
		return nil
	case diag.List:
		return err
	case *diag.Diagnostic:
		return diag.List{err}
	}
	return diag.List{fn.Errorf(codeUnsupported, "%v", err)}
}
