package importer

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// role is the kind of thing that a name was bound to.
type role uint8

const (
	asValue role = iota // a let, or a value of Python
	asLoop
	asAxis
	asBuffer
	asParameter
	asVariable // a scalar in memory
)

// String returns the end of the sentence "x is ...".
func (r role) String() string {
	return [...]string{"a value", "the variable of a loop", "an axis", "a buffer", "a parameter",
		"a variable"}[r]
}

// binding is the meaning of a name in a scope.
type binding struct {
	value expr.Value
	role  role
	depth int
	at    syntax.Node
	outer *binding // the binding that this one hides
}

// poison is the value of a name that an erroneous statement would have bound. Errors that it causes are not
// reported again.
var poison = &expr.Unknown{Why: "the statement that binds it has an error"}

// names are the names that statements of a function bind. One table has the visible ones. The end of a scope
// undoes its changes, so that nothing is copied.
type names struct {
	outer expr.Env
	table map[string]*binding
	undo  []undo
	marks []mark
	left  []undo // bindings of scopes that have ended
	slab  []binding
	own   map[*variable]*variable // the function's own copy of each variable of the file
	// hidden is the depth from which on bindings are not visible, 0 for none.
	hidden int
	// missing is the last name that was not found. poisoned says whether a poisoned name was found since it
	// was reset.
	missing  string
	poisoned bool
}

type undo struct {
	name string
	was  *binding
}

// mark is the beginning of a scope. A scope of Python is the body of a loop over a list. It may assign to
// Python values of the scope around it.
type mark struct {
	undo   int
	python bool
}

func newNames(outer expr.Env) *names {
	return &names{outer: outer, table: make(map[string]*binding, 16), marks: []mark{{}}}
}

// Lookup implements expr.Env.
func (n *names) Lookup(name string) (expr.Value, bool) {
	b := n.table[name]
	for b != nil && n.hidden != 0 && b.depth >= n.hidden {
		b = b.outer
	}
	if b != nil {
		return n.resolve(b.value), true
	}
	v, ok := n.outer.Lookup(name)
	if !ok {
		n.missing = name
		return v, ok
	}
	if shared, isVariable := v.(*variable); isVariable {
		return n.resolve(n.ownVariable(name, shared)), true
	}
	n.poisoned = n.poisoned || v == poison
	return v, ok
}

// ownVariable returns the function's own copy of a variable that is bound outside: n = T.int32() has another
// value in each function.
func (n *names) ownVariable(name string, shared *variable) *variable {
	own := n.own[shared]
	if own == nil {
		own = &variable{name: name, dtype: shared.dtype, thread: shared.thread}
		if n.own == nil {
			n.own = map[*variable]*variable{}
		}
		n.own[shared] = own
	}
	return own
}

// resolve returns the current value of a binding. A variable of a shape or a thread has a value after it is
// bound.
func (n *names) resolve(v expr.Value) expr.Value {
	switch v := v.(type) {
	case *variable:
		if v.value != nil {
			return v.value
		}
	case *expr.Unknown:
		n.poisoned = n.poisoned || v == poison
	}
	return v
}

// lastOf returns the last binding of a name in a scope that has ended, nil if there is none.
func (n *names) lastOf(name string) *binding {
	for i := len(n.left) - 1; i >= 0; i-- {
		if n.left[i].name == name {
			return n.left[i].was
		}
	}
	return nil
}

func (n *names) depth() int { return len(n.marks) }

func (n *names) push(python bool) { n.marks = append(n.marks, mark{len(n.undo), python}) }

func (n *names) pop() {
	last := n.marks[len(n.marks)-1]
	n.marks = n.marks[:len(n.marks)-1]
	for i := len(n.undo) - 1; i >= last.undo; i-- {
		u := n.undo[i]
		n.left = append(n.left, undo{u.name, n.table[u.name]})
		if u.was == nil {
			delete(n.table, u.name)
		} else {
			n.table[u.name] = u.was
		}
	}
	n.undo = n.undo[:last.undo]
}

