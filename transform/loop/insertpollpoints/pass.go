package insertpollpoints

import (
	"github.com/inflight-compiler/inflight/analysis/inequality"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Function is the name of the function that is called. Its argument, of type i32, is the estimated cost of
// what runs before the next call, in simple operations.
const Function = "inflight_poll"

// Pass is insert-poll-points.
var Pass = pass.Register(&pass.Pass{
	Name:    "insert-poll-points",
	Summary: "Call the host every now and then in code that may run for long",
	Doc: `Every cycle of the control flow whose estimated cost has no bound, or one above interval, calls @inflight_poll with the cost of
what runs until the next call. The cost is counted in simple operations, of which a processor does one or a few in a nanosecond. Code
for the call subtracts the cost from a counter, and calls the host when that becomes negative.

Loops of few iterations do not poll; the loop around them does, with their cost. An innermost loop of many iterations, or of a number
that is not known, becomes two: an outer one that polls, and an inner one over a chunk of the iterations that is as it was. So a loop
with a body of a few operations polls every 16384 iterations at most. Loops with a condition, and blocks that control flow goes back
to, carry a counter and poll every 32 times. Functions that call themselves poll each time. What takes long without a cycle, as a
function does that calls another one twice, which calls a third one twice, and so on, polls between its calls.

Loops of the affine dialect are better lowered before: they poll in every iteration.`,
	Anchor: "builtin.module",
	Options: []pass.Option{
		{Name: "interval", Type: pass.Int, Default: "65536",
			Help: "About how much may happen between two calls, in simple operations"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @add(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = memref.load %y[%i] : memref<?xf32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %y[%i] : memref<?xf32>
  }
  return
}
`

const after = `module {
  func.func private @inflight_poll(i32)
  func.func @add(%arg0: memref<?xf32>, %arg1: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c0 : memref<?xf32>
    %c8192 = arith.constant 8192 : index
    scf.for %arg2 = %c0 to %dim step %c8192 {
      %0 = arith.subi %dim, %arg2 : index
      %1 = arith.minui %0, %c8192 : index
      %2 = arith.index_cast %1 : index to i32
      %c6_i32 = arith.constant 6 : i32
      %3 = arith.muli %2, %c6_i32 : i32
      func.call @inflight_poll(%3) : (i32) -> ()
      %4 = arith.addi %arg2, %1 : index
      scf.for %arg3 = %arg2 to %4 step %c1 {
        %5 = memref.load %arg0[%arg3] : memref<?xf32>
        %6 = memref.load %arg1[%arg3] : memref<?xf32>
        %7 = arith.addf %5, %6 : f32
        memref.store %7, %arg1[%arg3] : memref<?xf32>
      }
    }
    return
  }
}
`

func run(r *pass.Run) error {
	p := &poller{
		env: inequality.New(), interval: max(int64(r.Int("interval")), 1), module: r.Op,
		functions: map[string]*called{}, weights: map[*ir.OpDef]int64{},
	}
	for _, b := range r.Op.Region(0).Blocks() {
		for op := range b.Ops() {
			if name := op.SymbolName(); name != "" && op.Has(ir.IsolatedFromAbove) && op.NumRegions() == 1 {
				p.functions[name] = &called{op: op}
				p.order = append(p.order, name)
			}
		}
	}
	p.markTaken()
	for _, name := range p.order {
		p.function(name)
	}
	if p.polls > 0 {
		p.declare()
	}
	r.Count("polls inserted", p.polls)
	r.Count("loops divided into chunks", p.stripped)
	return nil
}

// markTaken finds the functions that may be called from anywhere.
func (p *poller) markTaken() {
	for op := range p.module.Walk() {
		if ref, ok := op.Attr("value").(*ir.SymbolRefAttr); ok && op.Is(function.Constant) {
			if f := p.functions[ref.Root]; f != nil {
				f.recursive = true
			}
		}
	}
}

// poll writes a call in front of what b is at.
func (p *poller) poll(b *ir.Builder, cost int64) {
	p.pollValue(b, arith.ConstInt(b, b.Ctx.I32, min(max(cost, 1), 1<<30)))
}

func (p *poller) pollValue(b *ir.Builder, cost *ir.Value) {
	p.polls++
	b.Create(ir.OpState{
		Def: function.Call, Operands: []*ir.Value{cost}, Results: []ir.Type{},
		Attrs: []ir.NamedAttr{{Name: "callee", Value: b.Ctx.SymbolRef(Function)}},
	})
}

// declare declares the function of the host.
func (p *poller) declare() {
	if p.functions[Function] != nil {
		return
	}
	c := p.module.Context()
	b := ir.AtEnd(c, p.module.Body())
	b.SetStart(p.module.Body())
	b.Create(ir.OpState{
		Def: function.Func, Results: []ir.Type{}, Regions: []*ir.Region{ir.NewRegion()},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: c.String(Function)},
			{Name: "function_type", Value: c.TypeAttr(c.Function([]ir.Type{c.I32}, nil))},
			{Name: "sym_visibility", Value: c.String("private")},
		},
	})
}
