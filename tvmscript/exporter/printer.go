package exporter

import (
	"strconv"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// printer writes a module. Append sets the fields of the module, and function those of a function.
type printer struct {
	out       []byte
	diags     diag.List
	reported  map[string]bool // the diagnostics reported already
	symbols   *ir.SymbolTables
	class     string            // name of the module's class, "" for a function without a class
	functions map[*ir.Op]string // their names, which are also in taken
	taken     map[string]bool
	depth     int

	// The current statement: its text, and the number of operations in its expressions.
	line  []byte
	nodes int

	poll       *interrupt.Poll
	plan       *plan
	names      names
	values     map[*ir.Value]string // names of values
	kinds      map[*ir.Value]kind
	wide       map[*ir.Value]bool // loop variables and axes that need 64 bits
	constants  map[*ir.Value]folding
	dtypeNames map[form.Dtype]string    // names of data types, so that each is made once
	dtypes     map[*ir.Value]form.Dtype // of the elements of buffers
	shapes     *shapes
	callee     string // the function of T whose arguments are written now
	header     bool   // at the beginning of a block or function, whose allocations these are
	eval       *analysis.Evaluator
}

const (
	indentation = 4
	lineLength  = 100
	// maxNodes bounds the text of one statement.
	maxNodes = 4000
	// maxDepth bounds the nesting of the text.
	maxDepth = 200
)

// text appends to the current statement.
func (p *printer) text(s string) { p.line = append(p.line, s...) }

func (p *printer) int(v int64) { p.line = strconv.AppendInt(p.line, v, 10) }

// dtypeName returns the name of a data type.
func (p *printer) dtypeName(d form.Dtype) string {
	name, ok := p.dtypeNames[d]
	if !ok {
		name = d.String()
		p.dtypeNames[d] = name
	}
	return name
}

func (p *printer) quoted(s string) { p.line = appendQuoted(p.line, s) }

// end finishes a statement.
func (p *printer) end() {
	p.out = appendWrapped(p.out, p.line, p.depth*indentation)
	p.line, p.nodes = p.line[:0], 0
}

// statement prints a line with a given text.
func (p *printer) statement(s string) {
	p.text(s)
	p.end()
}

// open ends a line with a colon and begins its body.
func (p *printer) open() {
	p.text(":")
	p.end()
	p.depth++
	p.header = false
	p.names.open()
}

// close ends a body. A body without statements gets a pass.
func (p *printer) close(empty bool) {
	if empty {
		p.statement("T.evaluate(0)")
	}
	p.depth--
	p.names.close()
}

// body prints the statements of a block below the current line.
func (p *printer) body(b *ir.Block) {
	p.open()
	p.close(!p.ops(b.First()))
}

// ops prints an operation and those behind it. It reports whether any of them had text.
func (p *printer) ops(op *ir.Op) bool {
	if p.depth > maxDepth {
		p.fail(op.Errorf(codeOp, "the program is nested too deeply for TVMScript").
			Suggest("move inner loops into a function of their own"))
		return true
	}
	before := len(p.out)
	for ; op != nil; op = op.Next() {
		p.poll.Step()
		p.op(op)
	}
	return len(p.out) > before
}

// op prints the text of an operation.
func (p *printer) op(op *ir.Op) {
	switch in := p.plan.of(op); in.role {
	case silent, inline:
	case evaluate:
		p.header = false
		p.text("T.evaluate(")
		p.value(op.Result(0), 0, exactly)
		p.text(")")
		p.end()
	case binding:
		p.bind(op)
	case statement:
		p.header = p.header && isAlloc(op)
		if print := statements[op.Name()]; print != nil {
			print(p, op)
			return
		}
		p.noForm(op, "lower it to loops, loads and stores first")
	}
}

// statements are the operations with lines of their own.
var statements map[string]func(p *printer, op *ir.Op)

func init() {
	statements = map[string]func(p *printer, op *ir.Op){
		"memref.store": (*printer).store, "affine.store": (*printer).store, "vector.store": (*printer).store,
		"affine.vector_store": (*printer).store, "vector.scatter": (*printer).scatter,
		"vector.maskedstore": (*printer).maskedStore,
		"memref.alloc":       (*printer).alloc, "memref.alloca": (*printer).alloc,
		"memref.copy":       (*printer).copy,
		"memref.get_global": (*printer).global,
		"scf.for":           (*printer).loop, "affine.for": (*printer).loop, "scf.parallel": (*printer).loop,
		"scf.forall": (*printer).loop, "affine.parallel": (*printer).loop, "scf.while": (*printer).while,
		"scf.if": (*printer).branch, "affine.if": (*printer).branch, "scf.execute_region": (*printer).region,
		"scf.yield": (*printer).carried, "affine.yield": (*printer).carried, "func.return": (*printer).result,
		"cf.assert": (*printer).assert, "cf.br": (*printer).jump, "cf.cond_br": (*printer).jump,
		"cf.switch":      (*printer).jump,
		"func.call":      (*printer).call,
		"pipeline.block": (*printer).sblock, "pipeline.axis": (*printer).axis,
		"pipeline.async_scope": (*printer).scope, "pipeline.commit_queue": (*printer).scope,
		"pipeline.wait_queue":         (*printer).scope,
		"pipeline.async_commit_stage": (*printer).scope, "pipeline.async_wait_stage": (*printer).scope,
		"pipeline.dma_copy": (*printer).dmaCopy, "pipeline.dma_wait": (*printer).dmaWait,
		"pipeline.dma_group":      (*printer).dmaGroup,
		"nvgpu.device_async_copy": (*printer).asyncCopy, "nvvm.cp.async.commit.group": (*printer).commitGroup,
		"nvvm.cp.async.wait.group": (*printer).waitGroup,
	}
}

// bind prints a line that names a value.
func (p *printer) bind(op *ir.Op) {
	switch {
	case isDeclared(op):
		p.declare(op)
		return
	case isView(op):
		p.matchBuffer(op)
		return
	}
	p.header = false
	for i := range op.NumResults() {
		v := op.Result(i)
		if !v.HasUses() {
			continue
		}
		k := p.kind(v)
		d := k.dtype
		if k.class == literal || k.class == soft {
			d = p.dtype(v, op)
		}
		start := len(p.line)
		p.value(v, 0, asData(k))
		text := string(p.line[start:])
		p.line = p.line[:start]
		name := p.name(v, letNames)
		p.text(name + ": T." + p.dtypeName(d) + " = " + text)
		p.end()
		if k.class == literal || k.class == soft {
			k = kind{data, d}
		}
		p.kinds[v] = k
	}
}

// asData returns the mode in which the value of a binding is written: an index unchanged, any other value
// with its data type.
func asData(k kind) mode {
	if k.class == index {
		return plain
	}
	return exactly
}
