package hlo

import (
	"slices"
	"strconv"
	"strings"
)

// This file finds the shapes that a text leaves out, as XLA's parser does. Where an opcode and its operands
// do not decide the shape, as for broadcast, the instruction stays without one.

// inferShapes gives instructions without a shape the one that follows from their operands and from what they
// call. What is printed goes on to leave these shapes out.
func (m *Module) inferShapes() {
	isBare := func(in *Instruction) bool { return in.Shape == nil }
	all := m.all()
	if !slices.ContainsFunc(all, func(c *Computation) bool {
		return slices.ContainsFunc(c.Instructions, isBare)
	}) {
		return
	}
	for _, c := range calleesFirst(all) {
		if !slices.ContainsFunc(c.Instructions, isBare) {
			continue
		}
		for _, in := range c.topological() {
			if in.Shape == nil {
				in.Shape = in.inferred()
				in.bare = in.Shape != nil
			}
		}
	}
}

// calleesFirst returns computations so that each stands behind those that it calls, if they do not call each
// other in a circle.
func calleesFirst(all []*Computation) []*Computation {
	type step struct {
		c     *Computation
		calls []edge
	}
	seen := map[*Computation]bool{}
	var order []*Computation
	for _, c := range all {
		if seen[c] {
			continue
		}
		seen[c] = true
		for work := []step{{c, edges(c)}}; len(work) > 0; {
			top := &work[len(work)-1]
			if len(top.calls) == 0 {
				order, work = append(order, top.c), work[:len(work)-1]
				continue
			}
			to := top.calls[0].to
			top.calls = top.calls[1:]
			if !seen[to] {
				seen[to] = true
				work = append(work, step{to, edges(to)})
			}
		}
	}
	return order
}

// sameAs says which operand has the shape of the result, by opcode. Those of asStarted are not among them.
var sameAs = func() map[string]int {
	all := map[string]int{}
	for i, names := range []string{
		`acos acosh add add-dependency and asin asinh atan atan2 atanh cbrt ceil cholesky
			collective-broadcast copy cosine cosh count-leading-zeros divide domain
			dynamic-update-slice erf exponential exponential-minus-one floor log log-plus-one logistic
			maximum minimum mulhi multiply negate not opt-barrier or popcnt power reduce-precision
			remainder reverse round-nearest-afz round-nearest-even rsqrt set-dimension-size shift-left
			shift-right-arithmetic shift-right-logical sign sine sinh sqrt subtract tan tanh while
			xor all-reduce-done`,
		`clamp ragged-all-to-all select triangular-solve`,
	} {
		for _, name := range strings.Fields(names) {
			all[name] = i
		}
	}
	return all
}()

// inferred returns the shape of an instruction, nil if it does not follow.
func (in *Instruction) inferred() *Shape {
	if i, ok := sameAs[in.Opcode]; ok {
		return in.shapeOf(i)
	}
	if s := in.asStarted(); s != nil {
		return s
	}
	switch in.Opcode {
	case "collective-permute":
		if len(in.Operands) == 4 {
			return in.shapeOf(1)
		}
		return in.shapesOf(len(in.Operands), false)
	case "tuple", "all-reduce", "all-reduce-start", "sort":
		return in.shapesOf(len(in.Operands), in.Opcode == "tuple")
	case "scatter":
		return in.shapesOf((len(in.Operands)-1)/2, false)
	case "get-tuple-element":
		if i, ok := in.Attribute("index").Int(); ok {
			return in.shapeOf(0).At(i)
		}
	case "call", "fusion", "conditional":
		if all := in.Called(); len(all) > 0 {
			return all[0].Computation.Root.Shape
		}
	case "compare", "is-finite":
		return in.withElement("pred")
	case "real", "imag", "abs":
		if e := map[string]string{"c64": "f32", "c128": "f64"}[in.element()]; e != "" {
			return in.withElement(e)
		}
		return in.withElement(in.element())
	case "complex":
		return in.withElement(map[string]string{"f32": "c64", "f64": "c128"}[in.element()])
	case "after-all":
		return &Shape{Element: "token"}
	case "partition-id", "replica-id":
		return &Shape{Element: "u32"}
	case "get-dimension-size":
		return &Shape{Element: "s32"}
	}
	return in.inferredSizes()
}

// asStarted returns the shape of a part of an asynchronous operation.
func (in *Instruction) asStarted() *Shape {
	s, word := in.shapeOf(0), &Shape{Element: "u32"}
	if s == nil {
		return nil
	}
	switch phase, base := in.Async(); {
	case in.Opcode == "copy-start":
		return &Shape{IsTuple: true, Tuple: []*Shape{s, s, word}}
	case in.Opcode == "collective-permute-start" && len(in.Operands) == 1:
		return &Shape{IsTuple: true, Tuple: []*Shape{s, s}}
	case in.Opcode == "send" && len(in.Operands) == 2:
		return &Shape{IsTuple: true, Tuple: []*Shape{s, word, {Element: "token"}}}
	case phase != Done:
		return nil
	case base == "send":
		return &Shape{Element: "token"}
	case base == "recv" && s.At(0) != nil:
		return &Shape{IsTuple: true, Tuple: []*Shape{s.At(0), {Element: "token"}}}
	case base == "copy":
		return s.At(0)
	}
	if result := s.At(1); result == nil || !isEmpty(result) {
		return result
	}
	return nil // the result is bound by the done
}

