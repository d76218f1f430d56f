package sccp

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// state is what is known of a value that has been computed: a constant, or with a nil attribute one that
// varies.
type state struct {
	value   ir.Attr
	dialect string // that makes the constant
}

var varies = state{}

// solver finds which values are constant. A value without a state is one that nothing executed so far
// computes.
type solver struct {
	run      *pass.Run
	symbols  *ir.SymbolTables
	values   map[*ir.Value]state
	executed map[*ir.Block]bool
	open     map[*ir.Op]bool     // private functions of which all calls are known
	calls    map[*ir.Op][]*ir.Op // by callee, those that are executed
	linked   map[*ir.Op]bool     // the calls in calls
	returned map[*ir.Op][]state  // by function, once it returns
	todo     []*ir.Op
	waiting  map[*ir.Op]bool // in todo
	folder   ir.Folder
	stands   map[constant]*ir.Value
}

func newSolver(r *pass.Run) *solver {
	return &solver{
		run: r, symbols: ir.NewSymbolTables(), values: map[*ir.Value]state{}, executed: map[*ir.Block]bool{},
		open:  map[*ir.Op]bool{},
		calls: map[*ir.Op][]*ir.Op{}, linked: map[*ir.Op]bool{}, returned: map[*ir.Op][]state{},
		waiting: map[*ir.Op]bool{}, stands: map[constant]*ir.Value{},
	}
}

func (s *solver) solve() {
	s.findPrivate()
	s.enterAll(s.run.Op)
	for len(s.todo) > 0 {
		s.run.Step()
		op := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		delete(s.waiting, op)
		s.visit(op)
	}
}

// findPrivate finds the functions in the operation that nothing but calls in it refers to.
func (s *solver) findPrivate() {
	for op := range s.run.Op.Walk() {
		if op != s.run.Op && op.Is(function.Func) && op.Body() != nil &&
			op.StringAttr("sym_visibility") == "private" {
			s.open[op] = true
		}
	}
	for op := range s.run.Op.Walk() {
		for _, list := range [2][]ir.NamedAttr{op.Properties(), op.Attrs()} {
			for _, a := range list {
				if !op.Is(function.Call) || a.Name != "callee" {
					s.close(op, a.Value)
				}
			}
		}
	}
}

// close says that functions which an attribute refers to may be called from anywhere.
func (s *solver) close(op *ir.Op, a ir.Attr) {
	switch a := a.(type) {
	case *ir.SymbolRefAttr:
		delete(s.open, s.symbols.Resolve(op, a))
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			s.close(op, e)
		}
	case *ir.DictAttr:
		for _, e := range a.Entries {
			s.close(op, e.Value)
		}
	}
}

// visit looks at an operation again, of whose operands more is known.
func (s *solver) visit(op *ir.Op) {
	switch {
	case !s.executed[op.Block()] || !s.known(op.Operands()):
	case op.NumSuccessors() > 0:
		s.branch(op)
	case op.Is(function.Return):
		s.returns(op)
	case op.Has(ir.Terminator):
		s.leave(op)
	case op.Is(function.Call):
		s.call(op)
	case op.NumRegions() > 0:
		s.enter(op)
	default:
		s.compute(op)
	}
}

// known reports whether all values have been computed.
func (s *solver) known(vs []*ir.Value) bool {
	return !slices.ContainsFunc(vs, func(v *ir.Value) bool { _, ok := s.values[v]; return !ok })
}

// compute folds an operation.
func (s *solver) compute(op *ir.Op) {
	dialect := op.Def().DialectName()
	if op.NumResults() == 1 && op.Has(ir.ConstantLike) {
		s.set(op.Result(0), state{ir.ConstantValue(op.Result(0)), dialect})
		return
	}
	folded := s.fold(op)
	for i, v := range op.Results() {
		switch {
		case len(folded) != op.NumResults():
			s.set(v, varies)
		case folded[i].Value == nil:
			s.set(v, state{folded[i].Attr, dialect})
		default:
			s.copy(folded[i].Value, v)
		}
	}
}

// fold folds a copy of an operation, with constants for operands: what is assumed of them may turn out to be
// wrong.
func (s *solver) fold(op *ir.Op) []ir.FoldResult {
	copied := op.Clone(nil)
	for i, v := range op.Operands() {
		if c := s.stand(v); c != nil {
			copied.SetOperand(i, c)
		}
	}
	folded := s.folder.Fold(copied)
	copied.DropAllReferences()
	return folded
}

// stand returns a constant, in no block, that stands for a value; nil where the value varies, or its dialect
// has no constants.
func (s *solver) stand(v *ir.Value) *ir.Value {
	known := s.values[v]
	d := s.run.Context().Dialect(known.dialect)
	if known.value == nil || d == nil || d.Constant == nil {
		return nil
	}
	k := constant{nil, known, v.Type()}
	if made := s.stands[k]; made != nil {
		return made
	}
	op := d.Constant(ir.NewBuilder(s.run.Context()), known.value, v.Type())
	if op == nil {
		return nil
	}
	s.stands[k] = op.Result(0)
	s.values[op.Result(0)] = known
	return op.Result(0)
}

// copy says that a value may be another one.
func (s *solver) copy(from, to *ir.Value) {
	switch known, ok := s.values[from]; {
	case ok && from.Type() == to.Type():
		s.set(to, known)
	case ok:
		s.set(to, varies)
	}
}

// set says that a value may be what a state says, besides what is known of it.
func (s *solver) set(v *ir.Value, to state) {
	known, ok := s.values[v]
	if to = join(known, ok, to); ok && to == known {
		return
	}
	s.values[v] = to
	for u := range v.Uses() {
		s.push(u.Owner())
	}
}

// join returns what holds of a value of which one thing or another holds; ok says whether there is the one.
func join(known state, ok bool, to state) state {
	if to.value == nil || ok && known.value != to.value {
		return varies
	}
	if ok {
		return known
	}
	return to
}

func (s *solver) setAll(vs []*ir.Value, to state) {
	for _, v := range vs {
		s.set(v, to)
	}
}

func (s *solver) push(op *ir.Op) {
	if !s.waiting[op] {
		s.waiting[op] = true
		s.todo = append(s.todo, op)
	}
}
