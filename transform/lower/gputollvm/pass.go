package gputollvm

import (
	"github.com/inflight-compiler/inflight/analysis/devices"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

var codeUnsupported = diag.Register("gpu-to-llvm-unsupported",
	"an operation of the device has no lowering to calls",
	"Copies are of contiguous memory, fills of elements of 16 or 32 bits, arguments of kernels are memrefs "+
		"and numbers of at most 64 bits.")

// Pass is gpu-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "gpu-to-llvm",
	Title:   "GpuToLLVMConversionPass",
	Summary: "Convert GPU dialect to LLVM dialect with GPU runtime calls",
	Doc: `Lowers what the host has the device do to calls of MLIR's mgpu* functions. A function, and each asynchronous region, creates one stream
for each queue that its operations are on (pipeline.queue, see assign-queues; without it there is one queue), and an event for each operation
that something on another queue still waits for when queues and other waits have made what they can superfluous. All of them are destroyed
at each of its ends; where the host can suspend, and so fail, by objects of the asynchronous runtime that own them. Other dialects stay as
they are.

A token that a function takes or returns, or that enters or leaves an asynchronous region, becomes a token of the host that owns an event: the
passes of async count its references.

A wait of the host is for a stream where that has come to its end, else for an event. In asynchronous regions and functions, and with
suspend everywhere, it is an async.await of a token that the stream makes ready, so that no thread is blocked.

With graphs, operations become nodes of graphs, and what they wait for edges: a transitive reduction of what their tokens say. There are no
streams and no events, and queues do not matter. A graph has what stands in a block between two places where the host may wait, and is
launched behind its last node, after the graphs that were launched before; the runtime destroys it with that.

Where gpu.set_default_device names devices, each has streams and events of its own, and what is on different ones waits for events. What
is created and issued makes its device current right before, in whatever thread it is. A function begins with the device of its caller,
and a task with that of who issues it. Memory of the host is registered by mgpuMemHostRegisterMemRef.

A kernel gets the members of a memref's descriptor one by one, unless use-bare-pointers-for-kernels has it get the pointer alone. Functions of
the host stay as they are: convert-func-to-llvm=use-bare-ptr-memref-call-conv=true decides what they get.`,
	Anchor: "builtin.module",
	Options: []pass.Option{
		{Name: "graphs", Type: pass.Bool, Default: "false",
			Help: "Make graphs of nodes and edges, without streams and events"},
		{Name: "use-bare-pointers-for-kernels", Type: pass.Bool, Default: "false",
			Help: "Hand kernels a pointer for each memref, which must be of static shape; the kernels must " +
				"be compiled so, too"},
		{Name: "intersperse-sizes-for-kernels", Type: pass.Bool, Default: "false",
			Help: "Hand kernels the size in bytes behind each bare pointer"},
		{Name: "suspend", Type: pass.Bool, Default: "false",
			Help: "Let the host suspend where it waits, in synchronous functions too"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	if err := dlti.Layout(r.Op); err != nil {
		return err
	}
	l := &lowering{
		module: r.Op, types: llvmtypes.NewTypes(r.Context(), 0), symbols: llvmtypes.SymbolsOf(r.Op),
		tables:  ir.NewSymbolTables(),
		suspend: r.Bool("suspend"), graphs: r.Bool("graphs"), bare: r.Bool("use-bare-pointers-for-kernels"),
		sized: r.Bool("intersperse-sizes-for-kernels"), kernels: map[string]*kernel{},
		callers: map[*ir.Op]*ir.Value{}, count: r.Count,
	}
	for op := range r.Op.Walk() {
		if err := checkLaunch(op); err != nil {
			return err
		}
	}
	l.devices = devices.In(r.Op)
	if err := l.checkDevices(); err != nil {
		return err
	}
	l.findShared()
	if err := l.lower(l.scopesIn(r.Op)); err != nil {
		return err
	}
	for _, m := range r.Op.Find(gpu.Module) {
		m.Erase()
	}
	l.nameDevices()
	l.registerAll()
	l.dropRepeated()
	l.retype()
	r.Op.RemoveAttr("gpu.container_module")
	return l.symbols.Err
}

// lowering is the state of the pass.
type lowering struct {
	module  *ir.Op
	types   *llvmtypes.Types
	symbols *llvmtypes.Symbols
	tables  *ir.SymbolTables
	suspend bool
	graphs  bool
	bare    bool                 // kernels get pointers for memrefs
	sized   bool                 // and sizes behind them
	kernels map[string]*kernel   // by their symbols
	shared  map[*ir.Op]bool      // the scopes that tokens of the device enter or leave
	devices *devices.Devices     // nil if the program names none
	callers map[*ir.Op]*ir.Value // the device that is current where a function is called
	count   func(name string, n int)
}
