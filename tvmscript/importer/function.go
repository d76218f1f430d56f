package importer

import (
	"errors"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	funcs "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// function is a prim_func while its statements are imported.
type function struct {
	imp   *importer
	file  *syntax.File
	prim  *primFunc
	ev    *expr.Evaluator
	b     *ir.Builder
	entry *ir.Block
	names *names
	// mutable are the names of scalars that change.
	mutable map[string]bool
	params  []*parameter
	judge   *analysis.Evaluator
	// block is the innermost block around the statement, nil outside of blocks.
	block *block
	// wait is the wait around the statement whose count is still to come, nil for none.
	wait *wait
	// scratch are blocks with what was evaluated for checks only.
	scratch []*ir.Block
	// nesting counts the loops around the statement.
	nesting int
	// expanding counts the macros around the statement; opaque the calls so far of functions that nothing is
	// known of and that got memory.
	expanding, opaque int
	// unwinding ends the macros around the statement, which expand without an end.
	unwinding bool
	// defining are matched buffers whose symbolic extents are to be defined at the end of the statement.
	defining []shapeOf
	inGroup  bool // of block copies
	// guarded is set where what is evaluated may never happen, though no operation says so.
	guarded bool
	// claiming is set while T.reads and T.writes are evaluated: whether their block may not run.
	claiming *bool
	// returned is set behind a `return`: nothing may follow it.
	returned bool
	// loop is the innermost loop around the statement, nil outside of loops.
	loop *loop
	// dead is set behind a jump: what follows in the region never runs. Resume is what is to be done before
	// what follows is imported, nil for nothing: it stands under a condition.
	dead   bool
	resume func()
	// flags are the truth values in memory that jumps made necessary.
	flags map[*ir.Value]bool
}

// importBody imports the parameters and the statements of a prim_func whose operation stands in the module.
func (p *primFunc) importBody() {
	p.state = importing
	entry := p.op.Body()
	b := ir.AtEnd(p.imp.ctx, entry)
	b.Arena = p.imp.arena
	f := &function{
		imp: p.imp, file: p.imp.file, prim: p, b: b, entry: entry, names: newNames(p.env),
		judge: &analysis.Evaluator{},
		flags: map[*ir.Value]bool{},
	}
	f.ev = p.imp.evaluator(f.names)
	f.ev.B, f.ev.Consts = b, expr.NewConstants(entry)
	f.ev.Special, f.ev.Run, f.ev.Declare, f.ev.Outside = f.special, f.runHelper, f.declare, f.outOfBounds
	errorsBefore := p.imp.errors
	f.mutable = mutables(p.def.Body)
	f.ev.Locate(&p.def.Name)
	f.parameters()
	f.suite(p.def.Body)
	f.unmatched()
	f.ev.Locate(&p.def.Name)
	b.SetEnd(entry)
	b.Op(funcs.Return, nil)
	p.op.SetAttr("function_type", p.imp.ctx.TypeAttr(p.imp.ctx.Function(entry.ArgTypes(), nil)))
	f.setParameterAttrs()
	f.dropScratch()
	p.params, p.state, p.failed = f.params, imported, p.imp.errors > errorsBefore
}

// declare returns the symbol of an opaque function. What such a function does with memory is not known.
func (f *function) declare(d expr.Declaration) (string, error) {
	for _, t := range d.Type.Inputs {
		if _, ok := t.(*ir.MemRefType); ok {
			f.opaque++
			break
		}
	}
	symbol, err := f.imp.declared.Declare(d)
	if last := f.imp.module.Body().Last(); last != nil && last.Loc() == ir.Location(f.imp.ctx.UnknownLoc) {
		last.SetLoc(f.b.Loc)
	}
	return symbol, err
}

// suite imports the statements of a suite. Some govern all that follow them.
func (f *function) suite(body []syntax.Stmt) {
	for i := 0; i < len(body); i++ {
		s := body[i]
		if f.imp.full() || f.unwinding {
			return
		}
		if err := f.imp.spend(s); err != nil {
			f.imp.stop(err)
			return
		}
		if f.dead {
			return
		}
		f.continueGuarded(s)
		if f.covering(s, body[i+1:]) {
			return
		}
		if n := f.dmaGroup(body[i:]); n > 0 {
			i += n - 1
			continue
		}
		f.statement(s)
	}
}

// scoped is suite in a scope of its own.
func (f *function) scoped(body []syntax.Stmt) {
	f.names.push(false)
	f.suite(body)
	f.names.pop()
}

// statement imports one statement, and reports what is wrong with it.
func (f *function) statement(s syntax.Stmt) {
	f.imp.poll.Step()
	f.names.poisoned, f.names.missing = false, ""
	f.ev.Locate(s)
	if err := f.execute(s); err != nil {
		f.fail(err)
		f.poisonTargets(s)
	}
}

// fail reports what is wrong with a statement, unless it comes from a name whose binding was wrong.
func (f *function) fail(err error) {
	d := new(diag.Diagnostic)
	if f.names.poisoned || !errors.As(err, &d) {
		if !f.names.poisoned {
			f.imp.report(err)
		}
		return
	}
	if d.Code == expr.CodeName && f.names.missing != "" {
		name := f.names.missing
		err = f.unknownName(d)
		f.names.table[name] = &binding{value: poison, at: f.prim.def} // said once
	}
	f.imp.report(err)
}

// hints are what to do about errors in expressions whose messages say all that is known.
var hints = map[diag.Code]string{
	expr.CodeSubscript: "write one subscript or slice per dimension, within its extent",
	expr.CodeArity:     "give the arguments that the function has in TVM",
	expr.CodeType:      "use a value of that kind here; constants of Python are known at import time",
	expr.CodeValue:     "correct the value",
	expr.CodeDtype:     "cast it: T.Cast(\"float32\", x)",
	expr.CodeCall:      "call a function of T, or one that is defined in this file",
	expr.CodeAttribute: "see the attributes of buffers and values in docs/tvmscript.md",
}

// poisonTargets binds what an erroneous statement would have bound.
func (f *function) poisonTargets(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.Assign:
		for _, t := range s.Targets {
			f.poisonNames(t)
		}
	case *syntax.AnnAssign:
		f.poisonNames(s.Target)
	case *syntax.Def:
		f.names.set(s.Name.Name, poison, asValue, &s.Name)
	}
}

func (f *function) poisonNames(target syntax.Expr) {
	switch t := target.(type) {
	case *syntax.Name:
		if f.names.table[t.Name] == nil {
			f.names.set(t.Name, poison, asValue, t)
		}
	case *syntax.Tuple:
		for _, x := range t.Elems {
			f.poisonNames(x)
		}
	case *syntax.List:
		for _, x := range t.Elems {
			f.poisonNames(x)
		}
	case *syntax.Paren:
		f.poisonNames(t.X)
	case *syntax.Starred:
		f.poisonNames(t.X)
	}
}
