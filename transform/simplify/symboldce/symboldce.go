package symboldce

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

var (
	codeNoTable = diag.Register("symbol-dce-no-table", "symbol-dce runs on an operation without symbol table",
		"The pass has to run on a module or another operation that holds symbols: "+
			"builtin.module(symbol-dce).")
	codeUnknownTable = diag.Register("symbol-dce-unknown", "an unknown operation may hold symbols",
		"Uses of symbols cannot be determined in an operation that no dialect describes and that has a "+
			"region. Lower or "+
			"remove it before the pass.")
)

// Pass is symbol-dce.
var Pass = pass.Register(&pass.Pass{
	Name:    "symbol-dce",
	Title:   "SymbolDCE",
	Summary: "Eliminate dead symbols",
	Doc: "Erases operations that define a symbol when it is not public and no living operation refers to " +
		"it. A symbol " +
		"lives when it is public, or when something that lives in the same module, or in a module that can " +
		"see it, refers " +
		"to it.",
	Before: `func.func private @dead_private() {
  return
}
func.func private @live_private() {
  return
}
func.func @main() {
  call @live_private() : () -> ()
  return
}
`,
	After: `module {
  func.func private @live_private() {
    return
  }
  func.func @main() {
    call @live_private() : () -> ()
    return
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	if !r.Op.Has(ir.IsSymbolTable) {
		return r.Op.OpErrorf(codeNoTable,
			"was scheduled to run under SymbolDCE, but does not define a symbol table")
	}
	l := &liveness{symbols: map[*ir.Op]bool{}, tables: ir.NewSymbolTables()}
	hidden := r.Op.Parent() == nil || !r.Op.Has(ir.IsSymbol) || isPrivate(r.Op)
	if err := l.table(r.Op, hidden); err != nil {
		return err
	}
	r.Count("num-dce'd", l.erase(r.Op))
	return nil
}

// liveness holds the symbols known to live.
type liveness struct {
	symbols map[*ir.Op]bool
	tables  *ir.SymbolTables
	todo    []*ir.Op // operations that live and whose references are yet to be followed
}

func visibility(op *ir.Op) string { return op.StringAttr("sym_visibility") }

func isPrivate(op *ir.Op) bool { return visibility(op) == "private" }

func isPublic(op *ir.Op) bool { return visibility(op) == "" || visibility(op) == "public" }

// isSymbol reports whether the operation defines a symbol; those that may do
// without a name (modules) define one only when they have it.
func isSymbol(op *ir.Op) bool { return op.Has(ir.IsSymbol) && op.SymbolName() != "" }

// table finds what lives in a symbol table. hidden says that nobody outside
// can refer to its symbols.
func (l *liveness) table(table *ir.Op, hidden bool) error {
	var todo []*ir.Op
	for _, b := range table.Region(0).Blocks() {
		for op := range b.Ops() {
			switch {
			case !isSymbol(op):
				todo = append(todo, op)
			case (hidden || isPrivate(op)) && !isPublic(op):
			case !l.symbols[op]:
				l.symbols[op] = true
				todo = append(todo, op)
			}
		}
	}
	outer := l.todo
	l.todo = todo
	defer func() { l.todo = outer }()
	for len(l.todo) > 0 {
		op := l.todo[len(l.todo)-1]
		l.todo = l.todo[:len(l.todo)-1]
		if err := l.follow(op, hidden); err != nil {
			return err
		}
	}
	return nil
}

// follow marks what a living operation refers to.
func (l *liveness) follow(op *ir.Op, hidden bool) error {
	if op.Has(ir.IsSymbolTable) {
		if err := l.table(op, hidden || !isSymbol(op) || isPrivate(op)); err != nil {
			return err
		}
	}
	return l.uses(op)
}

// uses marks the symbols that op and what it holds refer to. Nested symbol
// tables have their own turn.
func (l *liveness) uses(op *ir.Op) error {
	for _, list := range [2][]ir.NamedAttr{op.Properties(), op.Attrs()} {
		for _, a := range list {
			l.attr(op, a.Value)
		}
	}
	for _, v := range op.Results() {
		l.typ(op, v.Type())
	}
	if op.Has(ir.IsSymbolTable) {
		return nil
	}
	if op.Def().Unregistered && op.NumRegions() == 1 && op.Context().Dialect(op.Def().DialectName()) == nil {
		return op.Errorf(codeUnknownTable,
			"operation contains potentially unknown symbol table, meaning that we are unable to determine "+
				"symbol uses")
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for _, v := range b.Args() {
				l.typ(op, v.Type())
			}
			for inner := range b.Ops() {
				if err := l.uses(inner); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// attr marks the symbols that an attribute of op refers to.
func (l *liveness) attr(op *ir.Op, a ir.Attr) {
	switch a := a.(type) {
	case *ir.SymbolRefAttr:
		l.mark(op, a)
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			l.attr(op, e)
		}
	case *ir.DictAttr:
		for _, e := range a.Entries {
			l.attr(op, e.Value)
		}
	}
}

// typ marks the symbols that the type of a value names, as a frame names its layout.
func (l *liveness) typ(op *ir.Op, t ir.Type) {
	if p, ok := t.(*ir.ParametricType); ok {
		for _, a := range p.Params {
			l.attr(op, a)
		}
	}
}

// mark marks the symbol that a reference means at op, and those it is nested in.
func (l *liveness) mark(op *ir.Op, ref *ir.SymbolRefAttr) {
	for n := 0; n <= len(ref.Nested); n++ {
		prefix := op.Context().SymbolRef(ref.Root, ref.Nested[:n]...)
		scope := op
		if p := op.Parent(); p != nil {
			scope = p
		}
		if found := l.tables.Resolve(scope, prefix); found != nil && !l.symbols[found] {
			l.symbols[found] = true
			l.todo = append(l.todo, found)
		}
	}
}

// erase erases the dead symbols of every symbol table in op and returns how
// many they were.
func (l *liveness) erase(op *ir.Op) int {
	n := 0
	for table := range op.WalkPost() {
		if !table.Has(ir.IsSymbolTable) {
			continue
		}
		for _, b := range table.Region(0).Blocks() {
			for inner := range b.Ops() {
				if isSymbol(inner) && !l.symbols[inner] {
					inner.Erase()
					n++
				}
			}
		}
	}
	return n
}
