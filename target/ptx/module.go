package ptx

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

var (
	codeOp = diag.Register("ptx-unsupported", "an operation or a type has no form in PTX",
		"Kernels and functions of the llvm dialect with instructions of nvvm can be written: arithmetic on "+
			"at most 64 bits, vectors of one "+
			"dimension, memory, barriers, copies and products of matrices. Functions of mathematics are "+
			"expanded before (expand-math).")
	codeShared = diag.Register("ptx-shared-memory", "a block needs more shared memory than a device has",
		"Use smaller tiles or fewer stages: each stage of a pipeline has its own copy of the buffers that "+
			"it fills.")
	codeTarget = diag.Register("ptx-device",
		"an instruction needs a newer device, or a newer version of PTX, than was asked for",
		"Leave the target out, and the least one that has all instructions is taken, or give one that is "+
			"at least that.")
)

// Module is a program for a device.
type Module struct {
	Text    string
	Version string // of PTX, as in 7.1
	Target  string // as in sm_80
	Kernels []Kernel
}

// Write writes the functions and variables in a gpu.module, or in a module. The module is nil if the list has
// errors.
func Write(module *ir.Op, o Options) (*Module, diag.List) {
	m := &compiler{options: o, globals: map[string]*variable{}, functions: map[string]*ir.Op{},
		names: map[string]string{}, taken: map[string]bool{}, defined: map[string]bool{},
		early: map[string]bool{}, files: map[string]int{}}
	m.declare(module)
	m.layoutShared()
	var code strings.Builder
	for op := range module.Body().Ops() {
		switch {
		case op.Is(llvm.GlobalOp):
		case op.Is(llvm.Func) && op.Body() != nil:
			m.function(op, &code)
		case op.Is(llvm.Func), op.Has(ir.Terminator):
		default:
			m.fail(op, codeOp, "cannot be written as PTX")
		}
	}
	target := m.target(module)
	if m.diags.HasErrors() {
		return nil, m.diags
	}
	out := &Module{Version: m.need.version.String(), Target: target, Kernels: m.kernels}
	out.Text = m.header(out) + m.variables() + m.prototypes.String() + code.String()
	return out, m.diags
}

// compiler is a module during its translation.
type compiler struct {
	options Options
	diags   diag.List
	need    requirement

	globals   map[string]*variable
	order     []*variable
	functions map[string]*ir.Op
	names     map[string]string // of symbols, as PTX has them
	taken     map[string]bool   // names
	kernels   []Kernel
	// defined are the functions that are written already. early are those that were called before their
	// definition: a prototype declares them in front of all others.
	defined, early map[string]bool
	prototypes     strings.Builder
	written        int            // number of functions written
	files          map[string]int // that lines are in, numbered from 1
	fileNames      []string
}

func (m *compiler) fail(op *ir.Op, code diag.Code, format string, args ...any) {
	m.diags.Add(op.OpErrorf(code, format, args...))
}

// declare notes functions and variables.
func (m *compiler) declare(module *ir.Op) {
	m.nameSymbols(module)
	for op := range module.Body().Ops() {
		switch {
		case op.Is(llvm.GlobalOp):
			m.declareVariable(op)
		case op.Is(llvm.Func):
			m.functions[op.SymbolName()] = op
		}
	}
}

// header returns the directives that begin a module: PTX ISA, "PTX Module Directives".
func (m *compiler) header(out *Module) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".version %s\n.target %s\n.address_size 64\n\n", out.Version, out.Target)
	for i, name := range m.fileNames {
		fmt.Fprintf(&b, ".file %d %+q\n", i+1, name)
	}
	return b.String()
}
