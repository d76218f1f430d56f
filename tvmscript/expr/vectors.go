package expr

import (
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// maxLanes is above the number of lanes of any machine. Some engines compute vectors lane by lane.
const maxLanes = 1 << 12

// laneCount evaluates a number of lanes.
func (e *Evaluator) laneCount(x syntax.Expr) (int, error) {
	n, err := e.ConstInt(x)
	if err != nil {
		return 0, err
	}
	if n < 1 || n > maxLanes {
		return 0, e.Errorf(CodeValue, x, "%d is no number of lanes: there are 1 to %d", n, maxLanes)
	}
	return int(n), nil
}

var (
	ramp      = byNames((*Evaluator).tRamp, "base", "stride", "lanes", "span?")
	broadcast = byNames((*Evaluator).tBroadcast, "value", "lanes", "span?")
)

// tRamp evaluates T.Ramp(base, stride, lanes).
func (e *Evaluator) tRamp(a *Args, at *syntax.Call) (Value, error) {
	r := &Ramp{}
	var err error
	if r.Base, err = e.laneInt(a.Get("base")); err != nil {
		return nil, err
	}
	if r.Stride, err = e.laneInt(a.Get("stride")); err != nil {
		return nil, err
	}
	if r.Lanes, err = e.laneCount(a.Get("lanes")); err != nil {
		return nil, err
	}
	if r.Lanes == 1 {
		return r.Base, nil
	}
	return r, nil
}

// laneInt evaluates an integer with one lane.
func (e *Evaluator) laneInt(x syntax.Expr) (Value, error) {
	v, err := e.Value(x)
	if err != nil {
		return nil, err
	}
	t, err := e.targetOf(v, x)
	if err != nil {
		return nil, err
	}
	if !t.dtype.IsInt() || t.dtype.Lanes > 1 {
		return nil, e.Errorf(CodeDtype, x, "a ramp is made of integers, and this is %s", t.dtype)
	}
	return v, nil
}

// tBroadcast evaluates T.Broadcast(value, lanes).
func (e *Evaluator) tBroadcast(a *Args, at *syntax.Call) (Value, error) {
	v, err := e.Value(a.Get("value"))
	if err != nil {
		return nil, err
	}
	lanes, err := e.laneCount(a.Get("lanes"))
	if err != nil {
		return nil, err
	}
	t, err := e.targetOf(v, at)
	if err != nil {
		return nil, err
	}
	if t.dtype.Lanes > 1 {
		return nil, e.Errorf(CodeDtype, at, "a value of one lane is broadcast, and this is %s", t.dtype)
	}
	if lanes == 1 {
		return v, nil
	}
	t.index, t.dtype.Lanes = false, lanes
	return e.as(v, t, at)
}

// tShuffle evaluates T.Shuffle([v, w], [indices]): selected lanes of the concatenation of vectors of one
// dtype.
func (e *Evaluator) tShuffle(a *Args, at *syntax.Call) (Value, error) {
	vectors, err := e.spread(a.Get("vectors"))
	if err != nil {
		return nil, err
	}
	indices, err := e.spread(a.Get("indices"))
	if err != nil {
		return nil, err
	}
	if len(vectors) != 1 && len(vectors) != 2 || len(indices) == 0 || len(indices) > maxLanes {
		return nil, e.Errorf(CodeUnsupported, at,
			"T.Shuffle is understood for one or two vectors, and here are %d", len(vectors))
	}
	var parts [2]*Scalar
	for i, v := range vectors {
		if parts[i], err = e.ToScalar(v, a.Get("vectors")); err != nil {
			return nil, err
		}
	}
	if len(vectors) == 1 {
		parts[1] = parts[0]
	}
	if parts[0].Dtype != parts[1].Dtype || parts[0].Dtype.Lanes == 1 {
		return nil, e.Errorf(CodeDtype, at, "T.Shuffle takes vectors of one dtype, and these are %s and %s",
			parts[0].Dtype, parts[1].Dtype)
	}
	return e.shuffled(parts, indices, len(vectors)*parts[0].Dtype.Lanes, at)
}

// shuffled makes the vector of the selected lanes. A single lane is a scalar, as in TVM.
func (e *Evaluator) shuffled(parts [2]*Scalar, indices []Value, lanes int, at *syntax.Call) (Value, error) {
	mask := make([]int64, len(indices))
	for i, v := range indices {
		n, ok := constantInt(v)
		if !ok || n < 0 || n >= int64(lanes) {
			return nil, e.Errorf(CodeValue, at, "the lanes of T.Shuffle are constants of 0 to %d", lanes-1)
		}
		mask[i] = n
	}
	e.Locate(at)
	d := parts[0].Dtype
	if d.Lanes = len(mask); d.Lanes == 1 {
		return e.extract(parts, mask[0], d)
	}
	return &Scalar{vector.NewShuffle(e.B, parts[0].V, parts[1].V, mask...), d}, nil
}

// extract returns one lane of two vectors.
func (e *Evaluator) extract(parts [2]*Scalar, lane int64, d form.Dtype) (Value, error) {
	from, n := parts[0], int64(parts[0].Dtype.Lanes)
	if lane >= n {
		from, lane = parts[1], lane-n
	}
	return &Scalar{vector.NewExtract(e.B, from.V, ir.OpFoldResult{Const: lane}), d}, nil
}
