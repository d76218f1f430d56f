package airtoasync

import (
	"github.com/inflight-compiler/inflight/dialect/air"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// execute executes an air.execute. Its results are views and numbers, which are computed without memory, and
// buffers, which the task writes so that no use comes before it.
func (x *expander) execute(op *ir.Op) error {
	tokens := x.union(op.AsyncDependencies())
	x.thread.part = nil
	start := append(tokens, x.thread.after...)
	first := len(x.nodes)
	ends, err := x.beside("", start, func() error {
		for inner := range op.Body().OpsWithoutTerminator() {
			if err := x.op(inner); err != nil {
				return err
			}
			if inner.Is(memref.Alloc) {
				if err := x.begin(inner); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, v := range op.Body().Terminator().Operands() {
		to := x.lookup(v)
		if by := x.ownerOf(to); by != nil && !by.host {
			return op.Errorf(codeUnsupported, "a result of an air.execute is read from memory").
				Note(ir.LocationSpan(v.Loc()), "where it is read").
				Suggest("write the result to memory, and read it behind a wait for the token")
		}
		if name := op.Result(i + 1).Name(); name != "" && to.DefiningOp() != nil {
			to.SetName(name)
		}
		x.values.Map(op.Result(i+1), to)
		x.tokens[op.Result(i+1)] = x.tokens[v]
	}
	for _, n := range ends {
		if n.number >= first {
			n.name = op.Result(0).Name()
		}
	}
	x.thread.issued++
	ends = x.joined(op, ends)
	x.thread.open = append(x.thread.open, ends...)
	x.finish(op, air.Token(op), ends)
	return nil
}

// begin makes the thread write a buffer, which begins to exist by that.
func (x *expander) begin(alloc *ir.Op) error {
	buffer := x.lookup(alloc.Result(0))
	elem := buffer.Type().(*ir.MemRefType).Elem
	zero := arith.ZeroAttr(x.Ctx, elem)
	if zero == nil {
		return alloc.Errorf(codeUnsupported, "memory with elements of type '%v' is not supported", elem)
	}
	fresh := x.thread.part == nil
	part := x.part(alloc)
	part.free = part.free || fresh
	x.InBlock(part.block, func() {
		fill := linalg.NewFill(x.Builder, arith.NewConstant(x.Builder, zero), buffer)
		x.begun[fill] = true
		x.name(fill, alloc.Name())
	})
	return nil
}
