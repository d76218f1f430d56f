package importer

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	funcs "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// The IR has only structured control flow, so `break` and `continue` become conditions. If a branch of an if
// ends with one of them, the statements behind the if move into the other branch. Other jumps clear a flag in
// local memory, and the statements that follow run only if the flag is still set.
//
//	running   is set in front of the loop, and cleared by break: an iteration does something only while it is set
//	going     is set at the beginning of each iteration, and cleared by break and by continue
//
// A `for` with a break stays a counted loop, whose last iterations may do nothing. A `while` ends after a
// break, without evaluating its condition again.

// loop is a loop during the import of its body.
type loop struct {
	outer *loop
	op    *ir.Op
	body  *ir.Block // of an iteration
	at    diag.Span
	// broken is set if the head of the loop had an error, so that its jumps have no meaning.
	broken bool
	// barred is the reason why no jump is allowed in the loop, "" if break and continue are allowed. advice
	// says what to write instead.
	barred, advice string
	// breaks and continues are the blocks that end with a jump so far.
	breaks, continues []*ir.Block
	running, going    *ir.Value
}

// jumps returns the number of jumps so far.
func (l *loop) jumps() int {
	if l == nil {
		return 0
	}
	return len(l.breaks) + len(l.continues)
}

const adviceGuard = "put the rest of the body under an if"

// newLoop returns the loop of one statement, which may make a nest of counted loops. A jump belongs to the
// innermost loop. So jumps are allowed only if the nest has one loop, and its iterations run one after the
// other.
func newLoop(nest []*ir.Op) *loop {
	op := nest[len(nest)-1]
	l := &loop{op: op, body: op.Body(), at: op.Span(), advice: adviceGuard}
	switch {
	case len(nest) > 1:
		l.barred, l.advice = "has several axes",
			"write a loop for each axis: break and continue concern the innermost one"
	case op.Attr(form.MappingAttr) != nil:
		l.barred = "is bound to threads"
	case op.Attr(form.KindAttr) != nil:
		l.barred = "is " + op.StringAttr(form.KindAttr)
	case pipelineAnnotation(op) != "":
		l.barred = "is pipelined"
	}
	return l
}

// pipelineAnnotation returns an annotation by which a loop is pipelined, "" if it has none.
func pipelineAnnotation(op *ir.Op) string {
	for _, a := range op.Attrs() {
		if isPipelineAnnotation(a.Name) {
			return a.Name
		}
	}
	return ""
}

func isPipelineAnnotation(name string) bool { return strings.HasPrefix(name, "software_pipeline_") }

// inLoop imports the body of a loop, and adds the conditions that its jumps need.
func (f *function) inLoop(l *loop, at syntax.Node, body func()) {
	l.outer, f.loop = f.loop, l
	body()
	f.loop, f.dead, f.resume = l.outer, false, nil
	if l.jumps() > 0 {
		f.prim.jumping[l.op] = true
		f.checkMeetings(l)
	}
	if l.running != nil {
		f.ev.Locate(at)
		f.endEarly(l)
		f.seal(l)
	}
}

// checkMeetings rejects a loop that some threads of a block may leave while others wait for them in the loop.
func (f *function) checkMeetings(l *loop) {
	if !inThreadLoop(l.op) {
		return
	}
	tables := ir.NewSymbolTables()
	for op := range l.op.Walk() {
		if !op.Is(funcs.Call) {
			continue
		}
		callee := tables.Resolve(op, op.Def().Callee(op))
		if callee == nil {
			continue
		}
		if name := callee.StringAttr(form.CallAttr); name == "tvm_storage_sync" ||
			name == "tvm_thread_allreduce" {
			f.imp.report(diag.Errorf(codeJump, op.Span(), "T.%s in a loop that threads may leave one by one",
				name).
				Note(l.at, "the loop with break or continue").
				Suggest(
					"let all threads run the loop to its end, and put an if around what lies between two " +
						"barriers"))
			return
		}
	}
}

// inThreadLoop reports whether each thread of a block executes an operation.
func inThreadLoop(op *ir.Op) bool {
	for around := range op.Ancestors() {
		if tag, ok := form.ThreadTag(around.Attr(form.MappingAttr)); ok &&
			strings.HasPrefix(tag, "threadIdx") {
			return true
		}
	}
	return false
}

