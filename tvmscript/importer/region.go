package importer

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/expr"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// interval is the part of one dimension that a region covers.
type interval struct{ min, extent ir.OpFoldResult }

// region returns the buffer and the intervals of a slice, an element or a whole buffer.
func (f *function) region(v expr.Value, at syntax.Node) (*expr.Buffer, []interval, error) {
	var buffer *expr.Buffer
	var ranges []expr.Range
	switch v := v.(type) {
	case *expr.Region:
		buffer, ranges = v.Buffer, v.Ranges
	case *expr.Element:
		buffer = v.Buffer
		for _, i := range v.Indices {
			ranges = append(ranges, point(i))
		}
	case *expr.Buffer:
		buffer = v
		for _, n := range v.Shape {
			ranges = append(ranges, expr.Range{Min: &expr.Int{}, Extent: n})
		}
	default:
		return nil, nil, f.ev.Errorf(codeReads, at, "%s is no part of a buffer",
			v.Kind()).Suggest("write A[0:16, i]")
	}
	out := make([]interval, len(ranges))
	for i, r := range ranges {
		var err error
		if out[i].min, err = f.folded(r.Min, at); err != nil {
			return nil, nil, err
		}
		if out[i].extent, err = f.folded(r.Extent, at); err != nil {
			return nil, nil, err
		}
	}
	return buffer, out, nil
}

// point returns the interval of a subscript: one element, or the span of a ramp with a constant stride.
func point(index expr.Value) expr.Range {
	if r, ok := index.(*expr.Ramp); ok {
		if stride, ok := number(r.Stride); ok && stride > 0 {
			return expr.Range{Min: r.Base, Extent: &expr.Int{V: stride*int64(r.Lanes-1) + 1}}
		}
	}
	return expr.Range{Min: index, Extent: &expr.Int{V: 1}, Single: true}
}

// folded returns an integer as a constant or as an index.
func (f *function) folded(v expr.Value, at syntax.Node) (ir.OpFoldResult, error) {
	if n, ok := number(v); ok {
		return ir.OpFoldResult{Const: n}, nil
	}
	_, isRamp := v.(*expr.Ramp)
	if s, ok := v.(*expr.Scalar); isRamp || ok && s.Dtype.Lanes != 1 {
		return ir.OpFoldResult{},
			f.ev.Errorf(codeReads, at,
				"a region with a vector of subscripts").Suggest("write a slice: A[0:16]")
	}
	i, err := f.ev.ToIndex(v, at)
	return ir.OpFoldResult{Value: i}, err
}
