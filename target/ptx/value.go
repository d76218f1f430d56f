package ptx

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// operandKind is the kind of an operand.
type operandKind uint8

const (
	immediate operandKind = iota
	register
	symbol // the address of a variable
)

// operand is one word of a value. A pointer is a register or a symbol, and a distance from it.
type operand struct {
	kind  operandKind
	class class
	n     int32  // the register
	imm   int64  // the bits of an immediate, or the distance
	name  string // the symbol
	// space is the memory space that a pointer is known to point into. The pointer is an address in that
	// space. It is 0 for a generic pointer.
	space int64
}

// value has the operands of a value of the program: its words or, of a vector, its elements. The missing one
// of the two is made when it is needed. It is valid in the block where it is made.
type value struct {
	words, elems []operand
	made         *ir.Block // block in which the words were made of the elements, or the elements of the words
	madeElems    bool
}

// bits returns an immediate.
func bits(c class, n int64) operand { return operand{kind: immediate, class: c, imm: n} }

// fresh returns a new register.
func (f *function) fresh(c class) operand {
	f.counts[c]++
	return operand{kind: register, class: c, n: int32(f.counts[c])}
}

// text returns the form of an operand in an instruction of a type.
func (o operand) text(typ string) string {
	switch o.kind {
	case register:
		return prefixes[o.class] + strconv.Itoa(int(o.n))
	case symbol:
		return o.name
	}
	switch {
	case typ == "f32":
		return fmt.Sprintf("0f%08X", uint32(o.imm))
	case typ == "f64":
		return fmt.Sprintf("0d%016X", uint64(o.imm))
	case o.class == b32 && strings.HasPrefix(typ, "u"), o.class == b32 && strings.HasPrefix(typ, "b"):
		return strconv.FormatUint(uint64(uint32(o.imm)), 10)
	}
	return strconv.FormatInt(o.imm, 10)
}

// emit appends an instruction. The last part of its name is the type of the operands.
func (f *function) emit(name string, operands ...operand) {
	typ := name[strings.LastIndexByte(name, '.')+1:]
	list := make([]string, len(operands))
	for i, o := range operands {
		list[i] = o.text(typ)
	}
	f.line(name + " " + strings.Join(list, ", ") + ";")
}

// line appends a line of code.
func (f *function) line(s string) {
	f.body.WriteByte('\t')
	f.body.WriteString(s)
	f.body.WriteByte('\n')
}

// op appends an instruction with a result, and returns the new register of that result.
func (f *function) op(c class, name string, operands ...operand) operand {
	to := f.fresh(c)
	f.emit(name, append([]operand{to}, operands...)...)
	return to
}

// inRegister returns an operand in a register.
func (f *function) inRegister(o operand) operand {
	switch {
	case o.kind == register && o.imm == 0:
		return o
	case o.kind == register:
		r := f.op(o.class, "add.s"+width(o.class), operand{kind: register, class: o.class, n: o.n},
			bits(o.class, o.imm))
		r.space = o.space
		return r
	case o.kind == symbol:
		r := f.addressOf(o)
		r.imm = o.imm
		return f.inRegister(r)
	}
	name := "mov." + o.class.String()
	if o.class == pred {
		return f.op(pred, name, bits(pred, -(o.imm&1)))
	}
	return f.op(o.class, name, o)
}

// addressOf returns the address of a symbol in a register, without the distance.
func (f *function) addressOf(o operand) operand {
	if r, ok := f.symbols[o.name]; ok {
		return r
	}
	r := f.fresh(o.class)
	f.prologue.WriteString(fmt.Sprintf("\tmov.u%s %s, %s;\n", width(o.class), r.text(""), o.name))
	r.space = o.space
	f.symbols[o.name] = r
	return r
}

// width returns the bits of a class as text.
func width(c class) string { return strconv.FormatInt(8*c.bytes(), 10) }

// ---- values of the program ----

// set gives a value its words.
func (f *function) set(v *ir.Value, list ...operand) { f.values[v] = &value{words: list} }

