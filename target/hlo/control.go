package hlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ir"
)

// carried is what a loop or a branch gets: values of the program, and how they stand in a tuple.
type carried struct {
	shape  *hlo.Shape
	values []*ir.Value // what is handed in
	places []leaf      // where each stands in the shape
}

// inside returns what the regions of an operation use from outside: values, and memory that is read before it
// is written there, or that is written there and used outside.
func (c *computation) inside(op *ir.Op, but []*ir.Value) []*ir.Value {
	var all []*ir.Value
	known := map[*ir.Value]bool{}
	for _, v := range but {
		if _, isMemory := v.Type().(*ir.MemRefType); isMemory {
			known[c.memory(v)] = true
		}
		for _, m := range c.filling(v) {
			known[m] = true
		}
	}
	fills := map[*ir.Value]bool{}
	for inner := range op.Walk() {
		if inner == op {
			continue
		}
		for i, v := range inner.Operands() {
			m := v
			if _, ok := v.Type().(*ir.MemRefType); ok {
				if m = c.memory(v); known[m] || fills[m] || isView(inner) {
					continue
				}
				if c.writesOnly(inner, i) && (op.Attr("hlo.shape") != nil || isLocal(m, op)) {
					fills[m] = true
					continue
				}
			}
			if known[m] || within(op, m) || isHandle(m) || isConstant(m) {
				continue
			}
			known[m] = true
			all = append(all, m)
		}
	}
	return all
}

// filling returns the memory that an operation in flight gives a content that does not depend on the one
// before, if v stands for such an operation.
func (c *computation) filling(v *ir.Value) (all []*ir.Value) {
	f := c.flights[v]
	if f == nil || !f.act.native || !isStart(f.act.opcode) {
		return nil
	}
	if s := doneShape(f.act.opcode, f.act.shape); s != nil {
		for _, o := range c.outcomes(f.act.op, c.callee(f.act.op), s) {
			if o.memory != nil {
				all = append(all, c.memory(o.memory))
			}
		}
	}
	return all
}

func isView(op *ir.Op) bool {
	return op.Name() == "memref.reinterpret_cast" || op.Name() == "memref.cast"
}

func isConstant(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.Name() == "arith.constant"
}

// within reports whether a value is defined in the regions of an operation.
func within(op *ir.Op, v *ir.Value) bool {
	b := v.ParentBlock()
	if b == nil {
		return false
	}
	parent := b.ParentOp()
	return parent != nil && (parent == op || op.IsAncestorOf(parent))
}

// writesOnly reports whether a call gives memory a content that does not depend on the one before.
func (c *computation) writesOnly(op *ir.Op, operand int) bool {
	if op.Name() != "func.call" {
		return false
	}
	fn := c.w.symbols.Resolve(op, op.Def().Callee(op))
	if fn == nil || fn.Attr("hlo.opcode") == nil {
		access, ok := function.Declared(fn)
		return ok && access[operand].Writes && !access[operand].Reads
	}
	numbers, _ := fn.Attr("hlo.results").(*ir.DenseArrayAttr)
	arguments := 0
	for _, text := range strs(fn.Attr("hlo.operands")) {
		if s, err := hlo.ParseShape(text); err == nil {
			arguments += len(leaves(s))
		}
	}
	return numbers != nil && operand >= arguments
}

// isLocal reports whether memory is used in one region of an operation only.
func isLocal(m *ir.Value, op *ir.Op) bool {
	if m.DefiningOp() == nil {
		return false
	}
	region := -1
	var local func(v *ir.Value) bool
	local = func(v *ir.Value) bool {
		for u := range v.Uses() {
			user := u.Owner()
			if isView(user) && user.Block() == m.DefiningOp().Block() {
				if !local(user.Result(0)) {
					return false
				}
				continue
			}
			for user != nil && user.Parent() != op {
				user = user.Parent()
			}
			if user == nil {
				return false
			}
			at := slices.IndexFunc(op.Regions(), func(r *ir.Region) bool {
				return slices.Contains(r.Blocks(), user.Block())
			})
			if region >= 0 && region != at {
				return false
			}
			region = at
		}
		return true
	}
	return local(m)
}

// usedOutside reports whether memory is accessed outside of an operation.
func usedOutside(m *ir.Value, op *ir.Op) bool {
	for u := range m.Uses() {
		user := u.Owner()
		if user == op || op.IsAncestorOf(user) {
			continue
		}
		if isView(user) && !usedOutside(user.Result(0), op) {
			continue
		}
		return true
	}
	return m.DefiningOp() == nil
}

