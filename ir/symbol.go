package ir

// SymbolTables resolves symbol references, each table indexed once.
type SymbolTables struct {
	tables map[*Op]map[string]*Op
	// recent holds what was asked for lately, by the last bits of the references' numbers.
	recent [recentSymbols]resolved
}

// resolved is what a reference means in the region of an operation.
type resolved struct {
	scope *Op
	ref   *SymbolRefAttr
	found *Op
}

const recentSymbols = 64

// NewSymbolTables returns an empty cache. It is valid while no symbol changes.
func NewSymbolTables() *SymbolTables {
	return &SymbolTables{tables: map[*Op]map[string]*Op{}}
}

// fork returns a cache with the same tables for another goroutine. All tables must be indexed.
func (t *SymbolTables) fork() *SymbolTables { return &SymbolTables{tables: t.tables} }

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

func (t *SymbolTables) index(table *Op) map[string]*Op {
	if m, ok := t.tables[table]; ok {
		return m
	}
	m := make(map[string]*Op, table.Body().count())
	for _, r := range table.regions {
		for _, b := range r.blocks {
			for op := range b.Ops() {
				if name := op.SymbolName(); name != "" && m[name] == nil {
					m[name] = op
				}
			}
		}
	}
	t.tables[table] = m
	return m
}
