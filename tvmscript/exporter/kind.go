package exporter

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// class is the class of value that the importer makes of a text.
type class uint8

const (
	index   class = iota // a value of type index
	data                 // a value with a data type
	literal              // a number of Python, which takes the data type of the other operand
	soft                 // an index that the importer casts to the data type of the other operand
)

// kind describes the value that the importer makes of a text. A value of type index may be data in the text:
// an integer that was loaded and then cast to index, if the cast is implicit.
type kind struct {
	class class
	dtype form.Dtype
}

// mode says which kind a place needs.
type mode struct {
	how   how
	dtype form.Dtype // of beside and forced
}

type how uint8

const (
	asIs   how = iota
	exact      // with the data type of the value
	beside     // next to data of the data type, which literals and indices adopt
	forced     // with the data type, explicitly
)

// The modes without a data type.
var (
	plain   = mode{how: asIs}
	exactly = mode{how: exact}
)

func besides(d form.Dtype) mode { return mode{beside, d} }
func as(d form.Dtype) mode      { return mode{forced, d} }

// wide returns the data type of index arithmetic with data: it has as many bits as an index.
func wide(code form.Code, like form.Dtype) form.Dtype {
	return form.Dtype{Code: code, Bits: 64, Lanes: max(like.Lanes, 1)}
}

// kind returns the kind that the importer will give v.
func (p *printer) kind(v *ir.Value) kind {
	if k, ok := p.kinds[v]; ok {
		return k
	}
	k := p.kindOf(v)
	if op := v.DefiningOp(); op != nil && !op.Has(ir.ConstantLike) {
		p.kinds[v] = k
	}
	return k
}

func (p *printer) kindOf(v *ir.Value) kind {
	op := v.DefiningOp()
	d, _ := form.DtypeOf(v.Type())
	switch {
	case op == nil:
		return p.scalarKind(v)
	case op.Has(ir.ConstantLike):
		if d.Lanes > 1 {
			return kind{data, d}
		}
		return kind{literal, d}
	case isLoad(op):
		return kind{data, withLanes(p.bufferDtype(op.Operand(0)), d.Lanes)}
	case isShape(op):
		return p.extentKind(op)
	case isIf(op):
		return p.conditionalKind(op, v)
	}
	switch op.Name() {
	case "arith.index_cast", "arith.index_castui":
		return p.castKind(op)
	case "arith.cmpi", "arith.cmpf", "math.isnan":
		return kind{data, d}
	case "arith.fptoui":
		d.Code = form.UInt
		return kind{data, d}
	case "arith.extui", "arith.extsi", "arith.trunci":
		if _, ok := p.folded(v); ok {
			return kind{literal, d}
		}
		return kind{data, d}
	case "arith.fptosi", "arith.bitcast", "vector.step":
		// The users of an extension decide whether its result is signed. Most need it to be.
		return kind{data, d}
	case "vector.extract", "vector.shuffle":
		lane := p.kind(op.Operand(0)).dtype
		lane.Lanes = max(d.Lanes, 1)
		return kind{data, lane}
	case "func.call":
		return kind{data, p.callDtype(op)}
	case "vector.broadcast":
		lane := p.kind(op.Operand(0)).dtype
		lane.Lanes = d.Lanes
		return kind{data, lane}
	case "arith.select":
		return p.combined(op, op.Operands()[1:])
	}
	return p.combined(op, op.Operands())
}

// scalarKind is the kind of a parameter or loop variable.
func (p *printer) scalarKind(v *ir.Value) kind {
	d, _ := form.DtypeOf(v.Type())
	if isIndex(v.Type()) {
		return p.variableKind(v)
	}
	if d == form.Int32 || d == form.Int64 {
		// The importer takes such a parameter for an integer that indexes.
		return kind{soft, d}
	}
	return kind{data, d}
}

// castKind is the kind of a cast between index and an integer.
func (p *printer) castKind(op *ir.Op) kind {
	from := p.kind(op.Operand(0))
	d, _ := form.DtypeOf(op.Result(0).Type())
	_, isFolded := p.folded(op.Result(0))
	switch {
	case isFolded:
		return kind{literal, d}
	case p.isUnsignedCast(op):
		u, _ := form.DtypeOf(op.Operand(0).Type())
		u.Code = form.UInt
		return kind{data, u}
	case isIndex(op.Result(0).Type()):
		if from.class == data && op.Name() == "arith.index_cast" {
			return kind{data, signedDtype(from.dtype)}
		}
		if from.class == soft && op.Operand(0).IsArgument() {
			return kind{index, from.dtype} // a parameter is an index already
		}
		if from.class == soft {
			return kind{data, from.dtype}
		}
		return kind{from.class, from.dtype}
	case from.class == data:
		return kind{data, d}
	case from.class == literal:
		return kind{literal, d}
	}
	return kind{soft, d}
}

