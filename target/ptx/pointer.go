package ptx

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){
		llvm.GEP: writeGEP, llvm.AddrSpaceCast: writeSpaceCast, llvm.PtrToInt: writePtrToInt,
		llvm.IntToPtr: writeIntToPtr,
	})
}

// writeGEP adds distances. The pointer keeps the constant part, which the access adds.
func writeGEP(f *function, op *ir.Op) {
	if isVector(op.Result(0).Type()) {
		f.fail(op, codeOp, "computes a vector of addresses, which cannot be written")
		return
	}
	p := f.word(op.Operand(0))
	if p.kind == immediate {
		p = f.inRegister(p)
	}
	t := op.Attr("elem_type").(*ir.TypeAttr).Type
	dynamic := op.Operands()[1:]
	for i, n := range op.Ints("rawConstantIndices") {
		size, elem := int64(0), t
		if i == 0 {
			size, _ = sizeOf(t)
		} else {
			if n != llvm.DynamicIndex {
				at, m := memberOffset(t, n)
				p.imm += at
				t = m
				continue
			}
			_, elem = memberOffset(t, 0)
			size, _ = sizeOf(elem)
		}
		t = elem
		if n != llvm.DynamicIndex {
			p.imm += n * size
			continue
		}
		p = f.index(p, dynamic[0], size)
		dynamic = dynamic[1:]
	}
	f.set(op.Result(0), p)
}

// index returns the address v times size bytes behind another. The constant part of v is added to the
// distance.
func (f *function) index(p operand, v *ir.Value, size int64) operand {
	if w := elementBits(v.Type()); w == 64 || p.class == b32 && w == 32 {
		l := f.linear(v, maxDepth)
		p.imm += l.known * size
		switch {
		case !l.some:
			return p
		case l.rest != nil:
			v = l.rest
		default:
			return f.atDistance(p, f.narrowed(l.made, p.class), size)
		}
	} else if o := f.word(v); o.kind == immediate {
		p.imm += signed(o.imm, v.Type()) * size
		return p
	}
	return f.atDistance(p, f.signedIndex(v, p.class), size)
}

// maxDepth bounds the number of operations through which linear follows a number.
const maxDepth = 12

// sum is a number in two parts. One is a constant. The other is a value of the program, or computed from
// such, or missing.
type sum struct {
	known int64
	some  bool
	rest  *ir.Value
	made  operand
}

// linear splits a number into a constant and a rest. It follows additions, and multiplications by constants.
func (f *function) linear(v *ir.Value, depth int) sum {
	t := v.Type()
	if o := f.lookup(v); len(o.words) == 1 && o.words[0].kind == immediate {
		return sum{known: signed(o.words[0].imm, t)}
	}
	whole := sum{some: true, rest: v}
	def := v.DefiningOp()
	w := elementBits(t)
	if def == nil || depth == 0 {
		return whole
	}
	switch def.Def() {
	case llvm.Add:
		x, y := f.linear(def.Operand(0), depth-1), f.linear(def.Operand(1), depth-1)
		switch {
		case x.known == 0 && y.known == 0:
			return whole
		case !x.some:
			x, y = y, x
			fallthrough
		case !y.some:
			x.known += y.known
			return x
		}
		made := f.arithmetic(integerOps[llvm.Add], []operand{f.rest(x), f.rest(y)}, w, "")
		return sum{known: x.known + y.known, some: true, made: made}
	case llvm.Mul:
		x, y := f.linear(def.Operand(0), depth-1), f.linear(def.Operand(1), depth-1)
		if !x.some {
			x, y = y, x
		}
		if y.some || x.known == 0 {
			return whole
		}
		made := f.arithmetic(integerOps[llvm.Mul], []operand{f.rest(x), masked(y.known, w)}, w, "")
		return sum{known: x.known * y.known, some: true, made: made}
	}
	return whole
}

// rest returns the part of a sum that is not constant.
func (f *function) rest(s sum) operand {
	if s.rest != nil {
		return f.word(s.rest)
	}
	return s.made
}

// narrowed converts a number to the width of an address, for their addition.
func (f *function) narrowed(o operand, c class) operand {
	if c == b32 && o.class == b64 {
		return f.op(b32, "cvt.u32.u64", f.inRegister(o))
	}
	return o
}

