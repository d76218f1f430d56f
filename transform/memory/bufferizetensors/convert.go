package bufferizetensors

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/bufferization"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/mlprogram"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/tensor"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/deallocation"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// converter is one run of the pass.
type converter struct {
	*pass.Run
	names         *names.Names
	deallocations *deallocation.Lowering
	// buffers holds the buffer of each tensor.
	buffers map[*ir.Value]*ir.Value
	// shared holds, for each argument that stands for an output of a scf.forall, the buffer that its
	// iterations fill.
	shared map[*ir.Value]*ir.Value
	// sharing has the operations whose tensor is the buffer that they make it of.
	sharing map[*ir.Op]bool
	// owned are the buffers that somebody has to free.
	owned []*ir.Value
	// global is the global value of each load and store of one, and globalType the type of the memory that it
	// has become.
	global     map[*ir.Op]*ir.Op
	globalType map[*ir.Op]*ir.MemRefType
	// dead are the operations on tensors that others have taken the place of, and shrunk the blocks with
	// arguments that are tensors.
	dead   []*ir.Op
	shrunk []*ir.Block
}

// isTensor reports whether a value is a tensor, or promises one, or was one before the pass came to it.
func (c *converter) isTensor(v *ir.Value) bool {
	if c.buffers[v] != nil {
		return true
	}
	_, ok := payloadOf(v).(*ir.TensorType)
	return ok
}

// typeOf returns what a type becomes: that of a dense buffer for a tensor, of any buffer for one without a
// rank; nil for a tensor that none can hold.
func (c *converter) typeOf(t ir.Type) ir.Type {
	if payload := async.Payload(t); payload != nil {
		if inner := c.typeOf(payload); inner != nil {
			return async.ValueType(c.Context(), inner)
		}
		return nil
	}
	n, ok := t.(*ir.TensorType)
	if !ok {
		return t
	}
	switch {
	case n.Encoding != nil || !ir.IsMemRefElement(n.Elem):
		return nil
	case !n.Ranked:
		return c.Context().UnrankedMemRef(n.Elem, nil)
	}
	return c.Context().MemRef(n.Shape, n.Elem, nil, nil)
}

// rules say how to convert operations that have tensors as operands or results.
var rules map[*ir.OpDef]func(c *converter, op *ir.Op) error

func init() {
	rules = map[*ir.OpDef]func(c *converter, op *ir.Op) error{
		arith.Constant: (*converter).constant, tensor.Empty: (*converter).empty,
		tensor.Splat:        (*converter).splat,
		tensor.FromElements: (*converter).fromElements, tensor.Extract: (*converter).extract,
		tensor.Insert: (*converter).insert,
		tensor.Dim:    (*converter).dim, tensor.Rank: (*converter).rank, tensor.Cast: (*converter).cast,
		tensor.ExtractSlice: (*converter).extractSlice, tensor.InsertSlice: (*converter).insertSlice,
		tensor.ParallelInsertSlice: (*converter).parallelInsertSlice,
		tensor.CollapseShape:       (*converter).collapse, tensor.ExpandShape: (*converter).expand,
		tensor.Reshape: (*converter).reshape,
		tensor.Concat:  (*converter).concat, tensor.Generate: (*converter).generate,
		tensor.Pad:    (*converter).pad,
		tensor.Gather: (*converter).gather, tensor.Scatter: (*converter).scatter,
		linalg.Softmax: (*converter).softmax, tensor.Bitcast: (*converter).bitcast,
		linalg.Pack: (*converter).pack, linalg.Unpack: (*converter).unpack,
		linalg.WinogradFilter: (*converter).winograd, linalg.WinogradInput: (*converter).winograd,
		linalg.WinogradOutput: (*converter).winograd,
		vector.TransferRead:   (*converter).read, vector.Gather: (*converter).read,
		vector.TransferWrite: write(1), vector.Scatter: write(0),
		mlprogram.GlobalLoad: (*converter).globalLoad, mlprogram.GlobalLoadConst: (*converter).globalLoad,
		mlprogram.GlobalStore:  (*converter).globalStore,
		bufferization.ToTensor: (*converter).toTensor, bufferization.ToBuffer: (*converter).toBuffer,
		bufferization.MaterializeInDestination: (*converter).materialize,
		bufferization.AllocTensor:              (*converter).allocTensor,
		bufferization.DeallocTensor:            (*converter).deallocTensor,
		bufferization.Clone:                    (*converter).clone,
		bufferization.Dealloc:                  (*converter).dealloc,
		scf.For:                                (*converter).loop, scf.Forall: (*converter).forall,
		scf.If: (*converter).condition, scf.Yield: (*converter).skip,
		scf.While: (*converter).while, scf.Condition: (*converter).skip,
		function.Return: (*converter).leave, function.Call: (*converter).call,
		async.Execute: (*converter).execute, async.Await: (*converter).await, async.Yield: (*converter).leave,
	}
}

// always has the operations that are converted also where neither an operand nor a result is a tensor.
var always = slices.Concat(bufferization.Dialect.Ops, mlprogram.Dialect.Ops, []*ir.OpDef{linalg.Softmax})

