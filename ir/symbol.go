package ir

// SymbolTables resolves symbol references, each table indexed once.
type SymbolTables struct {
	tables map[*Op]map[string]*Op
}

// NewSymbolTables returns an empty cache. It is valid while no symbol changes.
func NewSymbolTables() *SymbolTables {
	return &SymbolTables{map[*Op]map[string]*Op{}}
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
	for scope := op; scope != nil; scope = scope.Parent() {
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
	m := map[string]*Op{}
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
