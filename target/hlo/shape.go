package hlo

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ir"
)

var tokenShape = &hlo.Shape{Element: "token"}

// shapeOf returns the shape of a value of a type, nil if there is none.
func shapeOf(t ir.Type) *hlo.Shape {
	switch t := t.(type) {
	case *ir.NoneType:
		return tokenShape
	case *ir.MemRefType:
		if t.Ranked && t.Layout == nil {
			return array(t.Elem, t.Shape)
		}
		return nil
	case *ir.TensorType:
		if t.Ranked {
			return array(t.Elem, t.Shape)
		}
		return nil
	}
	return array(t, nil)
}

func array(elem ir.Type, dims []int64) *hlo.Shape {
	s := &hlo.Shape{Element: elementOf(elem), Dims: dims, Layout: &hlo.Layout{}}
	if s.Element == "" {
		return nil
	}
	if len(dims) == 0 {
		s.Layout = nil
	}
	for i := len(dims) - 1; i >= 0; i-- {
		if dims[i] < 0 {
			return nil
		}
		s.Layout.MinorToMajor = append(s.Layout.MinorToMajor, int64(i))
	}
	return s
}

// elementOf returns the element type for a type of MLIR, "" if there is none. An index has 64 bits.
func elementOf(t ir.Type) string {
	switch t := t.(type) {
	case *ir.IndexType:
		return "s64"
	case *ir.FloatType:
		return strings.ToLower(t.Kind.Info().Name)
	case *ir.ComplexType:
		switch elementOf(t.Elem) {
		case "f32":
			return "c64"
		case "f64":
			return "c128"
		}
	case *ir.IntegerType:
		switch {
		case t.Width == 1:
			return "pred"
		case t.Sign == ir.Unsigned:
			return "u" + strconv.Itoa(int(t.Width))
		default:
			return "s" + strconv.Itoa(int(t.Width))
		}
	}
	return ""
}

// tupleOf returns the shape of a tuple.
func tupleOf(all ...*hlo.Shape) *hlo.Shape { return &hlo.Shape{IsTuple: true, Tuple: all} }

// leaf is an array or a token in a shape, and its place there.
type leaf struct {
	index []int64
	shape *hlo.Shape
}

func leaves(s *hlo.Shape) []leaf {
	var all []leaf
	var visit func(s *hlo.Shape, index []int64)
	visit = func(s *hlo.Shape, index []int64) {
		if !s.IsTuple {
			all = append(all, leaf{index, s})
			return
		}
		for i, t := range s.Tuple {
			visit(t, append(index[:len(index):len(index)], int64(i)))
		}
	}
	visit(s, nil)
	return all
}