// tuple makes the tuple of what is carried, and says where each value stands in it. shape is that of the
// first values, nil for a flat one; more are behind it.
func (c *computation) tuple(op *ir.Op, shape *hlo.Shape, first, more []*ir.Value) (*ref, *carried) {
	items := c.items(first)
	rest := c.items(more)
	for _, i := range slices.Concat(items, rest) {
		if i.ref == nil {
			return nil, nil
		}
	}
	if !isChoice(op) {
		for i, v := range first {
			items[i] = c.owned(v, items[i])
		}
	}
	if shape == nil || !shape.IsTuple {
		shape = shapeOfItems(items)
	}
	shape = tupleOf(shape.Tuple...)
	for _, i := range rest {
		shape.Tuple = append(shape.Tuple[:len(shape.Tuple):len(shape.Tuple)], i.ref.shape)
	}
	all := append(items, rest...)
	k := &carried{shape: shape, values: append(slices.Clone(first), more...), places: places(shape, all)}
	if len(k.places) != len(all) {
		c.w.refuse(op, ": what it carries is not what its description says")
		return nil, nil
	}
	if len(all) == 1 && op.NumRegions() > 0 && isChoice(op) { // one value without a tuple around it
		return all[0].ref, &carried{shape: all[0].ref.shape, values: k.values,
			places: []leaf{{nil, all[0].ref.shape}}}
	}
	return c.assemble(shape, all, ""), k
}

// owned returns a copy of a value that a loop begins with and that something else uses, too: the loop writes
// what it carries in the memory of that.
func (c *computation) owned(v *ir.Value, i item) item {
	if _, isMemory := v.Type().(*ir.MemRefType); isMemory || i.flight != nil || !i.ref.shape.IsArray() ||
		v.HasOneUse() && !v.IsArgument() {
		return i
	}
	operand := c.use(i.ref)
	name := fresh(c.taken, "copy")
	c.add(name, fmt.Sprintf("%s copy(%s)", i.ref.shape, operand))
	return item{ref: &ref{name: name, whole: i.ref.shape, shape: i.ref.shape}}
}

func isChoice(op *ir.Op) bool { return op.Name() == "scf.if" || op.Name() == "scf.index_switch" }

// places returns where items stand in a shape: an operation in flight takes the place of a tuple.
func places(s *hlo.Shape, items []item) []leaf {
	var found []leaf
	var visit func(s *hlo.Shape, index []int64)
	visit = func(s *hlo.Shape, index []int64) {
		if !s.IsTuple || len(index) > 0 && len(found) < len(items) && items[len(found)].flight != nil {
			found = append(found, leaf{index, s})
			return
		}
		for i, t := range s.Tuple {
			visit(t, append(index[:len(index):len(index)], int64(i)))
		}
	}
	visit(s, nil)
	return found
}

// child returns a computation with one parameter that holds what is carried. args are the values that stand
// for the first of it in the region.
func (c *computation) child(k *carried, args []*ir.Value) *computation {
	in := c.w.computation(c.thread)
	for v, m := range c.alias {
		in.alias[v] = m
	}
	name := fresh(in.taken, "state")
	in.add(name, fmt.Sprintf("%s parameter(0)", k.shape))
	for i, v := range k.values {
		r := &ref{name: name, whole: k.shape, index: k.places[i].index, shape: k.places[i].shape}
		to := v
		if i < len(args) {
			to = args[i]
		}
		in.enter(c, v, to, r)
	}
	return in
}

// enter makes to, in a region, stand for v from outside, which is r there.
func (in *computation) enter(c *computation, v, to *ir.Value, r *ref) {
	switch f := c.flights[v]; {
	case f != nil:
		f.handed = true
		act := *f.act
		g := &flight{op: f.op, act: &act, handle: r, payloads: map[*ir.Value]*ir.Value{}, handed: true}
		g.payloads[to] = f.payloads[v]
		in.flights[to] = g
	default:
		if _, ok := v.Type().(*ir.MemRefType); ok && to != v {
			in.alias[to] = c.memory(v)
		}
		in.bind(to, r)
	}
}

// leave makes to, behind a region, stand for what is element i of its result.
func (c *computation) leave(k *carried, i int, to *ir.Value, r *ref) {
	e := &ref{name: r.name, whole: r.whole, index: k.places[i].index, shape: k.places[i].shape}
	c.enter(c, k.values[i], to, e)
}

// same reports whether a region hands on the memory that it got.
func (in *computation) same(op *ir.Op, got, back *ir.Value) bool {
	if _, ok := got.Type().(*ir.MemRefType); !ok || in.memory(got) == in.memory(back) {
		return true
	}
	in.w.refuse(op, ": it hands on other memory than it got, and a value of HLO has one place")
	return false
}

