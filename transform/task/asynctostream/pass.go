package asynctostream

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is async-to-stream.
var Pass = pass.Register(&pass.Pass{
	Name:    "async-to-stream",
	Title:   "AsyncToStream",
	Summary: "Make work on devices of IREE's dialect stream, with timepoints, of asynchronous tasks",
	Doc: `The pass turns round stream-to-async. A token becomes a timepoint, and memory of bytes, memref<?xi8>, a resource. A
task becomes stream.cmd.execute with the affinity of its pipeline.affinity; behind several tokens it awaits the
stream.timepoint.join of them. Tasks in a task that are all awaited there become stream.cmd.concurrent. An empty task
without pipeline.affinity is a join, or an immediate timepoint. What the host awaits it awaits with sync, and it uses
the resources from there on.

In a task memref.copy, linalg.fill and memref.store on ranges (memref.view) become copies and fills, and a kernel that
stream-to-async made a dispatch of the entry points in its stream.entry_points. The sizes of memory are those that it
was allocated with; of other memory they are stream.resource.size.

All resources get the lifetime external. Values of tasks, groups, accesses of the host, loops in tasks, and memory of
other types are refused.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run:    run,
})

var code = diag.Register("async-to-stream", "a part of a program has no counterpart in IREE's stream dialect",
	"Tasks (async.execute) with tokens only, memory of bytes (memref<?xi8>), and in tasks copies, fills and "+
		"stores on ranges of it (memref.view) have one, and kernels as stream-to-async makes them. "+
		"docs/systems.md says more. Change the operation that the message names.")

func run(r *pass.Run) error {
	l := &raising{Builder: ir.NewBuilder(r.Op.Context()), run: r, static: map[*ir.Value]int64{},
		sizes: map[*ir.Value]*ir.Value{}, devices: map[int64]string{}}
	l.OnInsert(func(op *ir.Op) {
		if isPlain(op) {
			l.loose = append(l.loose, op)
		}
	})
	if err := refuseAll(r.Op); err != nil {
		return err
	}
	if err := l.retype(r.Op); err != nil {
		return err
	}
	functions := r.Op.Find(function.Func)
	for _, f := range functions {
		if err := l.function(f); err != nil {
			return err
		}
	}
	l.declareDevices(r.Op)
	r.Count("functions converted", len(functions))
	return nil
}

// raising is the state of the pass.
type raising struct {
	*ir.Builder
	run     *pass.Run
	static  map[*ir.Value]int64     // the sizes that types of memory had
	sizes   map[*ir.Value]*ir.Value // of resources, as far as they were needed
	devices map[int64]string        // names, by the numbers of affinities
	task    *ir.Op                  // the outermost task around, nil outside of tasks
	work    *work                   // what becomes of it
	loose   []*ir.Op                // numbers that were made or moved, which may have no use in the end
}

// onHost has what the host may do, inTask what a task may do, beside operations without effects.
var (
	onHost = []*ir.OpDef{async.Execute, async.Await, memref.Alloc, memref.Cast, memref.View, memref.Dim,
		function.Func, function.Call, function.Return, builtin.Module}
	inTask = []*ir.OpDef{async.Execute, async.Await, async.Yield, memref.Alloc, memref.Cast, memref.View,
		memref.Dim, memref.Copy, memref.Store, memref.Alloca, linalg.Fill, linalg.Generic}
)

// refuseAll refuses operations without a counterpart.
func refuseAll(m *ir.Op) error {
	for op := range m.Walk() {
		if at := op.Parent(); at != nil && at.Def().DialectName() == linalg.Dialect.Name {
			continue // the body of an access, which is looked at with it
		}
		task := op.ParentOf(async.Execute) != nil
		ok := isOneOf(op, onHost) || isControl(op)
		if task {
			ok = isOneOf(op, inTask)
		}
		if ok || isPlain(op) {
			continue
		}
		d := op.Errorf(code, "'%s' has no counterpart in IREE's stream dialect", op.Name())
		if !task && isOneOf(op, inTask) {
			return d.Suggest("only devices access memory: write it into an async.execute, and await that")
		}
		return d.Suggest("docs/systems.md says what is converted")
	}
	return nil
}

func isOneOf(op *ir.Op, list []*ir.OpDef) bool {
	for _, def := range list {
		if op.Is(def) {
			return true
		}
	}
	return false
}

// isControl reports whether an operation is control flow, which only hands timepoints and resources on.
func isControl(op *ir.Op) bool {
	d := op.Def().DialectName()
	return !op.Def().Unregistered && (d == scf.Dialect.Name || d == cf.Dialect.Name)
}

// isPlain reports whether an operation computes numbers of numbers, or selects.
func isPlain(op *ir.Op) bool {
	return op.Def().DialectName() == arith.Dialect.Name && op.NumRegions() == 0 && op.IsEffectFree()
}

const before = `func.func public @f(%a: memref<?xi8>, %n: index, %v: i8, %t: !async.token) {
  %c0 = arith.constant 0 : index
  %token = async.execute [%t] attributes {pipeline.affinity = 0 : i64} {
    %view = memref.view %a[%c0][%n] : memref<?xi8> to memref<?xi8>
    linalg.fill ins(%v : i8) outs(%view : memref<?xi8>)
    async.yield
  }
  async.await %token : !async.token
  return
}
`

const after = `module {
  util.global private @device0 : !hal.device
  util.func public @f(%arg0: !stream.resource<external>, %arg1: index, %arg2: i8, %arg3: !stream.timepoint) {
    %0 = stream.resource.size %arg0 : !stream.resource<external>
    %c0 = arith.constant 0 : index
    %1 = stream.cmd.execute on(#hal.device.affinity<@device0>) await(%arg3) => with(%arg0 as %arg4: !stream.resource<external>{%0}) {
      stream.cmd.fill %arg2, %arg4[%c0 for %arg1] : i8 -> !stream.resource<external>{%0}
    } => !stream.timepoint
    %2 = stream.timepoint.await sync %1 => %arg0 : !stream.resource<external>{%0}
    util.return
  }
}
`
