package isolateasyncregions

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/captured"
)

// Pass is isolate-async-regions.
var Pass = pass.Register(&pass.Pass{
	Name:    "isolate-async-regions",
	Summary: "Make what asynchronous regions use from outside operands of theirs",
	Doc: `An asynchronous region uses values of the code around it: so passes on values see through it, and it is the form to optimize.
This pass makes the captures explicit, for what moves regions elsewhere: each async.execute and task.execute becomes an isolated
task.execute, whose captures are operands and arguments of its block. Constants are copied into the region.

With implicit=true it does the reverse: regions use the captured values again, and a task.execute that then has nothing that an
async.execute has not becomes one.`,
	Options: []pass.Option{
		{Name: "implicit", Type: pass.Bool, Default: "false", Help: "Make explicit captures implicit again"}},
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @f(%a: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %x, %a[%c0] : memref<4xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<4xf32>, %arg1: f32) {
    %c0 = arith.constant 0 : index
    %token = task.execute capturing(%arg1 as %arg2: f32, %arg0 as %arg3: memref<4xf32>) {
      %c0_0 = arith.constant 0 : index
      memref.store %arg2, %arg3[%c0_0] : memref<4xf32>
      task.yield
    }
    async.await %token : !async.token
    return
  }
}
`

func run(r *pass.Run) error {
	change, what := isolate, "regions isolated"
	if r.Bool("implicit") {
		change, what = open, "regions opened"
	}
	var regions []*ir.Op
	for op := range r.Op.WalkPost() { // inner ones first: what they capture, the outer one does, too
		if op.Is(async.Execute) || op.Is(task.Execute) {
			regions = append(regions, op)
		}
	}
	for _, op := range regions {
		if op.IsIsolated() == r.Bool("implicit") {
			change(op)
			r.Count(what, 1)
		}
	}
	return nil
}

// isolate makes the captures of a region explicit.
func isolate(op *ir.Op) {
	captured.CopyConstants(ir.At(op), op)
	captures := captured.Values(op)
	by := map[*ir.Value]*ir.Value{}
	for _, v := range captures {
		by[v] = op.Body().AddArg(v.Type(), nil)
	}
	captured.Replace(op, func(v *ir.Value) *ir.Value { return by[v] })
	replace(op, task.Execute, task.Yield, lists(op, captures),
		ir.NamedAttr{Name: task.IsolatedAttr, Value: op.Context().Unit})
}

// open makes the captures of a region implicit.
func open(op *ir.Op) {
	n := len(async.Unwrapped(op))
	for i, v := range task.Captures(op) {
		op.Body().Arg(n + i).ReplaceAllUsesWith(v)
	}
	for last := op.Body().NumArgs() - 1; last >= n; last-- {
		op.Body().EraseArg(last)
	}
	all := lists(op, nil)
	if task.Queue(op) == nil && task.Unless(op) == nil && len(task.Resources(op)) == 0 {
		replace(op, async.Execute, async.Yield, all[:2])
		return
	}
	replace(op, task.Execute, task.Yield, all)
}

// lists returns the lists of operands that a region has as a task.execute, with these captures.
func lists(op *ir.Op, captures []*ir.Value) [][]*ir.Value {
	all := [][]*ir.Value{op.OperandsOf(0), op.OperandsOf(1), nil, nil, nil, captures}
	if op.Is(task.Execute) {
		for i := 2; i < len(all)-1; i++ {
			all[i] = op.OperandsOf(i)
		}
	}
	return all
}

// replace makes another operation of a region.
func replace(op *ir.Op, def, yield *ir.OpDef, operands [][]*ir.Value, attrs ...ir.NamedAttr) {
	sizes := make([]int64, len(operands))
	for i, list := range operands {
		sizes[i] = int64(len(list))
	}
	b := ir.At(op)
	end := op.Body().Terminator()
	b.SetBefore(end)
	b.Loc = end.Loc()
	b.Create(ir.OpState{Def: yield, Operands: end.Operands(), Results: []ir.Type{}})
	end.Erase()
	b.SetBefore(op)
	b.Loc = op.Loc()
	attrs = append(attrs,
		ir.NamedAttr{Name: constraint.OperandSegmentSize.Name, Value: op.Context().I32Array(sizes...)})
	attrs = append(attrs, op.Attrs()...)
	region := ir.NewRegion()
	region.TakeBody(op.Region(0))
	by := b.Create(ir.OpState{
		Def: def, Operands: slices.Concat(operands...), Results: op.ResultTypes(),
		Regions: []*ir.Region{region}, Attrs: attrs,
	})
	op.ReplaceAllUsesWith(by.Results())
	op.Erase()
}
