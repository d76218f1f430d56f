package sameprogram

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// value returns the tree of a value.
func (r *reader) value(v *ir.Value) int {
	if id, ok := r.values[v]; ok {
		return id
	}
	id := r.compute(v)
	r.values[v] = id
	return id
}

// integer returns an integer as a linear form.
func (r *reader) integer(v *ir.Value) linear { return r.form(r.value(v)) }

func (r *reader) compute(v *ir.Value) int {
	op := v.DefiningOp()
	if op == nil {
		return r.fresh("argument")
	}
	if c := ir.ConstantValue(v); c != nil {
		return r.constant(c)
	}
	if w := width(v.Type()); w > 0 {
		if a, ok := r.arithmetic(op, w); ok {
			return r.tree(a, w)
		}
	}
	switch op.Name() {
	case "memref.load", "affine.load", "vector.load", "affine.vector_load":
		return r.load(op)
	case "func.call": // in a conditional expression; others are statements
		return r.id(r.callText(op))
	case "arith.cmpi":
		return r.comparison(op)
	case "arith.cmpf":
		return r.floatComparison(op)
	case "scf.if", "affine.if":
		return r.conditional(op, v.Index())
	case "arith.bitcast":
		if a, ok := ir.ConstantValue(op.Operand(0)).(*ir.IntegerAttr); ok && a.Big == nil &&
			!ir.IsBool(a.Type) {
			return r.id(fmt.Sprintf("constant %x : %v", uint64(a.Value)&mask(width(a.Type)), v.Type()))
		}
	case "vector.broadcast":
		return r.id(fmt.Sprintf("splat %v(#%d)", v.Type(), r.value(op.Operand(0))))
	case "arith.xori":
		if c, ok := ir.ConstInt(op.Operand(1)); ok && c&1 == 1 && ir.IsBool(v.Type()) {
			return r.not(r.value(op.Operand(0)))
		}
	}
	return r.generic(op, v)
}

// generic is the tree of any pure operation.
func (r *reader) generic(op *ir.Op, v *ir.Value) int {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%s", op.Name(), elementText(v.Type()))
	if op.NumResults() > 1 {
		fmt.Fprintf(&b, ".%d", v.Index())
	}
	b.WriteString(properties(op))
	b.WriteString("(")
	for i := range op.NumOperands() {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(r.operand(op.Operand(i)))
	}
	return r.id(b.String() + ")")
}

// operand is a value or memref as text.
func (r *reader) operand(v *ir.Value) string {
	if _, ok := v.Type().(*ir.MemRefType); ok {
		return r.memref(v)
	}
	return fmt.Sprintf("#%d", r.value(v))
}

// permissions are properties that only allow more.
var permissions = map[string]bool{
	"fastmath": true, "overflowFlags": true, "isExact": true, "nontemporal": true, "alignment": true,
	"operandSegmentSizes": true,
	"in_bounds":           true,
}

func properties(op *ir.Op) string {
	s := ""
	for _, a := range op.Properties() {
		if !permissions[a.Name] && a.Name != "callee" {
			s += " " + a.Name + "=" + attribute(a.Value)
		}
	}
	return s
}

func (r *reader) constant(c ir.Attr) int {
	switch c := c.(type) {
	case *ir.IntegerAttr:
		if w := width(c.Type); w > 0 && c.Big == nil {
			return r.tree(number(c.Value), w)
		}
		return r.truth(c.Value&1 == 1)
	case *ir.FloatAttr:
		if c.Big == nil {
			return r.id(fmt.Sprintf("constant %x : %v", c.Bits, c.Type))
		}
	case *ir.DenseElementsAttr:
		if v, ok := c.Type.(*ir.VectorType); ok && c.Splat {
			return r.id(fmt.Sprintf("splat %v(#%d)", c.Type, r.splatOf(v, c)))
		}
	}
	return r.id("constant " + c.String())
}

