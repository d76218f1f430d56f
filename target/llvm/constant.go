package llvm

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// constantOp returns the text of an operation that is a constant. ok is false for other operations.
func (w *writer) constantOp(op *ir.Op) (string, bool) {
	switch op.Name() {
	case "llvm.mlir.constant":
		return w.constant(op, op.Attr("value"), op.Result(0).Type()), true
	case "llvm.mlir.zero":
		return w.zero(op.Result(0).Type()), true
	case "llvm.mlir.undef":
		return "undef", true
	case "llvm.mlir.poison":
		return "poison", true
	case "llvm.mlir.none":
		return "none", true
	case "llvm.mlir.addressof":
		return globalName(op.Attr("global_name").(*ir.SymbolRefAttr).Root), true
	}
	return "", false
}

// zero returns the zero of a type.
func (w *writer) zero(t ir.Type) string {
	switch t.(type) {
	case *ir.IntegerType:
		return "0"
	case *ir.FloatType:
		return "0.0"
	}
	if llvm.IsPointer(t) {
		return "null"
	}
	return "zeroinitializer"
}

// constant returns an attribute as a constant of a type, without the type.
func (w *writer) constant(op *ir.Op, a ir.Attr, t ir.Type) string {
	var text string
	switch a := a.(type) {
	case *ir.IntegerAttr:
		text = w.integer(a, t)
	case *ir.FloatAttr:
		text = floatText(a.Type, t, a.Bits, a.Big)
	case *ir.StringAttr:
		text = `c"` + escape(a.Value) + `"`
	case *ir.ArrayAttr:
		text = w.aggregate(op, a, t)
	case *ir.DenseElementsAttr:
		text = w.dense(op, a, t)
	case *ir.DenseResourceAttr, *ir.SparseElementsAttr:
		elements, problem := op.Context().Elements(a)
		if problem != "" {
			w.fail(op, codeConstant, "has a value without elements: %s", problem)
			return "undef"
		}
		text = w.dense(op, elements, t)
	case *ir.SymbolRefAttr:
		text = globalName(a.Root)
	case *ir.ParametricAttr:
		text = w.special(a, t)
	}
	if text == "" {
		w.fail(op, codeConstant, "has a constant that LLVM IR cannot hold")
	}
	return text
}

// special returns a constant that exists for every type.
func (w *writer) special(a *ir.ParametricAttr, t ir.Type) string {
	switch a.Def {
	case llvm.Zero:
		return w.zero(t)
	case llvm.Undef:
		return "undef"
	case llvm.Poison:
		return "poison"
	}
	return ""
}

func (w *writer) integer(a *ir.IntegerAttr, t ir.Type) string {
	if ft, ok := t.(*ir.FloatType); ok {
		return floatText(ft, ft, uint64(a.Value), a.Big)
	}
	if it, ok := t.(*ir.IntegerType); ok && it.Width == 1 {
		return strconv.FormatBool(a.Value&1 != 0)
	}
	if a.Big != nil {
		return a.Big.String()
	}
	return strconv.FormatInt(a.Value, 10)
}

// floatText returns a number of the format from as a constant of type t. That is a floating-point number,
// given by its bits, or an integer if LLVM does not have the format.
func floatText(from *ir.FloatType, t ir.Type, bits uint64, wide *big.Int) string {
	if _, ok := t.(*ir.IntegerType); ok {
		return strconv.FormatUint(bits, 10)
	}
	switch from.Kind {
	case ir.F16:
		return fmt.Sprintf("0xH%04X", bits)
	case ir.BF16:
		return fmt.Sprintf("0xR%04X", bits)
	case ir.F32:
		return fmt.Sprintf("0x%016X", widened(uint32(bits)))
	case ir.F64:
		return fmt.Sprintf("0x%016X", bits)
	}
	if wide == nil {
		wide = new(big.Int).SetUint64(bits)
	}
	text := fmt.Sprintf("%032X", wide)
	switch from.Kind {
	case ir.F80:
		return "0xK" + text[12:]
	case ir.F128:
		return "0xL" + text[16:] + text[:16]
	}
	return ""
}

// widened returns the bits of an f32 number as an f64 number, the form in which LLVM writes it. The payload
// of a NaN is kept.
func widened(bits uint32) uint64 {
	sign, exponent, fraction := uint64(bits>>31)<<63, uint64(bits>>23&0xff), uint64(bits&(1<<23-1))
	switch {
	case exponent == 0xff:
		return sign | 0x7ff<<52 | fraction<<29
	case exponent == 0 && fraction == 0:
		return sign
	case exponent == 0:
		for exponent++; fraction&(1<<23) == 0; exponent-- {
			fraction <<= 1
		}
		fraction &^= 1 << 23
	}
	return sign | (exponent+1023-127)<<52 | fraction<<29
}

