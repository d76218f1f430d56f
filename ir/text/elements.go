package text

import (
	"math/big"

	"github.com/inflight-compiler/inflight/ir"
)

// denseArrayAttr parses array<i64: 1, 2>.
func (p *parser) denseArrayAttr() (ir.Attr, error) {
	p.advance()
	if err := p.expect(tLess, "expected '<' after 'array'"); err != nil {
		return nil, err
	}
	off := p.tok.start
	elem, err := p.typ()
	if err != nil {
		return nil, err
	}
	if problem := arrayElement(elem); problem != "" {
		return nil, p.fail(codeAttr, off, "%s", problem)
	}
	var values []int64
	if p.accept(tColon) {
		if values, err = p.arrayValues(elem, tGreater); err != nil {
			return nil, err
		}
	}
	if err := p.expect(tGreater, "expected '>' to close an array attribute"); err != nil {
		return nil, err
	}
	return p.ctx.DenseArray(elem, values), nil
}

// arrayElement returns why a type cannot be the element type of an array attribute, or "".
func arrayElement(t ir.Type) string {
	switch t := t.(type) {
	case *ir.IntegerType:
		if t.Width != 1 && t.Width%8 != 0 || t.Width == 0 {
			return "element type bitwidth must be a multiple of 8"
		}
	case *ir.FloatType:
		if t.Width() > 64 {
			return "array<...> of floats wider than 64 bits is not supported"
		}
	default:
		return "expected integer or float type"
	}
	return ""
}

// arrayValues parses values separated by commas up to the closing token, which it does not consume.
func (p *parser) arrayValues(elem ir.Type, end kind) ([]int64, error) {
	_, isFloat := elem.(*ir.FloatType)
	var values []int64
	for !p.is(end) {
		neg := p.accept(tMinus)
		isWord := p.isWord("true") || p.isWord("false")
		switch {
		case ir.IsBool(elem) && !isWord:
			return nil, p.wrong("expected 'true' or 'false'")
		case !ir.IsBool(elem) && !isFloat && !p.is(tInt):
			return nil, p.wrong("expected integer literal")
		case isFloat && !p.is(tInt) && !p.is(tFloat):
			return nil, p.wrong("expected floating point literal")
		}
		low, wide, err := p.elementBits(scalar{p.tok, neg}, elem)
		if err != nil {
			return nil, err
		}
		if wide != nil {
			it := elem.(*ir.IntegerType)
			if wide.Bit(int(it.Width)-1) == 1 && it.Sign != ir.Unsigned {
				wide.Sub(wide, new(big.Int).Lsh(big.NewInt(1), uint(it.Width)))
			}
			if !wide.IsInt64() {
				return nil, p.fail(codeAttr, p.tok.start,
					"integer constant out of range: arrays hold values of 64 bits")
			}
			low = uint64(wide.Int64())
		}
		v := int64(low)
		if it, ok := elem.(*ir.IntegerType); ok {
			v = it.Wrap(v)
		}
		values = append(values, v)
		p.advance()
		if !p.accept(tComma) {
			break
		}
	}
	return values, nil
}

// denseResourceAttr parses dense_resource<handle> : type.
func (p *parser) denseResourceAttr(typ ir.Type) (ir.Attr, error) {
	p.advance()
	if err := p.expect(tLess, "expected '<' after 'dense_resource'"); err != nil {
		return nil, err
	}
	var handle string
	switch p.tok.kind {
	case tID:
		handle = p.text(p.tok)
	case tString:
		handle = unquote(p.text(p.tok))
	default:
		return nil, p.wrong("expected identifier key for 'dense_resource'")
	}
	p.advance()
	if err := p.expect(tGreater, "expected '>'"); err != nil {
		return nil, err
	}
	if typ == nil {
		if err := p.expect(tColon, "expected ':'"); err != nil {
			return nil, err
		}
		var err error
		if typ, err = p.typ(); err != nil {
			return nil, err
		}
	}
	st, ok := typ.(ir.ShapedType)
	if !ok {
		return nil, p.fail(codeAttr, p.prevEnd, "`dense_resource` expected a shaped type")
	}
	return p.ctx.DenseResource(st, handle), nil
}

// sparseAttr parses sparse<indices, values> : type.
func (p *parser) sparseAttr(typ ir.Type) (ir.Attr, error) {
	start := p.tok.start
	p.advance()
	if err := p.expect(tLess, "expected '<' after 'sparse'"); err != nil {
		return nil, err
	}
	var indices, values literal
	if !p.is(tGreater) {
		if err := p.denseLiteral(&indices); err != nil {
			return nil, err
		}
		if err := p.expect(tComma, "expected ','"); err != nil {
			return nil, err
		}
		if err := p.denseLiteral(&values); err != nil {
			return nil, err
		}
	}
	if err := p.expect(tGreater, "expected '>'"); err != nil {
		return nil, err
	}
	st, err := p.denseType(typ)
	if err != nil {
		return nil, err
	}
	return p.sparse(&indices, &values, st, start)
}

func (p *parser) sparse(indices, values *literal, t ir.ShapedType, start int32) (ir.Attr, error) {
	rank := int64(len(t.Dims()))
	indexShape := []int64{0, rank}
	var valueShape []int64
	switch {
	// One number stands for all coordinates of one element.
	case indices.shape == nil && len(indices.elems) > 0:
		indexShape = []int64{1, rank}
	case len(indices.shape) > 1:
		indexShape = indices.shape
	case len(indices.elems) > 0 && rank == 1: // [0, 4] for [[0], [4]]
		indexShape = indices.shape
	}
	valueShape = []int64{indexShape[0]}
	if indices.shape == nil && values.shape != nil {
		valueShape = values.shape
	}
	if len(indices.shape) == 1 && len(indices.elems) == 0 {
		indices.shape = nil
	}
	if len(values.shape) == 1 && len(values.elems) == 0 {
		values.shape = nil
	}
	in, err := p.dense(indices, p.ctx.Tensor(indexShape, p.ctx.I64, nil), start)
	if err != nil {
		return nil, err
	}
	if err := p.checkIndices(in, t, start); err != nil {
		return nil, err
	}
	val, err := p.dense(values, p.ctx.Tensor(valueShape, t.ElemType(), nil), start)
	if err != nil {
		return nil, err
	}
	return p.ctx.Sparse(t, in, val), nil
}

// checkIndices checks that the indices of a sparse attribute lie in its shape.
func (p *parser) checkIndices(in *ir.DenseElementsAttr, t ir.ShapedType, start int32) error {
	dims := t.Dims()
	if len(dims) == 0 {
		return nil
	}
	n := int(in.NumElems()) / len(dims)
	if in.Splat {
		n = min(n, 1)
	}
	index := make([]int64, len(dims))
	for i := range n {
		inside := true
		for d := range dims {
			index[d] = int64(in.Element(i*len(dims) + d))
			inside = inside && index[d] >= 0 && index[d] < dims[d]
		}
		if !inside {
			return p.diag(codeAttr, start, p.prevEnd,
				"sparse index #%d is not contained within the value shape, with index=%s, and type='%s'",
				i, shapeText(index), t)
		}
	}
	return nil
}
