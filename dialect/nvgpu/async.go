package nvgpu

import (
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// tokenText is the text of the token type after the name of the dialect.
const tokenText = "device.async.token"

// TokenType returns !nvgpu.device.async.token: the type of the completion of a copy, or of a group of copies.
func TokenType(c *ir.Context) ir.Type { return c.OpaqueType("nvgpu", tokenText) }

// IsToken reports whether t is the type of tokens.
func IsToken(t ir.Type) bool {
	o, ok := t.(*ir.OpaqueType)
	return ok && o.Dialect == "nvgpu" && o.Text == tokenText
}

var (
	token    = ir.TypeConstraint{Summary: "device async token type", Match: IsToken, Build: TokenType}
	tokenOut = []ir.ResultDef{{Name: "asyncToken", Type: token}}
)

// DeviceAsyncCopy is nvgpu.device_async_copy: an asynchronous copy of dstElements elements from global to
// shared memory. With srcElements only that many are read, and the rest of the destination becomes zero.
var DeviceAsyncCopy = &ir.OpDef{
	Name:    "nvgpu.device_async_copy",
	Summary: "device-side asynchronous copy",
	Operands: []ir.OperandDef{
		{Name: "dst", Type: constraint.MemRef},
		{Name: "dstIndices", Type: constraint.Index, Arity: ir.Variadic},
		{Name: "src", Type: constraint.MemRef},
		{Name: "srcIndices", Type: constraint.Index, Arity: ir.Variadic},
		{Name: "srcElements", Type: constraint.Index, Arity: ir.Optional},
	},
	Results: tokenOut,
	Attrs: []ir.AttrDef{
		{Name: "dstElements", Type: indexAttr}, {Name: "bypassL1", Type: constraint.Unit, Optional: true},
		constraint.OperandSegmentSize,
	},
	Traits: ir.AttrSizedOperands,
	Format: "$src `[` $srcIndices `]` `,` $dst `[` $dstIndices `]` `,` $dstElements (`,` $srcElements^)? " +
		"attr-dict `:` type($src) `to` type($dst)",
	Verify:     verifyCopy,
	Effects:    copyEffects,
	Async:      func(*ir.Op) bool { return true },
	AsyncToken: func(op *ir.Op) *ir.Value { return op.Result(0) },
	QueueEffect: func(*ir.Op) ir.QueueEffect {
		return ir.QueueEffect{Kind: ir.QueueIssue, Unit: nvvm.CpAsyncQueue.Engine}
	},
}

// DeviceAsyncCreateGroup is nvgpu.device_async_create_group: it commits the pending copies as one group.
var DeviceAsyncCreateGroup = &ir.OpDef{
	Name:     "nvgpu.device_async_create_group",
	Summary:  "device side asynchronous create group operation",
	Operands: []ir.OperandDef{{Name: "inputTokens", Type: token, Arity: ir.Variadic}},
	Results:  tokenOut,
	Format:   "$inputTokens attr-dict",
	Effects:  touchesQueue,
	// Without tokens, the parser would take the name of a result on the next line for a token. (mlir-opt
	// prints such text and cannot read it.)
	PrintGeneric: func(op *ir.Op) bool {
		next := op.Next()
		return op.NumOperands() == 0 && len(op.Attrs()) == 0 && next != nil && next.NumResults() > 0
	},

	AsyncDependencies: (*ir.Op).Operands,
	AsyncToken:        func(op *ir.Op) *ir.Value { return op.Result(0) },
	QueueEffect: func(*ir.Op) ir.QueueEffect {
		return ir.QueueEffect{Kind: ir.QueueCommit, Unit: nvvm.CpAsyncQueue.Engine, Queue: nvvm.CpAsyncQueue}
	},
}

// DeviceAsyncWait is nvgpu.device_async_wait: it waits for the group of a token. With numGroups it waits
// until at most that many of the youngest groups are incomplete.
var DeviceAsyncWait = &ir.OpDef{
	Name:     "nvgpu.device_async_wait",
	Summary:  "Wait for async gpu ops to complete.",
	Operands: []ir.OperandDef{{Name: "asyncDependencies", Type: token}},
	Attrs:    []ir.AttrDef{{Name: "numGroups", Type: i32Attr, Optional: true}},
	Format:   "$asyncDependencies attr-dict",
	Effects:  touchesQueue,

	AsyncDependencies: (*ir.Op).Operands,
	QueueEffect: func(op *ir.Op) ir.QueueEffect {
		e := ir.QueueEffect{Kind: ir.QueueWait, Queue: nvvm.CpAsyncQueue}
		if n, ok := op.IntAttr("numGroups"); ok {
			e.Count = max(n, 0)
		} else {
			e.Token = op.Operand(0)
		}
		return e
	},
	SetQueueCount: func(op *ir.Op, n int64) {
		op.SetAttr("numGroups", op.Context().Int(op.Context().I32, n))
	},
}

// touchesQueue reports a write to the state of the queue, which is no memref.
func touchesQueue(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) }

