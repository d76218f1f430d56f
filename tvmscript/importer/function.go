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

// function is a prim_func during the import of its statements.
type function struct {
	imp   *importer
	file  *syntax.File
	prim  *primFunc
	ev    *expr.Evaluator
	b     *ir.Builder
	entry *ir.Block
	names *names
	// mutable has the names of scalars that are assigned to.
	mutable map[string]bool
	params  []*parameter
	judge   *analysis.Evaluator
	// block is the innermost block around the statement, nil outside of blocks.
	block *block
	// wait is the wait around the statement whose count has not been imported yet, nil for none.
	wait *wait
	// scratch are blocks with code that was evaluated only for checks.
	scratch []*ir.Block
	// nesting counts the loops around the statement.
	nesting int
	// expanding counts the macros around the statement. opaque counts the calls of opaque functions so far
	// that got memory.
	expanding, opaque int
	// unwinding ends all macros around the statement, because their expansion does not end.
	unwinding bool
	// defining are matched buffers whose symbolic extents are defined at the end of the statement.
	defining []shapeOf
	inGroup  bool // of block copies
	// guarded is set if the current expression may never be evaluated, although no operation shows a
	// condition.
	guarded bool
	// claiming is set during the evaluation of T.reads and T.writes. It says whether their block may not run.
	claiming *bool
	// returned is set after a `return`, which nothing may follow.
	returned bool
	// loop is the innermost loop around the statement, nil outside of loops.
	loop *loop
	// dead is set after a jump: the statements behind it in the region never run. resume, if not nil, is
	// called before the next statement is imported, which stands under a condition.
	dead   bool
	resume func()
	// flags are the truth values in memory that were made for jumps.
	flags map[*ir.Value]bool
}

// importBody imports the parameters and the statements of a prim_func. Its operation is in the module
// already.
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

// declare returns the symbol of an opaque function, whose accesses to memory are not known.
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

// suite imports the statements of a suite. Some statements enclose all that follow them.
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

// statement imports one statement, and reports its error.
func (f *function) statement(s syntax.Stmt) {
	f.imp.poll.Step()
	f.names.poisoned, f.names.missing = false, ""
	f.ev.Locate(s)
	if err := f.execute(s); err != nil {
		f.fail(err)
		f.poisonTargets(s)
	}
}

// fail reports the error of a statement, unless the cause is a name whose binding had an error.
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
		f.names.table[name] = &binding{value: poison, at: f.prim.def} // reported once
	}
	f.imp.report(err)
}

// hints has suggestions for errors in expressions whose messages have none.
var hints = map[diag.Code]string{
	expr.CodeSubscript: "write one subscript or slice per dimension, within its extent",
	expr.CodeArity:     "give the arguments that the function has in TVM",
	expr.CodeType:      "use a value of that kind here; constants of Python are known at import time",
	expr.CodeValue:     "correct the value",
	expr.CodeDtype:     "cast it: T.Cast(\"float32\", x)",
	expr.CodeCall:      "call a function of T, or one that is defined in this file",
	expr.CodeAttribute: "see the attributes of buffers and values in docs/tvmscript.md",
}

// poisonTargets binds the names that an erroneous statement would have bound.
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