// jump imports `break` and `continue`: nothing behind them in their suite is executed.
func (f *function) jump(at syntax.Node, name string) error {
	l := f.loop
	if l == nil {
		return f.ev.Errorf(codeJump, at, "%s outside of a loop", name).Suggest("remove it")
	}
	if l.broken {
		return errReported
	}
	if l.barred != "" {
		return f.ev.Errorf(codeJump, at, "%s in a loop that %s", name, l.barred).Note(l.at,
			"the loop").Suggest("%s", l.advice)
	}
	for b := f.b.Block(); b != l.body; b = b.ParentOp().Block() {
		if op := b.ParentOp(); !op.Is(scf.If) && !op.Is(pipeline.Block) {
			return f.ev.Errorf(codeJump, at, "%s leaves a scope of asynchronous operations",
				name).Note(op.Span(), "the scope").
				Suggest("put the scope under an if, and the %s behind it", name)
		}
	}
	f.dead = true
	block := f.b.Block()
	if name == "continue" {
		l.continues = append(l.continues, block)
	} else {
		l.breaks = append(l.breaks, block)
		if l.running == nil {
			f.newRunning(l)
		}
		f.set(l.running, false)
	}
	f.set(l.going, false)
	return nil
}

// jumpCall imports T.break_loop() and T.continue_loop().
func jumpCall(name string) func(f *function, call *syntax.Call) error {
	return func(f *function, call *syntax.Call) error {
		if _, err := f.args(call); err != nil {
			return err
		}
		return f.jump(call, name)
	}
}

// newRunning makes the flag of a loop that break clears.
func (f *function) newRunning(l *loop) {
	saved := f.b.Save()
	defer f.b.Restore(saved)
	f.b.SetBefore(l.op)
	if l.going != nil {
		f.b.SetBefore(l.going.DefiningOp())
	}
	l.running = f.newFlag("running")
	f.set(l.running, true)
}

// newGoing makes the flag of an iteration. The jumps so far clear it.
func (f *function) newGoing(l *loop) {
	saved := f.b.Save()
	defer f.b.Restore(saved)
	f.b.SetBefore(l.op)
	l.going = f.newFlag("going")
	f.b.SetStart(l.body)
	f.set(l.going, true)
	for _, block := range slices.Concat(l.breaks, l.continues) {
		f.b.SetEnd(block)
		if last := block.Last(); last != nil && last.Is(scf.Yield) {
			f.b.SetBefore(last)
		}
		f.set(l.going, false)
	}
}

// newFlag makes a truth value in memory. T.reads and T.writes of the program do not have it.
func (f *function) newFlag(name string) *ir.Value {
	flag := f.localScalar(form.Boolean, f.imp.ctx.I1)
	f.christen(name, flag)
	f.flags[flag.V] = true
	return flag.V
}

// set stores a truth value in a flag, if the flag exists.
func (f *function) set(flag *ir.Value, to bool) {
	if flag != nil {
		memref.NewStore(f.b, f.ev.ConstBool(to), flag, f.ev.ConstIndex(0))
	}
}

func (f *function) isSet(flag *ir.Value) *ir.Value {
	return memref.NewLoad(f.b, flag, f.ev.ConstIndex(0))
}

// continueGuarded prepares for a statement that follows one that may jump.
func (f *function) continueGuarded(s syntax.Stmt) {
	if resume := f.resume; resume != nil {
		f.resume = nil
		f.ev.Locate(s)
		resume()
	}
}

// guard puts the following statements under the condition that no earlier jump was taken.
func (f *function) guard() {
	l := f.loop
	flag := l.running
	if len(l.continues) > 0 {
		if l.going == nil {
			f.newGoing(l)
		}
		flag = l.going
	}
	rest := scf.NewIf(f.b, f.isSet(flag), func(*ir.Builder) {}, nil)
	f.b.SetBefore(rest.Region(0).Entry().Last())
}

