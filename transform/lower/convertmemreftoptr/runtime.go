package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

// provided is a function that the engine provides. Arguments are addresses (p) and numbers of type i32 (i).
type provided struct {
	name, args string
	pointer    bool // returns an address
}

// What engines provide. A number of bytes of 2^32-1 is more than there is. Allocations without bytes can be
// freed as well.
var (
	allocFunction = provided{"inflight_alloc", "ii", true} // bytes, alignment
	freeFunction  = provided{"inflight_free", "p", false}
	// to, from, bytes; they may overlap, and the host gets its turn meanwhile
	copyFunction = provided{"inflight_memcpy", "ppi", false}
	// the cost of what comes, as insert-poll-points calls it
	pollFunction = provided{"inflight_poll", "i", false}

	atomicBeginFunction = provided{"inflight_atomic_begin", "", false}
	atomicEndFunction   = provided{"inflight_atomic_end", "", false}

	stackSaveFunction    = provided{"inflight_stack_save", "", true}
	stackAllocFunction   = provided{"inflight_stack_alloc", "ii", true} // bytes, alignment
	stackRestoreFunction = provided{"inflight_stack_restore", "p", false}
)

// declaration is a function in a table of symbols.
type declaration struct {
	table *ir.Op
	name  string
}

// call makes a call of a function that the engine provides; the result is nil where it returns nothing.
func (l *lowering) call(f provided, args ...*ir.Value) *ir.Value {
	l.declare(f)
	results := []ir.Type{}
	if f.pointer {
		results = append(results, l.pointer)
	}
	op := l.Create(ir.OpState{Def: function.Call, Operands: args, Results: results,
		Attrs: []ir.NamedAttr{{Name: "callee", Value: l.Ctx.SymbolRef(f.name)}}})
	if !f.pointer {
		return nil
	}
	return op.Result(0)
}

// declare declares a function in the module around the insertion point.
func (l *lowering) declare(f provided) {
	table := l.Block().ParentOp()
	for !table.Has(ir.IsSymbolTable) {
		table = table.Parent()
	}
	key := declaration{table, f.name}
	if l.runtime[key] != nil {
		return
	}
	want := l.typeOf(f)
	for op := range table.Body().Ops() {
		if op.SymbolName() != f.name {
			continue
		}
		if !op.Is(function.Func) || function.Type(op) != want || !op.Region(0).Empty() {
			l.err = op.Errorf(codeUnsupported, "'@%s' is a function of the engine, of type %v", f.name, want)
		}
		l.runtime[key] = op
		return
	}
	saved := l.Save()
	l.SetStart(table.Body())
	l.runtime[key] = l.Create(
		ir.OpState{Def: function.Func, Results: []ir.Type{}, Regions: []*ir.Region{ir.NewRegion()},
			Attrs: []ir.NamedAttr{
				{Name: "sym_name", Value: l.Ctx.String(f.name)},
				{Name: "function_type", Value: l.Ctx.TypeAttr(want)},
				{Name: "sym_visibility", Value: l.Ctx.String("private")},
			}})
	l.Restore(saved)
}

func (l *lowering) typeOf(f provided) *ir.FunctionType {
	args := make([]ir.Type, len(f.args))
	for i := range f.args {
		args[i] = l.Ctx.I32
		if f.args[i] == 'p' {
			args[i] = l.pointer
		}
	}
	if f.pointer {
		return l.Ctx.Function(args, []ir.Type{l.pointer})
	}
	return l.Ctx.Function(args, nil)
}