// inferredSizes returns the shape of an instruction whose attributes say which sizes of its operands remain.
func (in *Instruction) inferredSizes() *Shape {
	s := in.shapeOf(0)
	if !s.IsArray() || s.Dynamic != nil {
		return nil
	}
	dims, bad := in.Attribute("dimensions").Ints()
	if bad != nil || slices.ContainsFunc(dims, func(d int64) bool {
		return d < 0 || d >= int64(len(s.Dims))
	}) {
		return nil
	}
	to := &Shape{Element: s.Element}
	switch in.Opcode {
	case "transpose":
		for _, d := range dims {
			to.Dims = append(to.Dims, s.Dims[d])
		}
	case "reduce":
		if len(in.Operands) != 2 {
			return nil
		}
		to.Dims = without(s.Dims, dims)
	case "concatenate":
		if len(dims) != 1 {
			return nil
		}
		to.Dims = slices.Clone(s.Dims)
		for i := range in.Operands[1:] {
			o := in.shapeOf(i + 1)
			if !o.IsArray() || len(o.Dims) != len(s.Dims) {
				return nil
			}
			to.Dims[dims[0]] += o.Dims[dims[0]]
		}
	case "dynamic-slice":
		to.Dims, bad = in.Attribute("dynamic_slice_sizes").Ints()
		if bad != nil || len(to.Dims) != len(s.Dims) {
			return nil
		}
	case "slice":
		if to.Dims = in.slices(); len(to.Dims) != len(s.Dims) {
			return nil
		}
	case "dot":
		if in.Attribute("lhs_contracting_dims") == nil {
			return nil
		}
		return in.product(s, in.shapeOf(1))
	default:
		return nil
	}
	return to
}

// slices returns the sizes of slice={[0:4], [0:8:2]}, nil if it is something else.
func (in *Instruction) slices() []int64 {
	var sizes []int64
	text := strings.Trim(in.Attribute("slice").String(), "{} ")
	for part := range strings.SplitSeq(text, ",") {
		fields := strings.Split(strings.Trim(part, "[] "), ":")
		at := []int64{0, 0, 1}
		for i, f := range fields[:min(len(fields), 3)] {
			n, err := strconv.ParseInt(f, 10, 64)
			if err != nil || n < 0 {
				return nil
			}
			at[i] = n
		}
		if len(fields) < 2 || at[2] < 1 || at[1] < at[0] {
			return nil
		}
		sizes = append(sizes, (at[1]-at[0]+at[2]-1)/at[2])
	}
	return sizes
}

// product returns the shape of a product of two arrays: the sizes of batches, and what is not contracted.
func (in *Instruction) product(a, b *Shape) *Shape {
	if !b.IsArray() || b.Dynamic != nil {
		return nil
	}
	to := &Shape{Element: a.Element}
	var rest []int64
	for i, x := range []*Shape{a, b} {
		side := []string{"lhs", "rhs"}[i]
		batch, bad := in.Attribute(side + "_batch_dims").Ints()
		contracted, bad2 := in.Attribute(side + "_contracting_dims").Ints()
		if gone := slices.Concat(batch, contracted); bad != nil || bad2 != nil ||
			slices.ContainsFunc(gone, func(d int64) bool { return d < 0 || d >= int64(len(x.Dims)) }) {
			return nil
		}
		for _, d := range batch {
			if i == 0 {
				to.Dims = append(to.Dims, x.Dims[d])
			}
		}
		rest = append(rest, without(x.Dims, slices.Concat(batch, contracted))...)
	}
	to.Dims = append(to.Dims, rest...)
	return to
}

// without returns sizes but for those of some dimensions.
func without(sizes, dims []int64) []int64 {
	var all []int64
	for i, n := range sizes {
		if !slices.Contains(dims, int64(i)) {
			all = append(all, n)
		}
	}
	return all
}

// shapeOf returns the shape of an operand, nil if there is none.
func (in *Instruction) shapeOf(i int) *Shape {
	if i < 0 || i >= len(in.Operands) {
		return nil
	}
	return in.Operands[i].Shape
}

// shapesOf returns the shapes of the first n operands as a tuple, or that of the only one if tuple is false.
func (in *Instruction) shapesOf(n int, tuple bool) *Shape {
	if n == 1 && !tuple {
		return in.shapeOf(0)
	}
	s := &Shape{IsTuple: true}
	for i := range n {
		o := in.shapeOf(i)
		if o == nil {
			return nil
		}
		s.Tuple = append(s.Tuple, o)
	}
	return s
}

// element returns the element type of the first operand.
func (in *Instruction) element() string {
	if s := in.shapeOf(0); s.IsArray() {
		return s.Element
	}
	return ""
}

// withElement returns the sizes of the first operand with another element type.
func (in *Instruction) withElement(element string) *Shape {
	s := in.shapeOf(0)
	if !s.IsArray() || element == "" {
		return nil
	}
	return &Shape{Element: element, Dims: s.Dims, Dynamic: s.Dynamic}
}
