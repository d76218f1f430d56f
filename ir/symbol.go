package ir

import "slices"

// SymbolTables resolves symbol references. Each table is indexed once, and again by Lookup when operations
// have come or gone that it was not told of. What Resolve found stays what it was.
type SymbolTables struct {
	tables map[*Op]*symbolTable // nil as long as there is none
	outer  *SymbolTables        // has indices as well, which are only read; nil if there are no others
	// recent holds what was asked for lately, by the last bits of the references' numbers.
	recent [recentSymbols]resolved
}

// symbolTable is the index of a table.
type symbolTable struct {
	byName  map[string]*Op
	changes int32 // of the block, so far
}

// resolved is what a reference means in the region of an operation.
type resolved struct {
	scope *Op
	ref   *SymbolRefAttr
	found *Op
}

const recentSymbols = 64

// NewSymbolTables returns an empty cache. Lookup is valid while no symbol in a table gets another name,
// Resolve while no symbol changes.
func NewSymbolTables() *SymbolTables { return &SymbolTables{} }

// fork returns a cache with the same tables for another goroutine. All tables must be indexed.
func (t *SymbolTables) fork() *SymbolTables { return &SymbolTables{tables: t.tables, outer: t.outer} }

// IndexAround indexes the symbol tables that an operation stands in. Goroutines that verify it and others
// beside it can share them then, as long as none of these tables changes.
func (t *SymbolTables) IndexAround(op *Op) {
	for p := range op.Ancestors() {
		if p.Has(IsSymbolTable) {
			t.index(p)
		}
	}
}

// SymbolName returns the name the operation defines in its symbol table, or "".
func (o *Op) SymbolName() string { return o.StringAttr("sym_name") }

// Lookup returns the operation that table, an operation with the trait
// IsSymbolTable, holds under name, or nil.
func (t *SymbolTables) Lookup(table *Op, name string) *Op {
	return t.index(table)[name]
}

// Resolve returns what ref means at op: it is looked up in the nearest
// enclosing symbol table that defines its root, then nested names in turn.
func (t *SymbolTables) Resolve(op *Op, ref *SymbolRefAttr) *Op {
	scope := op
	for scope != nil && !scope.Has(IsSymbolTable) {
		scope = scope.Parent()
	}
	recent := &t.recent[ref.attrID()%recentSymbols]
	if recent.scope != scope || recent.ref != ref {
		*recent = resolved{scope, ref, t.resolve(scope, ref)}
	}
	return recent.found
}

// resolve looks a reference up in the symbol table scope and those around it.
func (t *SymbolTables) resolve(scope *Op, ref *SymbolRefAttr) *Op {
	for ; scope != nil; scope = scope.Parent() {
		if !scope.Has(IsSymbolTable) {
			continue
		}
		found := t.Lookup(scope, ref.Root)
		for _, name := range ref.Nested {
			if found == nil || !found.Has(IsSymbolTable) {
				return nil
			}
			found = t.Lookup(found, name)
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// Add says that op, a symbol or not, was inserted in a table a moment ago, in place of another if that was
// removed at the same time. Names of others it does not take.
func (t *SymbolTables) Add(op, inPlaceOf *Op) {
	s, changes := t.tables[op.Parent()], int32(1)
	if inPlaceOf != nil {
		changes++
	}
	if s == nil || s.changes+changes != op.block.changes {
		return // it will be indexed
	}
	s.changes += changes
	if name := op.SymbolName(); name != "" && (s.byName[name] == nil || s.byName[name] == inPlaceOf) {
		s.byName[name] = op
	}
}

func (t *SymbolTables) index(table *Op) map[string]*Op {
	body := table.Body()
	if s := t.tables[table]; s != nil && (body == nil || s.changes == body.changes) {
		return s.byName
	}
	if t.outer != nil {
		if s := t.outer.tables[table]; s != nil && (body == nil || s.changes == body.changes) {
			return s.byName
		}
	}
	m := make(map[string]*Op, body.NumOps())
	for _, r := range table.regions {
		for _, b := range r.Blocks() {
			for op := range b.Ops() {
				if name := op.SymbolName(); name != "" && m[name] == nil {
					m[name] = op
				}
			}
		}
	}
	t.set(table, m)
	return m
}

// set makes a map the index of a table.
func (t *SymbolTables) set(table *Op, byName map[string]*Op) {
	s := &symbolTable{byName: byName}
	if body := table.Body(); body != nil {
		s.changes = body.changes
	}
	t.put(table, s)
}

func (t *SymbolTables) put(table *Op, s *symbolTable) {
	if t.tables == nil {
		t.tables = map[*Op]*symbolTable{}
	}
	t.tables[table] = s
}

// RenameSymbols gives symbols in a table other names, by their old ones, and makes every reference in the
// table that means one of them refer to it again, wherever in an attribute the reference stands. A reference
// that means another symbol, of a table in between, stays. No new name may be taken, in the table or in one
// within it.
func RenameSymbols(table *Op, names map[string]string) {
	if len(names) == 0 {
		return
	}
	r := &renaming{tables: NewSymbolTables(), table: table, names: names}
	for op := range table.Walk() {
		for _, list := range [2][]NamedAttr{op.Properties(), op.Attrs()} {
			for _, a := range list {
				if renamed := r.attr(op, a.Value); renamed != a.Value {
					op.SetAttr(a.Name, renamed)
				}
			}
		}
	}
	for op := range table.Body().Ops() {
		if name, ok := names[op.SymbolName()]; ok {
			op.SetAttr("sym_name", op.Context().String(name))
		}
	}
}

// renaming is a RenameSymbols in progress: references change before the symbols do.
type renaming struct {
	tables *SymbolTables
	table  *Op
	names  map[string]string
}

// attr returns an attribute of op with references to the new names.
func (r *renaming) attr(op *Op, a Attr) Attr {
	c := op.Context()
	switch a := a.(type) {
	case *SymbolRefAttr:
		name, ok := r.names[a.Root]
		if ok && r.tables.Resolve(op, c.SymbolRef(a.Root)) == r.tables.Lookup(r.table, a.Root) {
			return c.SymbolRef(name, a.Nested...)
		}
	case *ArrayAttr:
		elems, changed := slices.Clone(a.Elems), false
		for i, e := range elems {
			elems[i] = r.attr(op, e)
			changed = changed || elems[i] != e
		}
		if changed {
			return c.Array(elems)
		}
	case *DictAttr:
		entries, changed := slices.Clone(a.Entries), false
		for i, e := range entries {
			entries[i].Value = r.attr(op, e.Value)
			changed = changed || entries[i].Value != e.Value
		}
		if changed {
			return c.Dict(entries)
		}
	}
	return a
}
