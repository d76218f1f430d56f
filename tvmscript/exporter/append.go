package exporter

import (
	"context"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// Append appends a verified module as TVMScript: a class with its functions or, if there is only one, that
// function. An operation without a form in TVMScript is an error; the text is nil then. Warnings name the
// attributes that were left out.
func Append(dst []byte, module *ir.Op) ([]byte, diag.List) {
	return AppendContext(context.Background(), dst, module)
}

// AppendContext is Append with a context. If the context ends, printing ends with the panic of a poll, which
// interrupt.Catch makes an error.
func AppendContext(c context.Context, dst []byte, module *ir.Op) ([]byte, diag.List) {
	p := newPrinter(c)
	p.out, p.functions, p.taken = dst, map[*ir.Op]string{}, map[string]bool{}
	p.module(module)
	if p.diags.HasErrors() {
		return nil, p.diags
	}
	return p.out, p.diags
}

func newPrinter(c context.Context) *printer {
	poll := interrupt.NewPoll(c)
	return &printer{
		poll:    poll,
		symbols: ir.NewSymbolTables(), names: newNames(), reported: map[string]bool{},
		plan: newPlan(poll), values: map[*ir.Value]string{}, kinds: map[*ir.Value]kind{},
		wide: map[*ir.Value]bool{}, constants: map[*ir.Value]folding{},
		dtypes: map[*ir.Value]form.Dtype{}, dtypeNames: map[form.Dtype]string{},
	}
}

func (p *printer) module(module *ir.Op) {
	functions := p.definitions(module)
	if len(functions) != 1 {
		p.class = "Module"
		p.statement("from tvm.script import ir as I")
	}
	p.statement("from tvm.script import tirx as T")
	p.blank()
	p.blank()
	if p.class == "" {
		p.function(functions[0])
		return
	}
	p.statement("@I.ir_module")
	p.statement("class " + p.class + ":")
	p.depth++
	p.all(functions)
	if len(functions) == 0 {
		p.statement("pass")
	}
	p.depth--
}

func (p *printer) blank() { p.out = append(p.out, '\n') }

// definitions returns the functions of a module that have a body, with their names. Declarations are not
// printed: calls show them.
func (p *printer) definitions(module *ir.Op) []*ir.Op {
	if module.Name() == "func.func" {
		p.functions[module] = p.functionName(module)
		return []*ir.Op{module}
	}
	if module.Name() != "builtin.module" || module.NumRegions() == 0 {
		p.noForm(module, "print a module of functions")
		return nil
	}
	p.unplaced(module)
	var out []*ir.Op
	for _, b := range module.Region(0).Blocks() {
		for op := range b.Ops() {
			switch {
			case op.Name() == "memref.global":
				// It is printed at its use.
			case op.Name() != "func.func":
				p.noForm(op, "move what it does into a function")
			case !op.Region(0).Empty():
				p.functions[op] = p.functionName(op)
				out = append(out, op)
			}
		}
	}
	return out
}

// functionName returns the name of a function in Python. A value may have the same name, because functions
// are attributes of the class.
func (p *printer) functionName(fn *ir.Op) string {
	name := spelling(fn.SymbolName())
	for words[name] || p.taken[name] {
		name += "_"
	}
	p.taken[name] = true
	return name
}
