package analysis

import "github.com/inflight-compiler/inflight/ir"

// Subscripts returns the part of its memref that an effect is on, before views, and whether it touches all of
// that. Nothing is known of a memref without a rank.
func (e *Evaluator) Subscripts(eff ir.Effect) (dims []Range, exact bool) {
	e.forget()
	s := &e.walk
	s.begin(e, nil)
	return s.dims(eff)
}

// Extent returns the size of a dimension of a memref of known rank, if it can be told.
func (e *Evaluator) Extent(v *ir.Value, d int64) (Linear, bool) {
	e.forget()
	return e.extent(v, d)
}

// Fold returns the form of an integer.
func (e *Evaluator) Fold(x ir.OpFoldResult) Linear {
	e.forget()
	return e.fold(x)
}
