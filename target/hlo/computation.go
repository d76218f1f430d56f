package hlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ir"
)

// ref is a value of HLO: an instruction, or an element of the tuple that it returns.
type ref struct {
	name  string
	whole *hlo.Shape // of the instruction
	index []int64
	shape *hlo.Shape // of the element
}

// line is an instruction: its name, and what stands behind the equals sign.
type line struct{ name, text string }

// computation is one that is being written.
type computation struct {
	w        *writer
	thread   string
	lines    []line
	taken    map[string]bool
	rootName string

	content map[*ir.Value][]*ref // of memory: the same content in several shapes, the newest last
	values  map[*ir.Value]*ref   // tensors, scalars and tokens
	flights map[*ir.Value]*flight
	groups  map[*ir.Value][]*flight
	started []*flight
	alias   map[*ir.Value]*ir.Value // arguments of regions that are memory from outside
	taking  map[string]*ref         // elements that were taken out of tuples
}

func (w *writer) computation(thread string) *computation {
	return &computation{w: w, thread: thread, taken: map[string]bool{}, content: map[*ir.Value][]*ref{},
		values: map[*ir.Value]*ref{}, flights: map[*ir.Value]*flight{}, groups: map[*ir.Value][]*flight{},
		alias: map[*ir.Value]*ir.Value{}, taking: map[string]*ref{}}
}

func (c *computation) add(name, text string) { c.lines = append(c.lines, line{name, text}) }

// memory returns the alloc or the argument that a memref is a view of.
func (c *computation) memory(v *ir.Value) *ir.Value {
	for {
		if a := c.alias[v]; a != nil {
			v = a
			continue
		}
		switch op := v.DefiningOp(); {
		case op != nil && (op.Name() == "memref.reinterpret_cast" || op.Name() == "memref.cast"):
			v = op.Operand(0)
		default:
			return v
		}
	}
}

// bind gives a value of the program a value of HLO.
func (c *computation) bind(v *ir.Value, r *ref) {
	if _, ok := v.Type().(*ir.MemRefType); ok {
		c.content[c.memory(v)] = []*ref{r}
		return
	}
	c.values[v] = r
}