// set binds a name in the scope, whether or not it was bound before.
func (n *names) set(name string, v expr.Value, as role, at syntax.Node) {
	was := n.table[name]
	n.undo = append(n.undo, undo{name, was})
	if len(n.slab) == 0 {
		n.slab = make([]binding, 32)
	}
	b := &n.slab[0]
	n.slab = n.slab[1:]
	*b = binding{v, as, n.depth(), at, was}
	n.table[name] = b
}

// assignable returns the binding of a Python value that an assignment replaces. It belongs to this scope, or
// to one around it without a loop of TVMScript in between.
func (n *names) assignable(name string) *binding {
	b := n.table[name]
	if b == nil || b.role != asValue || !isPython(b.value) {
		return nil
	}
	for d := n.depth(); d > b.depth; d-- {
		if !n.marks[d-1].python {
			return nil
		}
	}
	return b
}

// visible returns the names with a meaning in the function, sorted.
func (n *names) visible() []string {
	return slices.Sorted(maps.Keys(n.table))
}

// bind binds a name to the value of a statement. It is an error to bind a name twice in a scope, or to bind a
// value's name again inside of a loop: that would look like a variable that keeps its value.
func (f *function) bind(name *syntax.Name, v expr.Value, as role) error {
	if name.Name == "_" {
		return nil
	}
	old := f.names.table[name.Name]
	if old != nil && as == asValue && isPython(v) {
		if same := f.names.assignable(name.Name); same != nil {
			same.value = v
			return nil
		}
	}
	if old != nil && old.value != poison &&
		(old.depth == f.names.depth() || as == asValue && old.role == asValue) {
		return f.boundTwice(name, old)
	}
	f.names.set(name.Name, v, as, name)
	f.christen(name.Name, v)
	return nil
}

func (f *function) boundTwice(name *syntax.Name, old *binding) error {
	d := f.ev.Errorf(codeBound, name, "'%s' is bound already, as %v", name.Name,
		old.role).Note(f.file.Span(old.at), "bound here")
	if old.role == asValue {
		return d.Suggest(
			"choose another name; one that changes is declared with its dtype: %s: T.float32 = ...",
			name.Name)
	}
	return d.Suggest("choose another name")
}

// christen gives a value the name that it is bound to, for messages and for the printed program.
func (f *function) christen(name string, v expr.Value) {
	switch v := v.(type) {
	case *expr.Scalar:
		if v.V.Name() == "" && v.V.DefinedBy(arith.Constant) == nil {
			v.V.SetName(name)
		}
	case *expr.Buffer:
		if v.Name == "" {
			v.Name = name
		}
		if v.V.Name() == "" {
			v.V.SetName(name)
		}
	case *variable:
		if v.name == "" {
			v.name = name
		}
	}
}

// isPython reports whether a value is one of Python, known at import time.
func isPython(v expr.Value) bool {
	switch v := v.(type) {
	case *expr.Scalar, *expr.Buffer, *expr.Region, *expr.Element, *expr.Pointer, *expr.Ramp, *variable:
		return false
	case *expr.Seq:
		return !slices.ContainsFunc(v.Elems, func(e expr.Value) bool { return !isPython(e) })
	}
	return true
}

// unknownName adds to the error about an unknown name: where the name had a meaning, or which name may be
// meant.
func (f *function) unknownName(d *diag.Diagnostic) *diag.Diagnostic {
	name := f.names.missing
	if b := f.names.lastOf(name); b != nil && b.value != poison {
		return diag.Errorf(codeScope, d.Span, "'%s' is used outside of the scope that binds it", name).
			Note(f.file.Span(b.at), "it is %v, bound here", b.role).
			Suggest("move the use into that scope, or bind '%s' before it", name)
	}
	if d.Suggestion == "" {
		if near := expr.Similar(name, f.names.visible()); near != "" {
			d.Suggest("did you mean '%s'?", near)
		} else {
			d.Suggest("bind it by a parameter, a loop, an axis or an assignment before this line")
		}
	}
	return d
}

// Names implements expr.Named.
func (n *names) Names() []string {
	all := n.visible()
	if outer, ok := n.outer.(expr.Named); ok {
		all = append(all, outer.Names()...)
	}
	return all
}
