package sim

import "github.com/inflight-compiler/inflight/ir"

// framed is code with a frame of its own that is being compiled: a function, or what a thread executes that
// an instruction issues. The frame of such a thread has only what its code uses: what it captures is copied
// when the thread is issued. So a program with many operations in a row does not have the frame of all of
// them for each.
type framed struct {
	outer   *framed    // that issues it, nil for a function
	within  *ir.Region // whose values belong to it, nil if none do
	fn      *function
	slots   map[*ir.Value]int32
	numMems int32
	scope   *scope
	// labels and jumps connect blocks of regions with several.
	labels map[*ir.Block]int
	jumps  []jump
	// consts shares registers among equal constants.
	consts map[uint64]int32
	// wide holds how many registers, which follow each other, a vector takes, by the first of them.
	wide map[int32]int32
	// captured has the registers of what is captured, by those in the outer one, with no destination.
	captured map[move]int32
}

func newFramed(fn *function) *framed {
	return &framed{
		fn: fn, scope: fn.loops, slots: map[*ir.Value]int32{}, labels: map[*ir.Block]int{},
		consts: map[uint64]int32{}, wide: map[int32]int32{}, captured: map[move]int32{},
	}
}

// owns reports whether a value belongs to the code, and not to what is around it.
func (f *framed) owns(v *ir.Value) bool {
	if f.outer == nil {
		return true
	}
	for b := v.ParentBlock(); b != nil; b = b.ParentOp().Block() {
		if b.Region() == f.within {
			return true
		}
	}
	return false
}

// complete fills in what is known of the code when all of it is there.
func (f *framed) complete() {
	for _, j := range f.jumps {
		f.fn.code[j.at].a = int32(f.labels[j.to])
	}
	f.fn.numMems = f.numMems
}

// outside calls a function while the outer code is compiled.
func (c *compiler) outside(f func() int32) int32 {
	inner := c.framed
	c.framed = inner.outer
	defer func() { c.framed = inner }()
	return f()
}

// capture returns the registers that have in this code what others, from m.src on, have in the outer one.
func (c *compiler) capture(m move) int32 {
	if r, ok := c.captured[m]; ok {
		return r
	}
	r := c.register(m)
	c.captured[m] = r
	m.dst = r
	c.fn.captures = append(c.fn.captures, m)
	return r
}

// captureOne captures one register.
func (c *compiler) captureOne(src int32, mem bool) int32 {
	return c.capture(move{src: src, mem: mem, n: 1})
}

// captureEach captures registers of scalars.
func (c *compiler) captureEach(srcs []int32) []int32 {
	rs := make([]int32, len(srcs))
	for i, r := range srcs {
		rs[i] = c.captureOne(r, false)
	}
	return rs
}

// issue emits an instruction that issues threads, and what they execute with a frame of its own, to which the
// values of a region belong.
func (c *compiler) issue(in instr, r *ir.Region, code func() error) error {
	outer := c.framed
	at := c.emit(in)
	fn := &function{op: outer.fn.op, name: outer.fn.name, types: outer.fn.types, site: c.site}
	c.framed = newFramed(fn)
	c.outer, c.within = outer, r
	fn.loops = c.captureScope(outer.scope)
	c.scope = fn.loops
	err := code()
	c.complete()
	c.framed, c.charged = outer, true
	c.fn.code[at].body = fn
	return err
}

// issueOne emits an instruction that issues a thread which executes one instruction and ends.
func (c *compiler) issueOne(issue instr, in func() instr) error {
	return c.issue(issue, nil, func() error {
		c.emitFree(in())
		c.emitFree(instr{exec: execEnd})
		return nil
	})
}

// captureScope returns a loop nest of the outer code with registers of this one.
func (c *compiler) captureScope(s *scope) *scope {
	if s == nil {
		return &scope{}
	}
	parent := c.captureScope(s.parent)
	if len(s.regs) == 0 {
		return parent
	}
	return &scope{parent: parent, names: s.names, regs: c.captureEach(s.regs)}
}
