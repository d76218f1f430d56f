package exporter

import (
	"slices"

	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
)

// role says how an operation appears in the text.
type role uint8

const (
	statement role = iota // in lines of its own
	inline                // in the expressions of its users
	binding               // in a line of its own that names the result
	evaluate              // in a line of its own, without a name
	silent                // not at all
)

// The limits of expressions, in numbers of operations. A value with several uses is repeated up to the first
// limit. An expression with one use is divided by bindings above the second one, which no person reaches.
// Conditional expressions cannot be divided.
const (
	repeatedExpression = 24
	longExpression     = 200
	lastExpression     = 400
)

// info is the plan for one operation.
type info struct {
	op         *ir.Op
	pos, end   int32 // number in the order of the text, and the last number of its regions
	size       int32 // size of the expression, operands included
	role       role
	expression bool // one of the operations that are written as expressions
	loads      bool // the expression reads memory
	heavy      bool // the expression must not be written or computed more often than needed
	modulo     bool // the subtraction at the end of x - x // y * y
	// many says that an inline expression is written in several places. Otherwise it is in the line of
	// anchor.
	many   bool
	anchor *info
}

// plan decides which operations of a function are parts of other expressions, and which have lines of their
// own.
type plan struct {
	poll  *interrupt.Poll
	infos map[*ir.Op]*info
	slabs [][]info
	used  int // number of infos in use
	next  int32

	// The numbers of the operations that may change a buffer, any buffer, or everything: writes in the order
	// of the text.
	writes   map[*ir.Value][]int32
	anywhere []int32
	every    []int32

	// roundsUp says that some quotient rounds up. Linear forms do not distinguish such quotients from those
	// that round down.
	roundsUp bool
	// tooLong is a conditional expression that is too long to be written.
	tooLong *ir.Op
	// isOpaque says whether a call is one of a function that is only declared.
	isOpaque func(call *ir.Op) bool
}

func newPlan(poll *interrupt.Poll) *plan {
	return &plan{poll: poll, infos: map[*ir.Op]*info{}, writes: map[*ir.Value][]int32{}}
}

// make plans a function. It clears the plan of the function before and uses its memory again.
func (pl *plan) make(fn *ir.Op) {
	clear(pl.infos)
	clear(pl.writes)
	pl.used, pl.next, pl.tooLong, pl.roundsUp = 0, 0, nil, false
	pl.anywhere, pl.every = pl.anywhere[:0], pl.every[:0]
	pl.number(fn.Body(), false)
	pl.settle(fn.Body(), nil, false)
}

func (pl *plan) of(op *ir.Op) *info { return pl.infos[op] }

const slabSize = 256

func (pl *plan) add(op *ir.Op) *info {
	if pl.used == len(pl.slabs)*slabSize {
		pl.slabs = append(pl.slabs, make([]info, slabSize))
	}
	in := &pl.slabs[pl.used/slabSize][pl.used%slabSize]
	pl.used++
	*in = info{op: op, pos: pl.next}
	pl.next++
	pl.infos[op] = in
	return in
}

// number goes through a block in the order of the text, and notes the facts that do not depend on later
// operations. In a block that must be one expression, calls are expressions as well.
func (pl *plan) number(b *ir.Block, must bool) {
	for op := b.First(); op != nil; op = op.Next() {
		pl.poll.Step()
		in := pl.add(op)
		pl.effects(in)
		pl.roundsUp = pl.roundsUp || roundsUp(op)
		in.size, in.expression = 1, isExpression(op) || must && isCallExpression(op)
		if in.expression {
			in.heavy, in.loads = isHeavy(op), isLoad(op) || isCall(op)
		}
		if isDeclared(op) && op.Result(0).HasUses() && !pl.flattens(op) {
			in.role = binding
		}
		for i := range op.NumOperands() {
			pl.addOperand(in, op.Operand(i))
		}
		for i, r := range op.Regions() {
			for _, inner := range r.Blocks() {
				pl.number(inner, must || isIf(op) || op.Name() == "scf.while" && i == 0)
				pl.addRegion(in, inner)
			}
		}
		in.end = pl.next - 1
		pl.findModulo(in)
		if op.Name() == "pipeline.block" {
			pl.matchBuffers(op)
		}
	}
}

