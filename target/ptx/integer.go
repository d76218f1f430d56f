package ptx

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// An integer whose width no register has is in a larger register, with zeros above. An operation that depends
// on the sign extends its operands by the sign first. After an operation that may carry into the bits above,
// these are cleared.

// integerOp describes how an operation on integers is compiled.
type integerOp struct {
	name  string // of the instruction, without type
	typ   byte   // s, u or b: the kind of its type
	sign  bool   // the result depends on the sign
	carry bool   // the operation may set bits above the width
}

var integerOps = map[*ir.OpDef]integerOp{
	llvm.Add: {"add", 's', false, true}, llvm.Sub: {"sub", 's', false, true},
	llvm.Mul:  {"mul.lo", 's', false, true},
	llvm.UDiv: {"div", 'u', false, false}, llvm.SDiv: {"div", 's', true, true},
	llvm.URem: {"rem", 'u', false, false}, llvm.SRem: {"rem", 's', true, true},
	llvm.And: {"and", 'b', false, false}, llvm.Or: {"or", 'b', false, false},
	llvm.XOr:               {"xor", 'b', false, false},
	llvm.Intrinsic("smax"): {"max", 's', true, true}, llvm.Intrinsic("smin"): {"min", 's', true, true},
	llvm.Intrinsic("umax"): {"max", 'u', false, false}, llvm.Intrinsic("umin"): {"min", 'u', false, false},
}

// shiftOps are the shifts, whose distance has 32 bits.
var shiftOps = map[*ir.OpDef]integerOp{
	llvm.Shl: {"shl", 'b', false, true}, llvm.LShr: {"shr", 'u', false, false},
	llvm.AShr: {"shr", 's', true, true},
}

// bitOps are the operations on integers of one bit.
var bitOps = map[*ir.OpDef]string{
	llvm.Add: "xor", llvm.Sub: "xor", llvm.Mul: "and", llvm.And: "and", llvm.Or: "or", llvm.XOr: "xor",
	llvm.Intrinsic("smax"): "and", llvm.Intrinsic("smin"): "or", llvm.Intrinsic("umax"): "or",
	llvm.Intrinsic("umin"): "and",
	llvm.UDiv:              "and", llvm.SDiv: "and",
}

func init() {
	for def, d := range integerOps {
		writers[def] = elementwise(func(f *function, op *ir.Op, x []operand, width uint32) operand {
			if width == 1 {
				return f.bitOp(op, x)
			}
			return f.arithmetic(d, x, width, "")
		})
	}
	for def, d := range shiftOps {
		writers[def] = elementwise(func(f *function, op *ir.Op, x []operand, width uint32) operand {
			if width == 1 {
				return f.shiftBit(op, x[0], x[1])
			}
			return f.shift(d, x[0], x[1], width)
		})
	}
	writers[llvm.ICmp] = writeICmp
	writers[llvm.Select] = writeSelect
	writers[llvm.Freeze] = func(f *function, op *ir.Op) { f.values[op.Result(0)] = f.lookup(op.Operand(0)) }
	for def, w := range map[string]func(*function, *ir.Op, []operand, uint32) operand{
		"abs": writeAbs, "ctpop": writePopulation, "ctlz": writeLeadingZeros, "cttz": writeTrailingZeros,
		"bitreverse": writeReverse,
		"bswap":      writeSwap, "fshl": funnel(true), "fshr": funnel(false),
	} {
		writers[llvm.Intrinsic(def)] = elementwise(w)
	}
	writers[llvm.Intrinsic("uadd.with.overflow")] = writeOverflow(llvm.Add)
	writers[llvm.Intrinsic("usub.with.overflow")] = writeOverflow(llvm.Sub)
}

