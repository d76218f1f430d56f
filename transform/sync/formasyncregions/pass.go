package formasyncregions

import (
	"github.com/inflight-compiler/inflight/analysis/calleffects"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/pass"
)

var codeOptions = diag.Register("form-async-regions-options", "form-async-regions with a number out of range",
	"workers is 1 or more; spawn-cost, memory-budget and penalty are 0 or more.")

// The modes.
const (
	modeDebug       = "debug"
	modeMemory      = "min-peak-memory"
	modeConcurrency = "max-concurrency"
)

// Pass is form-async-regions.
var Pass = pass.Register(&pass.Pass{
	Name:    "form-async-regions",
	Summary: "Make a sequential program asynchronous: regions, tokens between them, and waits of the host",
	Doc: `Puts each operation with effects into an async.execute. A region starts after those earlier ones whose results it
uses, or with whose effects its own conflict: RAW, WAR and WAW, by the ranges of the buffers that operations touch, as far as
they are known. Operations that are pure and cheap are copied into the regions that need them. The host waits where it uses a
result itself, before an operation of which nothing is known, or that is asynchronous already, and at the end of each block of
a function. Calls of functions that do nothing but access the memory they are given are operations like others; these functions
stay as they are. Loops and conditions become one region each; or they stay with the host, which waits at the end of each iteration,
if the program is faster with regions of what is in them. Of a block's loops and conditions those eight that take longest are tried.

mode=debug makes a region of each operation, each after the one before. Otherwise regions that only form a chain become one;
so do regions that cost less than spawn-cost together with one that they depend on, that depends on them, or that waits for
the same; and what others wait for early is split off again. Each such step is kept if the regions take no longer in a
simulation by discrete events: on as many workers as there are, issued by the host at spawn-cost each, where a cost is a number
of executed operations and pipeline.cost takes the place of an estimate; or on a machine, as inflight sim --mode timed has it.

Regions that are free to run in another order may need more memory at a time. With a memory-budget, in bytes, allocations wait
for earlier memory to be freed while too much is in use by that estimate, and memory beyond the budget makes a plan worse: a
budget more as much as penalty times the time of the sequential program. mode=min-peak-memory, the default, has a budget without
being given one: what the sequential program needs.`,
	Options: []pass.Option{
		{Name: "mode", Type: pass.Enum, Cases: []string{modeDebug, modeMemory, modeConcurrency},
			Default: modeMemory,
			Help:    "What to make: debug, min-peak-memory or max-concurrency"},
		{Name: "workers", Type: pass.Int, Default: "4",
			Help: "How many regions run at a time, for the estimate"},
		{Name: "spawn-cost", Type: pass.Int, Default: "64", Help: "What it costs the host to issue a region"},
		{Name: "machine", Type: pass.String, Default: "",
			Help: "A description of a machine, its file or its name, in the place of workers and costs"},
		{Name: "memory-budget", Type: pass.Int, Default: "0",
			Help: "Bytes that may be in use, 0 for what the mode says"},
		{Name: "penalty", Type: pass.Int, Default: "8",
			Help: "What a budget more costs, in times of the sequential program"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

// former is one run of the pass.
type former struct {
	*pass.Run
	calls calls
	mode  string
	// machine is what estimates are for, nil for some workers.
	machine *machine.Machine
	// open says which loops and conditions stay with the host, and what part of their time they then take.
	open map[*ir.Op]float64
}

func run(r *pass.Run) error {
	if r.Int("workers") < 1 || r.Int("spawn-cost") < 0 || r.Int("memory-budget") < 0 || r.Int("penalty") < 0 {
		return r.Op.Errorf(codeOptions,
			"form-async-regions: workers=%d must be positive, and spawn-cost=%d, memory-budget=%d and "+
				"penalty=%d "+
				"must not be negative", r.Int("workers"), r.Int("spawn-cost"), r.Int("memory-budget"),
			r.Int("penalty"))
	}
	f := &former{Run: r, mode: r.String("mode"), open: map[*ir.Op]float64{}}
	if name := r.String("machine"); name != "" {
		var err error
		if f.machine, err = machine.Open(name); err != nil {
			return err
		}
	}
	f.calls = calls{calleffects.LookInto(r.Op)}
	for _, fn := range r.Op.Find(function.Func) {
		if f.calls.isPlain(fn) {
			continue
		}
		for _, b := range fn.Region(0).Blocks() {
			if nests := f.nests(b); len(nests) > 0 && f.mode != modeDebug {
				f.choose(b, nests)
			}
			f.form(b)
		}
	}
	return nil
}

// form makes the regions of a block.
func (f *former) form(b *ir.Block) {
	k := f.read(b)
	for _, op := range k.barriers {
		if f.open[op] > 0 {
			f.formIn(op)
		}
	}
	if len(k.nodes) == 0 {
		return
	}
	var e *emitter
	if f.mode == modeDebug {
		k.inOrder()
		e = k.emit(singles(k.nodes))
	} else {
		k.connect()
		m := f.improve(k)
		f.Count("dependences for memory", m.added)
		f.Count("chains merged", m.chains)
		f.Count("small regions merged", m.siblings)
		f.Count("regions split", m.splits)
		e = k.emit(m.plan)
	}
	f.Count("operations in regions", len(k.nodes))
	f.Count("regions", len(e.order))
	f.Count("dependences", e.dependences)
	f.Count("waits of the host", e.awaits)
}

// formIn makes the regions of what an operation of the host holds.
func (f *former) formIn(op *ir.Op) {
	f.Count("loops and conditions of the host", 1)
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			f.form(b)
		}
	}
}

// improve finds a good plan.
func (f *former) improve(k *block) *improver {
	c := workers(k, int(f.Int("workers")), f.Int("spawn-cost"))
	if f.machine != nil {
		c = on(f.machine, k)
	}
	serial, peak := c.sequential(k.nodes)
	j := &judge{clock: c, serial: serial, budget: f.Int("memory-budget"), penalty: f.Int("penalty")}
	if j.budget == 0 && f.mode == modeMemory {
		j.budget = peak
	}
	m := &improver{judge: j, added: j.keepWithin(k.nodes)}
	reduce(k.nodes)
	m.plan = singles(k.nodes)
	m.improve()
	return m
}