// addOperand adds the size of an operand to that of its user.
func (pl *plan) addOperand(in *info, v *ir.Value) {
	def := v.DefiningOp()
	if def == nil {
		return
	}
	d := pl.of(def)
	if d == nil || !d.expression || d.size > longExpression {
		return
	}
	in.size += d.size
	in.loads = in.loads || d.loads
	in.heavy = in.heavy || d.heavy
}

// addRegion adds the size of a region of a conditional expression.
func (pl *plan) addRegion(in *info, b *ir.Block) {
	if in.op.NumResults() == 0 {
		return
	}
	for op := b.First(); op != nil; op = op.Next() {
		d := pl.of(op)
		in.size = min(in.size+d.size, lastExpression+1)
		in.loads = in.loads || d.loads
	}
	in.heavy = true
}

// findModulo recognizes x - x // y * y: a remainder that, for positive y, is never negative.
func (pl *plan) findModulo(in *info) {
	_, mul, div, ok := modulo(in.op)
	if !ok {
		return
	}
	in.modulo = true
	in.size = 1
	for i := range 2 {
		pl.addOperand(in, div.Operand(i))
	}
	for _, op := range []*ir.Op{mul, div} {
		if op.Result(0).HasOneUse() {
			pl.of(op).role = silent
		}
	}
}

// modulo returns x // y * y and x // y if op is x - x // y * y.
func modulo(op *ir.Op) (sub, mul, div *ir.Op, ok bool) {
	if op.Name() != "arith.subi" {
		return nil, nil, nil, false
	}
	mul = op.Operand(1).DefiningOp()
	if mul == nil || mul.Name() != "arith.muli" {
		return nil, nil, nil, false
	}
	for i := range 2 {
		div = mul.Operand(i).DefiningOp()
		if div != nil && div.Name() == "arith.floordivsi" && same(div.Operand(0), op.Operand(0)) &&
			same(div.Operand(1), mul.Operand(1-i)) {
			return op, mul, div, true
		}
	}
	return nil, nil, nil, false
}

// same reports whether two values are one, or equal constants.
func same(a, b *ir.Value) bool {
	if a == b {
		return true
	}
	c := ir.ConstantValue(a)
	return c != nil && c == ir.ConstantValue(b)
}

// matchBuffers makes the slices at the beginning of a block statements, because they are T.match_buffer.
func (pl *plan) matchBuffers(block *ir.Op) {
	for op := block.Body().First(); op != nil; op = op.Next() {
		switch {
		case isMatchBuffer(op) && !pl.isPointer(op):
			pl.of(op).role = binding
		case op.Name() == "pipeline.axis" || isAlloc(op) || isExpression(op) && !isLoad(op):
		default:
			return
		}
	}
}

// settle decides the roles in a block. It begins at the end of the block, so that it visits users before the
// values that they use. within is the conditional expression of the block. In such a block, and if must is
// set, every value is part of an expression.
func (pl *plan) settle(b *ir.Block, within *info, must bool) {
	for op := b.Last(); op != nil; op = op.Prev() {
		pl.poll.Step()
		in := pl.of(op)
		expression := in.expression
		switch {
		case in.role == silent, in.role == binding:
		case expression:
			pl.decide(in, must)
		case isSilent(op):
			in.role = silent
		}
		for i, r := range op.Regions() {
			for _, inner := range r.Blocks() {
				switch {
				case expression:
					pl.settle(inner, in, true)
				case op.Name() == "scf.while" && i == 0:
					pl.settle(inner, nil, true)
				default:
					pl.settle(inner, nil, false)
				}
			}
		}
	}
}

// decide chooses the role of an expression.
func (pl *plan) decide(in *info, must bool) {
	anchor, uses, many := pl.uses(in)
	in.anchor, in.many = anchor, many || uses > 1
	in.role = inline
	switch {
	case in.op.Has(ir.ConstantLike):
	case uses == 0 && isLoad(in.op) && !must:
		in.role = evaluate
	case uses == 0:
		in.role = silent
	case must:
		if in.size > lastExpression {
			pl.tooLong = in.op
		}
	case isView(in.op) || isShape(in.op):
	case in.size > longExpression && !isIf(in.op), in.size > repeatedExpression && in.many:
		in.role = binding
	case !in.heavy:
	case in.many || !pl.reaches(in, anchor):
		in.role = binding
	}
}

