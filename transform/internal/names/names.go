package names

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// Names makes the names of new functions unique in their symbol tables.
type Names struct {
	taken map[*ir.Op]*taken
}

// taken holds the names of one symbol table, with those that were added, and the next number to try.
type taken struct {
	known map[string]bool
	next  int
}

// New returns Names for symbol tables to which nothing else adds symbols.
func New() *Names { return &Names{map[*ir.Op]*taken{}} }

// of returns the names of a table. It reads the table once, because later symbols get their names here.
func (n *Names) of(table *ir.Op) *taken {
	t := n.taken[table]
	if t == nil {
		t = &taken{known: map[string]bool{}}
		for op := range table.Body().Ops() {
			t.known[op.SymbolName()] = true
		}
		n.taken[table] = t
	}
	return t
}

// Unique returns base, or base with the next number that is free.
func (n *Names) Unique(table *ir.Op, base string) string {
	t, name := n.of(table), base
	for t.known[name] {
		name = base + "_" + strconv.Itoa(t.next)
		t.next++
	}
	t.known[name] = true
	return name
}

// Table returns the operation whose symbol table is the nearest around op.
func Table(op *ir.Op) *ir.Op {
	for p := range op.Ancestors() {
		if p.Has(ir.IsSymbolTable) {
			return p
		}
	}
	return nil
}
