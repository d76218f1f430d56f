package ir

// SymbolTables resolves symbol references. Each table is indexed once, and again by Lookup when operations have come or gone that it was
// not told of. What Resolve found stays what it was.
type SymbolTables struct {
	tables map[*Op]*symbolTable // nil as long as there is none
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

// NewSymbolTables returns an empty cache. Lookup is valid while no symbol in a table gets another name, Resolve while no symbol changes.
func NewSymbolTables() *SymbolTables { return &SymbolTables{} }

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

// Add says that op, a symbol or not, was inserted in a table a moment ago, in place of another if that was removed at the same time.
// Names of others it does not take.
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
	m := make(map[string]*Op, body.NumOps())
	for _, r := range table.regions {
		for _, b := range r.blocks {
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
