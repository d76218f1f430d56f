package text

import (
	"github.com/inflight-compiler/inflight/ir"
)

func (p *parser) memrefType(start int32) (ir.Type, error) {
	ranked, dims, err := p.optionalShape("memref")
	if err != nil {
		return nil, err
	}
	elemOff := p.tok.start
	elem, err := p.typ()
	if err != nil {
		return nil, err
	}
	if !ir.IsMemRefElement(elem) {
		return nil, p.fail(codeType, elemOff, "invalid memref element type")
	}
	layout, space, err := p.layoutAndSpace(ranked)
	if err != nil {
		return nil, err
	}
	if err := p.expect(tGreater, "expected '>' in memref type"); err != nil {
		return nil, err
	}
	if i, ok := space.(*ir.IntegerAttr); ok && i.Value == 0 && i.Big == nil {
		space = nil
	}
	if !ranked {
		return p.ctx.UnrankedMemRef(elem, space), nil
	}
	if err := p.checkLayout(start, layout, len(dims)); err != nil {
		return nil, err
	}
	return p.ctx.MemRef(dims, elem, layout, space), nil
}

// layoutAndSpace parses ", layout, space" of a memref type.
func (p *parser) layoutAndSpace(ranked bool) (layout, space ir.Attr, err error) {
	for p.accept(tComma) {
		off := p.tok.start
		a, err := p.attr(nil)
		if err != nil {
			return nil, nil, err
		}
		switch a.(type) {
		case *ir.AffineMapAttr, *ir.StridedAttr:
			switch {
			case !ranked:
				return nil, nil, p.fail(codeType, off, "cannot have affine map for unranked memref type")
			case space != nil:
				return nil, nil, p.fail(codeType, off, "expected memory space to be last in memref type")
			case layout != nil:
				return nil, nil, p.fail(codeType, off, "multiple layouts specified in memref type")
			}
			layout = a
		default:
			if space != nil {
				return nil, nil, p.fail(codeType, off, "multiple memory spaces specified in memref type")
			}
			if !validSpace(a) {
				return nil, nil, p.fail(codeType, off, "unsupported memory space Attribute")
			}
			space = a
		}
	}
	return layout, space, nil
}

func validSpace(a ir.Attr) bool {
	switch a.(type) {
	case *ir.IntegerAttr, *ir.StringAttr, *ir.DictAttr, *ir.OpaqueAttr, *ir.EnumAttr, *ir.ParametricAttr:
		return true
	}
	return false
}

func (p *parser) checkLayout(off int32, layout ir.Attr, rank int) error {
	switch l := layout.(type) {
	case *ir.AffineMapAttr:
		if l.Map.NumDims != rank {
			return p.fail(codeType, off, "memref layout mismatch between rank and affine map: %d != %d", rank,
				l.Map.NumDims)
		}
	case *ir.StridedAttr:
		if len(l.Strides) != rank {
			return p.fail(codeType, off, "expected the number of strides to match the rank")
		}
	}
	return nil
}