// splatOf is the tree of the element of a vector of equal constants.
func (r *reader) splatOf(v *ir.VectorType, c *ir.DenseElementsAttr) int {
	if w := width(v.Elem); w > 0 {
		return r.tree(number(wrap(int64(c.Element(0)), w)), w)
	}
	if f, ok := v.Elem.(*ir.FloatType); ok {
		return r.id(fmt.Sprintf("constant %x : %v", c.Element(0), f))
	}
	return r.id(fmt.Sprintf("truth %d", c.Element(0)))
}

// arithmetic returns integer arithmetic as a linear form.
func (r *reader) arithmetic(op *ir.Op, w uint) (linear, bool) {
	arg := func(i int) linear { return r.integer(op.Operand(i)) }
	switch op.Name() {
	case "arith.addi":
		return arg(0).plus(arg(1), 1), true
	case "arith.subi":
		return arg(0).plus(arg(1), -1), true
	case "arith.muli":
		return r.product(arg(0), arg(1), w), true
	case "arith.floordivsi":
		return r.quotient(arg(0), arg(1), w), true
	case "arith.divsi", "arith.remsi":
		a, b := arg(0), arg(1)
		if !a.isConst() || !b.isConst() || b.constant <= 0 {
			return linear{}, false
		}
		if op.Name() == "arith.divsi" {
			return number(a.constant / b.constant), true
		}
		return number(a.constant % b.constant), true
	case "arith.divui", "arith.remui":
		if a, b := arg(0), arg(1); op.Name() == "arith.remui" && w == 64 && a.isConst() && b.isConst() &&
			b.constant > 0 {
			return number(int64(uint64(a.constant) % uint64(b.constant))), true
		}
		if !r.isNonNegative(op.Operand(0)) || !r.isNonNegative(op.Operand(1)) {
			return linear{}, false
		}
		if op.Name() == "arith.divui" {
			return r.quotient(arg(0), arg(1), w), true
		}
		return r.remainder(arg(0), arg(1), w), true
	case "arith.minsi":
		return r.binaryExtremum("min", arg(0), arg(1), w), true
	case "arith.maxsi":
		return r.binaryExtremum("max", arg(0), arg(1), w), true
	case "arith.index_cast", "arith.index_castui", "arith.extsi", "arith.trunci":
		return r.converted(op, w)
	case "arith.ceildivsi":
		return r.linear(r.id(
			fmt.Sprintf("ceildiv%d(#%d,#%d)", w, r.value(op.Operand(0)), r.value(op.Operand(1))))), true
	case "affine.apply":
		m := op.Attr("map").(*ir.AffineMapAttr).Map
		return r.affineMap(m, op.Operands())[0], true
	case "affine.min", "affine.max":
		m := op.Attr("map").(*ir.AffineMapAttr).Map
		return r.extremum(strings.TrimPrefix(op.Name(), "affine."), r.affineMap(m, op.Operands()), 64), true
	case "memref.dim":
		if d, ok := ir.ConstInt(op.Operand(1)); ok {
			return r.extent(op.Operand(0), d), true
		}
	}
	return linear{}, false
}

// isNonNegative reports whether an integer is certainly not negative: unsigned operations are signed ones
// then.
func (r *reader) isNonNegative(v *ir.Value) bool {
	return form.NonNegative(v) || r.nonNegative(r.integer(v))
}

func (r *reader) nonNegative(a linear) bool {
	least := a.constant
	for id, f := range a.terms {
		low, ok := r.least[id]
		if f < 0 || !ok {
			return false
		}
		least += f * low
	}
	return least >= 0
}

// converted returns a cast between integers. Index has 64 bits.
func (r *reader) converted(op *ir.Op, w uint) (linear, bool) {
	from := width(op.Operand(0).Type())
	a := r.integer(op.Operand(0))
	switch {
	case from == 0:
		return linear{}, false
	case from == w:
		return a, true
	case from > w:
		return r.form(r.cast(a, w)), true
	case a.isConst():
		return a, true
	case op.Name() == "arith.index_castui" && !form.NonNegative(op.Operand(0)):
		return linear{}, false
	}
	return r.linear(r.id(fmt.Sprintf("extend%d(#%d)", w, r.tree(a, from)))), true
}

