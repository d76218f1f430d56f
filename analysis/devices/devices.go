package devices

import (
	"strconv"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// Device is a device as a program names it. Two values that are equal and not Unknown are the same device, in
// one execution of the block that defines the Value.
type Device struct {
	// Value is the number of the device, an i32; nil for the device of the caller.
	Value *ir.Value
	// Unknown is set if the device depends on the path that was taken.
	Unknown bool
}

// IsFixed reports whether the device is the same at all times during an execution of the function, also in
// each iteration of a loop.
func (d Device) IsFixed() bool {
	if d.Value == nil {
		return !d.Unknown
	}
	_, ok := ir.ConstInt(d.Value)
	return ok
}

// String returns the name of the device in messages and drawings.
func (d Device) String() string {
	switch {
	case d.Unknown:
		return "unknown device"
	case d.Value == nil:
		return "device of the caller"
	}
	if n, ok := ir.ConstInt(d.Value); ok {
		return "device " + strconv.FormatInt(n, 10)
	}
	return "device by number"
}

// Devices holds the devices of a program's operations.
type Devices struct {
	of      map[*ir.Op]Device
	numbers map[int64]*ir.Value // the first value of each constant
	names   map[*ir.Op]bool     // the functions that name devices, directly or through calls
	tables  *ir.SymbolTables
}

// In returns the devices of a program, nil if it names none.
func In(program *ir.Op) *Devices {
	if len(program.Find(gpu.SetDefaultDevice)) == 0 {
		return nil
	}
	d := &Devices{of: map[*ir.Op]Device{}, numbers: map[int64]*ir.Value{}, names: map[*ir.Op]bool{},
		tables: ir.NewSymbolTables()}
	for op := range program.Walk() {
		if isFunction(op) {
			d.names[op] = len(op.Find(gpu.SetDefaultDevice)) > 0
		}
	}
	for d.spread(program) {
	}
	for op := range program.Walk() {
		if isFunction(op) {
			d.region(op.Region(0), Device{})
		}
	}
	return d
}

// Of returns the device of an operation. For an operation that names a device, it is the device before.
func (d *Devices) Of(op *ir.Op) Device {
	if d == nil {
		return Device{}
	}
	return d.of[op]
}

// isFunction reports whether an operation is a function with a body that callers on the host execute.
func isFunction(op *ir.Op) bool {
	return op.Has(ir.IsolatedFromAbove) && op.Has(ir.IsSymbol) && !op.Has(ir.IsSymbolTable) &&
		op.Body() != nil && op.ParentOf(gpu.Module) == nil
}

// spread marks functions that call marked functions, and reports whether it marked any.
func (d *Devices) spread(program *ir.Op) bool {
	changed := false
	for op := range program.Walk() {
		if fn := function(op); d.namesOne(op) && fn != nil && !d.names[fn] {
			d.names[fn], changed = true, true
		}
	}
	return changed
}

func function(op *ir.Op) *ir.Op {
	for op = op.Parent(); op != nil && !isFunction(op); op = op.Parent() {
	}
	return op
}

// namesOne reports whether an operation calls a function that names a device.
func (d *Devices) namesOne(op *ir.Op) bool {
	if op.Def().Callee == nil {
		return false
	}
	ref := op.Def().Callee(op)
	return ref != nil && d.names[d.tables.Resolve(op, ref)]
}

// region records the devices in a region that begins with the device first. It returns the device at the end
// of the region.
func (d *Devices) region(r *ir.Region, first Device) Device {
	begins := map[*ir.Block]Device{r.Entry(): first}
	var end *Device
	for changed := true; changed; {
		changed, end = false, nil
		for _, b := range r.Blocks() {
			at, reached := begins[b]
			if !reached {
				continue
			}
			at = d.block(b, at)
			for _, next := range b.Successors() {
				old, seen := begins[next]
				if !seen {
					begins[next], changed = at, true
				} else if met := meet(at, old); met != old {
					begins[next], changed = met, true
				}
			}
			if len(b.Successors()) == 0 {
				met := at
				if end != nil {
					met = meet(at, *end)
				}
				end = &met
			}
		}
	}
	if end == nil {
		return first
	}
	return *end
}

// meet returns the device where two paths join.
func meet(a, b Device) Device {
	if a == b {
		return a
	}
	return Device{Unknown: true}
}

// block records the devices of a block's operations, and returns the device at its end.
func (d *Devices) block(b *ir.Block, at Device) Device {
	for op := range b.Ops() {
		d.of[op] = at
		switch {
		case op.Is(gpu.SetDefaultDevice):
			at = Device{Value: d.canonical(op.Operand(0))}
		case d.namesOne(op) && !op.IsAsync():
			at = Device{Unknown: true}
		case op.NumRegions() > 0:
			at = d.regions(op, at)
		}
	}
	return at
}

// regions records the devices in the regions of an operation, and returns the device behind the operation.
func (d *Devices) regions(op *ir.Op, at Device) Device {
	for {
		behind := at
		for i := range op.NumRegions() {
			if r := op.Region(i); r.Entry() != nil {
				behind = meet(d.region(r, at), behind)
			}
		}
		if behind == at || op.StartsThread() {
			return at
		}
		at = behind // a region may be executed after another, or again after itself
	}
}

// canonical returns one and the same value for all constants with one number.
func (d *Devices) canonical(v *ir.Value) *ir.Value {
	n, ok := ir.ConstInt(v)
	if !ok {
		return v
	}
	if d.numbers[n] == nil {
		d.numbers[n] = v
	}
	return d.numbers[n]
}