// elementwise does an operation on a number, or on each element of vectors. width is that of the first
// operand.
func elementwise(one func(f *function, op *ir.Op, x []operand, width uint32) operand) func(*function,
	*ir.Op) {
	return func(f *function, op *ir.Op) {
		t := op.Operand(0).Type()
		v, isVector := t.(*ir.VectorType)
		if isVector {
			t = v.Elem
		}
		w := elementBits(t)
		if !isVector {
			f.set(op.Result(0), one(f, op, f.each(op.Operands()), w))
			return
		}
		lists := make([][]operand, op.NumOperands())
		for i, o := range op.Operands() {
			lists[i] = f.elements(o)
		}
		out := make([]operand, v.Shape[0])
		for i := range out {
			x := make([]operand, len(lists))
			for j, l := range lists {
				x[j] = l[0]
				if len(l) > 1 {
					x[j] = l[i]
				}
			}
			out[i] = one(f, op, x, w)
		}
		f.setElements(op.Result(0), out)
	}
}

// registerWidth returns the bits of the register of an integer.
func registerWidth(w uint32) (class, uint32) {
	word, _ := integerWord(w)
	return word.class, uint32(8 * word.class.bytes())
}

// arithmetic does an operation on registers, and clears the bits into which the operation carries.
func (f *function) arithmetic(d integerOp, x []operand, w uint32, suffix string) operand {
	if r, ok := folded(d, x, w); ok {
		return r
	}
	c, full := registerWidth(w)
	y := make([]operand, len(x))
	for i, o := range x {
		if y[i] = o; d.sign {
			y[i] = f.extend(o, w, true)
		}
		if i == 0 || d.typ == 'b' && c == b16 {
			y[i] = f.inRegister(y[i])
		}
	}
	if full == 16 && d.name == "sub" {
		// ptxas 13.0 takes 0 - x of .s16 for a number of 32 bits where it is extended by its sign: -(-32768)
		// is 32768 then.
		d.typ = 'u'
	}
	r := f.op(c, fmt.Sprintf("%s%s.%c%d", d.name, suffix, d.typ, full), y...)
	if d.carry {
		r = f.clear(r, w)
	}
	return r
}

// folded returns the result of an operation on constants, or of one that does not change a number.
func folded(d integerOp, x []operand, w uint32) (operand, bool) {
	if len(x) != 2 || x[1].kind != immediate {
		if len(x) == 2 && x[0].kind == immediate && (d.name == "add" || d.name == "mul.lo") {
			return folded(d, []operand{x[1], x[0]}, w)
		}
		return operand{}, false
	}
	a, b, known := x[0].imm, x[1].imm, x[0].kind == immediate
	switch {
	case d.name == "add" && known:
		return masked(a+b, w), true
	case d.name == "sub" && known:
		return masked(a-b, w), true
	case d.name == "mul.lo" && (known || b == 0):
		if b == 0 {
			a = 0
		}
		return masked(a*b, w), true
	case (d.name == "add" || d.name == "sub") && b == 0, d.name == "mul.lo" && b == 1:
		return x[0], true
	}
	return operand{}, false
}

// masked returns an immediate of a width.
func masked(n int64, w uint32) operand {
	c, _ := registerWidth(w)
	if w < 64 {
		n &= 1<<w - 1
	}
	return bits(c, n)
}

// clear sets the bits above a width to 0.
func (f *function) clear(o operand, w uint32) operand {
	c, full := registerWidth(w)
	if w == full {
		return o
	}
	return f.op(c, "and."+c.String(), f.inRegister(o), bits(c, 1<<w-1))
}

// extend returns an integer that fills its register: with its sign if sign is set, and else with zeros.
func (f *function) extend(o operand, w uint32, sign bool) operand {
	c, full := registerWidth(w)
	if !sign || w == full || w == 1 {
		return o
	}
	if o.kind == immediate {
		return bits(c, o.imm<<(64-w)>>(64-w))
	}
	return f.op(c, fmt.Sprintf("bfe.s%d", full), o, bits(b32, 0), bits(b32, int64(w)))
}

func (f *function) bitOp(op *ir.Op, x []operand) operand {
	name, ok := bitOps[op.Def()]
	if !ok { // the divisor of a remainder is 1
		return bits(pred, 0)
	}
	return f.op(pred, name+".pred", f.inRegister(x[0]), f.inRegister(x[1]))
}

