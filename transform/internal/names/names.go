package names

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// Names makes the names of new functions unique in their symbol tables.
type Names struct {
	tables *ir.SymbolTables
	taken  map[*ir.Op]*taken
}

// taken are the names that one symbol table got, and the next number to try.
type taken struct {
	made map[string]bool
	next int
}

// New returns Names for symbol tables to which nobody else adds.
func New() *Names { return In(ir.NewSymbolTables()) }

// In is New with tables that are known.
func In(tables *ir.SymbolTables) *Names { return &Names{tables, map[*ir.Op]*taken{}} }

// Unique returns base, or base with the next number that is free.
func (n *Names) Unique(table *ir.Op, base string) string {
	t := n.taken[table]
	if t == nil {
		t = &taken{made: map[string]bool{}}
		n.taken[table] = t
	}
	name := base
	for t.made[name] || n.tables.Lookup(table, name) != nil {
		name = base + "_" + strconv.Itoa(t.next)
		t.next++
	}
	t.made[name] = true
	return name
}

// Table returns the operation whose symbol table op sees first.
func Table(op *ir.Op) *ir.Op {
	for p := range op.Ancestors() {
		if p.Has(ir.IsSymbolTable) {
			return p
		}
	}
	return nil
}