// aggregate returns the constant of a struct or an array whose members are given one by one.
func (w *writer) aggregate(op *ir.Op, a *ir.ArrayAttr, t ir.Type) string {
	list := make([]string, len(a.Elems))
	for i, e := range a.Elems {
		m := llvm.MemberAt(t, []int64{int64(i)})
		if m == nil {
			return ""
		}
		list[i] = w.typ(op, m) + " " + w.constant(op, e, m)
	}
	return enclosed(t, list)
}

// enclosed returns the members of an aggregate in the brackets of its type.
func enclosed(t ir.Type, list []string) string {
	text := strings.Join(list, ", ")
	d, ok := t.(*ir.ParametricType)
	switch {
	case !ok:
		return "<" + text + ">"
	case d.Def == llvm.Array:
		return "[" + text + "]"
	case d.Params[2] != nil:
		return "<{ " + text + " }>"
	case len(list) == 0:
		return "{}"
	}
	return "{ " + text + " }"
}

// dense returns the elements of a tensor or a vector: as a vector, or as nested arrays.
func (w *writer) dense(op *ir.Op, a *ir.DenseElementsAttr, t ir.Type) string {
	size := ir.ElemBytes(a.Type.ElemType())
	if complexType, ok := a.Type.ElemType().(*ir.ComplexType); ok {
		size = ir.ElemBytes(complexType.Elem)
	}
	if size == 0 || a.Strings != nil {
		return ""
	}
	if strings.Trim(a.Data, "\x00") == "" {
		return w.zero(t)
	}
	e := &elements{w: w, op: op, data: a.Data, size: size, splat: a.Splat, typ: a.Type.ElemType()}
	return e.text(t)
}

// elements returns elements one after the other.
type elements struct {
	w     *writer
	op    *ir.Op
	data  string
	size  int
	at    int
	splat bool
	typ   ir.Type
}

// text returns the constant of type t that consists of the next elements. The recursion is as deep as the
// type.
func (e *elements) text(t ir.Type) string {
	switch t := t.(type) {
	case *ir.VectorType:
		if e.splat {
			return "splat (" + e.typed(t.Elem) + ")"
		}
		return "<" + e.list(int(t.Shape[0]), t.Elem) + ">"
	case *ir.ParametricType:
		if t.Def == llvm.Array {
			return e.array(int(t.IntParam(0)), t.TypeParam(1))
		}
		if members, ok := llvm.Members(t); ok && len(members) == 2 { // a complex number
			e.typ = members[0]
			return "{ " + e.typed(members[0]) + ", " + e.typed(members[1]) + " }"
		}
		return ""
	}
	return e.scalar(t)
}

func (e *elements) array(n int, elem ir.Type) string {
	if it, ok := elem.(*ir.IntegerType); ok && it.Width == 8 && !e.splat {
		bytes := e.data[e.at : e.at+n]
		e.at += n
		return `c"` + escape(bytes) + `"`
	}
	return "[" + e.list(n, elem) + "]"
}

func (e *elements) list(n int, elem ir.Type) string {
	if e.splat && n > 0 {
		return strings.Repeat(", "+e.typed(elem), n)[2:]
	}
	list := make([]string, n)
	for i := range list {
		list[i] = e.typed(elem)
	}
	return strings.Join(list, ", ")
}

func (e *elements) typed(t ir.Type) string { return e.w.typ(e.op, t) + " " + e.text(t) }

// scalar returns the next element. A splat returns the same one each time.
func (e *elements) scalar(t ir.Type) string {
	word := make([]byte, max(e.size, 8))
	copy(word, e.data[e.at:e.at+e.size])
	if e.at += e.size; e.splat {
		e.at %= len(e.data)
	}
	bits := binary.LittleEndian.Uint64(word)
	wide := new(big.Int)
	for i := e.size - 1; i >= 0; i-- {
		wide.Or(wide.Lsh(wide, 8), big.NewInt(int64(word[i])))
	}
	if ft, ok := e.typ.(*ir.FloatType); ok {
		return floatText(ft, t, bits, wide)
	}
	if it, ok := t.(*ir.IntegerType); ok && it.Width == 1 {
		return strconv.FormatBool(bits&1 != 0)
	}
	return wide.String()
}
