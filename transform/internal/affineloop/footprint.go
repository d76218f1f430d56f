package affineloop

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
)

// box holds the limits of the subscripts in accesses to one memref.
type box struct{ low, high []int64 }

// Footprint returns the total number of bytes of the smallest boxes, one for each memref, that contain all
// accesses of a loop, and whether it is known.
func Footprint(loop *ir.Op) (bytes int64, known bool) {
	refs, complete := Refs(loop)
	if !complete {
		return 0, false
	}
	boxes := map[*ir.Value]*box{}
	for i := range refs {
		if !extend(boxes, &refs[i]) {
			return 0, false
		}
	}
	for m, b := range boxes {
		n := int64(ir.ElemBytes(m.Type().(*ir.MemRefType).Elem))
		for i := range b.low {
			n *= max(b.high[i]-b.low[i]+1, 0)
		}
		bytes += n
	}
	return bytes, true
}

// extend extends the box of a memref so that it contains an access.
func extend(boxes map[*ir.Value]*box, r *Ref) bool {
	if r.subscripts == nil {
		return false
	}
	shape := r.Memref.Type().(*ir.MemRefType).Shape
	b := boxes[r.Memref]
	for i, f := range r.subscripts {
		low, high, ok := f.values()
		if shape[i] != ir.Dynamic {
			if !ok {
				low, high = 0, shape[i]-1
			}
			low, high, ok = max(low, 0), min(high, shape[i]-1), true
		}
		if !ok {
			return false
		}
		if boxes[r.Memref] == nil {
			b = &box{make([]int64, len(shape)), make([]int64, len(shape))}
			boxes[r.Memref] = b
			for k := range shape {
				b.low[k], b.high[k] = 1<<62, -1
			}
		}
		b.low[i], b.high[i] = min(b.low[i], low), max(b.high[i], high)
	}
	return true
}

// values returns the interval of a form's values, if it is known.
func (f form) values() (low, high int64, ok bool) {
	low, high, ok = f.constant, f.constant, f.ok
	for _, t := range f.terms {
		from, to, known := variableRange(t.value)
		if !known {
			return 0, 0, false
		}
		if t.times < 0 {
			from, to = to, from
		}
		low, high = low+t.times*from, high+t.times*to
	}
	return low, high, ok
}

// variableRange returns the interval of a loop's variable with constant bounds.
func variableRange(v *ir.Value) (low, high int64, ok bool) {
	if !isLoopVariable(v) {
		return 0, 0, false
	}
	loop := v.Owner().ParentOp()
	low, high, ok = affine.ConstantBounds(loop)
	return low, high - 1, ok
}