// while writes a loop with a condition.
func (c *computation) while(op *ir.Op) {
	shape, _ := hlo.ParseShape(op.StringAttr("hlo.shape"))
	init, k := c.tuple(op, shape, op.Operands(), c.inside(op, op.Operands()))
	if k == nil {
		return
	}
	before, after := op.Region(0).Entry(), op.Region(1).Entry()
	test := c.child(k, before.Args())
	test.block(before)
	condition := before.Last()
	for i, v := range condition.Operands()[1:] {
		if i >= before.NumArgs() || test.memory(v) != test.memory(before.Arg(i)) &&
			test.memory(v) != c.memory(k.values[i]) {
			c.w.refuse(op, ": its condition hands on something else than it got")
			return
		}
	}
	for i, v := range k.values {
		if _, ok := v.Type().(*ir.MemRefType); ok && test.contents(test.handed(before.Args(), i, v)).name !=
			test.lines[0].name {
			c.w.refuse(op,
				": its condition writes memory that is used elsewhere, and a condition of HLO returns "+
					"nothing but its result")
			return
		}
	}
	test.root(test.read(condition, condition.Operand(0), nil))
	test.ended(op)
	body := c.child(k, after.Args())
	body.block(after)
	if !c.again(op, k, body, after.Last().Operands()) {
		return
	}
	c.loop(op, k, init, test, body, op.Results())
}

// handed returns what stands in a region for value i of what it gets.
func (c *computation) handed(args []*ir.Value, i int, v *ir.Value) *ir.Value {
	if i < len(args) {
		return args[i]
	}
	return v
}

// again makes the root of a loop's body: the state of the next iteration. back are the values that the body
// hands on, for the first of what is carried.
func (c *computation) again(op *ir.Op, k *carried, body *computation, back []*ir.Value) bool {
	items := body.items(back)
	for i, v := range back {
		if !body.same(op, k.values[i], v) {
			return false
		}
		if items[i].flight != nil {
			items[i].flight.handed = true
		}
	}
	for _, v := range k.values[len(back):] {
		items = append(items, body.itemOf(v))
	}
	body.root(body.assemble(k.shape, items, ""))
	body.ended(op)
	return true
}

// loop writes the instruction of a loop, and what stands for its results: the first of what it carries, nil
// for a part that is none.
func (c *computation) loop(op *ir.Op, k *carried, init *ref, test, body *computation, results []*ir.Value) {
	base := or(op.StringAttr("hlo.name"), "while")
	condition := c.w.unique(or(op.StringAttr("hlo.condition"), base+"_condition"))
	c.w.finish(test, "%"+condition)
	name := c.w.unique(or(op.StringAttr("hlo.body"), base+"_body"))
	c.w.finish(body, "%"+name)
	operand := c.use(init)
	text := fmt.Sprintf("%s while(%s), condition=%%%s, body=%%%s", k.shape, operand, condition, name)
	for _, a := range strs(op.Attr("hlo.attributes")) {
		text += ", " + a
	}
	loop := &ref{name: fresh(c.taken, base), whole: k.shape, shape: k.shape}
	c.add(loop.name, text)
	for i, v := range k.values {
		_, isMemory := v.Type().(*ir.MemRefType)
		switch {
		case i < len(results) && results[i] != nil:
			c.leave(k, i, results[i], loop)
		case isMemory:
			c.leave(k, i, v, loop)
		}
	}
}

func or(s, otherwise string) string {
	if s != "" {
		return s
	}
	return otherwise
}

// counted writes a loop with a counter.
func (c *computation) counted(op *ir.Op) {
	if op.Attr("unsignedCmp") != nil {
		c.w.refuse(op, ": its bounds are compared as unsigned numbers")
		return
	}
	lower, upper, step := op.Operand(0), op.Operand(1), op.Operand(2)
	inits := op.Operands()[3:]
	iv := op.Body().Arg(0)
	outside := c.inside(op, inits)
	for _, v := range []*ir.Value{upper, step} {
		if !isConstant(v) && !slices.Contains(outside, v) {
			outside = append(outside, v)
		}
	}
	init, k := c.tuple(op, nil, append([]*ir.Value{lower}, inits...), outside)
	if k == nil {
		return
	}
	args := append([]*ir.Value{iv}, op.Body().Args()[1:]...)
	test := c.child(k, args)
	limit := test.use(test.read(op, upper, nil))
	counter := test.use(test.values[iv])
	test.rootName = fresh(test.taken, "more")
	test.add(test.rootName, fmt.Sprintf("pred[] compare(%s, %s), direction=LT", counter, limit))
	body := c.child(k, args)
	body.block(op.Body())
	by := body.use(body.read(op, step, nil))
	counter = body.use(body.values[iv])
	next := fresh(body.taken, "next")
	body.add(next, fmt.Sprintf("%s add(%s, %s)", body.values[iv].shape, counter, by))
	body.values[iv] = &ref{name: next, whole: body.values[iv].shape, shape: body.values[iv].shape}
	back := append([]*ir.Value{iv}, op.Body().Last().Operands()...)
	if !c.again(op, k, body, back) {
		return
	}
	c.loop(op, k, init, test, body, append([]*ir.Value{nil}, op.Results()...))
}

