package importer

import (
	"encoding/binary"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// allocateConst imports T.allocate_const([1, 2, 3], "int32", [3]): a constant memref.global of the module,
// and a memref of it.
func (f *function) allocateConst(call *syntax.Call) (expr.Value, error) {
	args, err := f.args(call, "data", "dtype", "extents", "annotations?")
	if err != nil {
		return nil, err
	}
	spec := &bufferSpec{call: call}
	if spec.dtype, err = f.ev.DtypeOf(args.Get("dtype")); err != nil {
		return nil, err
	}
	if spec.shape, spec.shapeAt, err = f.extents(args.Get("extents")); err != nil {
		return nil, err
	}
	if err := f.layOut(spec); err != nil {
		return nil, err
	}
	if !memref.IsStatic(spec.memref.Shape) || spec.dtype.Lanes != 1 {
		return nil, f.ev.Errorf(codeBuffer, call,
			"constants have extents that are known, and elements of one lane").
			Suggest("write the extents as numbers")
	}
	data, err := f.constantData(args.Get("data"), spec)
	if err != nil {
		return nil, err
	}
	c := f.imp.ctx
	symbol := f.imp.declared.Fresh(f.prim.name + "_const")
	f.ev.Locate(call)
	f.imp.b.Loc = f.b.Loc
	f.imp.b.Create(ir.OpState{Def: memref.Global, Results: []ir.Type{}, Attrs: []ir.NamedAttr{
		{Name: "sym_name", Value: c.String(symbol)}, {Name: "sym_visibility", Value: c.String("private")},
		{Name: "type", Value: c.TypeAttr(spec.memref)}, {Name: "constant", Value: c.Unit},
		{Name: "initial_value",
			Value: c.Dense(c.Tensor(spec.memref.Shape, spec.memref.Elem, nil), data, false)},
	}})
	buffer := newBuffer(spec)
	buffer.V = f.b.Create(ir.OpState{
		Def: memref.GetGlobal, Results: []ir.Type{spec.memref},
		Attrs: []ir.NamedAttr{{Name: "name", Value: c.SymbolRef(symbol)}},
	}).Result(0)
	f.tellDtype(buffer)
	return buffer, nil
}

// constantData returns the bytes of a list of numbers. The list may be nested according to the extents.
func (f *function) constantData(x syntax.Expr, spec *bufferSpec) (string, error) {
	v, err := f.ev.Value(x)
	if err != nil {
		return "", err
	}
	numbers, err := f.flat(nil, v, x)
	if err != nil {
		return "", err
	}
	if want := ir.NumElements(spec.memref.Shape); int64(len(numbers)) != want {
		return "", f.ev.Errorf(codeBuffer, x, "there are %d numbers for %d elements", len(numbers),
			want).Suggest("give one number per element")
	}
	size := ir.ElemBytes(spec.memref.Elem)
	if size == 0 || size > 8 {
		return "", f.ev.Errorf(codeBuffer, x, "constants of dtype %v are not understood",
			spec.dtype).Suggest("use a dtype of 8 to 64 bits")
	}
	var out []byte
	for _, n := range numbers {
		bits, err := f.bitsOf(n, spec, x)
		if err != nil {
			return "", err
		}
		out = append(out, binary.LittleEndian.AppendUint64(nil, bits)[:size]...)
	}
	return string(out), nil
}

// flat appends the numbers in a list, and those in its lists.
func (f *function) flat(numbers []expr.Value, v expr.Value, at syntax.Expr) ([]expr.Value, error) {
	if err := f.ev.Step(at); err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *expr.Seq:
		var err error
		for _, e := range v.Elems {
			if numbers, err = f.flat(numbers, e, at); err != nil {
				return nil, err
			}
		}
		return numbers, nil
	case *expr.Int, *expr.Float, *expr.Bool, *expr.Imm:
		return append(numbers, v), nil
	}
	return nil, f.ev.Errorf(codeBuffer, at,
		"the data of a constant is a list of numbers that are known at import time, and this is %s",
		v.Kind()).
		Suggest("write the numbers out: T.allocate_const([1, 2], \"int32\", [2])")
}

// bitsOf returns the bits of a number in the dtype of a constant.
func (f *function) bitsOf(v expr.Value, spec *bufferSpec, at syntax.Node) (uint64, error) {
	imm, err := f.ev.Immediate(spec.dtype, v, at)
	if err != nil {
		return 0, err
	}
	if t, ok := spec.memref.Elem.(*ir.FloatType); ok {
		return ir.EncodeFloat(t.Kind, imm.Float), nil
	}
	if spec.dtype.Code == form.Bool {
		return uint64(imm.Int) & 1, nil
	}
	return uint64(imm.Int), nil
}
