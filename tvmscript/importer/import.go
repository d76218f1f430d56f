package importer

import (
	"context"
	"errors"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// The limits of an import: the number of errors that are shown, and the number of statements that are
// executed. A statement of a macro or of a loop over a list counts each time.
const (
	maxErrors     = 50
	maxStatements = 1 << 18
)

// errReported is returned if the diagnostic is in the list already.
var errReported = errors.New("reported")

// importer imports one file.
type importer struct {
	poll     *interrupt.Poll
	ctx      *ir.Context
	file     *syntax.File
	module   *ir.Op
	b        *ir.Builder // at the end of the module
	diags    diag.List
	arena    *ir.Arena
	budget   *expr.Budget
	declared *expr.Declarations
	// functions are the prim_funcs in the order of the text. byName has those with a symbol.
	functions []*primFunc
	byName    map[string]*primFunc
	numbered  map[string]int
	top       *expr.Evaluator // of the file
	// errors and warnings are the numbers of these in diags.
	errors, warnings int
	// statements is the number of executed statements. stopped ends the import before the end of the file.
	statements int
	stopped    bool
}

// Import returns the module that a file describes, nil if there are errors.
func Import(ctx *ir.Context, file *syntax.File) (*ir.Op, diag.List) {
	return ImportContext(context.Background(), ctx, file)
}

// ImportContext is Import with a context. If the context ends, so does the import, with the error of
// interrupt.Error.
func ImportContext(c context.Context, ctx *ir.Context, file *syntax.File) (*ir.Op, diag.List) {
	module, diags, err := importFile(c, ctx, file)
	if err != nil {
		return nil, diag.FromError(err)
	}
	return module, diags
}

func importFile(c context.Context, ctx *ir.Context, file *syntax.File) (_ *ir.Op, _ diag.List, err error) {
	defer interrupt.Catch(&err)
	module := builtin.NewModule(ctx)
	imp := &importer{
		poll: interrupt.NewPoll(c),
		ctx:  ctx, file: file, module: module, b: ir.AtEnd(ctx, module.Body()), arena: &ir.Arena{},
		budget:   &expr.Budget{},
		declared: expr.NewDeclarations(module), byName: map[string]*primFunc{},
		numbered: map[string]int{},
	}
	imp.b.Loc = imp.arena.SourceLoc(file.Source, 0)
	module.SetLoc(imp.b.Loc)
	imp.runFile()
	if len(imp.functions) == 0 && !imp.diags.HasErrors() {
		imp.report(diag.Errorf(codeEmpty, file.Source.Span(0, 0), "there is no prim_func in this file").
			Suggest("write @T.prim_func above the function, and call Python functions that make prim_funcs"))
	}
	imp.diags.Sort()
	if imp.diags.HasErrors() {
		return nil, imp.diags, nil
	}
	declarationsLast(module)
	return module, imp.diags, nil
}

// declarationsLast moves the declarations of opaque functions behind the functions.
func declarationsLast(module *ir.Op) {
	var declarations []*ir.Op
	for op := range module.Body().Ops() {
		if op.Body() == nil {
			declarations = append(declarations, op)
		}
	}
	for _, op := range declarations {
		op.MoveToEnd(module.Body())
	}
}

// report adds an error to the list, if that has fewer than maxErrors.
func (imp *importer) report(err error) {
	if err == nil || errors.Is(err, errReported) || imp.full() {
		return
	}
	for _, d := range diag.FromError(err) {
		if d.Suggestion == "" {
			d.Suggestion = hints[d.Code]
		}
		imp.errors++
		imp.diags.Add(d)
		// the statements that follow have no budget either
		imp.stopped = imp.stopped || d.Code == expr.CodeLimit
	}
	if imp.errors >= maxErrors {
		last := imp.diags[len(imp.diags)-1]
		imp.diags.Add(diag.Errorf(codeMany, last.Span,
			"there are more errors than are shown").Suggest("correct these first"))
	}
}

// warn adds a warning to the list, if that has only a few.
func (imp *importer) warn(d *diag.Diagnostic) {
	if imp.warnings++; imp.warnings <= maxErrors {
		d.Severity = diag.Warning
		imp.diags.Add(d)
	}
}

// full reports whether no further errors will be shown. The import then need not go on.
func (imp *importer) full() bool { return imp.stopped || imp.errors >= maxErrors }

// stop reports an error and ends the import.
func (imp *importer) stop(err error) {
	imp.report(err)
	imp.stopped = true
}

// spend counts an executed statement. It fails if there are too many.
func (imp *importer) spend(at syntax.Node) error {
	if imp.statements++; imp.statements <= maxStatements {
		return nil
	}
	return diag.Errorf(codeSize, imp.file.Span(at), "more than %d statements are executed at import time",
		maxStatements).
		Suggest("use a loop of TVMScript, for i in T.serial(n), in place of a loop over a list")
}

// evaluator returns an evaluator of expressions outside of functions.
func (imp *importer) evaluator(env expr.Env) *expr.Evaluator {
	return &expr.Evaluator{Ctx: imp.ctx, File: imp.file, Env: env, Arena: imp.arena, Budget: imp.budget,
		Declare: imp.declared.Declare, Known: knownNames, Warn: imp.warn}
}

// errorf returns an error at a node.
func (imp *importer) errorf(code diag.Code, at syntax.Node, format string, args ...any) *diag.Diagnostic {
	return diag.Errorf(code, imp.file.Span(at), format, args...)
}