// contents returns the newest value of a memory, nil without one.
func (c *computation) contents(v *ir.Value) *ref {
	all := c.content[c.memory(v)]
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// read returns the value of HLO that a value of the program is now, in a shape if that is not nil.
func (c *computation) read(user *ir.Op, v *ir.Value, want *hlo.Shape) *ref {
	if _, ok := v.Type().(*ir.MemRefType); !ok {
		if r := c.values[v]; r != nil {
			return r
		}
		return c.constant(user, v)
	}
	m := c.memory(v)
	if want == nil {
		want = shapeOf(v.Type())
	}
	if want == nil {
		c.w.refuse(user, ": an operand is of type %v", v.Type())
		return nil
	}
	all := c.content[m]
	if len(all) == 0 {
		return c.allocate(user, m)
	}
	if r := fitting(all, want); r != nil {
		return r
	}
	r := all[len(all)-1]
	name := fresh(c.taken, "bitcast")
	c.add(name, fmt.Sprintf("%s bitcast(%s)", want, c.use(r)))
	view := &ref{name: name, whole: want, shape: want}
	c.content[m] = append(c.content[m], view)
	return view
}

// fitting returns the newest of some values that has a shape: exactly, or but for its layout, or at least for
// MLIR, which knows neither signs nor formats of small floats.
func fitting(all []*ref, want *hlo.Shape) *ref {
	for _, fits := range []func(s *hlo.Shape) bool{
		func(s *hlo.Shape) bool { return s.Same(want, hlo.Compare{Layout: true, Space: true}) },
		func(s *hlo.Shape) bool { return s.Equal(want) },
		func(s *hlo.Shape) bool {
			return slices.Equal(s.Dims, want.Dims) && s.IsArray() && want.IsArray() &&
				hlo.ElementBits(s.Element) == hlo.ElementBits(want.Element)
		},
	} {
		for _, r := range slices.Backward(all) {
			if fits(r.shape) {
				return r
			}
		}
	}
	return nil
}

// allocate writes memory without a value.
func (c *computation) allocate(user *ir.Op, m *ir.Value) *ref {
	s := shapeOf(m.Type())
	if s == nil || m.IsArgument() {
		c.w.refuse(user, ": memory of type %v has no value here", m.Type())
		return nil
	}
	if user.Attr("hlo.name") != nil {
		c.w.refuse(user, ": it reads memory that nothing has written, or that is being written")
		return nil
	}
	name := fresh(c.taken, hint(m, "buffer"))
	c.add(name, fmt.Sprintf(`%s custom-call(), custom_call_target="AllocateBuffer"`, s))
	r := &ref{name: name, whole: s, shape: s}
	c.content[m] = []*ref{r}
	return r
}

// constant writes a constant of the program, which is a scalar.
func (c *computation) constant(user *ir.Op, v *ir.Value) *ref {
	op, s := v.DefiningOp(), shapeOf(v.Type())
	if op == nil || op.Name() != "arith.constant" || s == nil || len(s.Dims) > 0 {
		what := "an argument"
		if op != nil {
			what = "a result of '" + op.Name() + "'"
		}
		c.w.refuse(user, ": its operand is %s, of type %v, which has no counterpart here", what, v.Type())
		return nil
	}
	text := ""
	switch a := op.Attr("value").(type) {
	case *ir.IntegerAttr:
		text = fmt.Sprint(a.Value)
		if s.Element == "pred" {
			text = fmt.Sprint(a.Value != 0)
		}
	default:
		text, _, _ = strings.Cut(fmt.Sprint(a), " :")
	}
	name := fresh(c.taken, "constant")
	c.add(name, fmt.Sprintf("%s constant(%s)", s, text))
	r := &ref{name: name, whole: s, shape: s}
	c.values[v] = r
	return r
}

// use returns an operand with its percent sign, and takes it out of tuples if it is an element.
func (c *computation) use(r *ref) string {
	if r == nil {
		return "%?"
	}
	at := &ref{name: r.name, whole: r.whole}
	for k, i := range r.index {
		key := fmt.Sprint(r.name, r.index[:k+1])
		next := c.taking[key]
		if next == nil {
			s := at.whole.At(i)
			next = &ref{name: fresh(c.taken, "get-tuple-element"), whole: s}
			c.add(next.name, fmt.Sprintf("%s get-tuple-element(%%%s), index=%d", s, at.name, i))
			c.taking[key] = next
		}
		at = next
	}
	return "%" + at.name
}

// root makes a value the result of the computation.
func (c *computation) root(r *ref) { c.rootName = strings.TrimPrefix(c.use(r), "%") }

// item is what a tuple is made of: a value, or an operation in flight.
type item struct {
	ref    *ref
	flight *flight
}

func (c *computation) itemOf(v *ir.Value) item {
	if f := c.flights[v]; f != nil {
		return item{ref: f.handle, flight: f}
	}
	user := v.DefiningOp()
	if user == nil {
		user = v.ParentBlock().ParentOp()
	}
	return item{ref: c.read(user, v, nil)}
}

func (c *computation) items(values []*ir.Value) []item {
	var all []item
	for _, v := range values {
		all = append(all, c.itemOf(v))
	}
	return all
}

func shapeOfItems(items []item) *hlo.Shape {
	s := tupleOf()
	for _, i := range items {
		if i.ref != nil {
			s.Tuple = append(s.Tuple, i.ref.shape)
		}
	}
	return s
}

// assemble makes a value of a shape of its arrays, tokens and operations in flight, in their order. name is
// that of the tuple, if one is made.
func (c *computation) assemble(s *hlo.Shape, items []item, name string) *ref {
	r, _ := c.take(s, items, name, 0)
	return r
}

func (c *computation) take(s *hlo.Shape, items []item, name string, depth int) (*ref, []item) {
	if !s.IsTuple || depth > 0 && len(items) > 0 && items[0].flight != nil {
		if len(items) == 0 || items[0].ref == nil {
			return nil, nil
		}
		return items[0].ref, items[1:]
	}
	var parts []*ref
	for _, t := range s.Tuple {
		var r *ref
		if r, items = c.take(t, items, "", depth+1); r == nil {
			return nil, nil
		}
		parts = append(parts, r)
	}
	if whole := whole(s, parts); whole != nil && name == "" {
		return whole, items
	}
	if name == "" {
		name = "tuple"
	}
	operands := make([]string, len(parts))
	shape := tupleOf()
	for i, p := range parts {
		operands[i] = c.use(p)
		shape.Tuple = append(shape.Tuple, p.shape)
	}
	name = fresh(c.taken, name)
	c.add(name, fmt.Sprintf("%s tuple(%s)", shape, strings.Join(operands, ", ")))
	return &ref{name: name, whole: shape, shape: shape}, items
}

// whole returns the value whose elements parts are, all in their order; nil if there is none.
func whole(s *hlo.Shape, parts []*ref) *ref {
	for i, p := range parts {
		n := len(p.index) - 1
		if n < 0 || p.index[n] != int64(i) || p.name != parts[0].name || len(parts[0].index) != n+1 ||
			!slices.Equal(p.index[:n], parts[0].index[:n]) {
			return nil
		}
	}
	if len(parts) == 0 {
		return nil
	}
	index := parts[0].index[:len(parts[0].index)-1]
	of := parts[0].whole.At(index...)
	if of == nil || len(of.Tuple) != len(s.Tuple) {
		return nil
	}
	return &ref{name: parts[0].name, whole: parts[0].whole, index: index, shape: of}
}
