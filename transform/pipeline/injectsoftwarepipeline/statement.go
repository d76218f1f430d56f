package injectsoftwarepipeline

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// statement is a statement of the pipelined loop's body: its root, which is an operation with a side effect,
// and the loads and pure operations that feed it.
type statement struct {
	index int
	root  *ir.Op
	ops   []*ir.Op // the operations to clone, in program order, root last
	stage int
	order int
	async bool
	// accesses holds all accesses of the statement to memory outside of itself.
	accesses []analysis.Access
	// group is the commit group of an asynchronous statement, nil for others.
	group *group
}

// body is a loop body divided into statements.
type body struct {
	statements []*statement // by index
	allocs     []*ir.Op     // allocations of buffers in each iteration
	deallocs   []*ir.Op     // of those buffers
	shared     []sharedLoad
}

// sharedLoad is a load that two or more statements need. Each of them runs a copy of it.
type sharedLoad struct {
	op            *ir.Op
	first, second *statement
}

// cutBody divides a loop's block into statements.
func cutBody(block *ir.Block) (*body, error) {
	c := &cutter{block: block, body: &body{}, owner: map[*ir.Op]*statement{}, shared: map[*ir.Op]bool{}}
	for op := range block.OpsWithoutTerminator() {
		c.classify(op)
	}
	for _, s := range c.body.statements {
		if err := c.collect(s); err != nil {
			return nil, err
		}
	}
	return c.body, nil
}

// addAccesses adds accesses, but equal ones only once, because an inner pipeline has the same accesses in
// many places.
func (s *statement) addAccesses(all []analysis.Access) {
	for _, a := range all {
		if !slices.ContainsFunc(s.accesses, func(b analysis.Access) bool { return alike(&a, &b) }) {
			s.accesses = append(s.accesses, a)
		}
	}
}

// alike reports whether two accesses access the same elements in the same way.
func alike(a, b *analysis.Access) bool {
	return a.Buffer != nil && a.Kind == b.Kind && a.Buffer == b.Buffer && a.Must == b.Must &&
		(a.Dims == nil) == (b.Dims == nil) &&
		a.Lattice.Equal(b.Lattice) &&
		slices.EqualFunc(a.Dims, b.Dims, func(r, s analysis.Range) bool {
			return r.Full == s.Full && r.Lo == s.Lo && r.Hi == s.Hi && r.Step == s.Step &&
				r.Base.Equal(s.Base)
		})
}

// addHidden adds accesses to any memory to a statement that issues or awaits asynchronous operations of its
// own. So no other statement is moved across it.
func (s *statement) addHidden(explicit bool) {
	for op := range s.root.Walk() {
		if explicit && usesQueue(op) || op.Transfer().Kind != ir.NoTransfer {
			s.accesses = append(s.accesses, analysis.Access{Op: op, Kind: ir.Read},
				analysis.Access{Op: op, Kind: ir.Write})
			return
		}
	}
}

// usesQueue reports whether the operation issues, commits or awaits asynchronous operations.
func usesQueue(op *ir.Op) bool {
	return op.Is(pipeline.AsyncScope) || op.Is(pipeline.CommitQueue) || op.Is(pipeline.WaitQueue) ||
		op.Is(pipeline.AsyncCommitStage) || op.Is(pipeline.AsyncWaitStage)
}

type cutter struct {
	block *ir.Block
	body  *body
	// owner holds the first statement that needs a load.
	owner map[*ir.Op]*statement
	// shared holds the loads that a second statement needs.
	shared map[*ir.Op]bool
}

// classify decides whether an operation of the body is a statement, an allocation, or an operation that only
// feeds statements.
func (c *cutter) classify(op *ir.Op) {
	switch {
	case op.Is(pipeline.Block):
		c.addStatement(op)
	case feeds(op):
	case onlyAllocates(op):
		c.body.allocs = append(c.body.allocs, op)
	case c.freesLocal(op):
		c.body.deallocs = append(c.body.deallocs, op)
	default:
		c.addStatement(op)
	}
}

func (c *cutter) addStatement(op *ir.Op) {
	c.body.statements = append(c.body.statements, &statement{index: len(c.body.statements), root: op})
}

// freesLocal reports whether the operation frees a buffer that the same iteration has allocated.
func (c *cutter) freesLocal(op *ir.Op) bool {
	return onlyFrees(op) && slices.Contains(c.body.allocs, op.Operand(0).DefiningOp())
}