// uses returns where a value is written: the number of places, and the statement of one of them. many says
// that there may be more than one statement.
func (pl *plan) uses(in *info) (anchor *info, n int, many bool) {
	for i := range in.op.NumResults() {
		for u := range in.op.Result(i).Uses() {
			a, repeated, ok := pl.line(u.Owner(), u.Value())
			if !ok {
				continue
			}
			n++
			many = many || repeated
			if anchor == nil || a != nil && a.pos < anchor.pos {
				anchor = a
			}
		}
	}
	return anchor, n, many
}

// line returns the statement in which a user of v is written. repeated says that there may be several.
func (pl *plan) line(user *ir.Op, v *ir.Value) (anchor *info, repeated, ok bool) {
	u := pl.of(user)
	if u == nil {
		return nil, false, false
	}
	if user.Has(ir.Terminator) && user.Parent() != nil {
		if p := pl.of(user.Parent()); p != nil && p.expression {
			u = p
		}
	}
	switch u.role {
	case inline:
		return u.anchor, u.many, true
	case silent:
		// The parts of a remainder are not written themselves. The terminator of a loop's condition is a
		// statement.
		return u, false, user.Has(ir.Terminator)
	}
	return u, writesTwice(u.op), true
}

// writesTwice reports whether an operation may write its operands in several places.
func writesTwice(op *ir.Op) bool {
	return op.Name() == "memref.copy" || op.Name() == "pipeline.block" || isAlloc(op)
}

// reaches reports whether the loads of an expression give the same values in the line of anchor. That line
// must be in the same block, so that no load is executed more often, or after the issue of its operation.
func (pl *plan) reaches(in, anchor *info) bool {
	if anchor == nil || anchor.op.Block() != in.op.Block() {
		return false
	}
	if !isLoad(in.op) {
		if isIf(in.op) && in.loads {
			return !between(pl.every, in.pos, anchor.pos)
		}
		return true
	}
	root := rootOf(in.op.Operand(0))
	if root == nil {
		return !between(pl.every, in.pos, anchor.pos)
	}
	return !between(pl.writes[root], in.pos, anchor.pos) && !between(pl.anywhere, in.pos, anchor.pos)
}

// between reports whether one of the sorted numbers lies between two others.
func between(numbers []int32, from, to int32) bool {
	i, _ := slices.BinarySearch(numbers, from+1)
	return i < len(numbers) && numbers[i] < to
}

// effects notes the memory that the operation itself may change.
func (pl *plan) effects(in *info) {
	op, def := in.op, in.op.Def()
	switch {
	case op.Has(ir.Terminator), isAlloc(op), op.Name() == "memref.load":
	case op.Name() == "memref.store":
		pl.change(in, op.Operand(1))
	case op.Name() == "pipeline.commit_queue", op.Name() == "pipeline.async_scope",
		op.Name() == "pipeline.async_commit_stage":
		// These complete nothing, and the operations in them have numbers of their own.
	case op.Name() == "pipeline.block":
		for i := range op.NumOperands() {
			pl.change(in, op.Operand(i))
		}
	case def.Effects != nil:
		def.Effects(op, func(e ir.Effect) {
			if e.Kind == ir.Write || e.Kind == ir.Free {
				pl.change(in, e.Value)
			}
		})
	case op.Has(ir.Pure), op.Has(ir.RecursiveEffects):
	default:
		pl.change(in, nil)
	}
}

// change notes that an operation may change a buffer. nil stands for any buffer. A view changes its source.
func (pl *plan) change(in *info, v *ir.Value) {
	pl.every = append(pl.every, in.pos)
	if v != nil {
		v = rootOf(v)
	}
	if v == nil {
		pl.anywhere = append(pl.anywhere, in.pos)
		return
	}
	pl.writes[v] = append(pl.writes[v], in.pos)
}

// rootOf returns the allocation or argument of a function that a memref is or is a view of. It returns nil if
// that is not known.
func rootOf(v *ir.Value) *ir.Value {
	var trail ir.Trail
	for {
		op := v.DefiningOp()
		switch {
		case op == nil:
			if f := v.Owner().ParentOp(); f != nil && f.Name() == "func.func" {
				return v
			}
			return nil
		case isAlloc(op):
			return v
		case op.Def().View == nil || trail.Repeats(v):
			return nil
		}
		view, ok := op.Def().View(op)
		if !ok || view.Source == nil {
			return nil
		}
		v = view.Source
	}
}