// setElements gives a vector its elements.
func (f *function) setElements(v *ir.Value, list []operand) {
	if packed(v.Type().(*ir.VectorType)) == 1 {
		f.values[v] = &value{words: list}
		return
	}
	f.values[v] = &value{elems: list}
}

// lookup returns the operands of a value. A value without operands was reported before, or has no uses.
func (f *function) lookup(v *ir.Value) *value {
	if x := f.values[v]; x != nil {
		return x
	}
	x := &value{words: f.zeros(v.Type())}
	if op := v.DefiningOp(); op != nil {
		if list, ok := f.constant(op); ok {
			x = list
		}
	}
	f.values[v] = x
	return x
}

// zeros returns a zero for each word of a type.
func (f *function) zeros(t ir.Type) []operand {
	list, _ := words(nil, t)
	out := make([]operand, len(list))
	for i, w := range list {
		out[i] = bits(w.class, 0)
	}
	return out
}

// wordsOf returns the words of a value.
func (f *function) wordsOf(v *ir.Value) []operand {
	x := f.lookup(v)
	x.forget(f.block)
	if x.words == nil && x.elems != nil {
		x.words, x.made, x.madeElems = f.pack(v.Type().(*ir.VectorType), x.elems), f.block, false
	}
	return x.words
}

// forget drops operands that were made in another block.
func (x *value) forget(b *ir.Block) {
	if x.made == nil || x.made == b {
		return
	}
	if x.made = nil; x.madeElems {
		x.elems = nil
	} else {
		x.words = nil
	}
}

// word returns the word of a value with one word.
func (f *function) word(v *ir.Value) operand {
	if list := f.wordsOf(v); len(list) == 1 {
		return list[0]
	}
	return operand{}
}

// each returns the words of several values with one word each.
func (f *function) each(list []*ir.Value) []operand {
	out := make([]operand, len(list))
	for i, v := range list {
		out[i] = f.word(v)
	}
	return out
}

// elements returns the elements of a vector, or the word of another value.
func (f *function) elements(v *ir.Value) []operand {
	t, ok := v.Type().(*ir.VectorType)
	x := f.lookup(v)
	if !ok || packed(t) == 1 {
		return x.words
	}
	x.forget(f.block)
	if x.elems == nil {
		x.elems, x.made, x.madeElems = f.unpack(t, x.words), f.block, true
	}
	return x.elems
}

// pack puts elements into words.
func (f *function) pack(t *ir.VectorType, elems []operand) []operand {
	n := int(packed(t))
	out := make([]operand, 0, len(elems)/n)
	for i := 0; i < len(elems); i += n {
		out = append(out, f.packWord(elems[i:i+n]))
	}
	return out
}

// packWord puts two numbers of 16 bits, or four of 8, into a word.
func (f *function) packWord(elems []operand) operand {
	size := 32 / len(elems)
	known := int64(0)
	constant := true
	for i, e := range elems {
		if e.kind != immediate {
			constant = false
			break
		}
		known |= (e.imm & (1<<size - 1)) << (size * i)
	}
	if constant {
		return bits(b32, known)
	}
	if len(elems) == 2 {
		r := f.fresh(b32)
		f.line(fmt.Sprintf("mov.b32 %s, {%s, %s};", r.text(""), f.inRegister(elems[0]).text(""),
			f.inRegister(elems[1]).text("")))
		return r
	}
	r := elems[0]
	for i := 1; i < len(elems); i++ {
		r = f.op(b32, "bfi.b32", f.inRegister(elems[i]), f.inRegister(r), bits(b32, int64(size*i)),
			bits(b32, int64(size)))
	}
	return r
}

// unpack splits words into elements.
func (f *function) unpack(t *ir.VectorType, list []operand) []operand {
	n := int(packed(t))
	out := make([]operand, 0, len(list)*n)
	for _, w := range list {
		out = append(out, f.unpackWord(w, n)...)
	}
	return out
}

