package convertfunctollvm

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// A memref without rank points to a descriptor on the stack of the function that made it. A function that
// returns one copies the descriptor to memory from malloc; its caller copies it to its own stack and frees
// that memory.

// copyUnranked copies the descriptor, to the heap or from there to the stack, and returns the memref that
// points to the copy.
func (l *lowering) copyUnranked(c *llvmtypes.Conversion, v *ir.Value, toHeap bool) *ir.Value {
	size := c.UnrankedSize(v)
	pointer := c.Types.Pointer(0)
	var memory *ir.Value
	if toHeap {
		c.Declare("malloc", pointer, c.Types.Index)
		memory = llvmtypes.CallTo(c.Builder, "malloc", pointer, size).Result(0)
	} else {
		memory = llvmtypes.Alloca(c.Builder, pointer, c.Ctx.I8, size, 0)
	}
	source := llvmtypes.Extract(c.Builder, v, 1)
	c.Memcpy(memory, source, size)
	if !toHeap {
		c.Declare("free", nil, pointer)
		llvmtypes.CallTo(c.Builder, "free", nil, source)
	}
	t := v.Type()
	out := llvmtypes.Poison(c.Builder, t)
	out = llvmtypes.Insert(c.Builder, llvmtypes.Extract(c.Builder, v, 0), out, 0)
	return llvmtypes.Insert(c.Builder, memory, out, 1)
}