// Copy has the operands and attributes of a DeviceAsyncCopy.
type Copy struct {
	Dst, Src               *ir.Value
	DstIndices, SrcIndices []*ir.Value
	// Elements is the number of elements written. SrcElements of them are read, all if it is nil.
	Elements    int64
	SrcElements *ir.Value
}

// CopyOf returns the operands and attributes of a DeviceAsyncCopy.
func CopyOf(op *ir.Op) Copy {
	n, _ := op.IntAttr("dstElements")
	return Copy{
		Dst: op.Operand(0), DstIndices: op.OperandsOf(1), Src: op.OperandsOf(2)[0],
		SrcIndices: op.OperandsOf(3),
		Elements:   n, SrcElements: op.OptionalOperand(4),
	}
}

// copyEffects adds the effects of a copy. Its elements follow each other along the last dimension. The number
// of elements that are read may be known only at run time.
func copyEffects(op *ir.Op, add func(ir.Effect)) {
	c := CopyOf(op)
	read := c.Elements
	if c.SrcElements != nil {
		if n, ok := ir.ConstInt(c.SrcElements); ok {
			read = min(read, n)
		}
	}
	if read > 0 {
		add(element(ir.Read, c.Src, c.SrcIndices, read))
	}
	add(element(ir.Write, c.Dst, c.DstIndices, c.Elements))
	touchesQueue(op, add)
}

func element(kind ir.EffectKind, m *ir.Value, indices []*ir.Value, n int64) ir.Effect {
	return ir.Effect{Kind: kind, Value: m, Indices: indices, Extent: n}
}

// verifyCopy makes upstream's checks, in its order and words, with two differences. The string "shared.dyn",
// TVM's name for shared memory whose size the launch gives, is a shared memory space as well. An element type
// without a width is an error here, where upstream crashes.
func verifyCopy(op *ir.Op) error {
	c := CopyOf(op)
	src, dst := c.Src.Type().(*ir.MemRefType), c.Dst.Type().(*ir.MemRefType)
	switch {
	case !unitStride(src):
		return op.Errorf(codeNVGPU, "source memref most minor dim must have unit stride")
	case !unitStride(dst):
		return op.Errorf(codeNVGPU, "destination memref most minor dim must have unit stride")
	case !IsShared(dst.MemorySpace):
		return op.Errorf(codeNVGPU,
			"destination memref must have a memory space attribute of IntegerAttr(3) or "+
				"gpu::AddressSpaceAttr(Workgroup)")
	case src.Elem != dst.Elem:
		return op.Errorf(codeNVGPU, "source and destination must have the same element type")
	case len(src.Shape) != len(c.SrcIndices):
		return op.OpErrorf(codeNVGPU, "expected %d source indices, got %d", len(src.Shape), len(c.SrcIndices))
	case len(dst.Shape) != len(c.DstIndices):
		return op.OpErrorf(codeNVGPU, "expected %d destination indices, got %d", len(dst.Shape),
			len(c.DstIndices))
	}
	return verifySize(op, dst, c.Elements)
}

// Bits returns the width of an element that can be copied, 0 for other types.
func Bits(elem ir.Type) int64 {
	switch t := elem.(type) {
	case *ir.IntegerType:
		return int64(t.Width)
	case *ir.FloatType:
		return int64(t.Width())
	}
	return 0
}

func verifySize(op *ir.Op, dst *ir.MemRefType, n int64) error {
	bits := Bits(dst.Elem)
	if bits == 0 {
		return op.OpErrorf(codeNVGPU, "elements must be integers or floats, but are of type '%v'", dst.Elem)
	}
	bytes := n * bits / 8
	if bytes != 4 && bytes != 8 && bytes != 16 {
		list := ""
		for i, width := range []int64{32, 64, 128} {
			if width/bits > 0 {
				list += itoa(width/bits) + []string{", ", ", ", "."}[i]
			}
		}
		return op.Errorf(codeNVGPU,
			"Requested copy elements is %d with width %d. But copy elements could be one of %s", n, bits,
			list)
	}
	if op.Attr("bypassL1") != nil && bytes != 16 {
		return op.OpErrorf(codeNVGPU,
			"bypassL1 does not satify alignment for '%v' with destination element %d. Unset "+
				"bypassL1, or set destination element to %d", dst, n, 128/bits)
	}
	return nil
}
