package importer

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	funcs "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// reads imports T.reads(A[i], B[0:4]). The regions are checked after the body of the block is imported.
func (f *function) reads(call *syntax.Call) error {
	blk, err := f.inBlock(call)
	if err != nil {
		return err
	}
	if err := f.once(call, blk.reads); err != nil {
		return err
	}
	blk.reads = call
	return nil
}

// writes imports T.writes.
func (f *function) writes(call *syntax.Call) error {
	blk, err := f.inBlock(call)
	if err != nil {
		return err
	}
	if err := f.once(call, blk.writes); err != nil {
		return err
	}
	blk.writes = call
	return nil
}

// claim is a region that a block declares.
type claim struct {
	buffer *expr.Buffer
	root   *ir.Value
	ranges []interval
}

// claims evaluates the regions of T.reads or T.writes at the insertion point.
func (f *function) claims(call *syntax.Call) ([]claim, error) {
	var out []claim
	for _, x := range regionArgs(call) {
		v, err := f.ev.Eval(x)
		if err != nil {
			return nil, err
		}
		buffer, ranges, err := f.region(v, x)
		if err != nil {
			return nil, err
		}
		out = append(out, claim{buffer, f.judge.Root(buffer.V), ranges})
	}
	return out, nil
}

// regionArgs returns the regions of T.reads(a, b) or T.reads([a, b]).
func regionArgs(call *syntax.Call) []syntax.Expr {
	if call == nil {
		return nil
	}
	if len(call.Args) == 1 {
		return unpacked(call.Args[0].Value)
	}
	xs := make([]syntax.Expr, len(call.Args))
	for i, a := range call.Args {
		xs[i] = a.Value
	}
	return xs
}

// checkAccesses compares the declared accesses of a block with those of its body.
func (f *function) checkAccesses(blk *block, accesses []analysis.Access) {
	reads, writes, err := f.evaluateClaims(blk)
	if err != nil {
		f.fail(err)
		return
	}
	check := claimCheck{f: f, blk: blk, reads: reads, writes: writes, written: map[*ir.Value]bool{},
		said: map[*ir.Value]bool{}}
	for i := range accesses {
		if a := &accesses[i]; a.Kind == ir.Write && a.Buffer != nil {
			check.written[a.Buffer] = true
		}
	}
	for i := range accesses {
		check.access(&accesses[i])
	}
}

// evaluateClaims evaluates the declared regions in a block that is dropped later, with constants of its own.
// So they leave nothing in the function.
func (f *function) evaluateClaims(blk *block) (reads, writes []claim, err error) {
	saved, consts := f.b.Save(), f.ev.Consts
	guarded := f.mayNotRun()
	f.claiming = &guarded
	defer func() { f.claiming = nil }()
	scratch := ir.NewBlock()
	f.b.SetEnd(scratch)
	f.ev.Consts = expr.NewConstants(scratch)
	if reads, err = f.claims(blk.reads); err == nil {
		writes, err = f.claims(blk.writes)
	}
	f.b.Restore(saved)
	f.ev.Consts = consts
	f.scratch = append(f.scratch, scratch)
	return reads, writes, err
}

// dropScratch frees the blocks that evaluateClaims has made, once nothing refers to them.
func (f *function) dropScratch() {
	for _, b := range f.scratch {
		for op := range b.Ops() {
			op.DropAllReferences()
		}
	}
	f.scratch = nil
}

// claimCheck is the check of one block.
type claimCheck struct {
	f             *function
	blk           *block
	reads, writes []claim
	written       map[*ir.Value]bool // buffers that the body writes
	said          map[*ir.Value]bool // buffers with a reported error
}

func (c *claimCheck) access(a *analysis.Access) {
	line, claims := c.blk.reads, c.reads
	if a.Kind == ir.Write {
		line, claims = c.blk.writes, c.writes
	}
	switch {
	case line == nil || a.Buffer == nil || c.said[a.Buffer] || a.Kind != ir.Read && a.Kind != ir.Write:
		return
	case c.f.flags[a.Buffer]: // a flag of the importer, which the program does not know
		return
	case a.Op.Is(funcs.Call): // the block declares the accesses of an opaque function
		return
	case a.Kind == ir.Read && c.written[a.Buffer] && (c.reduces() || c.reducesInside(a.Op)):
		return // the accumulator of a reduction
	}
	var same []claim
	for _, cl := range claims {
		if cl.root == a.Buffer || cl.root == nil {
			same = append(same, cl)
		}
	}
	if len(same) == 0 {
		c.report(line, a, "does not mention '%s', and the body %s it", nameOf(a.Buffer), verb(a.Kind))
		return
	}
	if !c.allOutside(same, a) && !c.sampledOutside(same, a) {
		return
	}
	c.report(line, a, "does not contain all that the body %s of '%s'", verb(a.Kind), nameOf(a.Buffer))
}

