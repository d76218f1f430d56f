package importer

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// A scalar that is declared with its dtype, x: T.int32 = 0 or x: T.int32, and assigned to later, is memory:
// its name stands for the element of a buffer of one element in local scope. A scalar that is not assigned to
// later is its value.

// mutables returns the names that a function declares with a dtype, and assigns to in another statement.
func mutables(body []syntax.Stmt) map[string]bool {
	s := scalarNames{declared: map[string]bool{}, assigned: map[string]bool{}}
	s.suite(body)
	var found map[string]bool
	for name := range s.declared {
		if s.assigned[name] {
			if found == nil {
				found = map[string]bool{}
			}
			found[name] = true
		}
	}
	return found
}

type scalarNames struct{ declared, assigned map[string]bool }

func (n *scalarNames) suite(body []syntax.Stmt) {
	for _, s := range body {
		n.statement(s)
	}
}

func (n *scalarNames) statement(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.AnnAssign:
		if name, ok := s.Target.(*syntax.Name); ok {
			n.declared[name.Name] = true
			if s.Value == nil {
				n.assigned[name.Name] = true
			}
		}
	case *syntax.Assign:
		for _, t := range s.Targets {
			n.target(t)
		}
	case *syntax.AugAssign:
		n.target(s.Target)
	case *syntax.For:
		n.suite(s.Body)
	case *syntax.While:
		n.suite(s.Body)
	case *syntax.If:
		n.suite(s.Body)
		n.suite(s.Else)
	case *syntax.With:
		n.suite(s.Body)
	}
}

func (n *scalarNames) target(x syntax.Expr) {
	if name, ok := x.(*syntax.Name); ok {
		n.assigned[name.Name] = true
	}
}

// scalarVariable imports the declaration of a scalar that is assigned to later, with its first value if it
// has one.
func (f *function) scalarVariable(name *syntax.Name, d form.Dtype, value syntax.Expr, at syntax.Node) error {
	t := d.Type(f.imp.ctx)
	if t == nil {
		return f.ev.Errorf(codeBuffer, at, "a variable cannot be of dtype %v",
			d).Suggest("use an integer or floating-point dtype")
	}
	var first expr.Value
	if value != nil {
		var err error
		if first, err = f.ev.Value(value); err != nil {
			return err
		}
	}
	f.ev.Locate(at)
	buffer := f.localScalar(d, t)
	f.christen(name.Name, buffer)
	element := &expr.Element{Buffer: buffer, Indices: []expr.Value{&expr.Int{}}}
	if first != nil {
		f.ev.Locate(at)
		if err := f.ev.StoreValue(element, first, value); err != nil {
			return err
		}
	}
	return f.bind(name, element, asVariable)
}

// localScalar makes a buffer of one element in local scope. The dtype d has the type t in the IR.
func (f *function) localScalar(d form.Dtype, t ir.Type) *expr.Buffer {
	const scope = "local"
	buffer := &expr.Buffer{Dtype: d, Shape: []expr.Value{&expr.Int{V: 1}}, Scope: scope}
	buffer.V = memref.NewAlloc(f.b, f.imp.ctx.MemRef([]int64{1}, t, nil, form.SpaceAttr(f.imp.ctx, scope)))
	f.tellDtype(buffer)
	return buffer
}

// variableNamed returns the element that a name stands for, nil if the name is no scalar in memory.
func (f *function) variableNamed(target syntax.Expr) *expr.Element {
	name, ok := target.(*syntax.Name)
	if !ok {
		return nil
	}
	b := f.names.table[name.Name]
	if b == nil || b.role != asVariable {
		return nil
	}
	x, _ := b.value.(*expr.Element)
	return x
}
