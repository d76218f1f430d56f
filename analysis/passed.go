package analysis

import "github.com/inflight-compiler/inflight/ir"

// outer returns the value that v stands for outside of the regions that capture it. For an argument of a
// private function that tasks call, it returns the value that all calls pass, if that is one value.
func (q *EqualStores) outer(v *ir.Value) *ir.Value {
	v = v.Uncaptured()
	if !q.tasks || v.DefiningOp() != nil {
		return v
	}
	fn := v.ParentBlock().ParentOp()
	if fn == q.around || fn == nil || fn.Name() != "func.func" || fn.Region(0).Entry() != v.ParentBlock() ||
		fn.StringAttr("sym_visibility") != "private" {
		return v
	}
	known, seen := q.passed[v]
	if !seen {
		if q.passed == nil {
			q.passed = map[*ir.Value]*ir.Value{}
		}
		q.passed[v] = v // for a function that passes the argument on to itself
		known = q.passedBy(fn, v)
		q.passed[v] = known
	}
	return known
}

// passedBy returns the value that all calls of a function pass for an argument. If they pass different
// values, it returns the argument.
func (q *EqualStores) passedBy(fn *ir.Op, arg *ir.Value) *ir.Value {
	var one *ir.Value
	for _, call := range q.callersOf(fn) {
		if call.Name() != "func.call" {
			return arg // the function may be called with any value
		}
		v := q.outer(call.Operand(arg.Index()))
		if v == arg {
			continue
		}
		if one != nil && one != v {
			return arg
		}
		one = v
	}
	if one == nil {
		return arg
	}
	return one
}

// callersOf returns the operations in the program that refer to a function.
func (q *EqualStores) callersOf(fn *ir.Op) []*ir.Op {
	if q.callers == nil {
		q.callers = map[string][]*ir.Op{}
		program := q.around
		for program.Parent() != nil {
			program = program.Parent()
		}
		for op := range program.Walk() {
			for _, a := range op.Properties() {
				if ref, ok := a.Value.(*ir.SymbolRefAttr); ok {
					q.callers[ref.Root] = append(q.callers[ref.Root], op)
				}
			}
		}
	}
	return q.callers[fn.SymbolName()]
}
