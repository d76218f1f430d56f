package reusebuffers

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/timed"
)

var codeOptions = diag.Register("reuse-buffers-options", "reuse-buffers with a number out of range",
	"memory-budget is a number of bytes, 0 or more: leave it out for as much memory as the program takes.")

// Pass is reuse-buffers.
var Pass = pass.Register(&pass.Pass{
	Name:    "reuse-buffers",
	Summary: "Give buffers the memory of others that are free by then",
	Doc: `A buffer of constant extents gets the memory of an earlier one of the same type, where that is freed: the memref.dealloc and the
memref.alloc disappear. Both stand in the same block, or in two async.execute of one block. If the second region does not wait
for the first one anyhow, it gets its token as a dependence.

Such a dependence is added only where the function takes no longer with it, in a simulation by discrete events on the machine;
or, with a memory-budget in bytes, where more than that is in use at a time without it, and less with it. So run this pass
after form-async-regions: what shares memory cannot run at the same time any more.`,
	Options: []pass.Option{
		{Name: "machine", Type: pass.String, Default: "laptop",
			Help: "A description of a machine, its file or its name"},
		{Name: "memory-budget", Type: pass.Int, Default: "0",
			Help: "Bytes that may be in use, 0 for any number"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	if r.Int("memory-budget") < 0 {
		return r.Op.Errorf(codeOptions, "reuse-buffers: memory-budget=%d must not be negative",
			r.Int("memory-budget"))
	}
	m, err := machine.Open(r.String("machine"))
	if err != nil {
		return err
	}
	j := &judge{machine: m, module: r.Op, budget: r.Int("memory-budget")}
	for _, fn := range r.Op.Find(function.Func) {
		if err := j.function(r, fn); err != nil {
			return err
		}
	}
	return nil
}

// function looks at the allocations of a function one after the other.
func (j *judge) function(r *pass.Run, fn *ir.Op) error {
	for _, alloc := range fn.Find(memref.Alloc) {
		for _, c := range candidates(alloc) {
			ok, err := j.accepts(fn, &c)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			c.apply()
			r.Count("buffers reused", 1)
			if !c.ordered {
				r.Count("dependences added", 1)
			}
			break
		}
	}
	return nil
}

// judge decides where a dependence may be added.
type judge struct {
	machine *machine.Machine
	module  *ir.Op
	budget  int64
}

// accepts reports whether a candidate makes the program no worse.
func (j *judge) accepts(fn *ir.Op, c *candidate) (bool, error) {
	if c.ordered {
		return true, nil
	}
	was, err := j.of(fn)
	if err != nil {
		return false, err
	}
	module := j.module.Clone(nil)
	twin := twins(j.module, module)
	tried := candidate{free: twin[c.free], alloc: twin[c.alloc], from: twin[c.from], to: twin[c.to]}
	tried.apply()
	now, err := j.of(twin[fn])
	if err != nil {
		return false, err
	}
	return now.makespan <= was.makespan || j.budget > 0 && was.peak > j.budget && now.peak < was.peak, nil
}

// twins returns the operation in a copy for each one in the original.
func twins(original, copied *ir.Op) map[*ir.Op]*ir.Op {
	var list []*ir.Op
	for op := range copied.Walk() {
		list = append(list, op)
	}
	twin, i := map[*ir.Op]*ir.Op{}, 0
	for op := range original.Walk() {
		twin[op] = list[i]
		i++
	}
	return twin
}

// verdict is what a function needs.
type verdict struct {
	makespan timed.Time
	peak     int64
}

func (j *judge) of(fn *ir.Op) (v verdict, err error) {
	g, err := timed.Of(fn, j.machine)
	if err != nil {
		return v, err
	}
	result, err := timed.Run(g)
	if err != nil {
		return v, err
	}
	v.makespan = result.Makespan
	for _, peak := range result.Peak {
		v.peak += peak
	}
	return v, nil
}
