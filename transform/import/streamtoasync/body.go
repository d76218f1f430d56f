package streamtoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
)

// device is code of a device: a function of an executable, and the export that computes how many workgroups
// it has.
type device struct{ function, export *ir.Op }

// findDevices finds the functions of executables whose code can stand in the place of a dispatch.
func (l *lowering) findDevices(m *ir.Op) {
	for op := range m.Body().Ops() {
		if !op.Is(stream.Executable) {
			continue
		}
		functions := map[string]*ir.Op{}
		for f := range op.Walk() {
			if f.Is(function.Func) {
				functions[f.SymbolName()] = f
			}
		}
		for export := range op.Body().Ops() {
			if !export.Is(stream.ExecutableExport) {
				continue
			}
			ref, _ := export.Attr("function_ref").(*ir.SymbolRefAttr)
			if ref == nil || functions[ref.Root] == nil || !isCode(functions[ref.Root], export) {
				continue
			}
			name := l.Ctx.SymbolRef(op.SymbolName(), export.SymbolName())
			l.devices[name.String()] = device{functions[ref.Root], export}
		}
	}
}

// isCode reports whether a function has one block, of numbers, loops and memory. Only where a region computes
// how many workgroups there are, it may ask which one it is.
func isCode(f, export *ir.Op) bool {
	if len(f.Region(0).Blocks()) != 1 {
		return false
	}
	if counts := export.Body(); counts != nil {
		for op := range counts.OpsWithoutTerminator() {
			if !op.IsPure() {
				return false
			}
		}
	}
	for op := range f.Walk() {
		if op != f && !isDeviceCode(op, export) {
			return false
		}
	}
	return true
}

func isDeviceCode(op, export *ir.Op) bool {
	switch op.Def().DialectName() {
	case arith.Dialect.Name, math.Dialect.Name:
		return !op.Def().Unregistered
	}
	switch {
	case op.Is(stream.WorkgroupID), op.Is(stream.WorkgroupCount):
		return export.Body() != nil
	case op.Is(stream.BindingSubspan):
		m, ok := op.Result(0).Type().(*ir.MemRefType)
		return ok && m.MemorySpace == nil && memref.HasIdentityLayout(m)
	case op.Is(function.Return):
		return op.NumOperands() == 0
	}
	return op.Is(memref.Load) || op.Is(memref.Store) || op.Is(scf.For) || op.Is(scf.If) || op.Is(scf.Yield)
}

// code lets the code of a device run on the ranges of a dispatch, workgroup by workgroup. It does nothing
// and returns false if the module does not have the code, or not for these operands.
func (l *lowering) code(op *ir.Op, ranges []*ir.Value) bool {
	entries := stream.EntryPoints(op)
	d, ok := l.devices[entries[0].String()]
	workload, scalars := stream.AllNamed(op, "workload"), stream.AllNamed(op, "uniform_operands")
	if !ok || len(entries) != 1 || !takes(d, ranges, workload, scalars) {
		return false
	}
	m := ir.NewMapping()
	around := l.title
	l.title = "" // messages speak of the lines of the code
	defer func() { l.title = around }()
	for i, v := range slices.Concat(ranges, scalars) {
		m.Map(d.function.Body().Arg(i), v)
	}
	if d.export.Body() == nil {
		l.workgroup(l.Builder, d, m, nil, nil)
		return true
	}
	inExport := ir.NewMapping()
	for i, v := range workload {
		inExport.Map(d.export.Body().Arg(i), v)
	}
	for inner := range d.export.Body().OpsWithoutTerminator() {
		l.Clone(inner, inExport)
	}
	var counts []*ir.Value
	for _, v := range d.export.Body().Terminator().Operands() {
		counts = append(counts, inExport.Lookup(v))
	}
	l.grid(l.Builder, d, m, counts, nil)
	return true
}

// takes reports whether a function has these parameters: first the ranges, then the scalars.
func takes(d device, ranges, workload, scalars []*ir.Value) bool {
	args := d.function.Body().Args()
	if len(args) != len(ranges)+len(scalars) {
		return false
	}
	for _, v := range args[:len(ranges)] {
		for u := range v.Uses() {
			if !u.Owner().Is(stream.BindingSubspan) {
				return false
			}
		}
	}
	for i, v := range args[len(ranges):] {
		if v.Type() != scalars[i].Type() {
			return false
		}
	}
	if d.export.Body() == nil {
		return len(workload) == 0
	}
	return d.export.Body().NumArgs() == len(workload)
}

// grid makes a loop over the workgroups of each dimension.
func (l *lowering) grid(b *ir.Builder, d device, m *ir.Mapping, counts, ids []*ir.Value) {
	if len(ids) == len(counts) {
		l.workgroup(b, d, m, counts, ids)
		return
	}
	zero := arith.ConstIndex(b, 0)
	if n, ok := number(counts[len(ids)]); ok && n == 1 {
		l.grid(b, d, m, counts, append(ids, zero))
		return
	}
	one := arith.ConstIndex(b, 1)
	scf.NewFor(b, zero, counts[len(ids)], one, func(b *ir.Builder, id *ir.Value) {
		l.grid(b, d, m, counts, append(ids, id))
	})
}

// workgroup copies the code of a device.
func (l *lowering) workgroup(b *ir.Builder, d device, m *ir.Mapping, counts, ids []*ir.Value) {
	for op := range d.function.Body().OpsWithoutTerminator() {
		l.device(b, op, m, counts, ids)
	}
}

// device copies an operation of a device: bindings become views of their ranges.
func (l *lowering) device(b *ir.Builder, op *ir.Op, m *ir.Mapping, counts, ids []*ir.Value) {
	copied := b.Clone(op, m)
	for _, inner := range slices.Collect(copied.Walk()) {
		at := ir.At(inner)
		at.Loc = inner.Loc()
		var v *ir.Value
		dimension, _ := inner.IntAttr("dimension")
		switch {
		case inner.Is(stream.BindingSubspan):
			v = at.Make(memref.View, inner.Operands(), inner.ResultTypes()).Result(0)
		case inner.Is(stream.WorkgroupID):
			v = ids[dimension]
		case inner.Is(stream.WorkgroupCount):
			v = counts[dimension]
		default:
			continue
		}
		if inner == copied {
			m.Map(op.Result(0), v)
		}
		inner.Result(0).ReplaceAllUsesWith(v)
		inner.Erase()
		if inner == copied {
			return
		}
	}
}