// block converts the operations of a block.
func (c *converter) block(b *ir.Block) error {
	for _, op := range slices.Collect(b.Ops()) {
		if err := c.op(op); err != nil {
			return err
		}
	}
	return nil
}

// op converts an operation, with everything in it.
func (c *converter) op(op *ir.Op) error {
	if !slices.ContainsFunc(op.Operands(), c.isTensor) && !slices.ContainsFunc(op.Results(), c.isTensor) &&
		!Concerns(op) {
		return c.regions(op)
	}
	for _, v := range op.Results() {
		if c.typeOf(v.Type()) == nil {
			return op.Errorf(codeUnsupported,
				"there is no buffer for '%v': it has an encoding, or elements that no memory holds", v.Type())
		}
	}
	if err := c.hasRanks(op); err != nil {
		return err
	}
	switch rule := rules[op.Def()]; {
	case rule != nil:
		return rule(c, op)
	case linalg.IsStructured(op.Def()):
		return c.structured(op)
	case op.Has(ir.Elementwise) && op.NumResults() == 1 && op.NumRegions() == 0:
		return c.elementwise(op)
	}
	return op.Errorf(codeUnsupported, "'%s' with tensors cannot be bufferized", op.Name())
}

// withoutRank has the operations on tensors without rank: they hand their buffers on. The others need the
// rank to make a buffer.
var withoutRank = []*ir.OpDef{
	tensor.Cast, tensor.Dim, tensor.Rank, tensor.Reshape, function.Call, function.Return,
	bufferization.DeallocTensor,
}

// hasRanks holds operations that make or fill buffers against the tensors without rank, of which there is no
// buffer to make.
func (c *converter) hasRanks(op *ir.Op) error {
	if slices.Contains(withoutRank, op.Def()) {
		return nil
	}
	for _, v := range slices.Concat(op.Operands(), op.Results()) {
		if t, ok := payloadOf(v).(*ir.TensorType); ok && !t.Ranked {
			return op.Errorf(codeUnsupported, "'%s' of a tensor without rank cannot be bufferized",
				op.Name()).
				Suggest("give the tensor a rank with tensor.cast")
		}
	}
	return nil
}

// payloadOf returns the type of a value, or that of what it promises.
func payloadOf(v *ir.Value) ir.Type {
	if payload := async.Payload(v.Type()); payload != nil {
		return payload
	}
	return v.Type()
}

// Concerns reports whether the pass has something to do for an operation whatever its operands and results
// are.
func Concerns(op *ir.Op) bool { return slices.Contains(always, op.Def()) }

func (c *converter) regions(op *ir.Op) error {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			if err := c.block(b); err != nil {
				return err
			}
		}
	}
	return nil
}

// skip leaves an operation to the one around it.
func (c *converter) skip(*ir.Op) error { return nil }

// replace says that the results of an operation have these buffers, or values, in their place.
func (c *converter) replace(op *ir.Op, by ...*ir.Value) {
	for i, v := range op.Results() {
		if c.isTensor(v) {
			c.buffers[v] = by[i]
		} else {
			v.ReplaceAllUsesWith(by[i])
		}
	}
	c.dead = append(c.dead, op)
}

// operands returns the operands of an operation, with buffers in the place of tensors.
func (c *converter) operands(op *ir.Op) []*ir.Value {
	list := op.Operands()
	for i, v := range list {
		if c.isTensor(v) {
			list[i] = c.buffers[v]
		}
	}
	return list
}

// alloc makes a buffer of a type; like has its dynamic extents.
func (c *converter) alloc(b *ir.Builder, t *ir.MemRefType, like *ir.Value) *ir.Value {
	var sizes []*ir.Value
	for d, extent := range t.Shape {
		if extent == ir.Dynamic {
			sizes = append(sizes, memref.NewDim(b, like, arith.ConstIndex(b, int64(d))))
		}
	}
	return c.allocSized(b, t, sizes)
}

// allocSized makes a buffer with these dynamic extents.
func (c *converter) allocSized(b *ir.Builder, t *ir.MemRefType, sizes []*ir.Value) *ir.Value {
	v := memref.NewAlloc(b, t, sizes...)
	c.owned = append(c.owned, v)
	return v
}

// copyOf makes a buffer with the contents of another, which has a rank or is a cast of one that has.
func (c *converter) copyOf(b *ir.Builder, from *ir.Value) *ir.Value {
	t := from.Type().(*ir.MemRefType)
	if !t.Ranked {
		return memref.NewCast(b, c.copyOf(b, memref.Ranked(from)), t)
	}
	to := c.alloc(b, b.Ctx.MemRef(t.Shape, t.Elem, nil, t.MemorySpace), from)
	memref.NewCopy(b, from, to)
	return to
}

// bufferType returns the type of the buffer of a tensor.
func (c *converter) bufferType(v *ir.Value) *ir.MemRefType {
	return c.typeOf(v.Type()).(*ir.MemRefType)
}