// enclosed imports the region of an operation. If the region may jump, the statements behind the operation
// are guarded.
func (f *function) enclosed(body func()) {
	before := f.loop.jumps()
	body()
	f.resume = nil
	if !f.dead && f.loop.jumps() > before {
		f.resume = f.guard
	}
}

// mayBeSkipped notes that the region of the last imported operation runs under a condition.
func (f *function) mayBeSkipped() {
	if f.dead {
		f.dead, f.resume = false, f.guard
	}
}

// branchEnd describes the end of a branch of an if.
type branchEnd struct {
	block  *ir.Block // block at whose end control goes on
	dead   bool      // the branch always jumps
	resume func()    // called before control goes on
}

// branchOf imports a branch of an if at the insertion point, which is the end of a block.
func (f *function) branchOf(body []syntax.Stmt, end *branchEnd) {
	block := f.b.Block()
	f.scoped(body)
	*end = branchEnd{f.b.Block(), f.dead, f.resume}
	f.b.SetEnd(block)
	f.dead, f.resume = false, nil
}

// ifOp imports an if. If one branch always jumps, the statements behind the if go to the end of the other
// branch.
func (f *function) ifOp(cond *ir.Value, then, els []syntax.Stmt) {
	var ends [2]branchEnd
	var orelse func(*ir.Builder)
	if len(els) > 0 {
		orelse = func(*ir.Builder) { f.branchOf(els, &ends[1]) }
	}
	before := f.loop.jumps()
	op := scf.NewIf(f.b, cond, func(*ir.Builder) { f.branchOf(then, &ends[0]) }, orelse)
	switch f.dead = ends[0].dead && ends[1].dead; {
	case f.dead:
	case ends[0].dead:
		f.resume = func() { f.continueAt(op, &ends[1]) }
	case ends[1].dead:
		f.resume = func() { f.continueAt(op, &ends[0]) }
	case f.loop.jumps() > before:
		f.resume = f.guard
	}
}

// continueAt sets the insertion point to the end of a branch. It makes a missing else branch.
func (f *function) continueAt(op *ir.Op, end *branchEnd) {
	if end.block == nil {
		end.block = f.b.NewBlock()
		op.Region(1).Append(end.block)
		f.b.InBlock(end.block, func() { scf.NewYield(f.b) })
	}
	f.b.SetBefore(end.block.Last())
	if end.resume != nil {
		end.resume()
	}
}

// endEarly puts the body of a loop under the condition that its flag is set.
func (f *function) endEarly(l *loop) {
	saved := f.b.Save()
	defer f.b.Restore(saved)
	if l.op.Is(scf.While) {
		f.endWhile(l)
		return
	}
	f.b.SetStart(l.body)
	rest := scf.NewIf(f.b, f.isSet(l.running), func(*ir.Builder) {}, nil)
	for op := rest.Next(); op != l.body.Last(); op = rest.Next() {
		op.MoveBefore(rest.Region(0).Entry().Last())
	}
}

// endWhile makes the condition of a while loop test the flag first. The condition of the program is evaluated
// only if the flag is set.
func (f *function) endWhile(l *loop) {
	before := l.op.Region(0).Entry()
	condition := before.Last()
	whole := condition.Operand(0)
	asked := ir.NewBlock()
	for op := before.First(); op != condition; op = before.First() {
		op.MoveToEnd(asked)
	}
	f.b.SetBefore(condition)
	running := f.isSet(l.running)
	if always, ok := ir.ConstInt(whole); !ok || always == 0 {
		running = f.ev.AndThen(running, asked, whole)
	}
	condition.SetOperands([]*ir.Value{running})
}

// seal makes one statement of a loop and of the store that sets its flag.
func (f *function) seal(l *loop) {
	if around := l.op.Parent(); !around.Is(scf.For) && !around.Is(pipeline.Block) {
		return
	}
	first := l.running.DefiningOp()
	saved := f.b.Save()
	f.b.SetBefore(first)
	whole := pipeline.NewBlock(f.b, nil, nil, nil)
	for op := first; ; op = whole.Next() {
		op.MoveToEnd(whole.Body())
		if op == l.op {
			break
		}
	}
	f.b.Restore(saved)
}
