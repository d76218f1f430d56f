package expr

import (
	"strings"

	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// subscript evaluates x[i, j].
func (e *Evaluator) subscript(x *syntax.Subscript) (Value, error) {
	v, err := e.Eval(x.X)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *Buffer:
		return e.bufferSubscript(v, x)
	case *Pointer:
		if v.Indices == nil && v.Offset == nil {
			return nil, e.Errorf(CodeSubscript, x,
				"a pointer is not subscripted").Suggest("subscript the buffer: %s[...]", v.Buffer.Name)
		}
	case *Element:
		return nil, e.Errorf(CodeSubscript, x, "an element of the buffer %s is not subscripted",
			v.Buffer.Name).
			Suggest("write all subscripts in one bracket: %s[i, j]", v.Buffer.Name)
	case *Unknown:
		return v, nil
	case *Seq, *Str, *Dict:
		return e.pythonSubscript(v, x)
	}
	return nil, e.Errorf(CodeSubscript, x, "%s is not subscripted", v.Kind())
}

// slice evaluates low:high:step.
func (e *Evaluator) slice(x *syntax.Slice) (Value, error) {
	s := &Slice{}
	for _, part := range []struct {
		x syntax.Expr
		v *Value
	}{{x.Low, &s.Low}, {x.High, &s.High}, {x.Step, &s.Step}} {
		if part.x == nil {
			continue
		}
		v, err := e.Value(part.x)
		if err != nil {
			return nil, err
		}
		*part.v = v
	}
	return s, nil
}

// key evaluates the subscript of a Python value. Several subscripts are a tuple.
func (e *Evaluator) key(x *syntax.Subscript) (Value, error) {
	if len(x.Indices) == 1 && !x.Tuple {
		return e.Value(x.Indices[0])
	}
	return e.sequence(x.Indices, false)
}

func (e *Evaluator) pythonSubscript(v Value, x *syntax.Subscript) (Value, error) {
	k, err := e.key(x)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *Dict:
		i, err := e.find(v, k, x)
		if err != nil {
			return nil, err
		}
		if i < 0 {
			return nil, e.Errorf(CodeSubscript, x, "the dict has no key %s", e.repr(k))
		}
		return v.Values[i], nil
	case *Str:
		chars, err := e.Iterate(v, x)
		if err != nil {
			return nil, err
		}
		return e.pick(chars, k, x, func(elems []Value) Value { return joined(elems) })
	}
	s := v.(*Seq)
	return e.pick(s.Elems, k, x, func(elems []Value) Value { return &Seq{Elems: elems, List: s.List} })
}

func joined(chars []Value) Value {
	var text strings.Builder
	for _, c := range chars {
		text.WriteString(c.(*Str).V)
	}
	return &Str{text.String()}
}

// pick evaluates elems[k] for an integer or a slice.
func (e *Evaluator) pick(elems []Value, k Value, at syntax.Node, made func([]Value) Value) (Value, error) {
	if s, ok := k.(*Slice); ok {
		chosen, err := e.pickSlice(elems, s, at)
		if err != nil {
			return nil, err
		}
		return made(chosen), nil
	}
	n, ok := asInt(k)
	if imm, isImm := constantInt(k); isImm {
		n, ok = imm, true
	}
	if !ok {
		return nil, e.Errorf(CodeSubscript, at,
			"a list is subscripted by an integer that is known at import time, and this is %s", k.Kind())
	}
	i := n
	if i < 0 {
		i += int64(len(elems))
	}
	if i < 0 || i >= int64(len(elems)) {
		return nil, e.Errorf(CodeSubscript, at, "the subscript %d is not one of %d elements", n, len(elems))
	}
	return elems[i], nil
}

// pickSlice returns the elements of a list that a slice selects.
func (e *Evaluator) pickSlice(elems []Value, s *Slice, at syntax.Node) ([]Value, error) {
	parts := [3]*int64{}
	for i, v := range []Value{s.Low, s.High, s.Step} {
		if _, none := v.(*None); v == nil || none {
			continue
		}
		n, ok := asInt(v)
		if !ok {
			return nil, e.Errorf(CodeSubscript, at,
				"a slice of a list has integers that are known at import time, and this is %s", v.Kind())
		}
		parts[i] = &n
	}
	if parts[2] != nil && *parts[2] == 0 {
		return nil, e.Errorf(CodeSubscript, at, "the step of a slice is not 0")
	}
	low, high, step := sliceBounds(parts, int64(len(elems)))
	var chosen []Value
	for i := low; step > 0 && i < high || step < 0 && i > high; i += step {
		chosen = append(chosen, elems[i])
	}
	return chosen, e.length(int64(len(chosen)), at)
}

// sliceBounds returns the bounds of a slice as Python computes them. A negative number counts from the end,
// and bounds are cut to the length.
func sliceBounds(parts [3]*int64, length int64) (low, high, step int64) {
	step = 1
	if parts[2] != nil {
		step = *parts[2]
	}
	first, last := int64(0), length
	if step < 0 {
		first, last = -1, length-1
	}
	bound := func(p *int64, missing int64) int64 {
		if p == nil {
			return missing
		}
		v := *p
		if v < 0 {
			v = max(v, -length-1) + length
		}
		return min(max(v, first), last)
	}
	step = min(max(step, -length-1), length+1)
	if step < 0 {
		return bound(parts[0], last), bound(parts[1], first), step
	}
	return bound(parts[0], first), bound(parts[1], last), max(step, 1)
}