func (f *function) shift(d integerOp, x, by operand, w uint32) operand {
	c, full := registerWidth(w)
	if x = f.inRegister(x); d.sign {
		x = f.extend(x, w, true)
	}
	switch {
	case by.kind == immediate:
		by = bits(b32, int64(min(uint64(by.imm), 64))) // a shift by 64 and more leaves only the sign
	case by.class == b64:
		by = f.op(b32, "cvt.u32.u64", f.op(b64, "min.u64", by, bits(b64, 64)))
	case by.class == b16:
		by = f.op(b32, "cvt.u32.u16", by)
	}
	r := f.op(c, fmt.Sprintf("%s.%c%d", d.name, d.typ, full), x, by)
	if d.carry {
		r = f.clear(r, w)
	}
	return r
}

// shiftBit shifts an integer of one bit. An arithmetic shift by 1 does not change it.
func (f *function) shiftBit(op *ir.Op, x, by operand) operand {
	if op.Is(llvm.AShr) {
		return x
	}
	return f.op(pred, "and.pred", f.inRegister(x), f.op(pred, "not.pred", f.inRegister(by)))
}

// The comparisons of integers, by their predicates. sign says whether the comparison is signed.
var comparisons = [...]struct {
	name string
	sign bool
}{
	llvm.EQ: {"eq", false}, llvm.NE: {"ne", false}, llvm.SLT: {"lt", true}, llvm.SLE: {"le", true},
	llvm.SGT: {"gt", true},
	llvm.SGE: {"ge", true}, llvm.ULT: {"lt", false}, llvm.ULE: {"le", false}, llvm.UGT: {"gt", false},
	llvm.UGE: {"ge", false},
}

func writeICmp(f *function, op *ir.Op) {
	predicate, _ := op.IntAttr("predicate")
	d := comparisons[predicate]
	if llvm.IsPointer(op.Operand(0).Type()) {
		x, y := f.word(op.Operand(0)), f.word(op.Operand(1))
		if x.space != y.space {
			x, y = f.inSpace(x, llvm.Generic), f.inSpace(y, llvm.Generic)
		}
		x = f.inRegister(x)
		y.class = x.class
		f.set(op.Result(0), f.op(pred, fmt.Sprintf("setp.%s.u%s", d.name, width(x.class)), x,
			f.inRegister(y)))
		return
	}
	elementwise(func(f *function, _ *ir.Op, x []operand, w uint32) operand {
		if w == 1 {
			return f.compareBits(predicate, x[0], x[1])
		}
		typ := byte('u')
		if d.sign {
			typ = 's'
		}
		_, full := registerWidth(w)
		return f.op(pred, fmt.Sprintf("setp.%s.%c%d", d.name, typ, full),
			f.inRegister(f.extend(x[0], w, d.sign)), f.extend(x[1], w, d.sign))
	})(f, op)
}

// compareBits compares integers of one bit. In a signed comparison 1 is -1.
func (f *function) compareBits(predicate int64, x, y operand) operand {
	x, y = f.inRegister(x), f.inRegister(y)
	not := func(o operand) operand { return f.op(pred, "not.pred", o) }
	and := func(a, b operand) operand { return f.op(pred, "and.pred", a, b) }
	or := func(a, b operand) operand { return f.op(pred, "or.pred", a, b) }
	switch predicate {
	case llvm.EQ:
		return not(f.op(pred, "xor.pred", x, y))
	case llvm.NE:
		return f.op(pred, "xor.pred", x, y)
	case llvm.ULT, llvm.SGT:
		return and(not(x), y)
	case llvm.ULE, llvm.SGE:
		return or(not(x), y)
	case llvm.UGT, llvm.SLT:
		return and(x, not(y))
	}
	return or(x, not(y))
}

// writeSelect selects words by a condition, or elements by a vector of conditions.
func writeSelect(f *function, op *ir.Op) {
	if !isVector(op.Operand(0).Type()) {
		c := f.word(op.Operand(0))
		x, y := f.wordsOf(op.Operand(1)), f.wordsOf(op.Operand(2))
		out := make([]operand, len(x))
		for i := range x {
			out[i] = f.choose(c, x[i], y[i])
		}
		f.set(op.Result(0), out...)
		return
	}
	c, x, y := f.elements(op.Operand(0)), f.elements(op.Operand(1)), f.elements(op.Operand(2))
	out := make([]operand, len(x))
	for i := range x {
		out[i] = f.choose(c[i], x[i], y[i])
	}
	f.setElements(op.Result(0), out)
}