func (f *function) unpackWord(w operand, n int) []operand {
	out := make([]operand, n)
	size := 32 / n
	if w.kind == immediate {
		c := b16
		if n == 4 {
			c = b32
		}
		for i := range out {
			out[i] = bits(c, w.imm>>(size*i)&(1<<size-1))
		}
		return out
	}
	if n == 2 {
		out[0], out[1] = f.fresh(b16), f.fresh(b16)
		f.line(fmt.Sprintf("mov.b32 {%s, %s}, %s;", out[0].text(""), out[1].text(""), w.text("")))
		return out
	}
	for i := range out {
		out[i] = f.op(b32, "bfe.u32", w, bits(b32, int64(size*i)), bits(b32, int64(size)))
	}
	return out
}

// ---- constants ----

// constant returns the operands of the result of an operation that is a constant.
func (f *function) constant(op *ir.Op) (*value, bool) {
	t := op.Result(0).Type()
	switch op.Def() {
	case llvm.MLIRZero, llvm.MLIRUndef, llvm.MLIRPoison:
		return &value{words: f.zeros(t)}, true
	case llvm.AddressOf:
		return f.globalAddress(op), true
	case llvm.ConstantOp:
		list, ok := f.constantWords(op.Attr("value"), t)
		if !ok {
			f.fail(op, codeOp, "is a constant of type %v, which registers cannot hold", t)
		}
		return list, true
	}
	return nil, false
}

func (f *function) constantWords(a ir.Attr, t ir.Type) (*value, bool) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		list, ok := words(nil, t)
		if !ok || len(list) != 1 || a.Big != nil {
			return &value{}, false
		}
		n := a.Value
		if list[0].bits < 64 {
			n &= 1<<list[0].bits - 1
		}
		return &value{words: []operand{bits(list[0].class, n)}}, true
	case *ir.FloatAttr:
		list, ok := words(nil, t)
		if !ok || len(list) != 1 {
			return &value{}, false
		}
		return &value{words: []operand{bits(list[0].class, int64(a.Bits))}}, true
	case *ir.DenseElementsAttr:
		return f.denseWords(a, t)
	case *ir.ArrayAttr:
		x := &value{}
		for i, e := range a.Elems {
			_, m := memberOffset(t, int64(i))
			part, ok := f.constantWords(e, m)
			if !ok {
				return x, false
			}
			x.words = append(x.words, part.packedWords(f, m)...)
		}
		return x, true
	case *ir.ParametricAttr:
		return &value{words: f.zeros(t)}, true
	}
	return &value{}, false
}

// packedWords returns the words of a constant.
func (x *value) packedWords(f *function, t ir.Type) []operand {
	if x.words == nil && x.elems != nil {
		return f.pack(t.(*ir.VectorType), x.elems)
	}
	return x.words
}

// denseWords returns the consecutive elements of a vector, or of an array of vectors.
func (f *function) denseWords(a *ir.DenseElementsAttr, t ir.Type) (*value, bool) {
	n := int64(1)
	row := t
	for llvm.IsArray(row) {
		k, elem := llvm.ArrayOf(row)
		n, row = n*k, elem
	}
	v, ok := row.(*ir.VectorType)
	per, elem := int64(1), row
	if ok {
		per, elem = v.Shape[0], v.Elem
	}
	one, ok := words(nil, elem)
	if !ok || len(one) != 1 || n*per > maxWords {
		return &value{}, false
	}
	x := &value{}
	for i := range n {
		elems := make([]operand, per)
		for j := range elems {
			elems[j] = bits(one[0].class, int64(a.Element(int(i*per)+j)))
		}
		if v != nil && packed(v) > 1 {
			elems = f.pack(v, elems)
		}
		x.words = append(x.words, elems...)
	}
	return x, true
}

// one returns the number 1 of a floating-point type.
func one(t *ir.FloatType) operand {
	switch t.Kind {
	case ir.F64:
		return bits(b64, int64(math.Float64bits(1)))
	case ir.F32:
		return bits(b32, int64(math.Float32bits(1)))
	case ir.F16:
		return bits(b16, 0x3c00)
	}
	return bits(b16, 0x3f80)
}
