package sim

import "github.com/inflight-compiler/inflight/ir"

// framed is code with a frame of its own that is being compiled: a function, or the body of a thread that an
// instruction issues. The frame of such a thread has only the registers that its code uses: captured values
// are copied at the issue. So a program with many asynchronous operations does not need the frame of all of
// them for each.
type framed struct {
	outer   *framed    // code that issues this code, nil for a function
	within  *ir.Region // region whose values belong to this code, nil if there is none
	fn      *function
	slots   map[*ir.Value]int32
	numMems int32
	scope   *scope
	// labels and jumps connect the blocks of regions with several blocks.
	labels map[*ir.Block]int
	jumps  []jump
	// consts shares registers among equal constants.
	consts map[uint64]int32
	// wide has the number of consecutive registers of a vector, by its first register.
	wide map[int32]int32
	// captured has the registers of captured values, by moves from the outer code's registers without a
	// destination.
	captured map[move]int32
}

func newFramed(fn *function) *framed {
	return &framed{
		fn: fn, scope: fn.loops, slots: map[*ir.Value]int32{}, labels: map[*ir.Block]int{},
		consts: map[uint64]int32{}, wide: map[int32]int32{}, captured: map[move]int32{},
	}
}

// owns reports whether a value belongs to this code, and not to the code around it.
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

// complete fills in the fields of the function when its code is complete.
func (f *framed) complete() {
	for _, j := range f.jumps {
		f.fn.code[j.at].a = int32(f.labels[j.to])
	}
	f.fn.numMems = f.numMems
}

// outside calls f while the outer code is the current one.
func (c *compiler) outside(f func() int32) int32 {
	inner := c.framed
	c.framed = inner.outer
	defer func() { c.framed = inner }()
	return f()
}

// capture returns registers of this code that have the contents of the outer code's registers from m.src on.
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

// issue emits an instruction that issues threads, and their body with a frame of its own. The values of
// region r belong to that frame.
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

// captureScope returns a loop nest of the outer code with registers of this code.
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
