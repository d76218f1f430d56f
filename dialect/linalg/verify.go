package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// verifyStructured checks what all structured operations have in common.
func verifyStructured(op *ir.Op) error {
	if op.NumRegions() != 1 || len(op.Region(0).Blocks()) != 1 {
		return op.OpErrorf(codeLinalg, "expects to have 1 region with 1 block")
	}
	s := StructuredOf(op)
	for _, check := range []func(*Structured) error{
		verifyDestinations, verifySemantics, verifyMaps, verifyLoops, verifyExtents, verifyBody,
	} {
		if err := check(s); err != nil {
			return err
		}
	}
	return nil
}

// verifyDestinations checks that there is a result for each output that is a tensor, of its type.
func verifyDestinations(s *Structured) error {
	var tensors []int
	first := len(s.Inputs)
	for i, v := range s.Outputs {
		if isTensor(v.Type()) {
			tensors = append(tensors, first+i)
		}
	}
	if len(tensors) != s.Op.NumResults() {
		return s.Op.OpErrorf(codeLinalg,
			"expected the number of tensor results (%d) to be equal to the number of output tensors (%d)",
			s.Op.NumResults(), len(tensors))
	}
	for k, i := range tensors {
		if t, r := s.Op.Operand(i).Type(), s.Op.Result(k).Type(); t != r {
			return s.Op.OpErrorf(codeLinalg,
				"expected type of operand #%d ('%v') to match type of corresponding result ('%v')", i, t, r)
		}
	}
	return nil
}

// verifySemantics checks that an operation does not mix memory and tensors, and that all of them have a rank.
func verifySemantics(s *Structured) error {
	var memory, tensors bool
	for i, v := range s.Operands() {
		if _, ranked := shapeOf(v.Type()); !ranked && elementOf(v.Type()) != v.Type() {
			return s.Op.OpErrorf(codeLinalg, "operand #%d has no rank, and so no subscripts", i)
		}
		_, isMemory := v.Type().(*ir.MemRefType)
		memory, tensors = memory || isMemory, tensors || isTensor(v.Type())
	}
	if memory && tensors {
		return s.Op.OpErrorf(codeLinalg, "expected to have pure tensor or buffer semantics")
	}
	return nil
}

// verifyMaps checks each map by itself.
func verifyMaps(s *Structured) error {
	n := s.Op.NumOperands()
	if len(s.Maps) != n {
		return s.Op.OpErrorf(codeLinalg,
			"expected the number of indexing_map (%d) to be equal to the number of input/output operands "+
				"(%d)",
			len(s.Maps), n)
	}
	for i, m := range s.Maps {
		if m.NumSymbols > 0 {
			return s.Op.OpErrorf(codeLinalg, "unexpected symbols in indexing_map #%d", i)
		}
		if m.NumDims != s.NumLoops() {
			return s.Op.OpErrorf(codeLinalg,
				"expected indexing_map #%d to have %d dim(s) to match the number of loops", i, s.NumLoops())
		}
		shape, _ := shapeOf(s.Op.Operand(i).Type())
		if len(shape) != len(m.Results) {
			return s.Op.OpErrorf(codeLinalg,
				"expected operand #%d rank (%d) to match the result rank of indexing_map (%d)",
				i, len(shape), len(m.Results))
		}
	}
	return nil
}

// verifyLoops checks that each loop has an extent.
func verifyLoops(s *Structured) error {
	if _, ok := s.Extents(); ok {
		return nil
	}
	var all []*affine.Expr
	for _, m := range s.Maps {
		all = append(all, m.Results...)
	}
	together := s.Op.Context().AffineMap(affine.NewMap(s.NumLoops(), 0, all...))
	return s.Op.OpErrorf(codeLinalg, "invalid indexing maps are non-invertible: (%v)", mapText(together))
}

// mapText returns a map without the word affine_map around it.
func mapText(m *ir.AffineMapAttr) string {
	text := m.String()
	return text[len("affine_map<") : len(text)-1]
}

// verifyExtents checks that the extents of all operands agree, where those of the loops are known.
func verifyExtents(s *Structured) error {
	extents, _ := s.Extents()
	last := make([]int64, len(extents))
	for l, e := range extents {
		shape, _ := shapeOf(s.Op.Operand(e.Operand).Type())
		if last[l] = shape[e.Dim] - 1; shape[e.Dim] == ir.Dynamic {
			return nil
		}
	}
	for i := range s.Maps {
		if err := s.verifyExtentsOf(i, last); err != nil {
			return err
		}
	}
	return nil
}

