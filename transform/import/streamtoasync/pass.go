package streamtoasync

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/hal"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// Pass is stream-to-async.
var Pass = pass.Register(&pass.Pass{
	Name:    "stream-to-async",
	Title:   "StreamToAsync",
	Summary: "Make asynchronous tasks of IREE's work on devices",
	Doc: `A timepoint becomes a token, a resource memory of bytes, and stream.async.execute or stream.cmd.execute a task that starts
after the tokens of the timepoints that it awaits. Each operation of a concurrent region is a task of its own. Tasks
have the number of their affinity in pipeline.affinity. Results of stream.async.execute are memory that is allocated in
front of the task; a result that is tied to an operand is the memory of the operand.

A dispatch by stream.cmd.dispatch of a function that the module has does what the function does, its workgroups in
order, if that has one block, of arith, math, scf.for, scf.if, memref.load and memref.store, and its parameters are the ranges of the
dispatch and then its numbers. Any other reads its ranges ro and rw and writes its ranges wo and rw: what it writes is a function of all that it
reads, and of its place, not what the kernel would compute. stream.async.dispatch reads the ranges of its operands and
writes its results; those of them that are tied are written in the range of the operand.

Memory from stream.resource.alloca is filled at its timepoint, and again at that of stream.resource.dealloca, so that a
use before the one or behind the other is found. A wait without sync blocks nobody: what uses the resources starts
after the timepoint; the host waits where it uses one itself.

A global is passed: functions get those that they use as arguments, and return those that they change. A function that
nobody calls begins with the initializers that set its globals; a resource that none sets is an argument more. A
collective operation, and a call in work, read and write the ranges that they name. What signals a fence stands for it
from there on. A number that a call in work returns is made of all that it reads. Files, stream.resource.try_map and reference counts that a program asks for are refused.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run:    run,
})

var code = diag.Register("stream-to-async",
	"a program of IREE's stream dialect has a part without a counterpart",
	"The message names the operation. What is converted is in docs/systems.md: work on devices, memory, "+
		"timepoints, functions. Leave the operation out, or write what it does with those.")

// Concerns reports whether an operation is one that the pass replaces.
func Concerns(op *ir.Op) bool {
	switch op.Def().DialectName() {
	case stream.Dialect.Name, util.Dialect.Name, hal.Dialect.Name:
		return !op.Def().Unregistered
	}
	return false
}

func run(r *pass.Run) error {
	l := &lowering{Builder: ir.NewBuilder(r.Op.Context()), run: r, affinities: map[ir.Attr]int64{},
		copied: map[*ir.Op]bool{}, devices: map[string]device{}, names: names.New(),
		channels: map[*ir.Value]map[string]*ir.Value{}}
	if err := l.passGlobals(r.Op); err != nil {
		return err
	}
	l.signals(r.Op)
	if err := l.refuseAll(r.Op); err != nil {
		return err
	}
	l.OnInsert(l.entitle)
	l.findDevices(r.Op)
	l.findCopied(r.Op)
	l.bindSizes(r.Op)
	l.retype(r.Op)
	var functions []*ir.Op
	for op := range r.Op.Walk() {
		if op.Is(util.Func) {
			functions = append(functions, op)
		}
	}
	for _, f := range functions {
		if err := l.function(f); err != nil {
			return err
		}
	}
	l.dropDeclarations(r.Op)
	r.Count("functions converted", len(functions))
	return nil
}

// lowering is the state of the pass.
type lowering struct {
	*ir.Builder
	run        *pass.Run
	affinities map[ir.Attr]int64 // their numbers
	copied     map[*ir.Op]bool   // outside of work: which operations change copies of what they overwrite
	devices    map[string]device // code, by the names of entry points
	task       *ir.Op            // the outermost task around, nil outside of work
	work       *ir.Op            // the operation whose region the task executes
	title      string            // the name of the operation that is converted
	cost       ir.Attr           // how long it takes, nil if the program does not say
	names      *names.Names      // of constants
	// channels has what a channel was created with, by the number that stands for it.
	channels map[*ir.Value]map[string]*ir.Value
}

// entitle lets messages about accesses to memory, and about tasks, waits and returns, have the name of the
// operation that these stand for. The first access, or the task, takes as long as the program says of the
// operation; further accesses take no time then.
func (l *lowering) entitle(op *ir.Op) {
	accesses := op.Def().DialectName() == linalg.Dialect.Name || op.Is(memref.Copy) || op.Is(memref.Store) ||
		op.Is(memref.Load)
	if l.title == "" || !accesses && !op.Is(async.Execute) && !op.Is(async.Await) &&
		!op.Is(function.Return) &&
		!op.Is(function.Call) {
		return
	}
	op.SetAttr(pipeline.TitleAttr, l.Ctx.String(l.title))
	if l.cost != nil && (accesses || op.Is(async.Execute)) {
		op.SetAttr(pipeline.CostAttr, l.cost)
		l.cost = l.Ctx.Int(l.Ctx.I64, 0)
	}
}

// lowerings says what becomes of each operation. A function returns the values that stand for the results.
var lowerings map[*ir.OpDef]func(l *lowering, op *ir.Op) ([]*ir.Value, error)

func init() {
	lowerings = map[*ir.OpDef]func(l *lowering, op *ir.Op) ([]*ir.Value, error){
		stream.AsyncExecute: (*lowering).execute, stream.CmdExecute: (*lowering).execute,
		stream.AsyncConcurrent: (*lowering).concurrent, stream.CmdConcurrent: (*lowering).concurrent,
		stream.CmdSerial:      (*lowering).serial,
		stream.TestTimelineOp: (*lowering).timelineOp,

		stream.AsyncAlloca: (*lowering).alloca, stream.AsyncSplat: (*lowering).splat,
		stream.AsyncClone: (*lowering).clone, stream.AsyncTransfer: (*lowering).clone,
		stream.AsyncSlice: (*lowering).slice, stream.AsyncFill: (*lowering).fill,
		stream.AsyncUpdate: (*lowering).update, stream.AsyncCopy: (*lowering).copy,
		stream.AsyncCast: (*lowering).same, stream.AsyncBarrier: (*lowering).same,
		stream.AsyncConstant: (*lowering).constant,
		stream.AsyncLoad:     (*lowering).load, stream.AsyncStore: (*lowering).store,
		stream.AsyncDispatch: (*lowering).asyncDispatch, stream.AsyncCall: (*lowering).asyncCall,
		stream.AsyncCollective: (*lowering).asyncCollective,

		stream.CmdFill: (*lowering).fill, stream.CmdCopy: (*lowering).copy,
		stream.CmdDispatch: (*lowering).cmdDispatch, stream.CmdCall: (*lowering).cmdCall,
		stream.CmdCollective: (*lowering).cmdCollective,
		stream.CmdFlush:      (*lowering).nothing, stream.CmdInvalidate: (*lowering).nothing,
		stream.CmdDiscard: (*lowering).nothing,

		stream.ResourceAlloc: (*lowering).alloca, stream.ResourceAlloca: (*lowering).allocaAt,
		stream.ResourceDealloca: (*lowering).dealloca, stream.ResourceSize: (*lowering).size,
		stream.ResourceSubview: (*lowering).subview, stream.ResourcePack: (*lowering).pack,
		stream.ResourceConstants: (*lowering).constants, stream.ResourceTransients: (*lowering).transients,
		stream.ResourceRetain: (*lowering).nothing,
		stream.ResourceLoad:   (*lowering).load, stream.ResourceStore: (*lowering).store,

		stream.TimepointImmediate: (*lowering).immediate, stream.TimepointJoin: (*lowering).join,
		stream.TimepointBarrier: (*lowering).barrier, stream.TimepointImport: (*lowering).join,
		stream.TimepointExport: (*lowering).export,
		stream.TimepointAwait:  (*lowering).await,

		stream.ChannelCreate: (*lowering).createChannel, stream.ChannelSplit: (*lowering).channel,
		stream.ChannelRank: (*lowering).rank, stream.ChannelCount: (*lowering).count,

		hal.FenceJoin: (*lowering).join, hal.FenceAwait: (*lowering).awaitFences,
		util.Null: (*lowering).null, util.OptimizationBarrier: (*lowering).asIs,
		util.Align: (*lowering).align, util.Call: (*lowering).call, util.Return: (*lowering).ret,
		util.StatusCheckOK: (*lowering).nothing,
		stream.Yield:       (*lowering).nothing,
	}
}

// refuseAll refuses what has no counterpart.
func (l *lowering) refuseAll(m *ir.Op) error {
	for op := range m.Walk() {
		if !Concerns(op) || lowerings[op.Def()] != nil || op.Is(util.Func) ||
			op.ParentOf(stream.Executable) != nil || isDeclaration(op) {
			continue
		}
		return op.Errorf(code, "'%s' has no counterpart in async", op.Name()).
			Suggest("%s", instead(op))
	}
	return nil
}

// instead says what a program may have in the place of an operation without a counterpart.
func instead(op *ir.Op) string {
	switch op.Def() {
	case stream.ResourceTryMap:
		return "the bytes of a host's buffer are not known: take the resource as an argument, or its " +
			"contents " +
			"from stream.resource.constants"
	case stream.ResourceRelease, stream.ResourceIsTerminal:
		return "owners are not counted: say where memory ends with stream.resource.dealloca"
	case stream.ContextResolve, stream.TestTimelineAware, stream.TimepointChainExternal:
		return "values of other dialects that stand for devices are not known, but for !hal.fence: import " +
			"and " +
			"export timepoints as fences, or use stream.test.timeline_op"
	case hal.FenceQuery, hal.FenceFail:
		return "fences do not fail, and are awaited: use hal.fence.await"
	case hal.FenceCreate:
		return "signal the fence in the block that creates it, by stream.timepoint.chain_external, " +
			"hal.device.queue.barrier or hal.fence.signal, in front of all that use it"
	case util.Unreachable, util.SCFUnreachable:
		return "return what the function returns: places that are never reached are not told apart"
	}
	return "docs/systems.md says what is converted"
}

// isDeclaration reports whether an operation of a module says what others name: code of devices, functions of
// the host that work calls, devices.
func isDeclaration(op *ir.Op) bool {
	return op.Is(stream.Executable) || op.Is(stream.AsyncFunc) || op.Is(stream.CmdFunc) || isDevice(op)
}

// isDevice reports whether an operation is the global of a device, which only affinities name.
func isDevice(op *ir.Op) bool {
	if !op.Is(util.Global) {
		return false
	}
	t, ok := util.GlobalType(op).(*ir.OpaqueType)
	return ok && t.Dialect == hal.Dialect.Name
}

// dropDeclarations removes declarations. Dispatches have copies of the code, or stand for all that kernels
// may do, as calls do.
func (l *lowering) dropDeclarations(m *ir.Op) {
	var gone []*ir.Op
	for op := range m.Body().Ops() {
		if isDeclaration(op) {
			gone = append(gone, op)
		}
	}
	for _, op := range gone {
		op.Erase()
	}
}

const before = `util.func public @f(%a: !stream.resource<external>, %n: index, %v: i8) {
  %c0 = arith.constant 0 : index
  %t = stream.cmd.execute with(%a as %x: !stream.resource<external>{%n}) {
    stream.cmd.fill %v, %x[%c0 for %n] : i8 -> !stream.resource<external>{%n}
  } => !stream.timepoint
  %r = stream.timepoint.await sync %t => %a : !stream.resource<external>{%n}
  util.return
}
`

const after = `module {
  func.func public @f(%arg0: memref<?xi8>, %arg1: index, %arg2: i8) {
    %c0 = arith.constant 0 : index
    %token = async.execute attributes {pipeline.affinity = 0 : i64, pipeline.title = "stream.cmd.execute"} {
      %view = memref.view %arg0[%c0][%arg1] : memref<?xi8> to memref<?xi8>
      linalg.fill {pipeline.title = "stream.cmd.fill"} ins(%arg2 : i8) outs(%view : memref<?xi8>)
      async.yield
    }
    async.await %token : !async.token {pipeline.title = "stream.timepoint.await"}
    return {pipeline.title = "util.return"}
  }
}
`
