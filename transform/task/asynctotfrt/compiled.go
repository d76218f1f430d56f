package asynctotfrt

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/ir"
)

// kernelsOnly reports whether every operation of a region becomes a kernel.
func kernelsOnly(op *ir.Op) bool {
	for inner := range op.Body().OpsWithoutTerminator() {
		if !isKernel(inner) {
			return false
		}
	}
	return true
}

// compiled converts a region with operations that are no kernels: it becomes the region of a
// tfrt.jit_execute, behind a chain that is available when what it waits for is. Its results are available
// when all of its effects are. A region without results gets one, for that.
func (v *conversion) compiled(op *ir.Op, wait []*ir.Value) error {
	captured, err := v.captured(op)
	if err != nil {
		return err
	}
	yield := op.Body().Terminator()
	block := v.NewBlock()
	m := ir.NewMapping()
	var operands []*ir.Value
	for i, o := range slices.Concat(async.Unwrapped(op), captured) {
		inside := o
		if n := len(async.Unwrapped(op)); i < n {
			inside = op.Body().Arg(i)
		}
		operands = append(operands, v.values[o])
		m.Map(inside, block.AddArg(inside.Type(), nil))
	}
	types := []ir.Type{}
	v.InBlock(block, func() {
		for inner := range op.Body().OpsWithoutTerminator() {
			v.Builder.Clone(inner, m)
		}
		var out []*ir.Value
		for _, o := range yield.Operands() {
			out = append(out, m.Lookup(o))
		}
		if len(out) == 0 {
			out = []*ir.Value{arith.ConstBool(v.Builder, true)}
		}
		for _, o := range out {
			types = append(types, o.Type())
		}
		v.Create(ir.OpState{Def: tfrt.Return, Operands: out, Results: []ir.Type{}})
	})
	wait = slices.DeleteFunc(wait, func(o *ir.Value) bool { return slices.Contains(operands, o) })
	if slices.ContainsFunc(wait, func(o *ir.Value) bool { return !tfrt.IsChain(o.Type()) }) {
		wait = []*ir.Value{v.merge(wait...)}
	}
	operands = append(operands, wait...)
	made := v.Create(ir.OpState{Def: tfrt.JITExecute, Operands: operands, Results: types,
		Regions: []*ir.Region{v.NewRegion(block)}})
	for i := range yield.Operands() {
		v.values[op.Result(i+1)] = made.Result(i)
	}
	if op.Result(0).HasUses() {
		v.values[op.Result(0)] = v.merge(made.Results()...)
	}
	return nil
}

// captured returns the values from outside that the operations of a region use. It refuses what no code that
// is compiled alone can have.
func (v *conversion) captured(op *ir.Op) ([]*ir.Value, error) {
	var list []*ir.Value
	for inner := range op.Walk() {
		if inner == op {
			continue
		}
		if strings.HasPrefix(inner.Name(), "async.") && inner != op.Body().Terminator() {
			return nil, inner.Errorf(codeUnsupported,
				"'%s' stands within a region, which becomes kernels of the function", inner.Name())
		}
		for _, a := range slices.Concat(inner.Properties(), inner.Attrs()) {
			if ref, ok := a.Value.(*ir.SymbolRefAttr); ok {
				return nil, inner.Errorf(codeUnsupported,
					"'%s' refers to '%v', but a region is compiled alone",
					inner.Name(), ref)
			}
		}
		for _, o := range inner.Operands() {
			if op.Region(0).FindAncestor(owner(o)) != nil || slices.Contains(list, o) {
				continue
			}
			if _, isMemory := o.Type().(*ir.MemRefType); isMemory {
				return nil, inner.Errorf(codeUnsupported, "'%s' uses memory from outside its region, which "+
					"kernels of TFRT do not share", inner.Name())
			}
			list = append(list, o)
		}
	}
	return list, nil
}

// owner returns an operation in the block of a value: the one that defines it, or the first one.
func owner(v *ir.Value) *ir.Op {
	if op := v.DefiningOp(); op != nil {
		return op
	}
	return v.ParentBlock().First()
}