// allOutside reports whether some element of an access is certainly in none of the regions.
func (c *claimCheck) allOutside(same []claim, a *analysis.Access) bool {
	if !a.Must || len(same) > 1 && !isPoint(a) {
		return false
	}
	for _, cl := range same {
		if !c.outside(cl, a) {
			return false
		}
	}
	return true
}

func (c *claimCheck) reduces() bool {
	if c.blk.init {
		return true
	}
	for _, a := range c.blk.axes {
		if a.kind == "reduce" {
			return true
		}
	}
	return false
}

// reducesInside reports whether an operation belongs to a reduction in a block inside of this one.
func (c *claimCheck) reducesInside(op *ir.Op) bool {
	for outer := range op.Ancestors() {
		if outer == c.blk.op {
			return false
		}
		if outer.Is(pipeline.Block) && isReduction(outer) {
			return true
		}
	}
	return false
}

// isReduction reports whether a block has a reduce axis.
func isReduction(blk *ir.Op) bool {
	for op := range blk.Body().Ops() {
		if op.Is(pipeline.Axis) && op.StringAttr("kind") == "reduce" {
			return true
		}
	}
	return false
}

func (c *claimCheck) report(line *syntax.Call, a *analysis.Access, format string, args ...any) {
	c.said[a.Buffer] = true
	what := c.f.file.Span(line.Fun).Text()
	d := diag.Errorf(codeReads, c.f.file.Span(line), what+" "+format, args...)
	c.f.imp.warn(d.Note(a.Op.Span(),
		"here").Suggest("correct the regions, or remove the line: it follows from the body"))
}

func verb(k ir.EffectKind) string { return k.String() + "s" }

func nameOf(v *ir.Value) string {
	if v.Name() != "" {
		return v.Name()
	}
	return "a buffer without a name"
}

// isPoint reports whether an access is of one element.
func isPoint(a *analysis.Access) bool {
	for _, r := range a.Dims {
		if r.Full || r.Lo != r.Hi {
			return false
		}
	}
	return a.Dims != nil
}

// outside reports whether some element of an access is certainly not in a region.
func (c *claimCheck) outside(cl claim, a *analysis.Access) bool {
	if cl.buffer.V != a.Buffer || a.Dims == nil || len(a.Dims) != len(cl.ranges) {
		return false
	}
	for d, r := range a.Dims {
		want := cl.ranges[d]
		if r.Full || want.extent.Value != nil {
			continue
		}
		least, most, known := c.span(r.Base.Sub(c.f.lower(want)))
		if known && (least+r.Lo < 0 || most+r.Hi >= want.extent.Const) {
			return true
		}
	}
	return false
}

// lower returns the beginning of an interval as a linear form.
func (f *function) lower(r interval) analysis.Linear {
	if r.min.Value != nil {
		return f.judge.Eval(r.min.Value)
	}
	return analysis.Const(r.min.Const)
}

// span returns the least and the greatest value of a form while the block runs. known says that the form
// certainly has both values: it is a sum over loops that execute all their iterations.
func (c *claimCheck) span(form analysis.Linear) (least, most int64, known bool) {
	least, most = form.Const, form.Const
	for _, t := range form.Terms {
		low, high, ok := c.loopSpan(t.Sym.Value)
		if !ok {
			return 0, 0, false
		}
		if t.Coef < 0 {
			low, high = high, low
		}
		least, most = least+t.Coef*low, most+t.Coef*high
	}
	return least, most, true
}

const farAway = 1 << 31

// loopSpan returns the first and the last value of a loop's variable, or of an axis bound to one. ok is false
// unless the block runs in every iteration.
func (c *claimCheck) loopSpan(v *ir.Value) (low, high int64, ok bool) {
	if v == nil || c.blk.predicate != nil {
		return 0, 0, false
	}
	if ax := v.DefinedBy(pipeline.Axis); ax != nil {
		v = ax.Operand(0)
	}
	loop := loopOf(v)
	if loop == nil || !unconditional(c.blk.op, loop) {
		return 0, 0, false
	}
	from, ok1 := ir.ConstInt(scf.Lower(loop))
	to, ok2 := ir.ConstInt(scf.Upper(loop))
	step, ok3 := ir.ConstInt(scf.Step(loop))
	if !ok1 || !ok2 || !ok3 || to <= from || step < 1 || from < -farAway || to > farAway {
		return 0, 0, false
	}
	return from, from + (to-1-from)/step*step, true
}

// unconditional reports whether an operation in a loop runs in every iteration.
func unconditional(op, loop *ir.Op) bool {
	for outer := range op.Ancestors() {
		switch {
		case outer == loop:
			return true
		case outer.Is(scf.If), outer.Is(scf.While):
			return false
		}
	}
	return false
}