func (r *reader) not(id int) int {
	switch id {
	case r.truth(true):
		return r.truth(false)
	case r.truth(false):
		return r.truth(true)
	}
	return r.id(fmt.Sprintf("not(#%d)", id))
}

func (r *reader) comparison(op *ir.Op) int {
	predicate, _ := op.IntAttr("predicate")
	a, b := op.Operand(0), op.Operand(1)
	if width(a.Type()) == 64 {
		if predicate >= arith.ULT && r.isNonNegative(a) && r.isNonNegative(b) {
			predicate -= arith.ULT - arith.SLT
		}
		x, y := r.integer(a), r.integer(b)
		switch predicate {
		case arith.EQ:
			return r.isZero(x.plus(y, -1))
		case arith.NE:
			return r.not(r.isZero(x.plus(y, -1)))
		case arith.SGE:
			return r.atLeastZero(x.plus(y, -1))
		case arith.SLE:
			return r.atLeastZero(y.plus(x, -1))
		case arith.SGT:
			return r.atLeastZero(x.plus(y, -1).plus(number(-1), 1))
		case arith.SLT:
			return r.atLeastZero(y.plus(x, -1).plus(number(-1), 1))
		}
	}
	if x, y := ir.ConstantValue(a), ir.ConstantValue(b); x != nil && y != nil && width(a.Type()) > 0 {
		if folded := ir.Fold(op); len(folded) == 1 && folded[0].Attr != nil {
			return r.constant(folded[0].Attr)
		}
	}
	return r.id(fmt.Sprintf("cmpi%d:%v(#%d,#%d)", predicate, a.Type(), r.value(a), r.value(b)))
}

// floatComparison writes unordered comparisons as the negation of ordered ones.
func (r *reader) floatComparison(op *ir.Op) int {
	predicate, _ := op.IntAttr("predicate")
	tree := func(p int64) int {
		return r.id(fmt.Sprintf("cmpf%d(#%d,#%d)", p, r.value(op.Operand(0)), r.value(op.Operand(1))))
	}
	switch predicate {
	case arith.UnorderedLT:
		return r.id(fmt.Sprintf("not(#%d)", tree(arith.OGE)))
	case arith.UnorderedLE:
		return r.id(fmt.Sprintf("not(#%d)", tree(arith.OGT)))
	case arith.UnorderedGT:
		return r.id(fmt.Sprintf("not(#%d)", tree(arith.OLE)))
	case arith.UnorderedGE:
		return r.id(fmt.Sprintf("not(#%d)", tree(arith.OLT)))
	}
	return tree(predicate)
}

// conditional is the tree of a result of a condition.
func (r *reader) conditional(op *ir.Op, i int) int {
	if branch, ok := decided(op); ok {
		return r.value(op.Region(branch).Entry().Terminator().Operand(i))
	}
	yes := op.Region(0).Entry().Terminator().Operand(i)
	no := op.Region(1).Entry().Terminator().Operand(i)
	return r.id(fmt.Sprintf("if(#%d,#%d,#%d)", r.condition(op), r.value(yes), r.value(no)))
}

// condition is the tree of the condition of an scf.if or affine.if.
func (r *reader) condition(op *ir.Op) int {
	set, ok := op.Attr("condition").(*ir.IntegerSetAttr)
	if !ok {
		return r.value(op.Operand(0))
	}
	all := -1
	for _, c := range set.Set.Constraints {
		e := r.affine(c.Expr, op.Operands()[:set.Set.NumDims], op.Operands()[set.Set.NumDims:])
		id := r.atLeastZero(e)
		if c.Eq {
			id = r.isZero(e)
		}
		if all >= 0 {
			id = r.id(fmt.Sprintf("arith.andi:i1(#%d,#%d)", all, id))
		}
		all = id
	}
	return all
}

func mask(bits uint) uint64 { return 1<<(bits-1)<<1 - 1 }
