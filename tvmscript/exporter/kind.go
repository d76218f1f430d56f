package exporter

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// class says what the importer makes of the text of a value.
type class uint8

const (
	index   class = iota // a value of type index
	data                 // a value with a data type
	literal              // a number of Python, which takes the data type of what it meets
	soft                 // an index that the importer casts to the data type of what it meets
)

// kind is what the importer makes of the text of a value. A value of type index may be data in the text: an
// integer that was loaded and then cast to index, where the cast is implicit.
type kind struct {
	class class
	dtype form.Dtype
}

// mode says what must be made of a value where it stands.
type mode struct {
	how   how
	dtype form.Dtype // of besides and as
}

type how uint8

const (
	asIs   how = iota
	exact      // with the data type of the value
	beside     // next to data of the data type, which literals and indices take
	forced     // with the data type, explicitly
)

// The modes without a data type.
var (
	plain   = mode{how: asIs}
	exactly = mode{how: exact}
)

func besides(d form.Dtype) mode { return mode{beside, d} }
func as(d form.Dtype) mode      { return mode{forced, d} }

// wide is the data type that index arithmetic has where data takes part: as many bits as an index.
func wide(code form.Code, like form.Dtype) form.Dtype {
	return form.Dtype{Code: code, Bits: 64, Lanes: max(like.Lanes, 1)}
}

// kind returns what the importer will make of v.
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
		// Whether the result of an extension has a sign is up to its users: most want one.
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
		// As a parameter this is an integer that indexes, for the importer.
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

// conditionalKind is the kind of a result of a conditional expression.
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

// unsigned are the operations that take their operands as unsigned, signed those that take them as signed.
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

// seesWidth reports whether an operation on indices has another result in 64 bits than in the 32 bits that an
// index has in TVM: one that counts bits, and a shift to the left of what may leave 32 bits.
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

// harmless reports whether an operation on unsigned indices does what the signed one does: its operands are
// not negative.
func (p *printer) harmless(op *ir.Op) bool {
	for i := range op.NumOperands() {
		if !p.nonNegative(op.Operand(i)) {
			return false
		}
	}
	return true
}

// nonNegative reports whether an integer is certainly not negative, by intervals or else by its linear form.
func (p *printer) nonNegative(v *ir.Value) bool {
	return form.NonNegative(v) || isIndex(v.Type()) && !isVector(v.Type()) && isNonNegative(p.eval.Eval(v))
}

// dtype returns the data type of a value, with an error at op if there is none.
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
