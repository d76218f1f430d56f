package ir

import "slices"

// SymbolTables resolves symbol references. It indexes each table once. Lookup indexes a table again when
// operations were inserted or removed without Add. Resolve may return an earlier result.
type SymbolTables struct {
	tables map[*Op]*symbolTable // nil as long as there is none
	outer  *SymbolTables        // has further indices, which are only read; nil if there are none
	// recent holds the latest results of Resolve, by the last bits of the references' numbers.
	recent [recentSymbols]resolved
}

// symbolTable is the index of a table.
type symbolTable struct {
	byName  map[string]*Op
	changes int32 // the value of Block.changes when the index was last right
}

// resolved is the result of Resolve for a reference in a symbol table.
type resolved struct {
	scope *Op
	ref   *SymbolRefAttr
	found *Op
}

const recentSymbols = 64

// NewSymbolTables returns an empty cache. Lookup is valid while no symbol in a table gets another name, and
// Resolve while no symbol changes.
func NewSymbolTables() *SymbolTables { return &SymbolTables{} }

// fork returns a cache with the same tables for another goroutine. All tables must be indexed.
func (t *SymbolTables) fork() *SymbolTables { return &SymbolTables{tables: t.tables, outer: t.outer} }

// IndexAround indexes the symbol tables around an operation. Goroutines that verify operations of these
// tables can then share the indices, as long as none of the tables changes.
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

// Resolve returns the operation that ref refers to at op. It looks the root up in the nearest enclosing
// symbol table that defines it, and then each nested name in the table found before.
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

// Add tells that op, which may be a symbol, was just inserted in a table. If inPlaceOf is not nil, it was
// removed from the table at the same time. A name that another operation of the table has stays with that
// operation.
func (t *SymbolTables) Add(op, inPlaceOf *Op) {
	s, changes := t.tables[op.Parent()], int32(1)
	if inPlaceOf != nil {
		changes++
	}
	if s == nil || s.changes+changes != op.block.changes {
		return // the next Lookup will index the table again
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

// RenameSymbols renames symbols in a table; names maps old names to new ones. It also renames every reference
// to such a symbol within the table, wherever in an attribute the reference stands. A reference that a nested
// table resolves to another symbol stays. No new name may be in use, in the table or in a table within it.
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

// renaming is the state of a RenameSymbols. It changes references before it changes the symbols.
type renaming struct {
	tables *SymbolTables
	table  *Op
	names  map[string]string
}

// attr returns an attribute of op in which references have the new names.
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
