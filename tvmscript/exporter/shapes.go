package exporter

import (
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// shapes are the extents of a function's arguments that are known only at run time. Each is a parameter, or a
// shape variable, which several extents may share.
type shapes struct {
	same  map[extent]extent    // an extent that an assertion makes equal to another one
	param map[extent]*ir.Value // an extent that an assertion makes equal to a parameter
	names map[extent]string    // of variables
	p     *printer
}

// extent is a dimension of an argument.
type extent struct {
	buffer *ir.Value
	dim    int64
}

// of returns an extent: a parameter, or the name of a variable.
func (s *shapes) of(m *ir.Value, dim int64) (x ir.OpFoldResult, name string) {
	e := s.representative(extent{m, dim})
	if v := s.param[e]; v != nil {
		return ir.OpFoldResult{Value: v}, ""
	}
	return ir.OpFoldResult{Const: ir.Dynamic}, s.names[e]
}

func (s *shapes) representative(e extent) extent {
	for {
		next, ok := s.same[e]
		if !ok || next == e {
			return e
		}
		e = next
	}
}

// findShapes collects the assertions at the entry of a function that extents are equal. The importer makes
// such an assertion if a name is used twice, so that it is not printed.
func (p *printer) findShapes(entry *ir.Block) *shapes {
	s := &shapes{same: map[extent]extent{}, param: map[extent]*ir.Value{}, names: map[extent]string{}, p: p}
	for op := entry.First(); op != nil; op = op.Next() {
		in := p.plan.of(op)
		if op.Name() == "cf.assert" && s.equate(op) {
			in.role = silent
			continue
		}
		if in.role != inline && in.role != silent && !isAlloc(op) && op.Name() != "cf.assert" {
			break
		}
	}
	return s
}

// equate notes an assertion that an extent equals another one, or a parameter. It reports whether op is such
// an assertion.
func (s *shapes) equate(op *ir.Op) bool {
	cmp := op.Operand(0).DefiningOp()
	message := op.StringAttr("msg")
	if cmp == nil || cmp.Name() != "arith.cmpi" || !strings.Contains(message, ".shape[") ||
		!strings.Contains(message, "] == ") {
		return false
	}
	if predicate, _ := cmp.IntAttr("predicate"); predicate != arith.EQ {
		return false
	}
	e, ok := extentOfArgument(cmp.Operand(0))
	if !ok || s.param[s.representative(e)] != nil {
		return false
	}
	e = s.representative(e)
	other := cmp.Operand(1)
	if o, ok := extentOfArgument(other); ok {
		if o = s.representative(o); o != e {
			s.same[e] = o
		}
		return true
	}
	if other.IsArgument() && other.Owner().IsEntry() && isIndex(other.Type()) &&
		other.Owner().ParentOp().Name() == "func.func" {
		s.param[e] = other
		return true
	}
	return false
}

// extentOfArgument returns the dimension of an argument that v is the extent of.
func extentOfArgument(v *ir.Value) (extent, bool) {
	op := v.DefiningOp()
	if op == nil || op.Name() != "memref.dim" || !op.Operand(0).IsArgument() {
		return extent{}, false
	}
	d, ok := ir.ConstInt(op.Operand(1))
	return extent{op.Operand(0), d}, ok
}

// variables names the extents that need a variable and returns the names in the order of the arguments.
func (s *shapes) variables(args []*ir.Value) []string {
	hints := s.hints(args)
	var made []string
	for _, m := range args {
		t, ok := m.Type().(*ir.MemRefType)
		if !ok {
			continue
		}
		for d, n := range t.Shape {
			e := s.representative(extent{m, int64(d)})
			if n != ir.Dynamic || s.param[e] != nil || s.names[e] != "" {
				continue
			}
			wishes := scalarNames
			if hints[e] != "" {
				wishes = []string{hints[e]}
			}
			s.names[e] = s.p.names.take(wishes...)
			made = append(made, s.names[e])
		}
	}
	return made
}

// hints returns the names that the IR has for extents.
func (s *shapes) hints(args []*ir.Value) map[extent]string {
	hints := map[extent]string{}
	for _, m := range args {
		for u := range m.Uses() {
			if u.Owner().Name() != "memref.dim" || u.Index() != 0 {
				continue
			}
			e, ok := extentOfArgument(u.Owner().Result(0))
			name := s.p.hint(u.Owner().Result(0))
			if e = s.representative(e); ok && name != "" && (hints[e] == "" || name < hints[e]) {
				hints[e] = name
			}
		}
	}
	return hints
}
