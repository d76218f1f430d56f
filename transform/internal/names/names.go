package names

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// Names makes the names of new functions unique in their symbol tables.
type Names struct {
	taken map[*ir.Op]*taken
}

// taken are the names that one symbol table had or got, and the next number to try.
type taken struct {
	known map[string]bool
	next  int
}

// New returns Names for symbol tables to which nobody else adds.
func New() *Names { return &Names{map[*ir.Op]*taken{}} }

// of returns what is taken in a table. It looks at what the table holds once: what comes later has a name
// from here.
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

// Table returns the operation whose symbol table op sees first.
func Table(op *ir.Op) *ir.Op {
	for p := range op.Ancestors() {
		if p.Has(ir.IsSymbolTable) {
			return p
		}
	}
	return nil
}