// conditional writes a choice between regions.
func (c *computation) conditional(op *ir.Op) {
	base := or(op.StringAttr("hlo.name"), "conditional")
	names := strs(op.Attr("hlo.branches"))
	regions := op.Regions()
	if op.Name() == "scf.index_switch" { // the default is the last branch of HLO
		regions = append(slices.Clone(regions[1:]), regions[0])
	}
	outside := c.inside(op, nil)
	written := c.written(op)
	init, k := c.tuple(op, nil, nil, outside)
	if k == nil {
		return
	}
	selector := c.use(c.read(op, op.Operand(0), nil))
	operands, called := []string{selector}, []string{}
	var shape *hlo.Shape
	shape, _ = hlo.ParseShape(op.StringAttr("hlo.shape"))
	for i, r := range regions {
		branch := c.child(k, nil)
		var yields []*ir.Value
		if !r.Empty() {
			branch.block(r.Entry())
			yields = r.Entry().Last().Operands()
		}
		branch.ended(op)
		items := branch.items(yields)
		for _, v := range written {
			items = append(items, branch.itemOf(v))
		}
		if shape == nil {
			shape = shapeOfItems(items)
		}
		result := branch.assemble(shape, items, "")
		branch.root(result)
		name := fmt.Sprintf("%s_branch%d", base, i)
		if i < len(names) {
			name = names[i]
		}
		name = c.w.unique(name)
		c.w.finish(branch, "%"+name)
		called = append(called, "%"+name)
		operands = append(operands, c.use(init))
	}
	text := fmt.Sprintf("%s conditional(%s), ", shape, strings.Join(operands, ", "))
	if len(called) == 2 && op.Name() == "scf.if" {
		text += fmt.Sprintf("true_computation=%s, false_computation=%s", called[0], called[1])
	} else {
		text += "branch_computations={" + strings.Join(called, ", ") + "}"
	}
	for _, a := range strs(op.Attr("hlo.attributes")) {
		text += ", " + a
	}
	name := fresh(c.taken, base)
	c.add(name, text)
	c.chosen(op, shape, &ref{name: name, whole: shape, shape: shape}, written, regions)
}

// chosen gives the results of a choice, and what it has written, their values.
func (c *computation) chosen(op *ir.Op, shape *hlo.Shape, r *ref, written []*ir.Value, regions []*ir.Region) {
	all := leaves(shape)
	if len(all) != op.NumResults()+len(written) {
		c.w.refuse(op, ": its results are not what its description says")
		return
	}
	for i, l := range all {
		e := &ref{name: r.name, whole: shape, index: l.index, shape: l.shape}
		if i >= op.NumResults() {
			c.bind(written[i-op.NumResults()], e)
			continue
		}
		v := op.Result(i)
		if _, ok := v.Type().(*ir.MemRefType); ok {
			m := c.memory(regions[0].Entry().Last().Operand(i))
			for _, region := range regions[1:] {
				if c.memory(region.Entry().Last().Operand(i)) != m {
					c.w.refuse(op, ": its branches hand on different memory")
				}
			}
			c.alias[v] = m
		}
		c.bind(v, e)
	}
}

// written returns the memory from outside that the regions of an operation write, and that is used behind
// them, but for what the operation returns.
func (c *computation) written(op *ir.Op) []*ir.Value {
	if op.Attr("hlo.shape") != nil {
		return nil
	}
	var all []*ir.Value
	for inner := range op.Walk() {
		if inner.Name() != "func.call" {
			continue
		}
		for _, v := range inner.Operands() {
			if _, ok := v.Type().(*ir.MemRefType); ok {
				if m := c.memory(v); !within(op, m) && usedOutside(m, op) && !slices.Contains(all, m) {
					all = append(all, m)
				}
			}
		}
	}
	return all
}
