package bufferizetensors

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/deallocation"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

var codeUnsupported = diag.Register("bufferize-tensors-unsupported",
	"bufferize-tensors does not know what to make of a tensor",
	"Tensors have no encoding and, but where they are handed to functions, a rank, and go through "+
		"operations of tensor, linalg, async and func, arithmetic on elements, transfers of "+
		"vectors, scf.for, scf.while, scf.forall and scf.if, in functions of one block.")

// Pass is bufferize-tensors.
var Pass = pass.Register(&pass.Pass{
	Name:    "bufferize-tensors",
	Summary: "Give each tensor a buffer of its own",
	Doc: `Every operation that makes a tensor allocates a buffer for it, and fills it; a tensor that is changed in one element or slice is
copied first. Buffers are freed after the last operation of their block that uses them. Arguments of functions that are tensors
become memrefs that nothing writes; results become memrefs that belong to the caller. What a loop carries has a buffer for all
iterations, and so has what a condition yields; a tensor whose extents may change has a new one for each iteration or branch,
as has what a scf.while carries. A tensor
with other dimensions (tensor.collapse_shape, expand_shape, reshape, cast) is a view of the buffer, which nothing writes. An output of a scf.forall has a buffer, which begins as a copy and which
the iterations fill; they read the output as it is in front of the loop. A tensor that is made of memory (bufferization.to_tensor) or of
a global value is that memory where nothing writes to it as long as the tensor is read, and a copy elsewhere.

No two tensors share memory that is written, so that operations are as independent as they were: only then it is decided what runs beside what
(form-async-regions), and only after that which buffers can share memory (reuse-buffers). It is not called one-shot-bufferize,
because that pass is there to find operations that can write in place of their operands, which makes them depend on each other.

A tensor.empty that is only there to be written by a structured operation gives that its buffer. The payloads of asynchronous
values become buffers that nobody frees.`,
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	if !r.Op.Has(ir.IsSymbolTable) {
		return r.Op.Errorf(codeUnsupported,
			"'%s' cannot be bufferized alone: the calls of functions change with their types, and "+
				"constants become "+
				"globals", r.Op.Name()).Suggest("run bufferize-tensors on the module")
	}
	c := &converter{
		Run: r, buffers: map[*ir.Value]*ir.Value{}, shared: map[*ir.Value]*ir.Value{}, names: names.New(),
		sharing: map[*ir.Op]bool{},
		global:  map[*ir.Op]*ir.Op{}, globalType: map[*ir.Op]*ir.MemRefType{},
	}
	c.deallocations = deallocation.New(c.names)
	if err := c.globals(); err != nil {
		return err
	}
	functions := r.Op.Find(function.Func)
	for _, fn := range functions {
		if err := c.signature(fn); err != nil {
			return err
		}
	}
	c.findShared()
	for _, fn := range functions {
		if err := c.body(fn); err != nil {
			return err
		}
	}
	for _, op := range slices.Backward(c.dead) {
		op.Erase()
	}
	for _, b := range c.shrunk {
		for i := b.NumArgs() - 1; i >= 0; i-- {
			if place := c.buffers[b.Arg(i)]; place != nil && place != b.Arg(i) {
				b.EraseArg(i)
			}
		}
	}
	c.release()
	r.Count("buffers", len(c.owned))
	return nil
}

// signature converts the type of a function.
func (c *converter) signature(fn *ir.Op) error {
	signature := fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType)
	inputs, results := c.types(signature.Inputs), c.types(signature.Results)
	if inputs == nil || results == nil {
		return fn.Errorf(codeUnsupported, "a tensor of @%s has an encoding, or elements that no memory holds",
			fn.SymbolName())
	}
	fn.SetAttr("function_type", c.Context().TypeAttr(c.Context().Function(inputs, results)))
	return nil
}

// body converts what a function does.
func (c *converter) body(fn *ir.Op) error {
	for i, b := range fn.Region(0).Blocks() {
		for _, arg := range b.Args() {
			if !c.isTensor(arg) {
				continue
			}
			if i > 0 {
				return b.First().Errorf(codeUnsupported, "a block has a tensor as an argument")
			}
			c.buffers[arg] = arg
			arg.SetType(c.typeOf(arg.Type()))
		}
		if err := c.block(b); err != nil {
			return err
		}
	}
	return nil
}

// types returns what types of values become, nil if there is no buffer for one.
func (c *converter) types(list []ir.Type) []ir.Type {
	converted := make([]ir.Type, len(list))
	for i, t := range list {
		if converted[i] = c.typeOf(t); converted[i] == nil {
			return nil
		}
	}
	return converted
}
