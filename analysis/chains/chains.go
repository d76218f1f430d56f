package chains

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// An Order is what is known of the effects of a function: how many kernels of it and of its regions have one,
// and which of them nothing orders with the one before in the text. Without such a kernel, the chains order
// all effects of each function and region: the text is one of the orders that they allow, so that effects
// have one order if each is behind the one before.
type Order struct {
	Effects   int
	Unordered []Pair
}

// A Pair is two kernels of a function or of a region with effects that nothing orders. For a parallel loop
// both are the loop, whose blocks have effects.
type Pair struct{ First, Second *ir.Op }

// Judge is the judge of a module's functions.
type Judge struct {
	tables  *ir.SymbolTables
	effects map[*ir.Op]bool // functions that have effects
}

// New reads a module. Functions that call one with effects have effects.
func New(module *ir.Op) *Judge {
	j := &Judge{tables: ir.NewSymbolTables(), effects: map[*ir.Op]bool{}}
	callers := map[*ir.Op][]*ir.Op{}
	var work []*ir.Op
	for fn := range module.Body().Ops() {
		if !IsTFRT(fn) {
			continue
		}
		for op := range fn.Walk() {
			if op != fn && ownEffect(op) {
				work = append(work, fn)
			}
			for _, callee := range j.callees(op) {
				callers[callee] = append(callers[callee], fn)
			}
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if !j.effects[fn] {
			j.effects[fn] = true
			work = append(work, callers[fn]...)
		}
	}
	return j
}

// IsTFRT reports whether an operation is a function of kernels: it ends with tfrt.return.
func IsTFRT(op *ir.Op) bool {
	if !op.Is(function.Func) || op.Region(0).Empty() {
		return false
	}
	end := op.Region(0).Entry().Last()
	return end != nil && end.Is(tfrt.Return)
}

// inside reports whether a kernel in an operation has an effect.
func (j *Judge) inside(op *ir.Op) bool {
	for inner := range op.Walk() {
		if inner != op && j.effect(inner) {
			return true
		}
	}
	return false
}

// effect reports whether a kernel has an effect of its own, or calls a function that has one.
func (j *Judge) effect(op *ir.Op) bool {
	return ownEffect(op) ||
		slices.ContainsFunc(j.callees(op), func(fn *ir.Op) bool { return j.effects[fn] })
}

// ownEffect reports whether a kernel has an effect itself, or an operation of code that is compiled has one.
func ownEffect(op *ir.Op) bool {
	name := op.Name()
	switch name {
	case "tfrt_test.test_cost", "tfrt_test.usleep", "tfrt_test.blocking.usleep",
		"tfrt_test.allocate_resource",
		"tfrt_test.deallocate_resource":
		return true
	}
	return strings.HasPrefix(name, "tfrt.print.") || strings.HasPrefix(name, "tfrt_test.print_") ||
		op.Is(vector.Print)
}

// callees returns the functions that an operation refers to.
func (j *Judge) callees(op *ir.Op) []*ir.Op {
	var list []*ir.Op
	for _, a := range slices.Concat(op.Properties(), op.Attrs()) {
		attrs := []ir.Attr{a.Value}
		if array, ok := a.Value.(*ir.ArrayAttr); ok {
			attrs = array.Elems
		}
		for _, e := range attrs {
			if ref, ok := e.(*ir.SymbolRefAttr); ok {
				list = append(list, j.tables.Resolve(op, ref))
			}
		}
	}
	return list
}

// Function says in which order the effects of a function are.
func (j *Judge) Function(fn *ir.Op) Order {
	var o Order
	j.block(fn.Region(0).Entry(), &o)
	return o
}

// block looks at a block of kernels. before has, for each value, the number of the last effect that is
// certainly complete when the value is available. All effects of a kernel in front of another one in the text
// have lower numbers, so that an effect is behind the one before if that is the last one that it is behind.
func (j *Judge) block(b *ir.Block, o *Order) {
	before := map[*ir.Value]int{}
	var last *ir.Op
	n := 0
	for op := range b.OpsWithoutTerminator() {
		behind := 0
		for _, v := range op.Operands() {
			behind = max(behind, before[v])
		}
		if j.effect(op) || j.inside(op) {
			parallel := op.Is(tfrt.ParallelFor) || op.Is(tfrt.ParallelCall)
			if parallel {
				o.Unordered = append(o.Unordered, Pair{op, op})
			}
			if behind < n {
				o.Unordered = append(o.Unordered, Pair{last, op})
			}
			n++
			o.Effects++
			last, behind = op, n
		}
		for _, r := range op.Results() {
			before[r] = behind
		}
		if !op.Is(tfrt.JITExecute) {
			for _, r := range op.Regions() {
				if len(r.Blocks()) == 1 {
					j.block(r.Entry(), o)
				}
			}
		}
	}
}
