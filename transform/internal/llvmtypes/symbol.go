package llvmtypes

import (
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

var codeSymbol = diag.Register("llvm-symbol-taken",
	"the program has a symbol with the name of a function that its lowering calls",
	"Lowered programs call functions of the C library and of the runtime, such as malloc. A program may "+
		"declare or define them, with "+
		"the signature that they have; what else has such a name must be renamed.")

// Symbols declares the functions that a lowering calls, each once, at the start of the module.
type Symbols struct {
	module *ir.Op
	tables *ir.SymbolTables
	texts  map[string]int // the number of names that Text has made with a prefix
	arena  ir.Arena
	// Err is the error for the first name that another symbol has.
	Err error
}

// declaration describes a function that a pattern calls.
type declaration struct {
	name   string
	result ir.Type
	args   []ir.Type
}

// Declare declares a function to be called, unless the module has it. A nil result means none.
func (c *Conversion) Declare(name string, result ir.Type, args ...ir.Type) {
	for i := range c.declared {
		if c.declared[i].name == name {
			return
		}
	}
	c.declared = append(c.declared, declaration{name, result, args})
}

// Tables holds the Symbols of the modules in a program, each made at its first use.
type Tables struct {
	root     *ir.Op
	tables   *ir.SymbolTables
	byModule map[*ir.Op]*Symbols
	modules  []*Symbols
}

// NewTables returns the Tables of root and the modules in it. root is a module or an operation in one.
// Symbols are looked up in tables.
func NewTables(root *ir.Op, tables *ir.SymbolTables) *Tables {
	return &Tables{root: root, tables: tables, byModule: map[*ir.Op]*Symbols{}}
}

// Around returns the Symbols that op can name: those of the innermost module around it. An operation outside
// of all modules gets those of root's module.
func (t *Tables) Around(op *ir.Op) *Symbols {
	module := moduleAround(op)
	if module == nil {
		module = moduleAround(t.root)
	}
	if t.byModule[module] == nil {
		t.byModule[module] = newSymbols(module, t.tables)
		t.modules = append(t.modules, t.byModule[module])
	}
	return t.byModule[module]
}

// Err returns the error for the first name that another symbol has.
func (t *Tables) Err() error {
	for _, s := range t.modules {
		if s.Err != nil {
			return s.Err
		}
	}
	return nil
}

// declare declares the functions that op calls.
func (t *Tables) declare(list []declaration, op *ir.Op) {
	if len(list) == 0 {
		return
	}
	s := t.Around(op)
	for i := range list {
		s.Declare(list[i].name, list[i].result, list[i].args...)
	}
}

// moduleAround returns the innermost module around op, op if it is one.
func moduleAround(op *ir.Op) *ir.Op {
	for op != nil && !op.Has(ir.IsSymbolTable) {
		op = op.Parent()
	}
	return op
}

// SymbolsOf returns the symbols of the module around op, or of op if it is one.
func SymbolsOf(op *ir.Op) *Symbols { return newSymbols(moduleAround(op), ir.NewSymbolTables()) }

func newSymbols(module *ir.Op, tables *ir.SymbolTables) *Symbols {
	return &Symbols{module: module, tables: tables, texts: map[string]int{}}
}

// Declare declares a function, unless it is declared. A nil result means none.
func (s *Symbols) Declare(name string, result ir.Type, args ...ir.Type) {
	c := s.module.Context()
	if result == nil {
		result = llvm.VoidType(c)
	}
	t := llvm.FunctionType(c, result, args, false)
	if found := s.tables.Lookup(s.module, name); found != nil {
		if s.Err == nil && !(found.Is(llvm.Func) && llvm.TypeOf(found) == t) {
			s.Err = found.OpErrorf(codeSymbol,
				"has the name of a function that the lowering calls, '%s', and is no llvm.func of type '%v'",
				name, t)
		}
		return
	}
	s.tables.Add(NewFunc(s.builder(), name, t), nil)
}

// NewFunc makes a function of a type, without a body.
func NewFunc(b *ir.Builder, name string, t ir.Type, attrs ...ir.NamedAttr) *ir.Op {
	attrs = append(attrs, ir.NamedAttr{Name: "sym_name", Value: b.Ctx.String(name)},
		ir.NamedAttr{Name: "function_type", Value: b.Ctx.TypeAttr(t)})
	return b.Create(ir.OpState{Def: llvm.Func, Results: []ir.Type{}, Attrs: attrs,
		Regions: []*ir.Region{b.NewRegion()}})
}

// Text makes a constant array of the bytes of a text, with a name that begins with prefix, and returns the
// name.
func (s *Symbols) Text(prefix, content string) string {
	name := prefix
	for s.tables.Lookup(s.module, name) != nil {
		name = prefix + "_" + strconv.Itoa(s.texts[prefix])
		s.texts[prefix]++
	}
	s.tables.Add(s.constant(name, content), nil)
	return name
}

// constant makes a constant array of the bytes of a text.
func (s *Symbols) constant(name, content string) *ir.Op {
	c := s.module.Context()
	value := c.Dense(c.Tensor([]int64{int64(len(content))}, c.I8, nil), content, false)
	return NewGlobal(s.builder(), name, TextType(c, content), llvm.LinkagePrivate,
		ir.NamedAttr{Name: "constant", Value: c.Unit}, ir.NamedAttr{Name: "value", Value: value})
}

// builder returns a builder at the start of the module.
func (s *Symbols) builder() *ir.Builder {
	b := ir.NewBuilder(s.module.Context())
	b.Arena = &s.arena
	b.SetStart(s.module.Body())
	b.Loc = s.module.Loc()
	return b
}

// TextType returns the type of the constant array for a text.
func TextType(c *ir.Context, text string) ir.Type { return llvm.ArrayType(c, int64(len(text)), c.I8) }

// NewGlobal makes a global variable without initializer region.
func NewGlobal(b *ir.Builder, name string, t ir.Type, linkage int64, attrs ...ir.NamedAttr) *ir.Op {
	attrs = append(attrs, ir.NamedAttr{Name: "sym_name", Value: b.Ctx.String(name)},
		ir.NamedAttr{Name: "global_type", Value: b.Ctx.TypeAttr(t)},
		ir.NamedAttr{Name: "linkage", Value: b.Ctx.Enum(llvm.Linkage, linkage)})
	return b.Create(ir.OpState{Def: llvm.GlobalOp, Results: []ir.Type{}, Attrs: attrs,
		Regions: []*ir.Region{b.NewRegion()}})
}
