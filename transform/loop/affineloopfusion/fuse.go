package affineloopfusion

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// fuse puts the slices of the first nest into the second one, and takes the first one away. Each slice stores
// all that its iteration needs of a buffer, unless that is nil.
func (f *fusion) fuse(p *pair, s *slice, supplied *ir.Value) {
	if !p.behind {
		p.into.MoveBefore(p.from)
	}
	start := s.path[len(s.path)-1].Body().First()
	b := ir.At(start)
	b.Loc = p.from.Loc()
	for _, x := range s.fixed {
		v := variable(x.From)
		if x.By != 0 {
			v = affine.NewApply(b, aff.NewMap(1, 0, aff.D(0).Add(aff.C(x.By))), v)
		}
		variable(x.To).ReplaceAllUsesWith(v)
	}
	p.from.MoveBefore(start)
	for _, loop := range s.band {
		for _, x := range s.fixed {
			if x.To == loop {
				for op := range loop.Body().OpsWithoutTerminator() {
					op.MoveBefore(loop)
				}
				loop.Erase()
				break
			}
		}
	}
	f.fused++
	f.privatize(p, s, supplied)
}

// affordable reports whether it costs no more than is tolerated that slices share iterations.
func (f *fusion) affordable(p *pair, s *slice) bool {
	if f.maximal || len(s.fixed) == len(s.path) { // then no two slices share any
		return true
	}
	from, known := cost(p.from)
	into, both := cost(p.into)
	times := 1.0
	for _, loop := range s.path {
		n, ok := affine.ConstantTripCount(loop)
		both = both && ok
		times *= float64(n)
	}
	each := from
	for _, x := range s.fixed {
		n, ok := affine.ConstantTripCount(x.To)
		both = both && ok
		each /= max(float64(n), 1)
	}
	return known && both && times*each-from <= f.tolerance*(from+into)
}

// cost returns how many operations an operation executes, if that is known.
func cost(op *ir.Op) (n float64, known bool) {
	if !op.Is(affine.For) {
		return 1, true
	}
	for inner := range op.Body().OpsWithoutTerminator() {
		c, ok := cost(inner)
		if !ok {
			return 0, false
		}
		n += c
	}
	trips, ok := affineloop.Trips(op)
	return n * float64(trips), ok
}
