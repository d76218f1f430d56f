package gputollvm

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis/devices"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// The driver has a device that is current, for each thread of the host. A task may go on in another thread
// than the one in which it began, and others in its place. So where a program names devices, what is created
// and issued names its own each time, right before: nothing comes between.

// lane is a queue at a place: what is in one is in order.
type lane struct {
	place *place
	queue int64
}

// place has streams and events of one device. It lasts as long as its scope; where the number of the device
// is computed inside, from there to the end of a block.
type place struct {
	device devices.Device
	block  *ir.Block // nil for the scope
}

// laneOf returns the lane that an operation is in by its device and its queue, the first if it has none.
func (l *lowering) laneOf(s *scope, op *ir.Op) lane {
	d := l.devices.Of(op)
	if d.Unknown {
		d = devices.Device{} // nothing is issued there: see checkDevices
	}
	at := place{d, s.placeBlock(op, d)}
	for _, p := range s.places {
		if *p == at {
			return lane{p, queueOf(op)}
		}
	}
	s.places = append(s.places, &at)
	return lane{&at, queueOf(op)}
}

// placeBlock returns the block at whose end a place for an operation ends, nil if that is the scope.
func (s *scope) placeBlock(op *ir.Op, d devices.Device) *ir.Block {
	if d.IsFixed() || !s.has(d.Value) {
		return nil
	}
	at := op.Block()
	for at.Region() != d.Value.ParentBlock().Region() {
		at = at.ParentOp().Block()
	}
	return at
}

// has reports whether a value is computed in the scope: other values are there when it starts.
func (s *scope) has(v *ir.Value) bool {
	isArgument := v.DefiningOp() == nil && v.ParentBlock() == s.region.Entry()
	return !isArgument && scopeOf(v.ParentBlock().ParentOp()) == s.op
}

func (s *scope) hasInnerPlaces() bool {
	for _, p := range s.places {
		if p.block != nil {
			return true
		}
	}
	return false
}

// setBegin goes to where a place begins.
func (w *writer) setBegin(at *place) {
	switch {
	case at.block == nil:
		w.SetBefore(w.s.first)
	case at.device.Value.ParentBlock() == at.block && at.device.Value.DefiningOp() != nil:
		w.SetAfter(at.device.Value.DefiningOp())
	default:
		w.SetStart(at.block)
	}
}

// endsOf returns the operations before which a place ends.
func (s *scope) endsOf(at *place) []*ir.Op {
	if at.block == nil {
		return s.ends()
	}
	return []*ir.Op{at.block.Last()}
}

// onDevice makes a device current.
func (w *writer) onDevice(d devices.Device) {
	if w.l.devices != nil {
		w.call("mgpuSetDefaultDevice", nil, w.deviceNumber(d))
	}
}

func (w *writer) deviceNumber(d devices.Device) *ir.Value {
	if d.Value == nil {
		return w.callersDevice()
	}
	if n, ok := ir.ConstInt(d.Value); ok {
		return llvmtypes.ConstInt(w.Builder, w.Ctx.I32, n)
	}
	return d.Value
}

// callersDevice returns the device that was current when the function was called, which the function asks for
// before all else.
func (w *writer) callersDevice() *ir.Value {
	fn := w.Block().ParentOp()
	for !fn.Is(function.Func) && !fn.Is(async.Func) {
		fn = fn.Parent()
	}
	if w.l.callers[fn] == nil {
		here := w.Save()
		w.SetStart(fn.Body())
		w.l.callers[fn] = w.call("inflightGpuDefaultDevice", w.Ctx.I32)
		w.Restore(here)
	}
	return w.l.callers[fn]
}

// nameDevices lowers what names devices, and hands the device that is current to functions that are called.
func (l *lowering) nameDevices() {
	if l.devices == nil {
		return
	}
	w := &writer{Builder: ir.NewBuilder(l.module.Context()), l: l}
	for _, op := range l.module.Find(gpu.SetDefaultDevice) {
		w.SetBefore(op)
		w.Loc = op.Loc()
		w.onDevice(devices.Device{Value: op.Operand(0)})
		op.Erase()
	}
	for op := range l.module.Walk() {
		if d := l.devices.Of(op); l.calls(op) && scopeOf(op) != nil && !d.Unknown {
			w.SetBefore(op)
			w.Loc = op.Loc()
			w.onDevice(d)
		}
	}
}

// dropRepeated removes what makes the device current that is current already.
func (l *lowering) dropRepeated() {
	if l.devices == nil {
		return
	}
	for op := range l.module.Walk() {
		for _, r := range op.Regions() {
			for _, b := range r.Blocks() {
				dropRepeatedIn(b)
			}
		}
	}
}

func dropRepeatedIn(b *ir.Block) {
	var current *ir.Value
	for _, op := range slices.Collect(b.Ops()) {
		switch name := calleeOf(op); {
		case name == "mgpuSetDefaultDevice" && current != nil && isSame(op.Operand(0), current):
			number := op.Operand(0).DefiningOp()
			op.Erase()
			if number != nil && number.Is(llvm.ConstantOp) && !number.Result(0).HasUses() {
				number.Erase()
			}
		case name == "mgpuSetDefaultDevice":
			current = op.Operand(0)
		case strings.HasPrefix(name, "mgpu"), strings.HasPrefix(name, "inflightGpu"), op.IsPure():
		default:
			current = nil // others may make another one current, or go on in another thread
		}
	}
}

func isSame(a, b *ir.Value) bool {
	m, isNumber := ir.ConstInt(a)
	n, ok := ir.ConstInt(b)
	return a == b || isNumber && ok && m == n
}

// calleeOf returns the name of the function that an operation calls, "" if it calls none.
func calleeOf(op *ir.Op) string {
	if op.Def().Callee == nil {
		return ""
	}
	ref := op.Def().Callee(op)
	if ref == nil {
		return ""
	}
	return ref.Root
}

// calls reports whether an operation calls a function of the module that has a body.
func (l *lowering) calls(op *ir.Op) bool {
	if op.Def().Callee == nil || op.Is(gpu.LaunchFunc) {
		return false
	}
	fn := l.tables.Resolve(op, op.Def().Callee(op))
	return fn != nil && fn.Body() != nil
}

// checkDevices reports what is to be on a device that the program does not tell.
func (l *lowering) checkDevices() error {
	if l.devices == nil {
		return nil
	}
	for op := range l.module.Walk() {
		switch {
		case op.Is(gpu.SetDefaultDevice) && l.graphs:
			return op.Errorf(codeUnsupported, "graphs are of one device").Suggest("leave out 'graphs'")
		case isDevice(op) && !op.Is(gpu.Wait) && l.devices.Of(op).Unknown:
			return op.Errorf(codeUnsupported,
				"which device this is on depends on the way that was taken to it").
				Suggest("name the device here, by gpu.set_default_device, too")
		}
	}
	return nil
}
