package ptx

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){
		llvm.ExtractValue: writeExtractValue, llvm.InsertValue: writeInsertValue,
		llvm.ExtractElement: writeExtractElement,
		llvm.InsertElement:  writeInsertElement, llvm.ShuffleVector: writeShuffle,
	})
	for name, def := range map[string]*ir.OpDef{"add": llvm.Add, "mul": llvm.Mul, "and": llvm.And,
		"or": llvm.Or, "xor": llvm.XOr,
		"smax": llvm.Intrinsic("smax"), "smin": llvm.Intrinsic("smin"), "umax": llvm.Intrinsic("umax"),
		"umin": llvm.Intrinsic("umin")} {
		d := integerOps[def]
		writers[llvm.Intrinsic("vector.reduce."+name)] = func(f *function, op *ir.Op) {
			f.reduceIntegers(op, d, bitOps[def])
		}
	}
	for name, instruction := range map[string]string{"fadd": "add.rn", "fmul": "mul.rn"} {
		writers[llvm.Intrinsic("vector.reduce."+name)] = func(f *function, op *ir.Op) {
			f.reduceFloats(op, f.elements(op.Operand(1)), f.word(op.Operand(0)),
				func(a, b operand, typ string) operand {
					return f.floatOp(instruction, typ, a, b)
				})
		}
	}
	for name, d := range map[string]struct {
		instruction string
		nan         bool
	}{"fmin": {"min", false}, "fmax": {"max", false}, "fminimum": {"min", true}, "fmaximum": {"max", true}} {
		writers[llvm.Intrinsic("vector.reduce."+name)] = func(f *function, op *ir.Op) {
			list := f.elements(op.Operand(0))
			f.reduceFloats(op, list[1:], list[0], func(a, b operand, typ string) operand {
				return f.extreme(d.instruction, typ, d.nan, a, b)
			})
		}
	}
}

// span returns the words of an aggregate that the member at a position has.
func span(t ir.Type, position []int64) (first, n int) {
	for _, i := range position {
		if members, ok := llvm.Members(t); ok {
			for _, m := range members[:i] {
				list, _ := words(nil, m)
				first += len(list)
			}
			t = members[i]
			continue
		}
		_, elem := llvm.ArrayOf(t)
		list, _ := words(nil, elem)
		first += int(i) * len(list)
		t = elem
	}
	list, _ := words(nil, t)
	return first, len(list)
}

func writeExtractValue(f *function, op *ir.Op) {
	first, n := span(op.Operand(0).Type(), op.Ints("position"))
	f.set(op.Result(0), f.wordsOf(op.Operand(0))[first:first+n]...)
}

func writeInsertValue(f *function, op *ir.Op) {
	first, n := span(op.Operand(0).Type(), op.Ints("position"))
	list := slices.Clone(f.wordsOf(op.Operand(0)))
	copy(list[first:first+n], f.wordsOf(op.Operand(1)))
	f.set(op.Result(0), list...)
}

// position returns a constant position in a vector. ok is false if v is not constant.
func (f *function) position(v *ir.Value) (int64, bool) {
	x := f.lookup(v)
	if len(x.words) != 1 || x.words[0].kind != immediate {
		return 0, false
	}
	return x.words[0].imm, true
}

func writeExtractElement(f *function, op *ir.Op) {
	list := f.elements(op.Operand(0))
	if i, ok := f.position(op.Operand(1)); ok {
		if i < 0 || i >= int64(len(list)) {
			f.set(op.Result(0), f.zeros(op.Result(0).Type())...) // poison
			return
		}
		f.set(op.Result(0), list[i])
		return
	}
	at := f.inRegister(f.word(op.Operand(1)))
	r := list[0]
	for i := 1; i < len(list); i++ {
		r = f.choose(f.isAt(at, i), list[i], r)
	}
	f.set(op.Result(0), r)
}

// isAt returns the comparison of a position with the constant i.
func (f *function) isAt(at operand, i int) operand {
	return f.op(pred, "setp.eq.u"+width(at.class), at, bits(at.class, int64(i)))
}

func writeInsertElement(f *function, op *ir.Op) {
	list := slices.Clone(f.elements(op.Operand(0)))
	v := f.word(op.Operand(1))
	if i, ok := f.position(op.Operand(2)); ok {
		if i >= 0 && i < int64(len(list)) {
			list[i] = v
		}
	} else {
		at := f.inRegister(f.word(op.Operand(2)))
		for i := range list {
			list[i] = f.choose(f.isAt(at, i), v, list[i])
		}
	}
	f.setElements(op.Result(0), list)
}

func writeShuffle(f *function, op *ir.Op) {
	list := slices.Concat(f.elements(op.Operand(0)), f.elements(op.Operand(1)))
	mask := op.Ints("mask")
	out := make([]operand, len(mask))
	for i, from := range mask {
		if out[i] = bits(list[0].class, 0); from >= 0 {
			out[i] = list[from]
		}
	}
	f.setElements(op.Result(0), out)
}

// reduceIntegers combines the elements of a vector, beginning with the first.
func (f *function) reduceIntegers(op *ir.Op, d integerOp, bit string) {
	list := f.elements(op.Operand(0))
	w := elementBits(elementOf(op.Operand(0).Type()))
	r := list[0]
	for _, o := range list[1:] {
		if w == 1 {
			r = f.op(pred, bit+".pred", f.inRegister(r), f.inRegister(o))
		} else {
			r = f.arithmetic(d, []operand{r, o}, w, "")
		}
	}
	f.set(op.Result(0), r)
}

// reduceFloats combines floating-point elements in the same order. Each step is rounded to their format.
func (f *function) reduceFloats(op *ir.Op, list []operand, r operand,
	combine func(a, b operand, typ string) operand) {
	t := op.Result(0).Type().(*ir.FloatType)
	for _, o := range list {
		if t.Width() == 16 {
			r = f.narrow(op, combine(f.widen(f.inRegister(r), t), f.widen(f.inRegister(o), t), "f32"), t)
		} else {
			r = combine(r, o, floatName(t))
		}
	}
	f.set(op.Result(0), r)
}