// collect gathers the operations that feed a statement, and checks that they may run where the statement
// runs.
func (c *cutter) collect(s *statement) error {
	needed := map[*ir.Op]bool{s.root: true}
	work := []*ir.Op{s.root}
	for len(work) > 0 {
		op := work[len(work)-1]
		work = work[:len(work)-1]
		for _, v := range c.inputs(op) {
			def := v.DefiningOp()
			if needed[def] || slices.Contains(c.body.allocs, def) {
				continue
			}
			if err := c.claim(s, def); err != nil {
				return err
			}
			needed[def] = true
			work = append(work, def)
		}
	}
	for op := range c.block.Ops() {
		if needed[op] {
			s.ops = append(s.ops, op)
		}
	}
	return nil
}

// inputs returns the results of other operations of the loop body that op, or an operation in it, uses.
func (c *cutter) inputs(op *ir.Op) []*ir.Value {
	var values []*ir.Value
	for inner := range op.Walk() {
		for i := range inner.NumOperands() {
			v := inner.Operand(i)
			if def := v.DefiningOp(); def != nil && def != op && def.Block() == c.block {
				values = append(values, v)
			}
		}
	}
	return values
}

// claim adds def to the operations of s. A pure operation may belong to several statements. A load may too,
// subject to checkShared. The result of a statement may not.
func (c *cutter) claim(s *statement, def *ir.Op) error {
	if !feeds(def) {
		return sharedError(s, def, "the result of this operation is needed by another statement")
	}
	if def.IsEffectFree() {
		return nil
	}
	switch first := c.owner[def]; {
	case first == nil:
		c.owner[def] = s
	case !c.shared[def]:
		c.shared[def] = true
		c.body.shared = append(c.body.shared, sharedLoad{def, first, s})
	}
	return nil
}

func sharedError(s *statement, def *ir.Op, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(codeStatement, def.Span(), format, args...).
		Note(s.root.Span(), "this is statement %d", s.index).
		Suggest(
			"store the value in a buffer of its own, or put the statements that share it in one " +
				"pipeline.block")
}

// checkShared reports a load that several statements need if a statement of the loop may write its memory.
// Each statement loads the value itself, at its own time, and all must get the same value.
func (b *body) checkShared(e *analysis.Evaluator) error {
	for _, l := range b.shared {
		for _, read := range e.Accesses(l.op) {
			if writer := b.writerOf(&read); writer != nil {
				return sharedError(l.second, l.op,
					"the value loaded here is needed by statements %d and %d, and "+
						"statement %d may write that memory", l.first.index, l.second.index, writer.index)
			}
		}
	}
	return nil
}

// writerOf returns the first statement that may write the memory that a load reads.
func (b *body) writerOf(read *analysis.Access) *statement {
	for _, s := range b.statements {
		if mayWrite(s.accesses, read) {
			return s
		}
	}
	return nil
}

// mayWrite reports whether one of the accesses may write or free any part of the buffer of a read.
func mayWrite(accesses []analysis.Access, read *analysis.Access) bool {
	return slices.ContainsFunc(accesses, func(w analysis.Access) bool {
		return w.Writes() && (w.Buffer == nil || read.Buffer == nil || w.Buffer == read.Buffer)
	})
}

// checkLoads reports a load that would move past a write of an earlier statement, because all operations of a
// statement run together at the position of its root.
func (b *body) checkLoads(e *analysis.Evaluator) error {
	for _, s := range b.statements {
		for _, op := range s.ops[:len(s.ops)-1] {
			if err := b.checkLoad(e, s, op); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *body) checkLoad(e *analysis.Evaluator, s *statement, load *ir.Op) error {
	reads := e.Accesses(load)
	for _, other := range b.statements[:s.index] {
		if !load.IsBefore(other.root) {
			continue
		}
		for i := range reads {
			if slices.ContainsFunc(other.accesses, func(w analysis.Access) bool {
				return analysis.Conflict(&reads[i], &w)
			}) {
				return diag.Errorf(codeStatement, load.Span(),
					"the value loaded here is used by statement %d, after statement %d has changed it",
					s.index, other.index).
					Note(other.root.Span(), "this is statement %d", other.index).
					Note(s.root.Span(), "this is statement %d", s.index).
					Suggest("load the value after the write, or put both statements in one pipeline.block")
			}
		}
	}
	return nil
}
