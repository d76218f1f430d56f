package analysis

import "github.com/inflight-compiler/inflight/ir"

// Subscripts returns the ranges of subscripts of an effect in its own memref, before views are followed.
// exact reports whether the effect accesses all elements in them. For an unranked memref it knows no
// subscripts.
func (e *Evaluator) Subscripts(eff ir.Effect) (dims []Range, exact bool) {
	e.forget()
	s := &e.walk
	s.begin(e, nil)
	return s.dims(eff)
}

// Extent returns the size of a dimension of a memref of known rank, if it can be found.
func (e *Evaluator) Extent(v *ir.Value, d int64) (Linear, bool) {
	e.forget()
	return e.extent(v, d)
}

// Fold returns the form of an integer that is a constant or a value.
func (e *Evaluator) Fold(x ir.OpFoldResult) Linear {
	e.forget()
	return e.fold(x)
}