// signed returns the signed number with the bits of a constant.
func signed(n int64, t ir.Type) int64 {
	w := elementBits(t)
	return n << (64 - w) >> (64 - w)
}

// signedIndex returns a number for the addition to an address. It has the width of the address, or 32 bits if
// the addition extends it.
func (f *function) signedIndex(v *ir.Value, c class) operand {
	if def := v.DefiningOp(); def.Is(llvm.SExt) && elementBits(def.Operand(0).Type()) == 32 {
		return f.word(def.Operand(0))
	}
	o := f.extend(f.word(v), elementBits(v.Type()), true)
	if o.class == b16 {
		return f.op(b32, "cvt.s32.s16", f.inRegister(o))
	}
	return f.narrowed(o, c)
}

// atDistance returns the address n times size bytes behind another.
func (f *function) atDistance(p, n operand, size int64) operand {
	r := operand{class: p.class, kind: register, imm: p.imm, space: p.space}
	base := p
	base.imm = 0
	if p.kind == symbol {
		base = f.addressOf(p)
	}
	var to operand
	switch {
	case p.class == b32:
		to = f.op(b32, "mad.lo.s32", f.inRegister(n), bits(b32, size), base)
	case n.class == b32 && size <= math.MaxInt32:
		to = f.op(b64, "mad.wide.s32", f.inRegister(n), bits(b32, size), base)
	case n.class == b32:
		to = f.op(b64, "mad.lo.s64", f.op(b64, "cvt.s64.s32", f.inRegister(n)), bits(b64, size), base)
	case size == 1:
		to = f.op(b64, "add.s64", base, n)
	default:
		to = f.op(b64, "mad.lo.s64", f.inRegister(n), bits(b64, size), base)
	}
	r.n = to.n
	return r
}

// inSpace converts a pointer to an address of a memory space: PTX ISA, "cvta".
func (f *function) inSpace(o operand, space int64) operand {
	switch {
	case o.space == space:
		return o
	case o.kind == immediate:
		return bits(pointerWord(space).class, o.imm)
	}
	names := map[int64]string{llvm.Global: "global", llvm.Shared: "shared", llvm.Local: "local",
		llvm.Constant: "const"}
	switch {
	case space == llvm.SharedCluster && o.space == llvm.Shared,
		space == llvm.Shared && o.space == llvm.SharedCluster:
		o.space = space // in both spaces, the block's own part has the same addresses
		return o
	case space == llvm.Generic && names[o.space] != "":
		from := f.inRegister(o)
		if from.class == b32 {
			from = f.op(b64, "cvt.u64.u32", from)
		}
		return f.op(b64, "cvta."+names[o.space]+".u64", from)
	case o.space == llvm.Generic && names[space] != "":
		r := f.op(b64, "cvta.to."+names[space]+".u64", f.inRegister(o))
		if pointerWord(space).class == b32 {
			r = f.op(b32, "cvt.u32.u64", r)
		}
		r.space = space
		return r
	}
	f.fail(f.root, codeOp, "casts a pointer from address space %d to %d", o.space, space)
	return o
}

// writeSpaceCast casts a pointer. A pointer that becomes generic keeps its known memory space.
func writeSpaceCast(f *function, op *ir.Op) {
	o := f.word(op.Operand(0))
	to, _ := llvm.AddressSpace(op.Result(0).Type())
	if to != llvm.Generic {
		o = f.inSpace(o, to)
	}
	f.set(op.Result(0), o)
}

// writePtrToInt returns the address in the form that the type of the pointer has.
func writePtrToInt(f *function, op *ir.Op) {
	space, _ := llvm.AddressSpace(op.Operand(0).Type())
	o := f.inRegister(f.inSpace(f.word(op.Operand(0)), space))
	o.space = 0
	f.set(op.Result(0), f.resize(o, uint32(8*o.class.bytes()), elementBits(op.Result(0).Type()), false))
}

func writeIntToPtr(f *function, op *ir.Op) {
	space, _ := llvm.AddressSpace(op.Result(0).Type())
	w := pointerWord(space)
	o := f.resize(f.word(op.Operand(0)), elementBits(op.Operand(0).Type()), w.bits, false)
	o = f.inRegister(o)
	o.space = space
	f.set(op.Result(0), o)
}