func (f *function) choose(c, x, y operand) operand {
	switch {
	case c.kind == immediate && c.imm&1 != 0:
		return x
	case c.kind == immediate:
		return y
	}
	if x.space != y.space && x.class == b64 { // an address of 32 bits can only be of shared memory
		x, y = f.inSpace(x, llvm.Generic), f.inSpace(y, llvm.Generic)
	}
	if x.class == pred {
		x, y = f.inRegister(x), f.inRegister(y)
		return f.op(pred, "or.pred", f.op(pred, "and.pred", c, x),
			f.op(pred, "and.pred", f.op(pred, "not.pred", c), y))
	}
	for _, o := range []*operand{&x, &y} {
		if o.kind != immediate {
			*o = f.inRegister(*o)
		}
	}
	r := f.op(x.class, "selp."+x.class.String(), x, y, c)
	r.space = max(x.space, y.space)
	return r
}

func writeAbs(f *function, _ *ir.Op, x []operand, w uint32) operand {
	if w == 1 {
		return x[0]
	}
	if w == 16 {
		return f.absShort(x[0])
	}
	return f.arithmetic(integerOp{"abs", 's', true, true}, x, w, "")
}

// absShort is abs.s16. ptxas 13.0 does not limit its result to 16 bits if the number is -32768. Here the
// absolute value of a negative number is its complement plus one.
func (f *function) absShort(x operand) operand {
	x = f.inRegister(x)
	negative := f.op(pred, "setp.lt.s16", x, bits(b16, 0))
	opposite := f.op(b16, "add.s16", f.op(b16, "not.b16", x), bits(b16, 1))
	return f.op(b16, "selp.b16", opposite, x, negative)
}

// count converts a number of 32 bits to a width.
func (f *function) count(o operand, w uint32) operand { return f.resize(o, 32, w, false) }

// wide returns an integer in a register of 32 or 64 bits, and the number of bits.
func (f *function) wide(o operand, w uint32) (operand, uint32) {
	if w <= 32 {
		return f.inRegister(f.resize(o, w, 32, false)), 32
	}
	return f.inRegister(o), 64
}

func writePopulation(f *function, _ *ir.Op, x []operand, w uint32) operand {
	o, full := f.wide(x[0], w)
	return f.count(f.op(b32, fmt.Sprintf("popc.b%d", full), o), w)
}

func writeLeadingZeros(f *function, _ *ir.Op, x []operand, w uint32) operand {
	o, full := f.wide(x[0], w)
	n := f.op(b32, fmt.Sprintf("clz.b%d", full), o)
	if full != w {
		n = f.op(b32, "sub.s32", n, bits(b32, int64(full-w)))
	}
	return f.count(n, w)
}

// writeTrailingZeros counts the leading zeros of the reversed number. The result for 0 is the width.
func writeTrailingZeros(f *function, _ *ir.Op, x []operand, w uint32) operand {
	o, full := f.wide(x[0], w)
	c := o.class
	r := f.op(c, fmt.Sprintf("brev.b%d", full), o)
	n := f.op(b32, fmt.Sprintf("clz.b%d", full), r)
	if full != w {
		n = f.op(b32, "min.u32", n, bits(b32, int64(w)))
	}
	return f.count(n, w)
}

func writeReverse(f *function, _ *ir.Op, x []operand, w uint32) operand {
	o, full := f.wide(x[0], w)
	r := f.op(o.class, fmt.Sprintf("brev.b%d", full), o)
	if full != w {
		r = f.op(o.class, fmt.Sprintf("shr.u%d", full), r, bits(b32, int64(full-w)))
	}
	return f.resize(r, full, w, false)
}

