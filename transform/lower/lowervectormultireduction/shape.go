package lowervectormultireduction

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// reduction is a multi_reduction on its way into two dimensions.
type reduction struct {
	*ir.Builder
	source, acc, mask *ir.Value // mask is nil without one
	reduced           []bool    // by dimension of the source
	inner             bool      // whether what is reduced comes last
}

func (r *reduction) shape() []int64 { return vectorOf(r.source).Shape }

func vectorOf(v *ir.Value) *ir.VectorType {
	t, _ := v.Type().(*ir.VectorType)
	return t
}

// order transposes the source, and the mask, so that what is reduced comes last, or first.
func (r *reduction) order() {
	var first, last []int64
	for d, is := range r.reduced {
		if is != r.inner {
			first = append(first, int64(d))
		} else {
			last = append(last, int64(d))
		}
	}
	permutation := slices.Concat(first, last)
	if slices.IsSorted(permutation) {
		return
	}
	if r.mask != nil {
		r.mask = vector.NewTranspose(r.Builder, r.mask, permutation...)
	}
	r.source = vector.NewTranspose(r.Builder, r.source, permutation...)
	for i := range r.reduced {
		r.reduced[i] = (i < len(first)) != r.inner
	}
}

// flatten makes one dimension of what is reduced, and one of the others, if there are any.
func (r *reduction) flatten() {
	shape := r.shape()
	others := slices.Contains(r.reduced, false)
	if len(shape) == 1 || len(shape) == 2 && others {
		return
	}
	reduced, kept := int64(1), int64(1)
	for d, extent := range shape {
		if r.reduced[d] {
			reduced *= extent
		} else {
			kept *= extent
		}
	}
	flat := []int64{reduced}
	r.reduced = []bool{true}
	switch {
	case others && r.inner:
		flat, r.reduced = []int64{kept, reduced}, []bool{false, true}
	case others:
		flat, r.reduced = []int64{reduced, kept}, []bool{true, false}
	}
	if r.mask != nil {
		r.mask = r.cast(r.mask, flat)
	}
	r.source = r.cast(r.source, flat)
	if others && len(vectorOf(r.acc).Shape) > 1 {
		r.acc = r.cast(r.acc, []int64{kept})
	}
}

func (r *reduction) cast(v *ir.Value, shape []int64) *ir.Value {
	return vector.NewShapeCast(r.Builder, r.Ctx.Vector(shape, nil, vectorOf(v).Elem), v)
}

// widen makes a reduction to a number one to a vector of one element.
func (r *reduction) widen() {
	n := r.shape()[0]
	r.source = r.cast(r.source, []int64{1, n})
	r.acc = vector.NewBroadcast(r.Builder, r.Ctx.Vector([]int64{1}, nil, r.acc.Type()), r.acc)
	if r.mask != nil {
		r.mask = vector.NewBroadcast(r.Builder, r.Ctx.Vector([]int64{1, n}, nil, r.Ctx.I1), r.mask)
	}
	r.reduced = []bool{false, true}
}