// verifyExtentsOf checks the extents of operand i against the subscripts of the first and of the last point.
func (s *Structured) verifyExtentsOf(i int, last []int64) error {
	shape, _ := shapeOf(s.Op.Operand(i).Type())
	low, okLow := s.Maps[i].Eval(make([]int64, len(last)), nil)
	high, okHigh := s.Maps[i].Eval(last, nil)
	if !okLow || !okHigh {
		return nil
	}
	for d, n := range shape {
		if n == ir.Dynamic || n == 0 {
			continue
		}
		text := s.Op.Context().AffineMap(s.Maps[i])
		inferred := max(low[d], high[d]) + 1
		switch {
		case min(low[d], high[d]) < 0:
			return s.Op.OpErrorf(codeLinalg, "unexpected result less than 0 at expression #%d in %s", d,
				mapText(text))
		case s.Maps[i].Results[d].Kind == affine.Dim && inferred != n:
			return s.Op.OpErrorf(codeLinalg,
				"inferred input/output operand #%d has shape's dimension #%d to be %d, but found %d",
				i, d, inferred, n)
		case inferred > n:
			return s.Op.OpErrorf(codeLinalg,
				"inferred input/output operand #%d has shape's dimension #%d to be greater than or equal "+
					"to %d, but found %d", i, d, inferred, n)
		}
	}
	return nil
}

// verifyBody checks the arguments of the body.
func verifyBody(s *Structured) error {
	if s.Body.NumArgs() != s.Op.NumOperands() {
		return s.Op.OpErrorf(codeLinalg,
			"expected as many non-induction variable region arguments as the number of input/output operands")
	}
	for i, a := range s.Body.Args() {
		if want := elementOf(s.Op.Operand(i).Type()); a.Type() != want {
			return s.Op.OpErrorf(codeLinalg,
				"expected type of bb argument #%d ('%v') to match element or self type of the "+
					"corresponding operand ('%v')", i, a.Type(), want)
		}
	}
	return nil
}

func verifyYield(op *ir.Op) error {
	parent := op.Parent()
	if parent == nil || parent.NumRegions() != 1 || parent.Region(0).Empty() {
		return op.OpErrorf(codeLinalg, "expected single non-empty parent region")
	}
	s := shapes[parent.Def()]
	if s == nil {
		return op.OpErrorf(codeLinalg, "expected parent op with LinalgOp interface")
	}
	first, count := s.outputs(parent)
	if op.NumOperands() != count {
		return op.OpErrorf(codeLinalg,
			"expected number of yield values (%d) to match the number of inits / outs operands of the "+
				"enclosing LinalgOp (%d)",
			op.NumOperands(), count)
	}
	for i, v := range op.Operands() {
		if want := elementOf(parent.Operand(first + i).Type()); v.Type() != want {
			return op.OpErrorf(codeLinalg,
				"type of yield operand %d ('%v') doesn't match the element type of the enclosing "+
					"linalg.generic op ('%v')", i+1, v.Type(), want)
		}
	}
	return nil
}

func verifyIndex(op *ir.Op) error {
	parent := op.Parent()
	if parent == nil || shapes[parent.Def()] == nil {
		return op.OpErrorf(codeLinalg, "expected parent op with LinalgOp interface")
	}
	loops := len(shapes[parent.Def()].iterators(parent))
	if d, _ := op.IntAttr("dim"); d >= int64(loops) {
		return op.OpErrorf(codeLinalg,
			"expected dim (%d) to be lower than the number of loops (%d) of the enclosing LinalgOp", d, loops)
	}
	return nil
}

// mapsOf returns the maps in an attribute that is an array of them.
func mapsOf(op *ir.Op, name string) []*affine.Map {
	list, _ := op.Attr(name).(*ir.ArrayAttr)
	if list == nil {
		return nil
	}
	maps := make([]*affine.Map, len(list.Elems))
	for i, e := range list.Elems {
		maps[i] = e.(*ir.AffineMapAttr).Map
	}
	return maps
}

// allParallel are n loops that may run in any order.
func allParallel(n int) []int64 { return slices.Repeat([]int64{ParallelLoop}, n) }
