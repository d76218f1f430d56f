package asynctostream

import (
	"fmt"
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/hal"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
)

// noInline is the attribute of functions of MLIR that no pass inlines.
const noInline = "no_inline"

// function converts a function and all that is in it.
func (l *raising) function(f *ir.Op) error {
	l.SetBefore(f)
	l.Loc = f.Loc()
	region := l.NewRegion()
	attrs := slices.DeleteFunc(slices.Concat(f.Properties(), f.Attrs()), func(a ir.NamedAttr) bool {
		return a.Name == noInline
	})
	if f.Attr(noInline) != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "inlining_policy",
			Value: l.Ctx.OpaqueAttr(util.Dialect.Name, util.NeverInline, nil)})
	}
	made := l.Create(ir.OpState{Def: util.Func, Attrs: attrs, Results: []ir.Type{},
		Regions: []*ir.Region{region}})
	region.TakeBody(f.Region(0))
	f.Erase()
	if err := l.region(region); err != nil {
		return err
	}
	l.handOn(made)
	for _, op := range slices.Backward(l.loose) {
		if op.Unused() {
			op.Erase()
		}
	}
	l.loose = nil
	return nil
}

func (l *raising) region(r *ir.Region) error {
	for _, b := range r.Blocks() {
		for _, op := range slices.Collect(b.Ops()) {
			if err := l.one(op); err != nil {
				return err
			}
		}
	}
	return nil
}

// one converts an operation of the host, or what is in its regions.
func (l *raising) one(op *ir.Op) error {
	l.SetBefore(op)
	l.Loc = op.Loc()
	switch {
	case op.Is(async.Execute):
		return l.execute(op)
	case op.Is(memref.Alloc):
		return l.alloc(op)
	case op.Is(memref.Cast):
		return l.cast(op)
	case op.Is(memref.View):
		return l.view(op)
	case op.Is(memref.Dim):
		l.replace(op, l.sizeOf(op.Operand(0)))
	case op.Is(function.Return):
		l.Op(util.Return, op.Operands())
		op.Erase()
	case op.Is(function.Call):
		l.call(op)
	default:
		for _, r := range op.Regions() {
			if err := l.region(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// replace lets values stand for the results of an operation.
func (l *raising) replace(op *ir.Op, with ...*ir.Value) {
	for i, v := range with {
		if v.Name() == "" {
			v.SetName(op.Result(i).Name())
		}
		if n, ok := l.static[op.Result(i)]; ok {
			l.static[v] = n
		}
		op.Result(i).ReplaceAllUsesWith(v)
	}
	op.Erase()
}

func (l *raising) call(op *ir.Op) {
	attrs := []ir.NamedAttr{{Name: "callee", Value: op.Attr("callee")}}
	l.replace(op, l.Create(ir.OpState{Def: util.Call, Operands: op.Operands(), Results: op.ResultTypes(),
		Attrs: attrs}).Results()...)
}

func (l *raising) alloc(op *ir.Op) error {
	var size *ir.Value
	if n, ok := l.static[op.Result(0)]; ok {
		size = arith.ConstIndex(l.Builder, n)
	} else {
		size = op.Operand(0)
	}
	made := l.Make(stream.ResourceAlloc, []*ir.Value{size}, op.ResultTypes(),
		ir.NamedAttr{Name: "uninitialized", Value: l.Ctx.Unit}).Result(0)
	l.sizes[made] = size
	l.replace(op, made)
	return nil
}

// cast lets memory stand for itself with another size in its type.
func (l *raising) cast(op *ir.Op) error {
	v := op.Operand(0)
	if !stream.IsResource(op.Result(0).Type()) || !stream.IsResource(v.Type()) {
		return op.Errorf(code, "this cast has no counterpart in IREE's stream dialect").
			Suggest("a resource is bytes: cast between types such as memref<?xi8> and memref<16xi8>")
	}
	op.Result(0).ReplaceAllUsesWith(v)
	op.Erase()
	return nil
}

// view makes a part of a resource. Views with other elements stay until those who use them are converted.
func (l *raising) view(op *ir.Op) error {
	if !stream.IsResource(op.Result(0).Type()) {
		return nil
	}
	s, err := l.rangeOf(op, op.Operand(0))
	if err != nil {
		return err
	}
	length := l.lengthOf(op)
	made := l.Make(stream.ResourceSubview, []*ir.Value{s.root, l.sizeOf(s.root), op.Operand(1), length},
		op.ResultTypes()).Result(0)
	l.sizes[made] = length
	l.replace(op, made)
	return nil
}

// sizeOf returns the size of a resource, at a place where it can be used wherever the resource is.
func (l *raising) sizeOf(v *ir.Value) *ir.Value {
	if size := l.sizes[v]; size != nil {
		return size
	}
	at := l.Save()
	defer l.Restore(at)
	if op := v.DefiningOp(); op != nil {
		l.SetAfter(op)
	} else {
		l.SetStart(v.ParentBlock())
	}
	if n, ok := l.static[v]; ok {
		l.sizes[v] = arith.ConstIndex(l.Builder, n)
	} else {
		l.sizes[v] = l.Make(stream.ResourceSize, []*ir.Value{v}, []ir.Type{l.Ctx.Index}).Result(0)
	}
	return l.sizes[v]
}

func resources(values []*ir.Value) []*ir.Value {
	return slices.DeleteFunc(slices.Clone(values), func(v *ir.Value) bool {
		return !stream.IsResource(v.Type())
	})
}

// affinityOf returns the affinity for the number that a task has.
func (l *raising) affinityOf(op *ir.Op, number int64) ir.Attr {
	name, ok := l.devices[number]
	if !ok {
		name = l.freeName(op, fmt.Sprintf("device%d", number))
		l.devices[number] = name
	}
	return l.Ctx.ParametricAttr(hal.Affinity, l.Ctx.SymbolRef(name), l.Ctx.Int(l.Ctx.I64, -1))
}

// freeName returns a name that no symbol of the module has.
func (l *raising) freeName(op *ir.Op, name string) string {
	taken := map[string]bool{}
	for symbol := range l.run.Op.Body().Ops() {
		taken[symbol.SymbolName()] = true
	}
	for taken[name] {
		name += "_"
	}
	return name
}

// declareDevices declares the devices of affinities.
func (l *raising) declareDevices(m *ir.Op) {
	l.SetStart(m.Body())
	l.Loc = m.Loc()
	for _, n := range slices.Sorted(maps.Keys(l.devices)) {
		l.Create(ir.OpState{Def: util.Global, Results: []ir.Type{}, Attrs: []ir.NamedAttr{
			{Name: "sym_visibility", Value: l.Ctx.String("private")},
			{Name: "sym_name", Value: l.Ctx.String(l.devices[n])},
			{Name: "type", Value: l.Ctx.TypeAttr(l.Ctx.OpaqueType("hal", "device"))}}})
	}
}