// combined is the kind of arithmetic on some operands.
func (p *printer) combined(op *ir.Op, operands []*ir.Value) kind {
	d, _ := form.DtypeOf(op.Result(0).Type())
	var first kind
	for _, v := range operands {
		if k := p.kind(v); k.class == data {
			first = k
			break
		}
	}
	if _, ok := p.folded(op.Result(0)); ok {
		return kind{literal, d}
	}
	switch {
	case isIndex(op.Result(0).Type()):
		if isUnsigned(op) && !p.harmless(op) {
			return kind{data, wide(form.UInt, d)}
		}
		if first.class == data || seesWidth(op) {
			return kind{data, wide(form.Int, d)}
		}
		return p.indexKind(d, operands)
	case !d.IsInt():
		return kind{data, d}
	case isUnsigned(op):
		d.Code = form.UInt
	case isSigned(op):
	case first.class == data:
		d.Code = first.dtype.Code
	}
	if d.Code == form.Bool {
		d.Code = form.Int
	}
	return kind{data, d}
}

// conditionalKind is the kind of one result of a conditional expression.
func (p *printer) conditionalKind(op *ir.Op, v *ir.Value) kind {
	d, _ := form.DtypeOf(v.Type())
	k := kind{index, d}
	if !isIndex(v.Type()) {
		k.class = data
	}
	for _, r := range op.Regions() {
		if y := yielded(r, v.Index()); y != nil {
			if k.class == index && p.hasWideText(y) {
				k.dtype.Bits = form.Int64.Bits
			}
			if a := p.kind(y); a.class == data {
				if isIndex(v.Type()) {
					return kind{data, wide(form.Int, d)}
				}
				return a
			}
		}
	}
	return k
}

// yielded returns result i of a region of a conditional expression.
func yielded(r *ir.Region, i int) *ir.Value {
	if r.Empty() || r.Entry().Terminator() == nil {
		return nil
	}
	return r.Entry().Terminator().Operand(i)
}

func isIndex(t ir.Type) bool {
	if v, ok := t.(*ir.VectorType); ok {
		t = v.Elem
	}
	_, ok := t.(*ir.IndexType)
	return ok
}

func isBool(t ir.Type) bool {
	d, ok := form.DtypeOf(t)
	return ok && d.Code == form.Bool
}

// unsigned are the operations that treat their operands as unsigned, and signed those that treat them as
// signed.
var (
	unsigned = map[string]bool{
		"arith.divui": true, "arith.remui": true, "arith.ceildivui": true, "arith.maxui": true,
		"arith.minui": true,
		"arith.shrui": true, "arith.extui": true, "arith.uitofp": true,
	}
	signed = map[string]bool{
		"arith.divsi": true, "arith.remsi": true, "arith.ceildivsi": true, "arith.floordivsi": true,
		"arith.maxsi": true,
		"arith.minsi": true, "arith.shrsi": true, "arith.extsi": true, "arith.sitofp": true,
		"math.absi": true, "math.ipowi": true,
	}
)

// seesWidth reports whether the result of an operation on indices differs between 64 bits and the 32 bits
// that an index has in TVM. Such operations count bits, or shift to the left a value that may leave 32 bits.
func seesWidth(op *ir.Op) bool {
	switch op.Name() {
	case "math.ctlz", "math.ctpop":
		return true
	case "arith.shli":
		return form.ShiftLeavesInt32(op.Operand(0), op.Operand(1))
	}
	return false
}

func isUnsigned(op *ir.Op) bool { return unsigned[op.Name()] }
func isSigned(op *ir.Op) bool   { return signed[op.Name()] }

// harmless reports whether an operation on unsigned indices does the same as the signed one: its operands are
// not negative.
func (p *printer) harmless(op *ir.Op) bool {
	for i := range op.NumOperands() {
		if !p.nonNegative(op.Operand(i)) {
			return false
		}
	}
	return true
}

// nonNegative reports whether an integer is certainly not negative, by its interval or by its linear form.
func (p *printer) nonNegative(v *ir.Value) bool {
	return form.NonNegative(v) || isIndex(v.Type()) && !isVector(v.Type()) && isNonNegative(p.eval.Eval(v))
}

// dtype returns the data type of a value. A value without one is an error at op.
func (p *printer) dtype(v *ir.Value, op *ir.Op) form.Dtype { return p.dtypeOf(v.Type(), op) }

func (p *printer) dtypeOf(t ir.Type, op *ir.Op) form.Dtype {
	d, ok := form.DtypeOf(t)
	if !ok {
		p.fail(op.Errorf(codeType, "type %v has no data type in TVMScript",
			t).Suggest("use one of 8, 16, 32 or 64 bits"))
	}
	return d
}

// signedDtype returns the signed data type of the same width.
func signedDtype(d form.Dtype) form.Dtype {
	if d.Code == form.UInt {
		d.Code = form.Int
	}
	return d
}
