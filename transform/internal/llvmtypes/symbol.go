package llvmtypes

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

var codeSymbol = diag.Register("llvm-symbol-taken", "the program has a symbol with the name of a function that its lowering calls",
	"Lowered programs call functions of the C library and of the runtime, such as malloc. A program may declare or define them, with "+
		"the signature that they have; what else has such a name must be renamed.")

// Symbols declares the functions that a lowering calls, each once, at the start of the module.
type Symbols struct {
	module *ir.Op
	byName map[string]*ir.Op
	// Err is the first name that something else has.
	Err error
}

// SymbolsOf returns the symbols of the module around op, or of op if it is one.
func SymbolsOf(op *ir.Op) *Symbols {
	module := op
	for module != nil && !module.Has(ir.IsSymbolTable) {
		module = module.Parent()
	}
	s := &Symbols{module: module, byName: map[string]*ir.Op{}}
	if module != nil {
		for inner := range module.Body().Ops() {
			if name := inner.SymbolName(); name != "" {
				s.byName[name] = inner
			}
		}
	}
	return s
}

// Declare declares a function unless that is done; result is nil for none.
func (s *Symbols) Declare(name string, result ir.Type, args ...ir.Type) {
	c := s.module.Context()
	if result == nil {
		result = llvm.VoidType(c)
	}
	t := llvm.FunctionType(c, result, args, false)
	if found := s.byName[name]; found != nil {
		if s.Err == nil && !(found.Is(llvm.Func) && llvm.TypeOf(found) == t) {
			s.Err = found.OpErrorf(codeSymbol, "has the name of a function that the lowering calls, '%s', and is no llvm.func of type '%v'", name, t)
		}
		return
	}
	b := ir.NewBuilder(c)
	b.SetStart(s.module.Body())
	b.Loc = s.module.Loc()
	s.byName[name] = NewFunc(b, name, t)
}

// NewFunc makes a function of a type, without body so far.
func NewFunc(b *ir.Builder, name string, t ir.Type, attrs ...ir.NamedAttr) *ir.Op {
	attrs = append(attrs, ir.NamedAttr{Name: "sym_name", Value: b.Ctx.String(name)}, ir.NamedAttr{Name: "function_type", Value: b.Ctx.TypeAttr(t)})
	return b.Create(ir.OpState{Def: llvm.Func, Results: []ir.Type{}, Attrs: attrs, Regions: []*ir.Region{ir.NewRegion()}})
}