func writeSwap(f *function, _ *ir.Op, x []operand, w uint32) operand {
	if w <= 32 {
		o, _ := f.wide(x[0], w)
		r := f.op(b32, "prmt.b32", o, bits(b32, 0), bits(b32, 0x0123))
		if w < 32 {
			r = f.op(b32, "shr.u32", r, bits(b32, int64(32-w)))
		}
		return f.resize(r, 32, w, false)
	}
	low, high := f.halves(x[0])
	swap := func(o operand) operand { return f.op(b32, "prmt.b32", o, bits(b32, 0), bits(b32, 0x0123)) }
	r := f.join(swap(high), swap(low))
	if w < 64 {
		r = f.op(b64, "shr.u64", r, bits(b32, int64(64-w)))
	}
	return r
}

// halves splits a register of 64 bits into two.
func (f *function) halves(o operand) (low, high operand) {
	if o.kind == immediate {
		return bits(b32, o.imm&0xffffffff), bits(b32, int64(uint64(o.imm)>>32))
	}
	low, high = f.fresh(b32), f.fresh(b32)
	f.line(fmt.Sprintf("mov.b64 {%s, %s}, %s;", low.text(""), high.text(""), f.inRegister(o).text("")))
	return low, high
}

// join makes a register of 64 bits of two of 32.
func (f *function) join(low, high operand) operand {
	r := f.fresh(b64)
	f.line(fmt.Sprintf("mov.b64 %s, {%s, %s};", r.text(""), f.inRegister(low).text(""),
		f.inRegister(high).text("")))
	return r
}

// funnel shifts the concatenation of two numbers to the left or to the right, by a distance modulo the width.
func funnel(left bool) func(*function, *ir.Op, []operand, uint32) operand {
	return func(f *function, op *ir.Op, x []operand, w uint32) operand {
		if w == 32 {
			name := "shf.r.wrap.b32"
			if left {
				name = "shf.l.wrap.b32"
			}
			return f.op(b32, name, f.inRegister(x[1]), f.inRegister(x[0]), x[2])
		}
		if w == 1 {
			f.fail(op, codeOp, "shifts integers of one bit, which cannot be written")
			return x[0]
		}
		by := f.arithmetic(integerOps[llvm.URem], []operand{x[2], bits(x[2].class, int64(w))}, w, "")
		rest := f.arithmetic(integerOps[llvm.Sub], []operand{bits(x[2].class, int64(w)), by}, w, "")
		high, low := by, rest
		if !left {
			high, low = rest, by
		}
		// A distance of the whole width gives 0: shifts are clamped.
		up := f.shift(shiftOps[llvm.Shl], x[0], high, w)
		down := f.shift(shiftOps[llvm.LShr], x[1], low, w)
		return f.arithmetic(integerOps[llvm.Or], []operand{up, down}, w, "")
	}
}

// writeOverflow adds or subtracts unsigned numbers. The second result says whether the first is too large or
// below 0.
func writeOverflow(def *ir.OpDef) func(f *function, op *ir.Op) {
	return func(f *function, op *ir.Op) {
		v, _ := op.Operand(0).Type().(*ir.VectorType)
		w := elementBits(elementOf(op.Operand(0).Type()))
		xs, ys := f.elements(op.Operand(0)), f.elements(op.Operand(1))
		results, flags := make([]operand, len(xs)), make([]operand, len(xs))
		for i := range xs {
			results[i], flags[i] = f.overflow(def, xs[i], ys[i], w)
		}
		if v != nil && packed(v) > 1 {
			results = f.pack(v, results)
		}
		f.set(op.Result(0), append(results, flags...)...)
	}
}

// overflow returns the sum or the difference of two numbers, and the carry or the borrow.
func (f *function) overflow(def *ir.OpDef, x, y operand, w uint32) (result, flag operand) {
	if w == 1 {
		x, y = f.inRegister(x), f.inRegister(y)
		result = f.op(pred, "xor.pred", x, y)
		if def == llvm.Sub {
			x = f.op(pred, "not.pred", x)
		}
		return result, f.op(pred, "and.pred", x, y)
	}
	result = f.arithmetic(integerOps[def], []operand{x, y}, w, "")
	less, more := result, x
	if def == llvm.Sub {
		less, more = x, y
	}
	_, full := registerWidth(w)
	return result, f.op(pred, fmt.Sprintf("setp.lt.u%d", full), f.inRegister(less), more)
}
